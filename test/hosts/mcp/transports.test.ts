import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { spawn } from 'node:child_process';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { compiled, newClient, startWorld, use, type AnyClient, type World } from '../../mcp/support.ts';

let world: World;
let id: string;
beforeAll(async () => {
	world = await startWorld();
	id = await world.addMeeting('Quillbrook pilot');
});
afterAll(() => world.stop());

const initialize = JSON.stringify({
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

/** One request with arbitrary headers, which `fetch` does not allow. */
async function post(url: URL, headers: Readonly<Record<string, string>>, body = initialize): Promise<{ status: number | undefined; text: string; challenge: string | undefined }> {
	const sent = request(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
	}).end(body);
	// The server does not read a refused body to its end.
	sent.on('error', () => undefined);
	const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
	let text = '';
	for await (const chunk of answer) text += String(chunk);
	return { status: answer.statusCode, text, challenge: answer.headers['www-authenticate'] };
}

describe('HTTP', () => {
	let url: URL;
	beforeAll(async () => {
		url = await world.serve();
	});

	test.each([
		[{}, 200],
		[{ Host: 'localhost:80' }, 200],
		[{ Host: '[::1]:80' }, 200],
		[{ Origin: 'http://localhost:6274' }, 200],
		[{ Host: 'attacker.example' }, 403],
		[{ Host: '127.0.0.1.attacker.example:3000' }, 403],
		[{ Host: 'localhost@attacker.example' }, 403],
		[{ Origin: 'https://attacker.example' }, 403],
		[{ Origin: 'null' }, 403],
		[{ Origin: 'http://localhost.attacker.example' }, 403],
	])('%j is answered with %d', async (headers, status) => {
		const answer = await post(url, { ...headers });
		expect(answer.status).toBe(status);
		expect(answer.text.includes('serverInfo')).toBe(status === 200);
	});

	const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
	const events = /^event: message\ndata: (\{.*\})\n\n$/;

	test.each([
		['application/json', 'application/json'],
		['*/*', 'application/json'],
		['', 'application/json'],
		['text/event-stream', 'text/event-stream'],
		['application/json, text/event-stream', 'text/event-stream'],
	])('a client of 2025 that accepts %j gets %s', async (accept, type) => {
		const answer = await fetch(url, { method: 'POST', headers: { Accept: accept, 'Content-Type': 'application/json' }, body: listing });
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
		const text = await answer.text();
		const { id: answered, result } = JSON.parse(type === 'application/json' ? text : (events.exec(text)?.[1] ?? ''));
		expect([answered, result.tools.length]).toEqual([1, expect.any(Number)]);
	});

	test.each(['application/json', 'text/event-stream', '*/*'])('a client of 2026 may accept %j alone', async (accept) => {
		const client = newClient();
		await client.connect(new StreamableHTTPClientTransport(url, { fetch: (to, init) => fetch(to, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), accept } }) }));
		expect((await use(client, 'conversation_get_all')).results).toHaveLength(1);
		await client.close();
	});

	test('an error is the same for whoever accepts only one form', async () => {
		const answer = await fetch(url, { method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'application/json' }, body: '{' });
		expect([answer.status, JSON.parse(await answer.text())]).toEqual([400, expect.objectContaining({ error: expect.objectContaining({ code: -32700 }) })]);
	});

	test('a slash may end its path', async () => {
		expect((await post(new URL('/mcp/', url), {})).status).toBe(200);
		expect((await post(new URL('/mcp/?x', url), {})).status).toBe(200);
		for (const path of ['/mcp//', '/mcp/x', '//mcp']) expect((await post(new URL(`${url.origin}${path}`), {})).status).toBe(404);
	});

	test('there is nothing at other paths, and no other machine can connect', async () => {
		expect((await post(new URL('/', url), {})).status).toBe(404);
		const [other] = Object.values((await import('node:os')).networkInterfaces()).flat().filter((one) => one?.family === 'IPv4' && !one.internal);
		if (other) await expect(fetch(`http://${other.address}:${url.port}/mcp`)).rejects.toThrow('fetch failed');
	});

	test('a token is required if one is set', async () => {
		const guarded = await world.serve({}, { token: 'secret' });
		expect(await post(guarded, {})).toMatchObject({ status: 401, challenge: 'Bearer realm="meeting-assistant"' });
		expect(await post(guarded, { Authorization: 'Bearer other' })).toMatchObject({ status: 401, challenge: 'Bearer realm="meeting-assistant", error="invalid_token"' });
		for (const scheme of ['Bearer', 'bearer']) expect((await post(guarded, { Authorization: `${scheme} secret` })).status).toBe(200);
	});

	test('for a team, each caller brings their own key, and no other is used', async () => {
		const team = await world.serve({ apiKey: '' }, { keysFromRequests: true, host: 'mcp.acme.example' });
		const { apiKey, userId } = world.sandbox.account({ plan: 'enterprise' });
		expect(userId).not.toBe(world.userId);
		expect(await post(team, { Host: 'mcp.acme.example' })).toMatchObject({ status: 401, challenge: 'Bearer realm="meeting-assistant"' });
		expect((await post(team, { Authorization: 'Bearer two words' })).status).toBe(401);
		expect((await post(team, { Host: 'mcp.acme.example', Origin: 'https://mcp.acme.example', Authorization: `Bearer ${apiKey}` })).status).toBe(200);
		const found = await Promise.all(
			[apiKey, world.settings.apiKey].map(async (key) => {
				const client = newClient();
				await client.connect(new StreamableHTTPClientTransport(team, { requestInit: { headers: { Authorization: `Bearer ${key}` } } }));
				const { results } = await use(client, 'conversation_get_all');
				await client.close();
				return results.length;
			}),
		);
		expect(found).toEqual([0, 1]);
	});

	test('for a team, a caller whose key is wrong is told to send another one, not to configure the server', async () => {
		const team = await world.serve({ apiKey: '', cache: null, forgets: true }, { keysFromRequests: true });
		const client = newClient();
		await client.connect(new StreamableHTTPClientTransport(team, { requestInit: { headers: { Authorization: `Bearer svc_${'0'.repeat(32)}` } } }));
		const { text } = await use(client, 'user_get_profile');
		expect(text).toMatch(/Send a valid key of your own as Authorization: Bearer\./);
		expect(text).not.toContain('environment');
		await client.close();
	});

	test('for a team, what is reserved is left, whoever of those who use a key calls at the same time', async () => {
		const team = await world.serve({ apiKey: '', limits: { reserveRequests: 1990 } }, { keysFromRequests: true });
		const { apiKey } = world.sandbox.account({ plan: 'enterprise' });
		const client = newClient();
		await client.connect(new StreamableHTTPClientTransport(team, { requestInit: { headers: { Authorization: `Bearer ${apiKey}` } } }));
		const all = await Promise.all(Array.from({ length: 15 }, () => use(client, 'user_get_profile')));
		expect(all.filter(({ isError }) => !isError)).toHaveLength(10);
		await client.close();
	});

	test('a body of more than 4 MB is refused', async () => {
		expect((await post(url, {}, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'y'.repeat(5_000_000) } }))).status).toBe(413);
	});
});

