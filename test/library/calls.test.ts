import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { api, ClientError, connect, VERSION, type AnswerInfo, type RequestInfo } from '../../packages/client/index.ts';
import { axiosTransport } from '../../packages/client/axios.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { startService, type Service } from './service.ts';

let service: Service;
let id: string;
beforeAll(async () => {
	service = await startService();
	for (let number = 1; number < 4; number++) id = await service.addMeeting(`Meeting ${number}`);
});
afterAll(() => service.sandbox.stop());

/** Keeps a failing test from hanging the run. */
const servers = new Set<Awaited<ReturnType<typeof scriptedServer>>>();
afterEach(async () => {
	await Promise.all([...servers].map((server) => server.stop()));
	servers.clear();
});

async function scripted(script: readonly Scripted[]) {
	const server = await scriptedServer(script);
	servers.add(server);
	return server;
}

const problemOf = async (work: PromiseLike<unknown>) => {
	const error: unknown = await Promise.resolve(work).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ClientError)) throw new Error(`Expected a ClientError, but got ${String(error)}`);
	return error.problem;
};

const refusalOf = (work: () => unknown) => {
	try {
		work();
	} catch (error) {
		if (error instanceof ClientError) return error.problem;
	}
	throw new Error('Nothing was refused');
};

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
		['a key in two lines', { baseUrl: 'https://api.example.com', apiKey: 'svc_secret\nsvc_more' }, 'API key', 'line break'],
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

describe('Options for one call', () => {
	test('a signal cancels a request in progress, and nothing else', async () => {
		const server = await scripted(['silence', { status: 200, body: { data: {} } }]);
		const client = service.connect({ baseUrl: server.url });
		const controller = new AbortController();
		const cancelled = problemOf(client.user.profile({}, { signal: controller.signal }));
		while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		controller.abort();
		expect(await cancelled).toMatchObject({ kind: 'noAnswer', reason: 'aborted' });
		expect(await client.user.profile()).toEqual({ data: {} });
	});

	test('a signal ends a wait for the limit to reset', async () => {
		const server = await scripted([{ status: 429, headers: { 'retry-after': '20' }, body: { error: { code: 'rate_limited', message: 'Wait' } } }]);
		const controller = new AbortController();
		const onAnswer = () => void setImmediate(() => controller.abort());
		const problem = await problemOf(service.connect({ baseUrl: server.url }).user.profile({}, { signal: controller.signal, onAnswer }));
		expect(problem).toMatchObject({ kind: 'noAnswer', reason: 'aborted' });
	});

	test('a signal that is aborted already sends nothing', async () => {
		const server = await scripted([]);
		const problem = await problemOf(service.connect({ baseUrl: server.url }).question.ask({ id, query: 'Who?' }, { signal: AbortSignal.abort() }));
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'aborted', outcomeUnknown: false, creditAtRisk: false });
		expect(server.seen).toEqual([]);
	});

	test('the signal of the client cancels all of its calls', async () => {
		const controller = new AbortController();
		const client = service.connect({ signal: controller.signal });
		controller.abort();
		expect(await problemOf(client.user.profile())).toMatchObject({ reason: 'aborted' });
	});

	test('timeoutMs gives up on one answer, patienceMs 0 never repeats', async () => {
		const server = await scripted(['silence', { status: 200, body: { data: {} } }]);
		const problem = await problemOf(service.connect({ baseUrl: server.url }).user.profile({}, { timeoutMs: 1000, patienceMs: 0 }));
		expect(problem).toMatchObject({ kind: 'noAnswer', reason: 'timeout' });
		expect(server.seen).toHaveLength(1);
	});

	test('headers are sent, but never in place of the client’s own', async () => {
		const server = await scripted([{ status: 200, body: { data: {} } }]);
		const client = service.connect({ baseUrl: server.url, userAgent: 'my-program/2.0' });
		await client.user.profile({}, { headers: { 'X-Trace': 'abc', accept: 'text/html' } });
		expect(server.seen[0]?.headers).toMatchObject({
			'x-trace': 'abc',
			accept: 'application/json',
			authorization: `Bearer ${service.account.apiKey}`,
			'user-agent': `my-program/2.0 meeting-assistant-client/${VERSION} node/${process.versions.node}`,
		});
	});

	const iterated = async (options: Parameters<typeof service.client.each>[2]) => {
		for await (const _ of service.client.each(api.conversations.list, {}, options)) break;
	};

	test.each<Record<string, string>>([{ Authorization: 'Bearer x' }, { 'X-Broken': 'two\nlines' }, { 'not a name': 'x' }])('the headers %j are refused', async (headers) => {
		const problem = { kind: 'invalidInput', field: 'headers' };
		expect(await problemOf(service.client.user.profile({}, { headers }))).toMatchObject(problem);
		expect(await problemOf(iterated({ headers }))).toMatchObject(problem);
	});

	test.each(['Connection', 'Content-Length', 'Expect', 'Host', 'Keep-Alive', 'Trailer', 'Transfer-Encoding', 'upgrade'])(
		'%s is refused by name, because it belongs to the connection',
		async (name) => {
			const problem = await problemOf(service.client.user.profile({}, { headers: { [name]: '100-continue' } }));
			expect(problem).toMatchObject({ kind: 'invalidInput', field: 'headers', reason: expect.stringContaining(name) });
		},
	);
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

