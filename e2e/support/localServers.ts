import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { LOOPBACK } from '../../scripts/n8n/ports.ts';
import { until } from './until.ts';

/** An HTTP server on a free port of this machine. */
export async function startLocalServer(listener: RequestListener) {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return {
		url: `http://${LOOPBACK}:${address.port}`,
		/** Also ends requests in progress. */
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: unknown;
}

/** A local service that accepts every message posted to it. */
export async function startReceiver() {
	const received: Received[] = [];
	/** Statuses to return before all others are 200. */
	const refusals: number[] = [];
	const { url, stop } = await startLocalServer(async (request, response) => {
		const chunks: Buffer[] = await request.toArray();
		received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
		response.writeHead(refusals.shift() ?? 200, { 'content-type': 'text/plain' }).end('ok');
	});
	return {
		url: `${url}/hook`,
		received,
		refusals,
		/** Resolves once this many messages have arrived. */
		first: (count: number) => until(`${count} messages`, () => received.length >= count && received),
		stop,
	};
}

export interface Seen {
	/** Method and path, with its query. */
	readonly request: string;
	readonly status: number;
}

const isKept = (header: string): boolean => /^(x-|retry-after$|content-type$)/.test(header);

/** A proxy in front of a local service that records each request and the status of its answer. */
export const startRecordingProxy = (target: string, seen: Seen[]) =>
	startLocalServer(async ({ method, url = '', headers: { authorization = '' } }, response) => {
		const answer = await fetch(`${target}${url}`, { method, headers: { authorization } });
		seen.push({ request: `${method} ${url}`, status: answer.status });
		const headers = Object.fromEntries([...answer.headers].filter(([name]) => isKept(name)));
		response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
	});

/** Counts how often each text arrives from workflows. It answers nothing before `open` resolves. */
export async function startSink(open: Promise<void> = Promise.resolve()) {
	const received = new Map<string, number>();
	/** Texts whose answer was sent. */
	const answered = new Set<string>();
	const { url, stop } = await startLocalServer(async (request, response) => {
		const body = await text(request);
		received.set(body, (received.get(body) ?? 0) + 1);
		await open;
		response.once('finish', () => answered.add(body)).end('{}');
	});
	return {
		received,
		answered,
		/** The node that posts the conversation's ID. */
		node: {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url,
				sendBody: true,
				contentType: 'raw',
				rawContentType: 'text/plain',
				body: '={{ $json.conversationId }}',
				options: {},
			},
		},
		stop,
	};
}