describe.each(['stdio', 'HTTP'])('A call over %s', (transport) => {
	let slow: Server;
	let asked: IncomingMessage[];
	beforeAll(async () => {
		asked = [];
		slow = createServer((incoming) => void asked.push(incoming)).listen(0, '127.0.0.1');
		await once(slow, 'listening');
	});
	afterAll(() => {
		slow.closeAllConnections();
		slow.close();
	});

	test('that is cancelled ends its request, and the server continues', async () => {
		const address = slow.address();
		const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
		const client = transport === 'HTTP' ? await world.overHttp({ baseUrl }) : await world.overStdio([], { MEETING_ASSISTANT_BASE_URL: baseUrl });
		const stop = new AbortController();
		const arrived = once(slow, 'request');
		const called = use(client, 'insight_get_digest', {}, { signal: stop.signal });
		await arrived;
		const [sent] = asked;
		const closed = sent && once(sent.socket, 'close');
		stop.abort(new Error('no longer wanted'));
		await expect(called).rejects.toThrow('no longer wanted');
		await closed;
		expect((await client.listPrompts()).prompts.length).toBe(3);
		expect(asked.length).toBe(1);
	});

	test('that its client left ends its request', async () => {
		const address = slow.address();
		const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
		const client = transport === 'HTTP' ? await world.overHttp({ baseUrl }) : await world.overStdio([], { MEETING_ASSISTANT_BASE_URL: baseUrl });
		const arrived = once(slow, 'request');
		const called = use(client, 'user_get_profile').catch(() => undefined);
		await arrived;
		const last = asked.at(-1);
		const closed = last && once(last.socket, 'close');
		await client.close();
		await closed;
		await called;
	});
});