describe('Options of the client', () => {
	test.each([
		['timeout', { timeout: 5 }, 'timeoutMs'],
		['maxRetries', { maxRetries: 3 }, 'patienceMs'],
		['a typo', { apiKye: 'x' }, 'no such option'],
	])('%s is refused, and says what to use', (_, options, words) => {
		const problem = refusalOf(() => Reflect.apply(connect, null, [{ ...service.account, ...options }]));
		expect(problem).toMatchObject({ kind: 'invalidInput', field: Object.keys(options)[0], reason: expect.stringContaining(words) });
	});

	test('headers go with each request, those of a call first, and withOptions changes some options', async () => {
		const server = await scripted(Array(2).fill({ status: 200, body: { data: {} } }));
		const client = service.connect({ baseUrl: server.url, headers: { 'X-Team': 'a', 'X-Trace': 'b' } });
		await client.user.profile({}, { headers: { 'x-trace': 'c' } });
		await client.withOptions({ headers: { 'X-Team': 'z' } }).user.profile();
		expect(server.seen.map(({ headers }) => [headers['x-team'], headers['x-trace']])).toEqual([['a', 'c'], ['z', undefined]]);
		expect(() => client.withOptions({ baseUrl: 'nonsense' })).toThrow(ClientError);
	});

	test('a logger gets each request and answer, what differs from the description, and never the key', async () => {
		const lines: string[] = [];
		const logger = { debug: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(`! ${line}`) };
		const server = await scripted([{ status: 200, body: { data: { profile: { name: 5 } } } }]);
		await service.connect({ baseUrl: server.url, logger }).user.profile();
		const place = `meeting-assistant GET ${server.url}/api/v1/user/profile`;
		expect(lines).toEqual([place, expect.stringMatching(/ 200 in \d+ ms$/), expect.stringContaining('! meeting-assistant GET')]);
		expect(lines[2]).toContain('data.profile.name: it must be text');
		expect(lines.join()).not.toContain(service.account.apiKey);
	});

	test('MEETING_ASSISTANT_DEBUG writes the same to standard error', async () => {
		const written = jest.spyOn(console, 'error').mockImplementation(() => {});
		try {
			for (const value of ['0', 'false', '', '1']) {
				process.env['MEETING_ASSISTANT_DEBUG'] = value;
				await service.connect({}).user.profile();
			}
			expect(written.mock.calls).toEqual([[expect.stringMatching(/^meeting-assistant GET \S+\/profile$/)], [expect.stringContaining(' 200 in ')]]);
			expect(JSON.stringify(written.mock.calls)).not.toContain(service.account.apiKey);
		} finally {
			delete process.env['MEETING_ASSISTANT_DEBUG'];
			written.mockRestore();
		}
	});

	test('request calls an endpoint that has no method', async () => {
		const server = await scripted([
			{ status: 200, body: [{ name: 'Ana' }] },
			{ status: 200, body: { data: { done: true } } },
			{ status: 404, body: { error: { code: 'not_found', message: 'No such thing' } } },
		]);
		const client = service.connect({ baseUrl: server.url, patienceMs: 0 });
		expect(await client.request<{ name: string }[]>({ path: '/api/v2/people', query: { search: 'A & {b}', page: 2, none: undefined } })).toEqual([{ name: 'Ana' }]);
		const sent = client.request({ method: 'POST', path: '/api/v2/people', body: { name: 'Ana', tags: ['x'] } }, { headers: { 'X-Trace': 'c' } });
		expect(await sent.withResponse()).toMatchObject({ data: { done: true }, response: { status: 200 } });
		expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
			['GET', '/api/v2/people?search=A+%26+%7Bb%7D&page=2', ''],
			['POST', '/api/v2/people', '{"name":"Ana","tags":["x"]}'],
		]);
		expect(server.seen[1]?.headers).toMatchObject({ 'x-trace': 'c', authorization: `Bearer ${service.account.apiKey}` });
		expect(await problemOf(client.request({ path: '/api/v2/people/1' }))).toMatchObject({ kind: 'api', code: 'not_found' });
	});

	test('request repeats only a GET, and says that anything else may have cost a credit', async () => {
		const down = { status: 500, body: { error: { code: 'internal_error', message: 'Down' } } };
		const server = await scripted([down, { status: 200, body: {} }, down]);
		const client = service.connect({ baseUrl: server.url, random: () => 0 });
		expect(await client.request({ path: '/api/v2/people' })).toEqual({});
		expect(await problemOf(client.request({ method: 'POST', path: '/api/v2/people' }))).toMatchObject({ kind: 'api', outcomeUnknown: true, creditAtRisk: true });
	});

	test.each(['api/v1/x', '//evil.example/x', 'https://evil.example/x', '/api/v1/{id}', '/api/v1/x?y=1', '/a b', ''])('request refuses the path %j', async (path) => {
		expect(() => service.client.request({ path })).toThrow(expect.objectContaining({ problem: expect.objectContaining({ kind: 'invalidInput', field: 'path' }) }));
	});

	test.each<[string, object]>([
		['path', { path: '/api/v1/conversations/../webhooks' }],
		['path', { path: `/api/v1/conversations/${encodeURIComponent('..')}`, method: 'DELETE' }],
		['path', { path: '/api/v1/%2E%2e/x' }],
		['query', { path: '/api/v1/x', query: { a: null } }],
		['query', { path: '/api/v1/x', query: { since: new Date(0) } }],
		['query', { path: '/api/v1/x', query: { a: ['b', 'c'] } }],
		['query', { path: '/api/v1/x', query: { a: Number.NaN } }],
		['body', { path: '/api/v1/x', body: { a: 1 } }],
	])('an invalid %s is refused before anything is sent: %j', (field, asked) => {
		expect(() => service.client.request(asked as never)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ kind: 'invalidInput', field }) }));
	});

	test('a time may be a Date', async () => {
		const seen: string[] = [];
		const client = service.connect({ onRequest: ({ url }) => void seen.push(url) });
		await client.conversations.list({ since: new Date(0) });
		expect(seen[0]).toContain('since=1970-01-01T00%3A00%3A00.000Z');
		expect(await problemOf(client.conversations.list({ since: new Date(NaN) }))).toMatchObject({ field: 'since' });
		expect(await problemOf(client.conversations.list({ since: '2026-11-20' }))).toMatchObject({ field: 'since', reason: expect.stringContaining('such as 2026-03-02T09:15:00Z') });
	});
});

