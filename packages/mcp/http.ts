import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { isKey } from '../../src/transport/index.ts';
import { UTC } from '../../src/agents/index.ts';
import type { Settings } from './call.ts';
import { createOAuth, MAX_BODY, type OAuthOptions } from './oauth/routes.ts';
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
	/** With keys from requests: lets callers sign in with their key, for apps that cannot send it. */
	readonly oauth?: OAuthOptions | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const bearerOf = (authorization = ''): string => (/^bearer /i.test(authorization) ? authorization.slice(7).trim() : '');

/** The address that a request comes from. The proxy runs on this machine, and adds the address of its caller at the end of the header. */
const addressOf = ({ headers, socket: { remoteAddress = '' } }: IncomingMessage): string => String(headers['x-forwarded-for'] ?? '').split(',').at(-1)?.trim() || remoteAddress;

function refuse(response: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
	response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
	response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/** The answers in an event stream, without messages about progress. */
const answersIn = (events: string): unknown[] =>
	[...events.matchAll(/^data: ?(\{.*)$/gm)].map(([, json = '']): unknown => JSON.parse(json)).filter((one) => one instanceof Object && 'id' in one && !('method' in one));

/**
 * Accepts clients that only accept JSON, only events, or anything. The specification requires clients to accept both forms,
 * but some programs and proxies do not declare it. A JSON answer leaves out messages about progress.
 */
const acceptingAny =
	({ fetch: handle }: Pick<McpHttpHandler, 'fetch'>): McpHttpHandler['fetch'] =>
	async (request, options) => {
		const accepted = request.headers.get('accept') ?? '';
		const [isJson, isEvents] = [accepted.includes(JSON_TYPE), accepted.includes(EVENTS_TYPE)];
		if (request.method !== 'POST' || (isJson && isEvents)) return await handle(request, options);
		const headers = new Headers(request.headers);
		headers.set('Accept', `${JSON_TYPE}, ${EVENTS_TYPE}`);
		const answer = await handle(new Request(request, { headers }), options);
		const isOther = answer.ok && answer.headers.get('content-type')?.startsWith(isEvents ? JSON_TYPE : EVENTS_TYPE);
		if (!isOther) return answer;
		const text = await answer.text();
		if (isEvents) return new Response(`event: message\ndata: ${text}\n\n`, { headers: { 'Content-Type': EVENTS_TYPE } });
		const [first, ...others] = answersIn(text);
		return Response.json(others.length > 0 ? [first, ...others] : first);
	};

/**
 * Serves MCP over Streamable HTTP on this machine alone, without sessions. A page in a browser of this machine can send
 * requests here with its own origin, or with a host name that it makes resolve to 127.0.0.1, so both headers are checked.
 */
export async function serveHttp(settings: Settings, { port, token, host, keysFromRequests, oauth }: HttpOptions): Promise<HttpServer> {
	const names = ['127.0.0.1', 'localhost', '[::1]', ...(host === undefined ? [] : [host])];
	const [isHost, isOrigin] = [hostHeaderValidation(names), originValidation(names)];
	const server = createHttpServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const address = server.address();
	const origin = host === undefined ? `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}` : `https://${host}`;
	const settingsFor = (apiKey: string): Settings => ({ ...settings, apiKey, cache: null, forgets: true, timezone: settings.timezone ?? UTC });
	const signIn = oauth && createOAuth(oauth, { origin, path: PATH, settingsFor });
	const keyFrom = async (authorization: string | undefined): Promise<string> => {
		const bearer = bearerOf(authorization);
		return (await signIn?.keyFrom(bearer)) ?? bearer;
	};
	const handler = createMcpHandler(async ({ requestInfo, era }) => {
		// Without sessions, a server of 2025 cannot send its client a question.
		const canAsk = era === 'modern';
		return createServer(keysFromRequests ? settingsFor(await keyFrom(requestInfo?.headers.get('authorization') ?? undefined)) : settings, { over: 'http', canAsk });
	});
	const handle = toNodeHandler({ fetch: acceptingAny(handler) });
	const isAllowed = async ({ headers: { authorization } }: IncomingMessage): Promise<boolean> =>
		keysFromRequests ? isKey(await keyFrom(authorization)) : token === '' || timingSafeEqual(digest(bearerOf(authorization)), digest(token));
	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (!(await isAllowed(request))) {
			const what = keysFromRequests ? 'your own API key' : 'the server’s token';
			const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
			return refuse(response, 401, `Send the header Authorization: Bearer with ${what}`, { 'WWW-Authenticate': `Bearer realm="meeting-assistant"${error}${signIn?.challenge ?? ''}` });
		}
		if (request.url?.split('?')[0]?.replace(/\/$/, '') !== PATH) return refuse(response, 404, `The server is at ${PATH}`);
		await handle(request, response);
	};
	server.on('request', (request, response) => {
		if (!isHost(request, response) || !isOrigin(request, response)) return;
		const path = request.url?.split('?')[0];
		if (signIn?.has(path)) return void toNodeHandler({ fetch: (asked) => signIn.respond(asked, addressOf(request)) }, { maxRequestBodySize: MAX_BODY })(request, response);
		void serve(request, response);
	});
	return server;
}
