import { getEventListeners } from 'node:events';
import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient, type AnswerInfo, type ClientOptions, type RequestInfo, type Wrapper } from '../../src/client/index.ts';
import { AnswerTooLarge, NoAnswer, type Transport, type TransportRequest } from '../../src/transport/index.ts';

const ok = { status: 200, headers: {}, body: '{"data":{}}' };
const never: Transport = () => new Promise(() => {});

function clientOf(transport: Transport, options: Partial<ClientOptions> = {}) {
	const sent: TransportRequest[] = [];
	const client = createClient({
		baseUrl: 'https://api.example.com',
		sleep: async () => {},
		...options,
		transport: async (request) => {
			sent.push(request);
			return await transport(request);
		},
	});
	return { client, sent };
}

const errorOf = async (promise: Promise<unknown>): Promise<ClientError> => {
	const error: unknown = await promise.then(() => null).catch((thrown: unknown) => thrown);
	if (error instanceof ClientError) return error;
	throw new Error(`Not an error of the client: ${String(error)}`);
};

describe('a signal', () => {
	test.each([[api.conversations.list, false], [api.question.ask, true]] as const)('ends a request that is under way, and nothing is sent again: %#', async (endpoint, isAtRisk) => {
		const stop = new AbortController();
		const sleep = jest.fn(async () => {});
		const { client, sent } = clientOf(never, { sleep });
		const asked = errorOf(client.call<Endpoint>(endpoint, isAtRisk ? { id: 'c1', query: 'Who?' } : {}, { signal: stop.signal }));
		await Promise.resolve();
		expect(sent[0]?.signal?.aborted).toBe(false);
		stop.abort('stopped');
		expect(await asked).toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted', outcomeUnknown: true, creditAtRisk: isAtRisk }, cause: 'stopped' });
		expect(sent).toHaveLength(1);
		expect(sent[0]?.signal?.aborted).toBe(true);
		expect(sleep).not.toHaveBeenCalled();
	});

	test.each<[Endpoint, Record<string, unknown>]>([
		[api.user.profile, {}],
		[api.keyPoints.generate, { id: 'c1' }],
	])('that only the transport knows ends the call as well: %#', async (endpoint, input) => {
		const { client, sent } = clientOf(() => Promise.reject(new NoAnswer('aborted')));
		expect((await errorOf(client.call(endpoint, input))).problem).toMatchObject({ kind: 'noAnswer', reason: 'aborted' });
		expect(sent).toHaveLength(1);
	});

	test('that is aborted already sends nothing, and says why', async () => {
		const sleep = jest.fn(async () => {});
		const { client, sent } = clientOf(never, { sleep });
		const error = await errorOf(client.user.profile({}, { signal: AbortSignal.abort('over') }));
		expect(sleep).not.toHaveBeenCalled();
		expect(error).toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted', outcomeUnknown: false }, cause: 'over', attempts: 0, path: api.user.profile.path });
		expect(sent).toEqual([]);
	});

	test('ends the search for a result that was lost', async () => {
		const stop = new AbortController();
		const { client, sent } = clientOf(never);
		const asked = errorOf(client.keyPoints.generate({ id: 'c1' }, { signal: stop.signal }));
		await Promise.resolve();
		stop.abort();
		expect((await asked).problem).toMatchObject({ reason: 'aborted', creditAtRisk: true });
		expect(sent).toHaveLength(1);
	});

	test('ends a wait with the reason of whoever ended it', async () => {
		const cause = new Error('host stops');
		const sleep = () => Promise.reject(cause);
		const { client } = clientOf(async () => ({ ...ok, status: 503 }), { sleep });
		expect(await errorOf(client.user.profile())).toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' }, cause });
		const wrapped = clientOf(async () => ({ ...ok, status: 503 }), { sleep: () => Promise.reject(new NoAnswer('aborted', { cause })) });
		expect(await errorOf(wrapped.client.user.profile())).toMatchObject({ cause });
	});

	test('is left without listeners when its calls are over', async () => {
		const { signal } = new AbortController();
		const { client } = clientOf(async () => ok, { signal });
		await client.user.profile({}, { signal: new AbortController().signal });
		await client.user.profile();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

test('an answer that takes too long is given up, whatever the transport does', async () => {
	const { client } = clientOf(never, { timeoutMs: 20, patienceMs: 0 });
	expect((await errorOf(client.user.profile())).problem).toMatchObject({ kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true });
});

test.each([
	[undefined, 60_000],
	[0, 60_000],
	[-1, 60_000],
	[NaN, 60_000],
	[0.5, 1],
	[1500, 1500],
	[1e12, 2 ** 31 - 1],
])('timeoutMs %p lets an answer take %i ms', async (timeoutMs, ms) => {
	const { client, sent } = clientOf(async () => ok, { now: () => 0 });
	await client.user.profile({}, { timeoutMs });
	expect(sent[0]?.timeoutMs).toBe(ms);
});

test('an answer that is too large ends the call', async () => {
	const { client, sent } = clientOf(() => Promise.reject(new AnswerTooLarge(10)), { maxAnswerBytes: 10 });
	expect((await errorOf(client.question.ask({ id: 'c1', query: 'Who?' }))).problem).toMatchObject({ kind: 'answerTooLarge', maxBytes: 10, outcomeUnknown: true, creditAtRisk: true });
	expect(sent.map(({ maxAnswerBytes }) => maxAnswerBytes)).toEqual([10]);
});

test('headers go with a request, those of the call before those of the client, and never in place of our own', async () => {
	const { client, sent } = clientOf(async () => ok, { userAgent: 'test/1', headers: { 'X-One': '1', 'X-Two': '2', ACCEPT: 'x' } });
	await client.user.profile({}, { headers: { 'x-two': 'two', 'user-agent': 'x' } });
	await client.user.profile();
	expect(sent.map(({ headers }) => headers)).toEqual([
		{ Accept: 'application/json', 'User-Agent': 'test/1', 'X-One': '1', 'x-two': 'two' },
		{ Accept: 'application/json', 'User-Agent': 'test/1', 'X-One': '1', 'X-Two': '2' },
	]);
});

test('a client without a name has that of the package', async () => {
	const { client, sent } = clientOf(async () => ok);
	await client.user.profile();
	expect(sent[0]?.headers).toMatchObject({ 'User-Agent': 'meeting-assistant-client' });
});

test('each request and answer is reported, to the client and to the call', async () => {
	const requests: RequestInfo[] = [];
	const answers: AnswerInfo[] = [];
	const own: number[] = [];
	let time = 0;
	const statuses = [503, 200];
	const { client } = clientOf(
		async () => {
			time += 7;
			return { ...ok, status: statuses.shift() ?? 200, headers: { 'x-request-id': 'r' } };
		},
		{ now: () => time, onRequest: (info) => void requests.push(info), onAnswer: (info) => void answers.push(info) },
	);
	await client.conversations.list({ search: 'a b' }).catch(() => {});
	await client.user.profile({}, { onAnswer: ({ status }) => void own.push(status) });
	const about = { endpoint: api.conversations.list, method: 'GET', url: expect.stringContaining('search=a+b') };
	expect(requests.slice(0, 2)).toEqual([{ ...about, attempt: 1 }, { ...about, attempt: 2 }]);
	expect(answers[0]).toEqual({ ...about, attempt: 1, status: 503, headers: { 'x-request-id': 'r' }, ms: 7, rateLimit: null, drift: [] });
	expect(answers.at(-1)).toMatchObject({ endpoint: api.user.profile, status: 200 });
	expect(own).toEqual([200]);
});

test('an error says which call failed and how the service answered last, without cookies and the key', async () => {
	const key = `svc_${'0123456789abcdef'.repeat(2)}`;
	const headers = { 'set-cookie': 'a=b', 'x-request-id': 'r1', 'x-echo': `Bearer ${key}`, 'x-other': `Bearer ${'z'.repeat(16)}` };
	const body = JSON.stringify({ error: { code: 'not_found', message: 'Gone' } });
	const { client } = clientOf(async () => ({ status: 404, headers, body }), { patienceMs: 0 });
	const error = await errorOf(client.contacts.list({ search: 'secret\nname' }));
	expect(error).toMatchObject({ method: 'GET', path: api.contacts.list.path, attempts: 1, status: 404, requestId: 'r1' });
	expect(Object.keys(error.headers ?? {})).toEqual(['x-request-id', 'x-echo', 'x-other']);
	expect(error.headers?.['x-echo']).not.toContain(key);
	expect(error.headers?.['x-other']).toBe('Bearer [redacted]');
});

test('http:// to another machine has to be allowed', async () => {
	const urls: string[] = [];
	const transport: Transport = async ({ url }) => {
		urls.push(url);
		return ok;
	};
	const of = (allowHttp?: boolean) => createClient({ baseUrl: 'http://10.0.0.4', transport, sleep: async () => {}, ...(allowHttp !== undefined && { allowHttp }) });
	expect(() => of()).toThrow(ClientError);
	expect(() => of(false)).toThrow(ClientError);
	await of(true).user.profile();
	expect(urls).toEqual([`http://10.0.0.4${api.user.profile.path}`]);
});

test.each([
	[500, 'text/html', 3],
	[499, 'text/html', 1],
	[299, 'application/json', 3],
	[300, 'application/json', 1],
	[200, 'text/html', 1],
])('an answer that is not one of the service, %i %s, is asked for %i times', async (status, contentType, times) => {
	const { client, sent } = clientOf(async () => ({ status, headers: { 'content-type': contentType }, body: '{' }));
	expect((await errorOf(client.user.profile())).problem).toMatchObject({ kind: 'unexpectedAnswer', status, contentType });
	expect(sent).toHaveLength(times);
});

test('whoever uses the client may wrap each call, with all of its requests, or answer it', async () => {
	const wrapped: unknown[] = [];
	const statuses = [503, 200, 200];
	const { client, sent } = clientOf(async () => ({ ...ok, status: statuses.shift() ?? 500 }), {
		around: [
			{
				call: async (endpoint, call, input) => {
					wrapped.push([endpoint, input]);
					return await call();
				},
			},
		],
	});
	await expect(client.contacts.briefing({ id: 'p1' }, { timeoutMs: 7000 })).resolves.toEqual({ data: {} });
	expect(wrapped).toEqual([[api.contacts.briefing, { id: 'p1' }]]);
	expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([7000, 7000]);
	const closed = clientOf(never, { around: [{ call: () => Promise.reject(new Error('closed')) }] });
	await expect(closed.client.user.profile()).rejects.toThrow('closed');
	await expect(closed.client.question.ask({ id: 'c1', query: 'x'.repeat(501) })).rejects.toMatchObject({ problem: { kind: 'invalidInput', field: 'query' } });
	expect(closed.sent).toEqual([]);
});

test('of several wrappers, the first is the outermost, around calls and around each of their requests', async () => {
	const heard: string[] = [];
	const wrapper = (name: string): Wrapper => ({
		call: async (_, call) => {
			heard.push(`${name} call`);
			return await call().finally(() => heard.push(`${name} called`));
		},
		request: async (send) => {
			heard.push(`${name} request`);
			return await send().finally(() => heard.push(`${name} answered`));
		},
		onAnswer: ({ status }) => void heard.push(`${name} ${status}`),
	});
	const statuses = [503, 200];
	const { client } = clientOf(async () => ({ ...ok, status: statuses.shift() ?? 500 }), { around: [wrapper('a'), {}, wrapper('b')] });
	await client.contacts.briefing({ id: 'p1' });
	const request = (status: number) => ['a request', 'b request', `a ${status}`, `b ${status}`, 'b answered', 'a answered'];
	expect(heard).toEqual(['a call', 'b call', ...request(503), ...request(200), 'b called', 'a called']);
});

test('how long an answer took is measured without a given clock, too', async () => {
	const answers: AnswerInfo[] = [];
	const { client } = clientOf(async () => ok, { onAnswer: (info) => void answers.push(info) });
	await client.user.profile();
	expect(answers[0]?.ms).toBeGreaterThanOrEqual(0);
});