describe('Conversations', () => {
	let client: AnyClient;
	beforeAll(async () => {
		client = await world.overHttp();
	});

	test('are resources: listed, and read in full', async () => {
		const { resources } = await client.listResources();
		expect(resources).toEqual([
			expect.objectContaining({ uri: `meeting-assistant://conversations/${id}/transcript`, name: 'Quillbrook pilot', mimeType: 'text/markdown' }),
		]);
		const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
		expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('Priya Raman') });
	});

	test('have saved key points to read', async () => {
		const { resourceTemplates } = await client.listResourceTemplates();
		const [, template] = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
		const { contents } = await client.readResource({ uri: (template ?? '').replace('{conversationId}', id) });
		expect(contents[0]).toMatchObject({ text: expect.stringContaining('pilot') });
	});

	test.each([
		['meeting-assistant://conversations/conv_none/transcript', 'Conversation conv_none not found. Check the ID.'],
		['meeting-assistant://conversations/conv_none/audio', 'There is no resource'],
		['meeting-assistant://conversations//transcript', 'There is no resource'],
		['meeting-assistant://conversations/conv_none/constructor', 'There is no resource'],
		['meeting-assistant://conversations/%zz/transcript', 'There is no resource'],
		['meeting-assistant://conversations/%20/transcript', '“conversationId” cannot be used: it is empty.'],
		['meeting-assistant://conversations/../transcript', '“conversationId” cannot be used: it is not a valid ID.'],
		['file:///etc/passwd', 'There is no resource file:///etc/passwd'],
	])('at %s do not exist', async (uri, message) => {
		await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message), data: { uri } });
	});

	test('beyond the first hundred come with the next page', async () => {
		for (let index = 0; index < 100; index += 1) await world.addMeeting(`Daily ${index}`, { hoursAgo: 100 + index, generateKeyPoints: false });
		// Without a cursor, this client reads all pages itself. This one is the beginning.
		const { resources, nextCursor = '' } = await client.listResources({ cursor: '0.000000000000' });
		expect([resources.length, nextCursor]).toEqual([100, expect.stringMatching(/^100\.[0-9a-f]{12}$/)]);
		const frugal = await world.overHttp({ limits: { maxRequests: 1 } });
		const rest = await frugal.listResources({ cursor: nextCursor });
		expect([rest.resources.length, rest.nextCursor]).toEqual([1, undefined]);
		expect(new Set([...resources, ...rest.resources].map(({ uri }) => uri)).size).toBe(101);
		for (const cursor of ['x', '', '-1', '100', '1e3', `${'9'.repeat(20)}.0123456789ab`]) {
			await expect(client.listResources({ cursor })).rejects.toThrow('The cursor is not one of this server');
		}
		await world.addMeeting('Newest', { generateKeyPoints: false });
		await expect(client.listResources({ cursor: nextCursor })).rejects.toThrow('This cursor is not from these results, or they have changed since');
	}, 60_000);
});

test('prompts name tools that exist, and take arguments', async () => {
	const client = await world.overHttp();
	const { prompts } = await client.listPrompts();
	expect(prompts.map(({ name }) => name)).toEqual(['prepare', 'weekly_review', 'follow_ups']);
	const names = (await client.listTools()).tools.map(({ name }) => name);
	for (const { name } of prompts) {
		const { messages } = await client.getPrompt({ name, arguments: { about: 'Quillbrook', days: '3' } });
		const text = messages[0]?.content.type === 'text' ? messages[0].content.text : '';
		expect(text).toMatch(name === 'prepare' ? /Quillbrook/ : /last 3 days/);
		const tools = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
		expect(tools.length).toBeGreaterThan(0);
		expect(tools.filter((tool) => !names.includes(tool))).toEqual([]);
	}
	const blank = await client.getPrompt({ name: 'weekly_review', arguments: { days: ' ' } });
	expect(JSON.stringify(blank.messages)).toContain('the last 7 days');
	await expect(client.getPrompt({ name: 'prepare' })).rejects.toThrow('The prompt prepare needs “about”: An email address');
	await expect(client.getPrompt({ name: 'constructor' })).rejects.toThrow('There is no prompt called constructor');
});

