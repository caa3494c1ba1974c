import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Client} from '@modelcontextprotocol/client';
import { type OAuthClientProvider, type OAuthDiscoveryState, type StoredOAuthClientInformation, type StoredOAuthTokens, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { generate } from 'selfsigned';
import { z } from 'zod/v4';
import type { Settings } from '../../packages/mcp/call.ts';
import { documentReader, isPublic } from '../../packages/mcp/oauth/documents.ts';
import { newClient, newClient2025, startWorld, use, type World } from './support.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CALLBACK = 'https://app.example/callback';
const [SECRET, OTHER_SECRET] = ['first secret of thirty-two bytes!', 'another secret with enough bytes!'];
/** A verifier and what is sent of it first (RFC 7636, B). */
const [VERIFIER, CHALLENGE] = ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'];

let world: World;
let clock: number;
beforeAll(async () => {
	world = await startWorld();
	await world.addMeeting('Quillbrook pilot');
});
beforeEach(() => {
	clock = Date.now();
});
afterAll(() => world.stop());

const serve = (secrets: readonly string[] = [SECRET], more: Partial<Settings> = {}): Promise<URL> =>
	world.serve({ apiKey: '', ...more }, { keysFromRequests: true, oauth: { secrets, now: () => clock } });

const Json = z.looseObject({ access_token: z.string(), refresh_token: z.string(), client_id: z.string(), error: z.string() }).partial().transform((given) => ({ ...given, access_token: given.access_token ?? '', refresh_token: given.refresh_token ?? '', client_id: given.client_id ?? '' }));

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
	new Map([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')]));

/** What a person sees in the browser. */
async function read(answer: Response) {
	const html = await answer.text();
	const text = html.slice(html.indexOf('<body>')).replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();
	const links = [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => new URL(attributesOf(tag).get('href') ?? ''));
	const [request = ''] = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => attributesOf(tag)).filter((one) => one.get('name') === 'request').map((one) => one.get('value'));
	return { status: answer.status, headers: answer.headers, html, text, links, request };
}

const form = (values: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(values) });

/** Opens a page, like a browser that does not follow redirects by itself. */
const open = async (url: URL) => await read(await fetch(url, { redirect: 'manual' }));

const enter = async (server: URL, request: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
	await read(await fetch(new URL('/authorize', server), { ...form({ request, key }), headers: { Origin: server.origin, ...headers }, redirect: 'manual' }));

/** The person reads the page, enters the key and goes on. */
async function agree(page: URL, key = world.settings.apiKey): Promise<URL> {
	const { request } = await open(page);
	const { links, text } = await enter(page, request, key);
	if (!links[0]) throw new Error(text);
	return links[0];
}

async function registered(server: URL, metadata: object = { redirect_uris: [CALLBACK], client_name: 'Claude' }): Promise<string> {
	const answer = await fetch(new URL('/register', server), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(metadata) });
	expect(answer.status).toBe(201);
	return Json.parse(await answer.json()).client_id;
}

/** The address to which an app sends the person. */
function asking(server: URL, client_id: string, more: Readonly<Record<string, string>> = {}): URL {
	const url = new URL('/authorize', server);
	const usual = { response_type: 'code', client_id, redirect_uri: CALLBACK, code_challenge: CHALLENGE, code_challenge_method: 'S256', state: 'xyz', resource: server.href };
	url.search = new URLSearchParams({ ...usual, ...more }).toString();
	return url;
}

async function exchange(server: URL, values: Readonly<Record<string, string>>) {
	const answer = await fetch(new URL('/token', server), form(values));
	return { status: answer.status, headers: answer.headers, ...Json.parse(await answer.json()) };
}

const codeGrant = (client_id: string, code: string) => ({ grant_type: 'authorization_code', client_id, code, code_verifier: VERIFIER, redirect_uri: CALLBACK });

/** An app that a person has connected. */
async function connected(server: URL) {
	const client = await registered(server);
	const code = (await agree(asking(server, client))).searchParams.get('code') ?? '';
	const tokens = await exchange(server, codeGrant(client, code));
	return { client, code, tokens, refresh: (token: string) => exchange(server, { grant_type: 'refresh_token', client_id: client, refresh_token: token }) };
}

const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const statusWith = async (server: URL, token: string): Promise<number> =>
	(await fetch(server, { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: listing })).status;

/** An app that keeps what it is given, and the person who uses it. */
class App implements OAuthClientProvider {
	readonly redirectUrl = CALLBACK;
	readonly clientMetadata = { redirect_uris: [CALLBACK], client_name: 'Official client' };
	page?: URL;
	#client?: StoredOAuthClientInformation;
	#tokens?: StoredOAuthTokens;
	#verifier = '';
	#discovery?: OAuthDiscoveryState;
	readonly #state = randomBytes(8).toString('hex');

	state = () => this.#state;
	clientInformation = () => this.#client;
	saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client);
	tokens = () => this.#tokens;
	saveTokens = (tokens: StoredOAuthTokens) => void (this.#tokens = tokens);
	redirectToAuthorization = (page: URL) => void (this.page = page);
	discoveryState = () => this.#discovery;
	saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovery = state);
	saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
	codeVerifier = () => this.#verifier;
}

