import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import * as z from 'zod/v4';
import { endpoints } from '../../../sandbox/faults/faults.ts';
import type { Seen } from '../record.ts';

/** The code that is running: the node and the execution. */
interface Sender {
	readonly node: string;
	readonly run: number | null;
}

/** The network of a rehearsal: two ports of this machine, and who sends what to the service. */
export interface Traffic {
	/** Attributes every request that `work` sends. */
	readonly from: <T>(sender: Sender, work: () => T) => T;
	/** The code that is running, if known. */
	readonly sender: () => Sender | undefined;
	/** Restores the network. */
	readonly release: () => void;
}

interface TrafficOptions {
	/** Port of the service. */
	readonly service: number;
	/** The port of the webhooks. No others may be connected to. */
	readonly webhooks: number;
	readonly seen: Seen;
	/** In milliseconds since 1970. */
	readonly now: () => number;
	/** How many credits have been used so far, not counting the desktop application's. */
	readonly creditsUsed: () => number;
}

const paid = endpoints
	.filter(({ credit }) => credit !== 'never')
	.map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));

const Target = z.object({ port: z.coerce.number(), host: z.string().nullish(), path: z.string().nullish() });

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** The target of a connection: Node passes an array that starts with the options, people pass a port or options. */
function targetOf([first, second]: readonly unknown[]): { readonly host: string; readonly port: number } {
	const given = Array.isArray(first) ? first[0] : typeof first === 'number' ? { port: first, host: second } : first;
	const { data } = Target.safeParse(given);
	if (!data || data.path) return { host: data?.path ?? 'a local socket', port: 0 };
	return { host: data.host ?? 'localhost', port: data.port };
}

/**
 * Closes the network for this process, except for two ports of this machine, until it is released: any other connection fails
 * and is recorded. Records each request to the service with the node that sent it.
 */
export function closeNetwork({ service, webhooks, seen, now, creditsUsed }: TrafficOptions): Traffic {
	const senders = new AsyncLocalStorage<Sender>();
	const { connect } = Socket.prototype;
	const guarded = function (this: Socket, ...given: unknown[]) {
		const { host, port } = targetOf(given);
		if (LOOPBACK.has(host) && (port === service || port === webhooks)) return Reflect.apply(connect, this, given);
		seen.strayConnections.push(`${host}:${port}`);
		process.nextTick(() => this.destroy(new Error(`A rehearsal connects to nothing outside this machine, and ${host} is`)));
		return this;
	};
	Object.defineProperty(Socket.prototype, 'connect', { value: guarded, writable: true, configurable: true });
	// Where a network has a proxy, n8n would send it the requests to the service on this machine, too.
	const { no_proxy: direct } = process.env;
	process.env.no_proxy = '*';

	let charged = creditsUsed();
	const note = (message: unknown): void => {
		const sender = senders.getStore();
		const request = message instanceof Object && 'request' in message ? message.request : undefined;
		if (!sender || !(request instanceof ClientRequest)) return;
		const at = now();
		let body = '';
		const { end } = request;
		const keep = (...given: unknown[]) => {
			if (typeof given[0] === 'string' || Buffer.isBuffer(given[0])) body = String(given[0]);
			return Reflect.apply(end, request, given);
		};
		Object.defineProperty(request, 'end', { value: keep, writable: true, configurable: true });
		request.once('response', ({ statusCode: status = 0, headers }: IncomingMessage) => {
			if (!String(request.getHeader('host')).endsWith(`:${service}`)) return;
			const [path = ''] = request.path.split('?');
			const mayCost = paid.some((endpoint) => endpoint.method === request.method && endpoint.path.test(path));
			const isPaid = mayCost && status === 200 && creditsUsed() > charged;
			if (isPaid) charged += 1;
			const refused = status !== 429 ? null : headers['retry-after'] === undefined && mayCost ? 'credits' : 'hour';
			seen.requests.push({ at, ...sender, method: request.method, path: request.path, body, status, refused, isPaid });
		});
	};
	subscribe('http.client.request.created', note);
	return {
		from: (sender, work) => senders.run(sender, work),
		sender: () => senders.getStore(),
		release() {
			unsubscribe('http.client.request.created', note);
			Object.defineProperty(Socket.prototype, 'connect', { value: connect, writable: true, configurable: true });
			if (direct === undefined) delete process.env.no_proxy;
			else process.env.no_proxy = direct;
		},
	};
}
