import { readFileSync } from 'node:fs';
import { api, ClientError, connect, VERSION, type AnswerInfo, type RequestInfo } from '../../packages/client/index.ts';
import { axiosTransport } from '../../packages/client/axios.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { startService, type Service } from './service.ts';

let service: Service;
let id: string;
beforeAll(async () => {
	service = await startService();
	for (let number = 1; number < 4; number++) id = await service.addMeeting(`Meeting ${number}`);
});
afterAll(() => service.sandbox.stop());

/** A test that fails must not keep the run from ending. */
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

/** What `connect` throws. */
const refusal = (options: Parameters<typeof connect>[0]) => {
	try {
		connect(options);
	} catch (error) {
		if (error instanceof ClientError) return error.problem;
	}
	throw new Error('connect did not refuse');
};

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
	test('a signal cancels a request under way, and nothing else', async () => {
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
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'aborted', creditAtRisk: false });
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
		const problem = await problemOf(service.connect({ baseUrl: server.url }).user.profile({}, { timeoutMs: 50, patienceMs: 0 }));
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

	test('an iteration refuses inputs that select a page', async () => {
		const iterate = async () => {
			for await (const _ of service.client.conversations.list({ limit: 2 })) throw new Error('yielded');
		};
		expect(await problemOf(iterate())).toMatchObject({ kind: 'invalidInput', field: 'limit' });
		expect((await service.client.conversations.list({ limit: 2 })).data).toHaveLength(2);
	});

	test('each stops after so many items', async () => {
		const found = [];
		for await (const conversation of service.client.each(api.conversations.list, {}, { limit: 2 })) found.push(conversation.id);
		expect(found).toHaveLength(2);
	});

	test('a call of one thing cannot be iterated over', () => {
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

	test('an own fetch is used', async () => {
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
		expect(await problemOf(client.question.ask({ id, query: 'Who?' }))).toEqual({ kind: 'noAnswer', reason: 'refused', creditAtRisk: false });
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
