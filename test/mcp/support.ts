import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod/v4';
import type { Settings } from '../../packages/mcp/call.ts';
import { PATH, serveHttp } from '../../packages/mcp/http.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/index.ts';

const filename = 'examples/meetings/quillbrook-pilot.vtt';
const text = readFileSync(filename, 'utf8');
const attendees = [{ name: 'Priya Raman', email: 'priya@quillbrook.example' }];
const HOUR_MS = 3_600_000;

/** The service with an Enterprise account, and MCP clients that reach it through the server. */
export async function startWorld(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ allowLoopbackHttp: true, ...options });
	const { userId, apiKey, baseUrl } = sandbox.account({ plan: 'enterprise', memory: true });
	const closing: (() => Promise<unknown>)[] = [];
	const settings: Settings = { apiKey, baseUrl, allowHttp: false, timezone: 'Europe/Berlin', readOnly: false, limits: {} };

	const connected = async (transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> => {
		const client = new Client({ name: 'test', version: '1' });
		closing.unshift(() => client.close());
		await client.connect(transport);
		return client;
	};
	/** The address of a server of its own. */
	const serve = async (more: Partial<Settings> = {}, token = ''): Promise<URL> => {
		const server = await serveHttp({ ...settings, ...more }, 0, token);
		closing.push(async () => {
			server.closeAllConnections();
			server.close();
		});
		const address = server.address();
		return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${PATH}`);
	};
	return {
		sandbox,
		userId,
		settings,
		serve,
		overHttp: async (more: Partial<Settings> = {}) => await connected(new StreamableHTTPClientTransport(await serve(more))),
		/** The program as a host starts it. */
		overStdio: async (args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) =>
			await connected(
				new StdioClientTransport({
					command: process.execPath,
					args: ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'packages/mcp/main.ts', ...args],
					env: { MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl, ...environment },
					stderr: 'pipe',
				}),
			),
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

const Answer = z.object({
	isError: z.boolean().default(false),
	content: z.array(z.object({ text: z.string() })),
	structuredContent: z.object({ results: z.array(z.record(z.string(), z.unknown())), notes: z.array(z.string()) }).optional(),
	_meta: z.object({ details: z.record(z.string(), z.unknown()) }).optional(),
});

/** What a tool answered: results and notes, or the message of an error. */
export async function use(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}, options: Parameters<Client['callTool']>[2] = {}) {
	const { isError, content, structuredContent, _meta } = Answer.parse(await client.callTool({ name, arguments: { ...args } }, undefined, options));
	const { results = [], notes = [] } = structuredContent ?? {};
	return { isError, text: content[0]?.text ?? '', results, notes, details: _meta?.details ?? {} };
}