describe('withResponse', () => {
	test('adds status, headers, rate limit and the number of requests', async () => {
		const { data, response } = await service.client.user.profile().withResponse();
		expect(data.subscription.tier).toBe('professional');
		expect(response).toMatchObject({ status: 200, attempts: 1, drift: [], rateLimit: { limit: 500, resetAt: expect.any(Date) } });
		expect(response.headers['content-type']).toContain('application/json');
		expect(response.ms).toBeGreaterThan(0);
	});

	test('counts the requests of a call that was repeated', async () => {
		const error = { error: { code: 'internal_error', message: 'Down' } };
		const server = await scripted([{ status: 500, body: error }, { status: 200, body: { data: {} } }]);
		const { response } = await service.connect({ baseUrl: server.url, random: () => 0 }).user.profile().withResponse();
		expect(response).toMatchObject({ status: 200, attempts: 2, rateLimit: null });
	});

	test('sends one request, however often the call is waited for', async () => {
		const requests: RequestInfo[] = [];
		const call = service.connect({ onRequest: (info) => void requests.push(info) }).conversations.list();
		const [body, { response, ...same }] = await Promise.all([call, call.withResponse(), call.finally(() => {})]);
		expect(same).toEqual(body);
		expect(response.status).toBe(200);
		expect(requests).toHaveLength(1);
	});

	test('fails as the call does', async () => {
		const call = service.client.transcript.get({ id: 'unknown' });
		expect(await problemOf(call.withResponse())).toMatchObject({ kind: 'api', status: 404 });
		expect(await call.catch((error: unknown) => error)).toBeInstanceOf(ClientError);
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

describe('Hooks', () => {
	test('onRequest and onAnswer get method, URL and milliseconds, and never the key', async () => {
		const seen: (RequestInfo | AnswerInfo)[] = [];
		const client = service.connect({ onRequest: (info) => void seen.push(info), onAnswer: (info) => void seen.push(info) });
		await client.conversations.rename({ id, title: 'Renamed' });
		const common = { method: 'PATCH', url: `${service.account.baseUrl}/api/v1/conversations/${id}`, attempt: 1 };
		expect(seen).toMatchObject([common, { ...common, status: 200, ms: expect.any(Number) }]);
		expect(JSON.stringify(seen)).not.toContain(service.account.apiKey);
	});

	test.each([
		['at once', () => { throw new Error('the log is full'); }],
		['later', async () => { throw new Error('the log is full'); }],
	])('that fail %s lose no answer, and are reported', async (_, fails) => {
		const printed = jest.spyOn(console, 'error').mockImplementation(() => {});
		const client = service.connect({ onRequest: fails, onAnswer: fails });
		expect(await client.user.profile({}, { onAnswer: fails })).toMatchObject(profile);
		expect(printed.mock.calls.map(([what]) => what)).toEqual(['onRequest failed:', 'onAnswer failed:', 'onAnswer failed:']);
		printed.mockRestore();
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
		const server = await scriptedServer([]);
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
