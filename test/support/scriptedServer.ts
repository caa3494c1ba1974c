import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of the script; `reset` accepts the request and drops the connection. */
export type Scripted =
	| { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
	| 'reset'
	| 'silence';

export interface SeenRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

/** An answer that is not part of a script, to a request that is not recorded; undefined to go by the script. */
export type Beside = (url: string) => Scripted | undefined;

/** No conversation is found before an AI credit is spent on it. */
export const noneListed: Beside = (url) => (url.startsWith('/api/v1/conversations?') ? { status: 200, body: { data: [], pagination: { total: 0, limit: 100, offset: 0 } } } : undefined);

/** A real HTTP server on loopback that answers as scripted, in order, and records its requests. */
export async function scriptedServer(script: readonly Scripted[], beside: Beside = () => undefined) {
	const seen: SeenRequest[] = [];
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const other = beside(url);
			if (!other) seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
			const answer = other ?? script[seen.length - 1] ?? { status: 500, body: 'the script is over' };
			if (answer === 'reset') return request.socket.resetAndDestroy();
			if (answer === 'silence') return;
			const { status, headers: extra = {}, body } = answer;
			response.writeHead(status, { 'content-type': 'application/json', ...extra });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		seen,
		stop: () =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
