import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { api, ClientError, connect, VERSION } from '../../packages/client/index.ts';
import { axiosTransport } from '../../packages/client/axios.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { problemOf, refusalOf, scripted, startService, type Service } from './service.ts';

let service: Service;
let id: string;
beforeAll(async () => {
	service = await startService();
	for (let number = 1; number < 4; number++) id = await service.addMeeting(`Meeting ${number}`);
});
afterAll(() => service.sandbox.stop());

/** The error that `connect` throws. */
const refusal = (options: Parameters<typeof connect>[0]) => refusalOf(() => connect(options));

const profile = { data: { subscription: { tier: 'professional' } } };

describe('Key and base URL', () => {
	const { MEETING_ASSISTANT_API_KEY: key, MEETING_ASSISTANT_BASE_URL: url } = process.env;
	afterEach(() => {
		delete process.env['MEETING_ASSISTANT_API_KEY'];
		delete process.env['MEETING_ASSISTANT_BASE_URL'];
		if (key) process.env['MEETING_ASSISTANT_API_KEY'] = key;
		if (url) process.env['MEETING_ASSISTANT_BASE_URL'] = url;
	});

	test('come from the environment', async () => {
		process.env['MEETING_ASSISTANT_API_KEY'] = `${service.account.apiKey}\n`;
		process.env['MEETING_ASSISTANT_BASE_URL'] = service.account.baseUrl;
		expect(await connect().user.profile()).toMatchObject(profile);
	});

	test.each([
		['no key', { baseUrl: 'https://api.example.com' }, 'API key', 'MEETING_ASSISTANT_API_KEY'],
		['a blank key', { baseUrl: 'https://api.example.com', apiKey: ' ' }, 'API key', 'MEETING_ASSISTANT_API_KEY'],
		['no base URL', { apiKey: 'svc_1' }, 'base URL', 'MEETING_ASSISTANT_BASE_URL'],
		['a base URL without https', { apiKey: 'svc_1', baseUrl: 'http://api.example.com' }, 'base URL', 'https://'],
		['a key in two lines', { baseUrl: 'https://api.example.com', apiKey: 'svc_secret\nsvc_more' }, 'API key', 'a quotation mark or another character'],
	])('%s is an error at once', (_, options, field, words) => {
		const problem = refusal(options);
		expect(problem).toMatchObject({ kind: 'invalidInput', field, reason: expect.stringContaining(words) });
		expect(JSON.stringify(problem)).not.toContain('svc_');
	});
});

test('a program whose name no header can carry is refused before anything is sent', () => {
	for (const userAgent of ['Büro → Berichte', 'one\r\ntwo']) {
		expect(refusal({ ...service.account, userAgent })).toMatchObject({ kind: 'invalidInput', field: 'userAgent' });
	}
});

