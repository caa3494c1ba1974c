import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { hostOf, isLoopback } from '../http/listen.ts';

/** Decides whether a delivery may go to an IP address. */
export type AddressRule = (address: string) => boolean;

/** HTTPS to public addresses only, never into a private network; with the flag also HTTP and HTTPS to loopback. */
export function addressRule(protocol: string, allowLoopbackHttp: boolean): AddressRule {
	return (address) => {
		const parsed = ipaddr.process(address);
		const range = parsed.range();
		if (range === 'loopback') return allowLoopbackHttp;
		const isGlobal = parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : true;
		return range === 'unicast' && isGlobal && protocol === 'https:';
	};
}

/** The rest of IPv6 holds obsolete ways to write IPv4 addresses, private ones among them (`::10.0.0.1`). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** What is wrong with a webhook URL, or null. The addresses its name resolves to are checked at each delivery. */
export function targetProblem(text: string, allowLoopbackHttp: boolean): string | null {
	const url = new URL(text);
	const host = hostOf(url);
	const local = isLoopback(host) || host.endsWith('.localhost');
	if (!/^https?:$/.test(url.protocol) || (url.protocol === 'http:' && !local)) return 'must start with https://';
	if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
	if (local && !allowLoopbackHttp) return 'must not point to this machine, unless the sandbox is started with --allow-loopback-http';
	if (isIP(host) !== 0 && !addressRule(url.protocol, allowLoopbackHttp)(host)) {
		return 'must not point to a private address';
	}
	return null;
}
