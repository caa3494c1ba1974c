import { createHmac } from 'node:crypto';
import { lookup as lookupInSystem, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryOutcome } from '../db/deliveries.ts';
import { messageOf } from '../errors.ts';
import type { AddressRule } from './target.ts';
import { hostOf } from '../http/listen.ts';

/** Resolves all addresses of a host name. */
type Lookup = (
	hostname: string,
	options: LookupAllOptions,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Delivery {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly timeoutMs: number;
	readonly permits: AddressRule;
	/** Aborts the delivery. */
	readonly signal: AbortSignal;
	/** Default: the system's resolver. */
	readonly lookup?: Lookup;
}

/** Sends one delivery, once. Redirects are not followed: the first answer ends it. Never throws. */
export async function send(delivery: Delivery): Promise<DeliveryOutcome> {
	const { timeoutMs } = delivery;
	const started = performance.now();
	const timeout = AbortSignal.timeout(timeoutMs);
	const outcome = await post(delivery, AbortSignal.any([timeout, delivery.signal])).then(
		(status) => ({ status, error: null }),
		(error: unknown) => ({
			status: null,
			error: timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : messageOf(error),
		}),
	);
	return { ...outcome, durationMs: Math.round(performance.now() - started) };
}

function post(delivery: Delivery, signal: AbortSignal): Promise<number> {
	const { headers, body, permits, lookup = lookupInSystem } = delivery;
	const url = new URL(delivery.url);
	const host = hostOf(url);
	// An IP address in the URL is used without a lookup.
	if (isIP(host) !== 0 && !permits(host)) return Promise.reject(refused(host));
	const request = url.protocol === 'https:' ? requestHttps : requestHttp;
	return new Promise((resolve, reject) => {
		const options = { method: 'POST', headers, signal, agent: false, lookup: guarded(lookup, permits) };
		const outgoing = request(url, options, (incoming) => {
			// The status is all that matters; the rest is read and dropped until it ends or time is up.
			incoming.on('error', () => incoming.destroy());
			incoming.resume();
			resolve(incoming.statusCode ?? 0);
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

/** Resolves a name for the connection itself, so that a second lookup cannot return another address. */
const guarded =
	(lookup: Lookup, permits: AddressRule): LookupFunction =>
	(hostname, options, callback) => {
		lookup(hostname, { ...options, all: true }, (error, addresses) => {
			const forbidden = addresses?.find(({ address }) => !permits(address));
			const problem = error ?? (forbidden === undefined ? null : refused(forbidden.address));
			const first = addresses?.[0];
			if (problem !== null || first === undefined) callback(problem ?? refused(hostname), []);
			else if (options.all === true) callback(null, addresses);
			else callback(null, first.address, first.family);
		});
	};

const refused = (address: string): Error => new Error(`${address} is not a public address`);

/** HMAC-SHA256 over the body as sent, in lower-case hex (Events, Delivery rules). */
export const sign = (body: string, secret: string): string =>
	createHmac('sha256', secret).update(body, 'utf8').digest('hex');
