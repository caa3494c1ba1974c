import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether only this machine can be meant by a host: an address without brackets, or a name. */
export const isLoopback = (host: string): boolean =>
	host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');
