import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isKey } from '../../src/transport/index.ts';
import type { Settings } from './call.ts';
import { createServer } from './server.ts';

export const PATH = '/mcp';

export interface HttpOptions {
	readonly port: number;
	/** The token that clients must send; empty for none. */
	readonly token: string;
	/** The name under which clients reach the server, if they do so through a proxy with TLS. */
	readonly host?: string | undefined;
	/** Whether each request brings its caller's own API key. Nothing about callers is kept. */
	readonly keysFromRequests: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const bearerOf = (authorization = ''): string => (/^bearer /i.test(authorization) ? authorization.slice(7).trim() : '');

function refuse(response: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
	response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
	response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

/**
 * Serves MCP over Streamable HTTP on this machine alone, without sessions. A page in a browser of this machine can send
 * requests here under its own origin, or under a name that it has resolve to 127.0.0.1, so both headers are checked.
 */
export async function serveHttp(settings: Settings, { port, token, host, keysFromRequests }: HttpOptions): Promise<HttpServer> {
	const names = ['127.0.0.1', 'localhost', '[::1]', ...(host === undefined ? [] : [host])];
	const [isHost, isOrigin] = [hostHeaderValidation(names), originValidation(names)];
	const handle = toNodeHandler(
		createMcpHandler(({ requestInfo }) => {
			const apiKey = bearerOf(requestInfo?.headers.get('authorization') ?? '');
			return createServer(keysFromRequests ? { ...settings, apiKey, cache: null, forgets: true } : settings);
		}),
	);
	const isAllowed = ({ headers: { authorization } }: IncomingMessage): boolean => {
		const bearer = bearerOf(authorization);
		return keysFromRequests ? isKey(bearer) : token === '' || timingSafeEqual(digest(bearer), digest(token));
	};
	const server = createHttpServer((request, response) => {
		if (!isHost(request, response) || !isOrigin(request, response)) return;
		if (!isAllowed(request)) {
			const what = keysFromRequests ? 'your own API key' : 'the server’s token';
			const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
			return refuse(response, 401, `Send the header Authorization: Bearer with ${what}`, { 'WWW-Authenticate': `Bearer realm="meeting-assistant"${error}` });
		}
		if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `The server is at ${PATH}`);
		void handle(request, response);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return server;
}
