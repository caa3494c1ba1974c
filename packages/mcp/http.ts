import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Settings } from './call.ts';
import { createServer } from './server.ts';

export const PATH = '/mcp';

/** Clients that leave without saying so must not fill the memory. */
const MAX_SESSIONS = 100;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Why a request is refused. A page in a browser of this machine can send requests here: under its own origin, or under a
 * name that it has resolve to 127.0.0.1.
 */
function refusalOf({ headers, url = '' }: IncomingMessage, token: string): { readonly status: number; readonly message: string } | null {
	const { host = '', origin, authorization = '' } = headers;
	if (!LOOPBACK.has(hostnameOf(`http://${host}`))) return { status: 403, message: 'The Host header names another machine' };
	if (origin !== undefined && !LOOPBACK.has(hostnameOf(origin))) return { status: 403, message: 'The Origin header names another site' };
	const isAllowed = token === '' || timingSafeEqual(digest(authorization.replace(/^bearer +/i, '')), digest(token));
	if (!isAllowed) return { status: 401, message: 'Send the header Authorization: Bearer with the server’s token' };
	return url.split('?')[0] === PATH ? null : { status: 404, message: `The server is at ${PATH}` };
}

/** Serves MCP over Streamable HTTP on this machine alone. Each client has a session, so that it can cancel its calls. */
export async function serveHttp(settings: Settings, port: number, token: string): Promise<HttpServer> {
	const sessions = new Map<string, StreamableHTTPServerTransport>();

	const open = async (): Promise<StreamableHTTPServerTransport> => {
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: (id) => {
				const [idlest] = sessions.values();
				if (sessions.size >= MAX_SESSIONS) void idlest?.close();
				sessions.set(id, transport);
			},
		});
		transport.onclose = () => void sessions.delete(transport.sessionId ?? '');
		await createServer(settings).connect(transport);
		return transport;
	};

	/** The session of a request, a new one if it names none; null if the session it names has ended. */
	const sessionOf = async ({ headers }: IncomingMessage): Promise<StreamableHTTPServerTransport | null> => {
		const id = headers['mcp-session-id'];
		if (id === undefined) return await open();
		const transport = sessions.get(String(id));
		if (!transport) return null;
		sessions.delete(String(id));
		sessions.set(String(id), transport);
		return transport;
	};

	const server = createHttpServer(async (request, response) => {
		const refusal = refusalOf(request, token);
		const transport = refusal ? null : await sessionOf(request);
		if (transport) return await transport.handleRequest(request, response);
		const { status, message } = refusal ?? { status: 404, message: 'There is no such session' };
		response.writeHead(status, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return server;
}