describe('Called by plain JavaScript', () => {
	const KEY = 'svc_0123456789abcdef0123456789abcdef';
	const good = { apiKey: KEY, baseUrl: 'https://api.example.com' };

	const thrownBy = async (work: () => unknown) => {
		try {
			await work();
		} catch (error) {
			if (error instanceof ClientError) return error;
			throw error;
		}
		throw new Error('Nothing was refused');
	};

	test.each<[string, unknown, string]>([
		['null', null, 'options'],
		['a key alone', KEY, 'options'],
		['a key that is no text', { ...good, apiKey: [KEY] }, 'apiKey'],
		['a URL object', { ...good, baseUrl: new URL('https://api.example.com') }, 'baseUrl'],
		['a controller for its signal', { ...good, signal: new AbortController() }, 'signal'],
		['a fetch that is no function', { ...good, fetch: KEY }, 'fetch'],
		['a number as text', { ...good, timeoutMs: KEY }, 'timeoutMs'],
		['a transport instead of what makes it', { ...good, transport: axiosTransport({ apiKey: KEY }) }, 'transport'],
	])('connect refuses %s, by the name of the field and without the key', async (_, options, field) => {
		const error = await thrownBy(() => Reflect.apply(connect, null, [options]));
		expect(error.problem).toMatchObject({ kind: 'invalidInput', field });
		expect(error.message).not.toContain(KEY);
	});

	test.each<[string, readonly unknown[], string]>([
		['no input', [], 'id'],
		['null', [null], 'input'],
		['an ID instead of an input', ['c1'], 'input'],
		['options that are no object', [{ id: 'c1' }, null], 'options'],
		['a signal that is none', [{ id: 'c1' }, { signal: 5 }], 'signal'],
		['headers that are no plain object', [{ id: 'c1' }, { headers: new Headers({ 'X-Trace': 'a' }) }], 'headers'],
		['a header without a value', [{ id: 'c1' }, { headers: { 'X-Trace': undefined } }], 'headers'],
	])('a call refuses %s', async (_, given, field) => {
		const { problem } = await thrownBy(() => Reflect.apply(service.client.transcript.get, null, given));
		expect(problem).toMatchObject({ kind: 'invalidInput', field });
	});

	test('so do calls and iterations of the table', async () => {
		const { client } = service;
		for (const given of [[], ['conversations.list', {}]]) {
			for (const method of [client.call, client.each]) {
				expect((await thrownBy(() => Reflect.apply(method, null, given))).problem).toMatchObject({ kind: 'invalidInput', field: 'endpoint' });
			}
		}
		const list = Reflect.apply(client.conversations.list, null, [null]);
		expect((await thrownBy(() => Reflect.get(list, Symbol.asyncIterator).call(list))).problem).toMatchObject({ field: 'input' });
		expect(() => Reflect.apply(client.each, null, [api.user.profile, {}])).toThrow('does not return a list');
	});
});

describe('Errors', () => {
	test('say which call failed, how the service answered, and nothing secret', async () => {
		const headers = { 'x-request-id': 'req-7', 'set-cookie': 'session=1', 'x-echo': `Bearer ${service.account.apiKey}` };
		const server = await scripted([{ status: 404, headers, body: { error: { code: 'not_found', message: 'Key points not found.' } } }]);
		const error: unknown = await service.connect({ baseUrl: server.url }).keyPoints.get({ id: 'c 1' }).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			...{ method: 'GET', path: '/api/v1/conversations/c%201/keypoints', status: 404, requestId: 'req-7', attempts: 1 },
			problem: { code: 'not_found', missing: 'result' },
		});
		expect(JSON.stringify(error)).not.toMatch(/session=1|svc_/);
	});

	test('of a conversation that does not exist say that it is the conversation', async () => {
		for (const call of [service.client.keyPoints.get({ id: 'none' }), service.client.transcript.get({ id: 'none' })]) {
			expect(await problemOf(call)).toMatchObject({ code: 'not_found', missing: 'conversation' });
		}
	});

	test('keep what the HTTP library said, without the request', async () => {
		const error: unknown = await service.connect({ baseUrl: 'http://127.0.0.1:1', patienceMs: 0 }).user.profile().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ attempts: 1, status: undefined, cause: { message: expect.any(String) } });
		const viaAxios = service.connect({ baseUrl: 'http://127.0.0.1:1', patienceMs: 0, transport: axiosTransport });
		const other: unknown = await viaAxios.user.profile().catch((thrown: unknown) => thrown);
		expect(other).toMatchObject({ problem: { reason: 'refused' }, cause: { code: 'ECONNREFUSED' } });
		expect(inspect(other, { depth: 10 })).not.toContain(service.account.apiKey);
	});
});