describe('The official client', () => {
	test.each(['2026-07-28', '2025-11-25'])('of %s finds everything by itself, and goes on after an hour', async (protocol) => {
		const server = await serve();
		const app = new App();
		const is2025 = protocol === '2025-11-25';
		const connect = async () => {
			const client: Client | Client2025 = is2025 ? newClient2025() : newClient();
			const transport = is2025 ? new Http2025(server, { authProvider: app }) : new StreamableHTTPClientTransport(server, { authProvider: app });
			const done = client instanceof Client2025 ? client.connect(transport as Http2025) : client.connect(transport as StreamableHTTPClientTransport);
			return { client, transport, done };
		};
		const first = await connect();
		await expect(first.done).rejects.toThrow(is2025 ? 'Unauthorized' : UnauthorizedError);
		if (!app.page) throw new Error('The app sent nobody anywhere');
		expect(app.page.searchParams.get('resource')).toBe(server.href);
		const back = await agree(app.page);
		expect([back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([CALLBACK, app.state(), server.origin]);
		await (first.transport instanceof StreamableHTTPClientTransport ? first.transport.finishAuth(back.searchParams) : first.transport.finishAuth(back.searchParams.get('code') ?? ''));
		const { client, done } = await connect();
		await done;
		expect((await use(client, 'conversation_get_all')).results).toEqual([expect.objectContaining({ title: 'Quillbrook pilot' })]);
		const before = app.tokens()?.access_token;
		clock += 61 * MINUTE_MS;
		expect((await use(client, 'conversation_get_all')).results).toHaveLength(1);
		expect(app.tokens()?.access_token).not.toBe(before);
		await client.close();
	});
});

describe('The documents', () => {
	test('say where to sign in, and how', async () => {
		const server = await serve();
		const challenge = (await fetch(server, { method: 'POST' })).headers.get('www-authenticate');
		const address = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
		expect(challenge).toBe(`Bearer realm="meeting-assistant", resource_metadata="${address}", scope="meetings"`);
		expect(await (await fetch(address)).json()).toMatchObject({ resource: server.href, authorization_servers: [server.origin], scopes_supported: ['meetings'] });
		expect(await (await fetch(`${server.origin}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
			issuer: server.origin,
			code_challenge_methods_supported: ['S256'],
			authorization_response_iss_parameter_supported: true,
		});
	});

	test('name the host behind the proxy', async () => {
		const server = await world.serve({ apiKey: '' }, { keysFromRequests: true, host: 'mcp.acme.example', oauth: { secrets: [SECRET] } });
		expect(await (await fetch(`${server.origin}/.well-known/oauth-protected-resource/mcp`)).json()).toMatchObject({ resource: 'https://mcp.acme.example/mcp' });
	});

	test('do not exist where nobody can sign in', async () => {
		const server = await world.serve({ apiKey: '' }, { keysFromRequests: true });
		for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server', '/authorize', '/token', '/register']) {
			expect((await fetch(new URL(path, server), { method: 'POST', headers: { Authorization: `Bearer ${world.settings.apiKey}` } })).status).toBe(404);
		}
	});
});

describe('Registration', () => {
	test.each([
		'http://app.example/callback', 'https://user:secret@app.example/', 'https://app.example/#x', 'javascript:alert(1)', 'data:text/html,x', 'cursor://callback',
		'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/', '/callback', '',
	])('refuses the address %j', async (redirect) => {
		const answer = await fetch(new URL('/register', await serve()), { method: 'POST', body: JSON.stringify({ redirect_uris: [redirect] }) });
		expect([answer.status, Json.parse(await answer.json()).error]).toEqual([400, 'invalid_redirect_uri']);
	});

	test.each(['https://claude.ai/api/mcp/auth_callback', 'http://localhost:3118/callback', 'http://127.0.0.1:1/', 'http://[::1]:1/'])('takes %s', async (redirect) => {
		expect(await registered(await serve(), { redirect_uris: [redirect] })).toMatch(/^ey/);
	});

	test('keeps the port of an address on the person’s machine', async () => {
		const server = await serve();
		const client = await registered(server, { redirect_uris: ['http://localhost:3118/callback'] });
		const statuses = await Promise.all([3118, 3119].map(async (port) => (await open(asking(server, client, { redirect_uri: `http://localhost:${port}/callback` }))).status));
		expect(statuses).toEqual([200, 400]);
	});

	test.each(['', '{', '[]', '{"redirect_uris":[]}', JSON.stringify({ redirect_uris: Array.from({ length: 6 }, () => CALLBACK) })])('refuses %j', async (body) => {
		expect((await fetch(new URL('/register', await serve()), { method: 'POST', body })).status).toBe(400);
	});

	test('takes no large body', async () => {
		expect((await fetch(new URL('/register', await serve()), { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
	});
});

describe('An app that is described by a document', () => {
	const ID = 'https://app.example/client.json';
	const documents = { [ID]: { client_id: ID, client_name: 'Described', redirect_uris: [CALLBACK, 'http://localhost/done', 'cursor://x'] } };
	const serveReading = async (published: Readonly<Record<string, unknown>>) => {
		const read: string[] = [];
		const readDocument = async (url: string) => {
			read.push(url);
			return JSON.stringify(published[url] ?? null);
		};
		return { read, server: await world.serve({ apiKey: '' }, { keysFromRequests: true, oauth: { secrets: [SECRET], now: () => clock, readDocument } }) };
	};

	test('needs no registration', async () => {
		const { server, read } = await serveReading(documents);
		expect((await open(asking(server, ID))).text).toContain(`Described at: ${ID}`);
		const code = (await agree(asking(server, ID))).searchParams.get('code') ?? '';
		const { access_token, refresh_token } = await exchange(server, codeGrant(ID, code));
		expect(await statusWith(server, access_token)).toBe(200);
		expect(await exchange(server, { grant_type: 'refresh_token', client_id: ID, refresh_token })).toMatchObject({ status: 200 });
		expect(read).toEqual([ID, ID]);
	});

	test.each([
		[CALLBACK, 200], ['http://localhost:4711/done', 200], ['http://localhost/done', 200], ['http://127.0.0.1:4711/done', 400], ['http://localhost:4711/other', 400],
		['https://app.example:4711/callback', 400], ['https://localhost/done', 400], ['cursor://x', 400], ['https://evil.example/', 400],
	])('may return to %s: %d', async (redirect_uri, status) => {
		const { server } = await serveReading(documents);
		expect(await open(asking(server, ID, { redirect_uri }))).toMatchObject({ status, links: status === 200 ? [expect.any(URL)] : [] });
	});

	test.each([[{}], [{ [ID]: { ...documents[ID], client_id: 'https://app.example/other.json' } }], [{ [ID]: { client_id: ID } }], [{ [ID]: [] }]])('is refused if there is %j', async (published) => {
		const { server } = await serveReading(published);
		expect(await open(asking(server, ID))).toMatchObject({ status: 400, links: [], request: '' });
	});

	test.each([
		'http://app.example/client.json', 'https://app.example/', 'https://app.example', 'https://127.0.0.1/client.json', 'https://[::1]/client.json', 'https://2130706433/client.json', 'https://app.example:8443/client.json',
		'https://user@app.example/client.json', 'https://app.example/client.json#x', 'https://app.example/a/../client.json', 'HTTPS://app.example/client.json', `https://app.example/${'x'.repeat(500)}`,
	])('is not looked for at %s', async (id) => {
		const { server, read } = await serveReading({ [id]: { ...documents[ID], client_id: id } });
		expect((await open(asking(server, id))).status).toBe(400);
		expect(read).toEqual([]);
	});

	test('is looked for thirty times in ten minutes for an address', async () => {
		const { server, read } = await serveReading({});
		for (let count = 0; count < 35; count += 1) await open(asking(server, ID));
		expect(read).toHaveLength(30);
	});
});

describe('Documents', () => {
	let answer: (response: ServerResponse) => unknown;
	let server: Server;
	let url: string;
	let ca: string;
	let arrived = 0;
	beforeAll(async () => {
		const pair = await generate([{ name: 'commonName', value: 'localhost' }], { extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }] });
		ca = pair.cert;
		server = createServer({ key: pair.private, cert: pair.cert }, (_, response) => {
			arrived += 1;
			answer(response);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		url = `https://localhost:${typeof address === 'object' ? address?.port : ''}/client.json`;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	beforeEach(() => {
		arrived = 0;
	});

	test('are read over TLS', async () => {
		answer = (response) => response.end('{"ä":1}');
		expect(await documentReader({ ca, mayConnect: () => true })(url)).toBe('{"ä":1}');
	});

	test('are not read from this machine or a private network, whatever their name', async () => {
		answer = (response) => response.end('{}');
		expect(await documentReader({ ca })(url)).toBeNull();
		expect(arrived).toBe(0);
	});

	test.each<[string, (response: ServerResponse) => unknown]>([
		['a redirect', (response) => response.writeHead(302, { Location: 'https://app.example/' }).end()],
		['an error', (response) => response.writeHead(500).end('{}')],
		['too much', (response) => response.end('x'.repeat(10_001))],
		['a broken connection', (response) => response.destroy()],
	])('are not there if the answer is %s', async (_, answered) => {
		answer = answered;
		expect(await documentReader({ ca, mayConnect: () => true })(url)).toBeNull();
		expect(arrived).toBe(1);
	});

	test('are not read from a server that nobody vouches for', async () => {
		answer = (response) => response.end('{}');
		expect(await documentReader({ mayConnect: () => true })(url)).toBeNull();
		expect(arrived).toBe(0);
	});

	test.each([
		['93.184.215.14', true], ['2606:4700::1111', true], ['127.0.0.1', false], ['10.0.0.1', false], ['172.16.0.1', false], ['192.168.1.1', false], ['169.254.169.254', false],
		['100.64.0.1', false], ['0.0.0.0', false], ['224.0.0.1', false], ['::1', false], ['fe80::1', false], ['fd00::1', false], ['::ffff:10.0.0.1', false], ['::10.0.0.1', false], ['64:ff9b::a00:1', false], ['2002:a00:1::', false], ['2001:db8::1', false], ['240.0.0.1', false], ['255.255.255.255', false], ['198.19.0.1', false], ['', false],
	])('at %s may be read: %s', (address, is) => {
		expect(isPublic(address)).toBe(is);
	});
});

describe('The page', () => {
	test('says who asks, what for, where the key is and where the person returns', async () => {
		const server = await serve();
		const { status, text, headers, links } = await open(asking(server, await registered(server)));
		expect(status).toBe(200);
		for (const said of ['calls itself Claude', 'return to app.example', `Return address: ${CALLBACK}`, 'Settings, API keys', 'Read your meetings']) expect(text).toContain(said);
		expect(text).toContain('Delete, rename or share meetings, delete or register webhooks, or spend AI credits, without asking you');
		expect(links.map(({ href }) => href)).toEqual([`${CALLBACK}?error=access_denied&state=xyz&iss=${encodeURIComponent(server.origin)}`]);
		expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/);
		expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'DENY']);
	});

	test.each<[Partial<Settings>, string]>([
		[{ allow: [] }, 'Delete, rename or share meetings, delete or register webhooks, or spend AI credits, but only if the app can ask you, and you agree each time'],
		[{ allow: ['spend'], toolsets: ['insights'] }, 'Spend AI credits, without asking you'],
		[{ readOnly: true }, 'It cannot change anything or spend AI credits'],
	])('says with %j: %s', async (settings, said) => {
		const server = await serve([SECRET], settings);
		expect((await open(asking(server, await registered(server)))).text).toContain(said);
	});

	test('shows names as text', async () => {
		const server = await serve();
		const client_name = '<img src=x onerror=alert(1)>"\u202eevil\n&amp;';
		const { html, text } = await open(asking(server, await registered(server, { redirect_uris: [CALLBACK], client_name })));
		expect(html).not.toContain('<img');
		expect(html).not.toContain('\u202e');
		expect(text).toContain('calls itself &lt;img src=x onerror=alert(1)&gt;&quot;evil&amp;amp; asks');
		const long = await open(asking(server, await registered(server, { redirect_uris: [CALLBACK], client_name: 'x'.repeat(5000) })));
		expect(long.html.length).toBeLessThan(8000);
		const nameless = await open(asking(server, await registered(server, { redirect_uris: [CALLBACK], client_name: 7 })));
		expect(nameless.text).toContain('Connect app.example to your meetings?');
	});

	test.each<[string, Readonly<Record<string, string>>]>([
		['at an address that starts like a registered one', { redirect_uri: `${CALLBACK}/evil` }],
		['at an address with a query', { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
		['elsewhere', { redirect_uri: 'https://evil.example/' }],
		['nowhere', { redirect_uri: '' }],
		['for nobody', { client_id: '' }],
		['for a client that is not registered', { client_id: 'someone' }],
	])('takes nobody anywhere %s', async (_, more) => {
		const server = await serve();
		const { status, headers, links, request } = await open(asking(server, await registered(server), more));
		expect({ status, location: headers.get('location'), links, request }).toEqual({ status: 400, location: null, links: [], request: '' });
	});

	test.each<[string, Readonly<Record<string, string>>, string]>([
		['without PKCE', { code_challenge: '' }, 'invalid_request'],
		['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
		['with a method left out, which means plain', { code_challenge_method: '' }, 'invalid_request'],
		['with a token as answer', { response_type: 'token' }, 'invalid_request'],
		['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
	])('is not shown %s; the person may go back', async (_, more, error) => {
		const server = await serve();
		const { status, headers, links, request } = await open(asking(server, await registered(server), more));
		expect({ status, location: headers.get('location'), request }).toEqual({ status: 400, location: null, request: '' });
		expect(links.map(({ href }) => href)).toEqual([`${CALLBACK}?error=${error}&state=xyz&iss=${encodeURIComponent(server.origin)}`]);
	});

	test('is not shown for a parameter that is there twice', async () => {
		const server = await serve();
		const url = asking(server, await registered(server));
		url.searchParams.append('redirect_uri', CALLBACK);
		expect(await open(url)).toMatchObject({ status: 400, request: '' });
	});

	test('answers without a state if the app sent none', async () => {
		const server = await serve();
		const back = await agree(asking(server, await registered(server), { state: '' }));
		expect([...back.searchParams.keys()]).toEqual(['code', 'iss']);
	});

	test('has the person try again with a wrong key, which it does not repeat', async () => {
		const server = await serve();
		const { request } = await open(asking(server, await registered(server)));
		for (const key of ['svc_00000000000000000000000000000000', 'two words', '']) {
			const again = await enter(server, request, key);
			expect([again.status, again.text]).toEqual([400, expect.stringContaining('The service does not accept this key.')]);
			if (key) expect(again.html).not.toContain(key);
			expect((await enter(server, again.request, ` ${world.settings.apiKey}\n`)).text).toContain('Connected');
		}
	});

	test('takes the key only with a request that is its own, whole and ten minutes old at most', async () => {
		const server = await serve();
		const { request } = await open(asking(server, await registered(server)));
		const foreign = await open(asking(await serve(), await registered(await serve())));
		const tampered = `${request.slice(0, -2)}${request.at(-2) === 'A' ? 'B' : 'A'}${request.at(-1)}`;
		for (const wrong of ['', 'x', tampered, foreign.request]) expect((await enter(server, wrong, world.settings.apiKey)).text).toContain('This page is too old');
		clock += 10 * MINUTE_MS;
		expect((await enter(server, request, world.settings.apiKey)).text).toContain('This page is too old');
	});

	test.each(['https://evil.example', 'null'])('takes no key from a page of %s', async (Origin) => {
		const server = await serve();
		const { request } = await open(asking(server, await registered(server)));
		expect((await enter(server, request, world.settings.apiKey, { Origin })).status).toBe(403);
	});

	test('takes ten wrong keys from an address in ten minutes', async () => {
		const server = await serve();
		const { request } = await open(asking(server, await registered(server)));
		const tryFrom = async (address: string, key: string) => (await enter(server, request, key, { 'X-Forwarded-For': address })).status;
		for (let count = 0; count < 10; count += 1) expect(await tryFrom('203.0.113.5', 'wrong')).toBe(400);
		expect(await tryFrom('203.0.113.5', world.settings.apiKey)).toBe(429);
		expect(await tryFrom('198.51.100.1, 203.0.113.5', world.settings.apiKey)).toBe(429);
		expect(await tryFrom('203.0.113.6', world.settings.apiKey)).toBe(200);
		expect((await enter(server, request, 'wrong', { 'X-Forwarded-For': '203.0.113.5' })).headers.get('retry-after')).toBe('600');
		clock += 10 * MINUTE_MS;
		const later = await open(asking(server, await registered(server)));
		for (let count = 0; count < 12; count += 1) expect((await enter(server, later.request, world.settings.apiKey, { 'X-Forwarded-For': '203.0.113.5' })).status).toBe(200);
	}, 60_000);

	test('checks the key with one request, and says so if the service does not answer', async () => {
		const server = await serve([SECRET], { baseUrl: 'http://127.0.0.1:1' });
		const { request } = await open(asking(server, await registered(server)));
		expect(await enter(server, request, world.settings.apiKey)).toMatchObject({ status: 503, text: expect.stringContaining('The key could not be checked') });
	});
});

describe('A code', () => {
	const withCode = async (more: Readonly<Record<string, string>> = {}) => {
		const server = await serve();
		const client = await registered(server);
		const code = (await agree(asking(server, client))).searchParams.get('code') ?? '';
		return { server, client, code, answer: await exchange(server, { ...codeGrant(client, code), ...more }) };
	};

	test('is worth tokens once, for a minute', async () => {
		const { server, client, code, answer } = await withCode();
		const second = (await agree(asking(server, client))).searchParams.get('code') ?? '';
		expect(await exchange(server, codeGrant(client, second))).toMatchObject({ status: 200 });
		expect(answer).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'meetings' });
		expect(answer.headers.get('cache-control')).toBe('no-store');
		// The last character contains unused bits, so the same code has another spelling.
		const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
		const rewritten = code.slice(0, -1) + (alphabet[alphabet.indexOf(code.at(-1) ?? '') ^ 1] ?? '');
		for (const again of [code, rewritten]) expect(await exchange(server, codeGrant(client, again))).toMatchObject({ status: 400, error: 'invalid_grant' });
		const late = (await agree(asking(server, client))).searchParams.get('code') ?? '';
		clock += MINUTE_MS;
		expect(await exchange(server, codeGrant(client, late))).toMatchObject({ status: 400, error: 'invalid_grant' });
	});

	test.each<[string, Readonly<Record<string, string>>]>([
		['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
		['the challenge as verifier', { code_verifier: CHALLENGE }],
		['no verifier', { code_verifier: '' }],
		['another redirect URI', { redirect_uri: 'https://evil.example/' }],
	])('is worth nothing with %s, and still works for its app', async (_, more) => {
		const { server, client, code, answer } = await withCode(more);
		expect(answer).toMatchObject({ status: 400, error: 'invalid_grant' });
		expect(await exchange(server, codeGrant(client, code))).toMatchObject({ status: 200 });
	});

	test('is worth nothing to another app, at another server, or as another kind of token', async () => {
		const server = await serve();
		const { client, code, tokens } = await connected(server);
		const fresh = (await agree(asking(server, client))).searchParams.get('code') ?? '';
		const other = await registered(server, { redirect_uris: [CALLBACK], client_name: 'Other' });
		expect(await exchange(server, codeGrant(other, fresh))).toMatchObject({ error: 'invalid_grant' });
		const elsewhere = await serve();
		expect(await exchange(elsewhere, codeGrant(await registered(elsewhere), fresh))).toMatchObject({ error: 'invalid_grant' });
		for (const token of [fresh, code, client, tokens.refresh_token]) expect(await statusWith(server, token)).toBe(401);
		expect(await exchange(server, codeGrant(client, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' });
		expect(await exchange(server, codeGrant(client, tokens.access_token))).toMatchObject({ error: 'invalid_grant' });
	});

	test.each<[Readonly<Record<string, string>>, number, string]>([
		[{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
		[{ client_id: 'someone' }, 401, 'invalid_client'],
		[{ resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
		[{ client_id: '' }, 400, 'invalid_request'],
	])('with %j is answered with %d', async (more, status, error) => {
		expect((await withCode(more)).answer).toMatchObject({ status, error });
	});
});

describe('Tokens', () => {
	test('open the server for an hour, and only this server', async () => {
		const [server, other] = [await serve(), await serve()];
		const { tokens } = await connected(server);
		expect([await statusWith(server, tokens.access_token), await statusWith(other, tokens.access_token)]).toEqual([200, 401]);
		clock += 60 * MINUTE_MS;
		const answer = await fetch(server, { method: 'POST', headers: { Authorization: `Bearer ${tokens.access_token}` } });
		expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token", resource_metadata=')]);
	});

	test('cannot be changed', async () => {
		const server = await serve();
		const { tokens } = await connected(server);
		const parts = tokens.access_token.split('.');
		for (const index of [0, 2, 3, 4]) {
			const changed = parts.with(index, `${parts[index]?.startsWith('A') ? 'B' : 'A'}${parts[index]?.slice(1)}`).join('.');
			expect(await statusWith(server, changed)).toBe(401);
		}
		const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"key":"x"}').toString('base64url')}.`;
		expect((await statusWith(server, `${parts[0]}..${parts[2]}.${parts[3]}.`))).not.toBe(500);
		expect(await exchange(server, { grant_type: 'refresh_token', client_id: unsigned, refresh_token: unsigned })).toMatchObject({ error: 'invalid_client' });
	});

	test.each(['hello', 'a.b.c.d.e', 'eyJhbGciOiJkaXIifQ.x.y.z.w', 'svc_123', '..', '....'])('are asked for again if %j comes in place of one, which is no key either', async (bearer) => {
		const answer = await fetch(await serve(), { method: 'POST', headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }, body: listing });
		expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token", resource_metadata=')]);
	});

	test('are renewed once each, for thirty days', async () => {
		const server = await serve();
		const { tokens, refresh } = await connected(server);
		const renewed = await refresh(tokens.refresh_token);
		expect(await statusWith(server, renewed.access_token)).toBe(200);
		expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
		expect(await refresh(renewed.access_token)).toMatchObject({ error: 'invalid_grant' });
		const other = await registered(server, { redirect_uris: [CALLBACK], client_name: 'Other' });
		expect(await exchange(server, { grant_type: 'refresh_token', client_id: other, refresh_token: renewed.refresh_token })).toMatchObject({ error: 'invalid_grant' });
		clock += 30 * DAY_MS;
		expect(await refresh(renewed.refresh_token)).toMatchObject({ error: 'invalid_grant' });
	});

	test('outlive a new secret for as long as the old one is named after it', async () => {
		const server = await serve([SECRET]);
		const { tokens } = await connected(server);
		const port = Number(server.port);
		// The same address, as after a restart.
		const restarted = async (secrets: readonly string[]) => {
			const { createOAuth } = await import('../../packages/mcp/oauth/routes.ts');
			return createOAuth({ secrets, now: () => clock }, { origin: `http://127.0.0.1:${port}`, path: '/mcp', settingsFor: (apiKey) => ({ ...world.settings, apiKey }) });
		};
		expect(await (await restarted([OTHER_SECRET, SECRET])).keyFrom(tokens.access_token)).toBe(world.settings.apiKey);
		expect(await (await restarted([OTHER_SECRET])).keyFrom(tokens.access_token)).toBe('');
	});

	test('end with the key, and the person is told to connect again', async () => {
		const server = await serve();
		const { apiKey } = world.sandbox.account({ plan: 'enterprise' });
		const client = await registered(server);
		const code = (await agree(asking(server, client), apiKey)).searchParams.get('code') ?? '';
		const { access_token } = await exchange(server, codeGrant(client, code));
		world.sandbox.revokeKey(apiKey);
		const mcp = newClient();
		await mcp.connect(new StreamableHTTPClientTransport(server, { requestInit: { headers: { Authorization: `Bearer ${access_token}` } } }));
		const { isError, text } = await use(mcp, 'user_get_profile');
		expect([isError, text]).toEqual([true, expect.stringContaining('connect it again')]);
		await mcp.close();
	});

	test('contain no key that anybody could read, and keys work as before', async () => {
		const server = await serve();
		const { client, code, tokens } = await connected(server);
		const decoded = [client, code, tokens.access_token, tokens.refresh_token].flatMap((token: string) => token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1')));
		expect(decoded.some((text) => text.includes(world.settings.apiKey) || text.includes('svc_'))).toBe(false);
		expect([await statusWith(server, world.settings.apiKey), await statusWith(server, 'two words')]).toEqual([200, 401]);
	});
});
