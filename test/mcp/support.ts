import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import type { Settings } from '../../packages/mcp/call.ts';
import { PATH, serveHttp, type HttpOptions } from '../../packages/mcp/http.ts';
import { permissions, toolsets } from '../../src/agents/index.ts';
import { extractiveAi, startSandbox, type SandboxOptions } from '../../sandbox/index.ts';

const filename = 'examples/meetings/quillbrook-pilot.vtt';
const text = readFileSync(filename, 'utf8');
const attendees = [{ name: 'Priya Raman', email: 'priya@quillbrook.example' }];
const HOUR_MS = 3_600_000;

/** A folder in which Node keeps compiled code, which halves the time that a server takes to start from source. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'meeting-assistant-compiled') };

/** The person in front of the host, and their answer to a question. */
export type Person = (question: string) => ElicitResult | Promise<ElicitResult>;
const info = { name: 'test', version: '1' };
const canAsk = { capabilities: { elicitation: {} } };

/** A client of the protocol of 2026-07-28. */
export function newClient(person?: Person): Client {
	const client = new Client(info, { ...(person && canAsk), versionNegotiation: { mode: { pin: '2026-07-28' } } });
	if (person) client.setRequestHandler('elicitation/create', ({ params }) => person(params.message));
	return client;
}

/** A client of the protocol of 2025. */
export function newClient2025(person?: Person): Client2025 {
	const client = new Client2025(info, person ? canAsk : {});
	if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message));
	return client;
}

export type AnyClient = Client | Client2025;

/** The service with an Enterprise account, and MCP clients that reach it through the server. */
export async function startWorld(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ allowLoopbackHttp: true, ai: extractiveAi, ...options });
	const { userId, apiKey, baseUrl } = sandbox.account({ plan: 'enterprise', memory: true });
	const closing: (() => Promise<unknown>)[] = [];
	const settings: Settings = { apiKey, baseUrl, allowHttp: false, timezone: 'Europe/Berlin', readOnly: false, limits: {}, toolsets, allow: [...permissions], cache: null };

	const opened = async <C extends { close: () => Promise<void> }>(client: C, connect: (client: C) => Promise<void>): Promise<C> => {
		closing.unshift(() => client.close());
		await connect(client);
		return client;
	};
	/** Starts a separate server, and returns its address. */
	const serve = async (more: Partial<Settings> = {}, options: Partial<HttpOptions> = {}): Promise<URL> => {
		const server = await serveHttp({ ...settings, ...more }, { port: 0, token: '', keysFromRequests: false, ...options });
		closing.push(async () => {
			server.closeAllConnections();
			server.close();
		});
		const address = server.address();
		return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${PATH}`);
	};
	const program = (args: readonly string[], environment: Readonly<Record<string, string>>) => ({
		command: process.execPath,
		args: ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'packages/mcp/main.ts', '--tools', toolsets.join(','), '--allow', permissions.join(','), ...args],
		env: { ...compiled, MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl, ...environment },
		stderr: 'pipe' as const,
	});
	return {
		sandbox,
		userId,
		settings,
		serve,
		/** A client at this address, whose requests `send` sees. */
		over: async (url: URL, person: Person, send: typeof fetch) => await opened(newClient(person), (client) => client.connect(new StreamableHTTPClientTransport(url, { fetch: send }))),
		overHttp: async (more: Partial<Settings> = {}, person?: Person) => {
			const url = await serve(more);
			return await opened(newClient(person), (client) => client.connect(new StreamableHTTPClientTransport(url)));
		},
		overHttp2025: async (more: Partial<Settings> = {}, person?: Person) => {
			const url = await serve(more);
			return await opened(newClient2025(person), (client) => client.connect(new Http2025(url)));
		},
		/** The program as a host starts it. */
		overStdio: async (args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}, person?: Person) =>
			await opened(newClient(person), (client) => client.connect(new StdioClientTransport(program(args, environment)))),
		overStdio2025: async (args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}, person?: Person) =>
			await opened(newClient2025(person), (client) => client.connect(new Stdio2025(program(args, environment)))),
		addMeeting: async (title: string, { hoursAgo = 24, generateKeyPoints = true } = {}) => {
			const startTime = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
			return (await sandbox.importMeeting(userId, { text, filename, title, startTime, generateKeyPoints, attendees })).conversationId;
		},
		stop: async () => {
			for (const close of closing) await close();
			await sandbox.stop();
		},
	};
}

export type World = Awaited<ReturnType<typeof startWorld>>;

const Content = z.object({
	isError: z.boolean().default(false),
	content: z.tuple([z.object({ text: z.string() })], z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string() })),
	structuredContent: z.undefined().optional(),
	_meta: z.looseObject({ details: z.record(z.string(), z.unknown()).optional() }).optional(),
});
const Answer = z.object({
	results: z.array(z.record(z.string(), z.unknown())).default([]),
	notes: z.array(z.string()).default([]),
	complete: z.boolean().default(false),
	next: z.string().optional(),
});

interface CallOptions {
	readonly signal?: AbortSignal;
	readonly onprogress?: (progress: object) => void;
}

/** A tool's answer: results and notes, or the message of an error. */
export async function use(client: AnyClient, name: string, args: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) {
	const asked = { name, arguments: { ...args } };
	const answer = client instanceof Client ? await client.callTool(asked, options) : await client.callTool(asked, undefined, options);
	const { isError, content, _meta } = Content.parse(answer);
	const [{ text }, ...links] = content;
	return { isError, text, links, details: _meta?.details ?? {}, ...Answer.parse(isError ? {} : JSON.parse(text)) };
}
