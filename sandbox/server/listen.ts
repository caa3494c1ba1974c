import ipaddr from 'ipaddr.js';
import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { messageOf, SandboxError } from '../errors.ts';

/** Whether only this machine can be meant by a host: an address without brackets, or a name. */
export const isLoopback = (host: string): boolean =>
	host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');

/**
 * Opens the port, before anything else is made. Requests are answered once a listener is added.
 * @throws SandboxError `address`
 */
export async function listen(host: string, port: number, allowRemote: boolean): Promise<Server> {
	if (!allowRemote && !isLoopback(host)) {
		throw new SandboxError(
			'address',
			`${host} can be reached from other machines: use 127.0.0.1, or allow it explicitly.`,
		);
	}
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) =>
			reject(new SandboxError('address', problem(error, host, port), { cause: error })),
		);
		server.listen(port, host, resolve);
	});
	return server;
}

function problem(error: NodeJS.ErrnoException, host: string, port: number): string {
	if (error.code === 'EADDRINUSE')
		return `Port ${port} on ${host} is in use: name another port, or 0 for any free one.`;
	if (error.code === 'EACCES') return `Port ${port} needs more rights: name a port above 1023.`;
	return `Cannot listen on ${host}:${port}: ${messageOf(error)}.`;
}

/** The address of a listening server. */
export function urlOf(server: Server): string {
	const address = server.address();
	if (address === null || typeof address === 'string')
		throw new SandboxError('address', 'The server does not listen.');
	const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	return `http://${host}:${address.port}`;
}

/** The address as this machine reaches it, where it stands for every one of its addresses. */
export const reachable = (url: string): string => url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');

/** Stops listening and ends every connection. */
export async function close(server: Server): Promise<void> {
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
}