describe('The program', () => {
	const start = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
		const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'packages/mcp/main.ts', ...args], { env: { ...compiled, MEETING_ASSISTANT_BASE_URL: 'https://api.example.com', ...env } });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
		const ended = once(child, 'close').then(([code]) => ({ code, output }));
		return { child, ended };
	};
	const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
		const { child, ended } = start(args, env);
		child.stdin.end();
		return ended;
	};

	test('has the version of its package', async () => {
		const { default: { version } } = await import('../../../packages/mcp/package.json', { with: { type: 'json' } });
		expect(await run(['--version'])).toEqual({ code: 0, output: `${version}\n` });
		expect(await run(['--version'], { MEETING_ASSISTANT_READ_ONLY: 'perhaps' })).toEqual({ code: 1, output: expect.stringContaining('MEETING_ASSISTANT_READ_ONLY') });
	});

	test('explains itself', async () => {
		const { code, output } = await run(['--help']);
		expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('MEETING_ASSISTANT_API_KEY') });
	});

	test.each([
		[['--read-onyl'], "Unknown option '--read-onyl'"],
		[['--http', 'x'], '--http: it must be a number'],
		[['--max-requests', '0'], '--max-requests: it must be at least 1'],
		[['--reserve-credits', '-1'], '--reserve-credits: it must be at least 1'],
		[['--http', '65536'], '--http: it must be at most 65535'],
		[['--tools', 'meeting'], '--tools: it takes meetings, '],
		[['--keys', 'from-requests'], '--keys is only used with --http'],
		...['', '*', '*.acme.example', 'mcp.acme.example:8443', 'ftp://mcp.acme.example', 'two words'].map((host): [string[], string] => [['--http', '0', '--host', host], '--host: it must be a host name alone, such as mcp.acme.com']),
		[['--host', 'mcp.acme.example'], '--host is only used with --http'],
		[['--http', '0', '--host', 'mcp.acme.example'], '--host without a token lets everyone who reaches the proxy use your API key'],
		[['--time-zone', 'Mars'], '--time-zone: there is no such time zone'],
		[['--tools', ''], '--tools: it takes meetings, '],
	])('refuses %j', async (args, message) => {
		const { code, output } = await run(args);
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(message) });
		expect(output).toContain('See meeting-assistant-mcp --help');
	});

	test.each(['mcp.acme.example', 'MCP.acme.example:443', 'https://mcp.acme.example/mcp'])('is reached under the name in --host %s', async (host) => {
		const { child, ended } = start(['--http', '0', '--host', host], { MEETING_ASSISTANT_MCP_TOKEN: 'x'.repeat(16) });
		const [line] = await once(child.stderr, 'data');
		const served = new URL(String(line).replace('Serving ', '').trim());
		expect((await post(served, { Host: 'mcp.acme.example', Authorization: `Bearer ${'x'.repeat(16)}` })).status).toBe(200);
		child.kill();
		await ended;
	});

	test.each([
		['ALLOW', 'spend, fly', 'it takes delete, register, rename, share, spend'],
		['TIME_ZONE', 'Mars', 'there is no such time zone'],
		['READ_ONLY', 'enabled!', 'it takes true or false'],
		['ALLOW_HTTP', 'y', 'it takes true or false'],
	])('refuses %s set to %j in its environment', async (name, value, message) => {
		const { code, output } = await run([], { [`MEETING_ASSISTANT_${name}`]: value });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`MEETING_ASSISTANT_${name}: ${message}`) });
	});

	test.each([
		[['--http', '0', '--keys', 'from-requests'], 'x'.repeat(31), 'each secret must have at least 32 characters'],
		[['--http', '0', '--keys', 'from-requests'], `${'x'.repeat(32)}, short`, 'each secret must have at least 32 characters'],
		[['--http', '0'], 'x'.repeat(32), 'is only used with --keys from-requests'],
	])('with %j refuses the secret %j', async (args, secret, message) => {
		const { code, output } = await run(args, { MEETING_ASSISTANT_TOKEN_SECRET: secret });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(`^MEETING_ASSISTANT_TOKEN_SECRET:? ${message}`) });
		expect(output).not.toContain(secret);
	});

	test.each([
		['', 'MEETING_ASSISTANT_BASE_URL is not set'],
		['api.example.com', 'must start with https://'],
		['https://api.example.com/api/v1', 'leave out everything after the host'],
	])('serves nobody over HTTP without the address of the service: %j', async (address, message) => {
		const { code, output } = await run(['--http', '0'], { MEETING_ASSISTANT_BASE_URL: address });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(message) });
	});

	test('says that its port is in use', async () => {
		const { port } = await world.serve();
		const { code, output } = await run(['--http', port]);
		expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(`^--http: port ${port} is in use, .* Choose another one\n`) });
	});

	test.each(['', ' '])('does not take the token %j for none', async (token) => {
		const { code, output } = await run(['--http', '0'], { MEETING_ASSISTANT_MCP_TOKEN: token });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('MEETING_ASSISTANT_MCP_TOKEN is empty') });
	});

	test('refuses a token where callers send their own keys, since nobody would have to send it', async () => {
		const { code, output } = await run(['--http', '0', '--keys', 'from-requests'], { MEETING_ASSISTANT_MCP_TOKEN: 'x'.repeat(16) });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('MEETING_ASSISTANT_MCP_TOKEN is not used with --keys from-requests') });
	});

	test('refuses a token that could be guessed', async () => {
		const { code, output } = await run(['--http', '0'], { MEETING_ASSISTANT_MCP_TOKEN: 'x'.repeat(15) });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('MEETING_ASSISTANT_MCP_TOKEN must have at least 16 characters. This command prints one: openssl rand -base64 32') });
	});

	test('ends when its client does', async () => {
		expect((await run([])).code).toBe(0);
	});

	test('ends quietly when its client stops reading', async () => {
		const { child, ended } = start();
		child.stdin.write(`${initialize}\n`);
		await once(child.stdout, 'data');
		child.stdout.destroy();
		child.stdin.write(`${initialize}\n`);
		expect(await ended).toEqual({ code: 0, output: expect.stringMatching(/^\{"result".*\}\n$/) });
	});
});
