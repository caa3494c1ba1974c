import { api, ClientError, connect, VERSION, type AnswerInfo, type RequestInfo } from '../../packages/client/index.ts';
import { operationsOf } from '../../packages/client/operations.ts';
import { problemOf, refusalOf, scripted, startService, type Service } from './service.ts';

let service: Service;
let id: string;
beforeAll(async () => {
	service = await startService();
	for (let number = 1; number < 4; number++) id = await service.addMeeting(`Meeting ${number}`);
});
afterAll(() => service.sandbox.stop());

const profile = { data: { subscription: { tier: 'professional' } } };

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

	test('a wait for the limit to reset goes on where the reset, in whole seconds, is later than Retry-After', async () => {
		const headers = { 'retry-after': '1', 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 2) };
		const limited = { status: 429, headers, body: { error: { code: 'rate_limited', message: 'Wait' } } };
		const server = await scripted([limited, { status: 200, body: { data: {} } }]);
		const attempts: number[] = [];
		const client = service.connect({ baseUrl: server.url, onRequest: ({ attempt }) => void attempts.push(attempt) });
		expect(await client.user.profile()).toEqual({ data: {} });
		expect(attempts).toEqual([1, 2]);
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

	test.each([{ timeoutMs: 0 }, { timeoutMs: -1 }, { patienceMs: -1 }, { patienceMs: NaN }])('%j is refused', async (options) => {
		const problem = { kind: 'invalidInput', field: Object.keys(options)[0] };
		expect(await problemOf(service.client.user.profile({}, options))).toMatchObject(problem);
		expect(await problemOf(iterated(options))).toMatchObject(problem);
	});

	test.each(['Connection', 'Content-Length', 'Expect', 'Host', 'Keep-Alive', 'Trailer', 'Transfer-Encoding', 'upgrade'])(
		'%s is refused by name, because it belongs to the connection',
		async (name) => {
			const problem = await problemOf(service.client.user.profile({}, { headers: { [name]: '100-continue' } }));
			expect(problem).toMatchObject({ kind: 'invalidInput', field: 'headers', reason: expect.stringContaining(name) });
		},
	);
});

test.each([0, -3, 1.5, NaN])('a list of %j results is refused in the same words everywhere', async (limit) => {
	const { conversation } = operationsOf(service.client);
	const refusal = { kind: 'invalidInput', field: 'limit', reason: 'it must be a whole number of at least 1' };
	expect(await problemOf(conversation.getAll({}, { limit }))).toMatchObject(refusal);
	expect(refusalOf(() => service.client.each(api.conversations.list, {}, { limit }))).toMatchObject(refusal);
});

describe('Options of the client', () => {
	test.each([
		['timeout', { timeout: 5 }, 'timeoutMs'],
		['maxRetries', { maxRetries: 3 }, 'patienceMs'],
		['key', { key: 'x' }, 'apiKey'],
		['a typo', { apiKye: 'x' }, 'no such option'],
		['other capitals', { patienceMS: 1 }, 'Use patienceMs'],
		['an end that is missing', { timeOut: 1 }, 'Use timeoutMs'],
		['no time for an answer', { timeoutMs: 0 }, 'above 0'],
		['a time that is no number', { timeoutMs: NaN }, 'above 0'],
		['patience that is no number', { patienceMs: NaN }, 'at least 0'],
		['an answer of no size', { maxAnswerBytes: -1 }, 'above 0'],
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

	test('what every entry of a list lacks takes one short line of the log', async () => {
		const warned: string[] = [];
		const data = Array.from({ length: 100 }, (_, index) => ({ id: `c${index}` }));
		const server = await scripted([{ status: 200, body: { success: true, data, pagination: { total: 100, limit: 100, offset: 0, hasMore: false } } }]);
		await service.connect({ baseUrl: server.url, logger: { debug: () => {}, warn: (line) => void warned.push(line) } }).conversations.list({ limit: 100 });
		expect(warned).toEqual([expect.stringMatching(/; and \d+ more$/)]);
		expect(warned.join().length).toBeLessThan(500);
	});

	test('an error has the last answer, also when the hour allows no further request', async () => {
		const resetsAt = Math.ceil(Date.now() / 1000) + 60;
		const headers = { 'Retry-After': '1', 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(resetsAt), 'X-Request-Id': 'r7' };
		const server = await scripted([{ status: 429, headers, body: { success: false, error: { code: 'rate_limited', message: 'Too many' } } }]);
		const error: unknown = await service.connect({ baseUrl: server.url, patienceMs: 2000 }).user.profile().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ problem: { kind: 'rateLimited' }, attempts: 1, status: 429, requestId: 'r7' });
		expect(server.seen).toHaveLength(1);
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