describe('Lists', () => {
	test('an iteration reads all items, with pages of the maximum size', async () => {
		const requests: string[] = [];
		const client = service.connect({ onRequest: ({ url }) => void requests.push(url) });
		const titles = [];
		for await (const { title } of client.conversations.list({ search: 'Meeting' })) titles.push(title);
		expect(titles.toSorted()).toEqual(['Meeting 1', 'Meeting 2', 'Meeting 3']);
		expect(requests).toEqual([`${service.account.baseUrl}/api/v1/conversations?limit=100&offset=0&search=Meeting`]);
	});

	test('limit is the size of a page, whether a list is waited for or iterated over', async () => {
		const pages: string[] = [];
		const client = service.connect({ onRequest: ({ url }) => void pages.push(new URL(url).search) });
		expect((await client.conversations.list({ limit: 2 })).data).toHaveLength(2);
		const titles = [];
		for await (const { title } of client.conversations.list({ limit: 2 })) titles.push(title);
		expect(titles.toSorted()).toEqual(['Meeting 1', 'Meeting 2', 'Meeting 3']);
		expect(pages).toEqual(['?limit=2&offset=0', '?limit=2&offset=0', '?limit=2&offset=2']);
	});

	test.each([
		['no whole number', { limit: 1.5 }, 'limit'],
		['more than a page has', { limit: 101 }, 'limit'],
		['the start of a page', { offset: 1 }, 'offset'],
	])('an iteration refuses %s', async (_, input, field) => {
		const iterate = async () => {
			for await (const _ of service.client.conversations.list(input)) throw new Error('yielded');
		};
		expect(await problemOf(iterate())).toMatchObject({ kind: 'invalidInput', field });
	});

	test('each stops after a number of items', async () => {
		const found = [];
		for await (const conversation of service.client.each(api.conversations.list, {}, { limit: 2 })) found.push(conversation.id);
		expect(found).toHaveLength(2);
	});

	test('a call that returns a single thing cannot be iterated over', () => {
		const call = service.client.call(api.user.profile, {});
		expect(() => Reflect.get(call, Symbol.asyncIterator).call(call)).toThrow(TypeError);
	});
});

describe('Transports', () => {
	test('axios sends what fetch sends', async () => {
		const server = await scripted([{ status: 200, body: { data: {} } }, { status: 200, body: { data: {} } }]);
		for (const transport of [undefined, axiosTransport]) {
			await service.connect({ baseUrl: server.url, transport }).email.draft({ id: 'c1', recipientName: 'Zoë' });
		}
		const [one, other] = server.seen.map(({ method, url, body, headers: { authorization, accept, 'content-type': type, 'user-agent': agent } }) => ({
			...{ method, url, body, authorization, accept, type, agent },
		}));
		expect(one).toEqual(other);
	});

	test('a custom fetch is used', async () => {
		const urls: string[] = [];
		const client = service.connect({
			fetch: async (url, init) => {
				urls.push(url);
				return await fetch(url, init);
			},
		});
		expect(await client.user.profile()).toMatchObject(profile);
		expect(urls).toHaveLength(1);
	});

	test('a custom fetch whose body ignores the signal cannot keep a program running', async () => {
		const transport = fetchTransport({ apiKey: service.account.apiKey, fetch: async () => new Response(new ReadableStream()) });
		const request = { method: 'GET', url: 'https://api.example.com/', headers: {}, timeoutMs: 1 } as const;
		await expect(transport({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'timeout' });
		const stopping = new AbortController();
		const running = transport({ ...request, signal: stopping.signal });
		setImmediate(() => stopping.abort());
		await expect(running).rejects.toMatchObject({ reason: 'timeout' });
	}, 5000);

	test('a redirect is not followed: the key would go elsewhere', async () => {
		const other = await scripted([]);
		const server = await scripted([{ status: 302, headers: { location: other.url }, body: '' }]);
		expect(await problemOf(service.connect({ baseUrl: server.url }).user.profile())).toMatchObject({ kind: 'unexpectedAnswer', status: 302 });
		expect(other.seen).toEqual([]);
	});

	test('a connection that fails never reached the service', async () => {
		const server = await scripted([]);
		await server.stop();
		const client = service.connect({ baseUrl: server.url, patienceMs: 0 });
		expect(await problemOf(client.question.ask({ id, query: 'Who?' }))).toEqual({ kind: 'noAnswer', reason: 'refused', outcomeUnknown: false, creditAtRisk: false });
	});
});

test('fields that are not documented pass through at run time', async () => {
	const server = await scripted([{ status: 200, body: { data: { id: 'c1', title: 'T', added: { later: 1 } } } }]);
	const { data } = await service.connect({ baseUrl: server.url }).conversations.rename({ id: 'c1', title: 'T' });
	expect(data).toEqual({ id: 'c1', title: 'T', added: { later: 1 } });
});

test('the version is that of the package', () => {
	expect(JSON.parse(readFileSync('packages/client/package.json', 'utf8')).version).toBe(VERSION);
});
