import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient, type ClientOptions } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { NoAnswer } from '../../src/transport/index.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';

const error = (status: number, code: string, headers = {}): Scripted => ({
	status,
	headers,
	body: { error: { code, message: `words for ${code}` } },
});
const resetAt = 1_800_000_000;
const limitHeaders = (retryAfter: number) => ({
	'X-RateLimit-Limit': '100',
	'X-RateLimit-Remaining': '0',
	'X-RateLimit-Reset': String(resetAt),
	'Retry-After': String(retryAfter),
});

const outcomes = {
	'429 rate_limited within patience': error(429, 'rate_limited', limitHeaders(7)),
	'429 rate_limited beyond patience': error(429, 'rate_limited', limitHeaders(1800)),
	'429 provider busy': error(429, 'rate_limited'),
	'429 ai_limit_exceeded': error(429, 'ai_limit_exceeded'),
	'500 internal_error': error(500, 'internal_error'),
	'503 HTML': { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>503</h1>' },
	'no answer': 'reset',
	'truncated JSON': { status: 200, body: '{"data": {"id": "c' },
	'200 HTML': { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' },
	redirect: { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: {} },
	'429 of a proxy': { status: 429, headers: { 'content-type': 'text/html' }, body: '<h1>429</h1>' },
	'403 of a proxy': { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>403</h1>' },
	'409 of a proxy, in JSON': error(409, 'conflict'),
	'400 validation_error': error(400, 'validation_error'),
	'401 unauthorized': error(401, 'unauthorized'),
	'403 forbidden': error(403, 'forbidden'),
	'404 not_found': error(404, 'not_found'),
} satisfies Record<string, Scripted>;
type OutcomeName = keyof typeof outcomes;

/** Refused, not processed: may be repeated with any endpoint. */
const unprocessed: readonly OutcomeName[] = ['429 rate_limited within patience', '429 provider busy'];
/** May have been processed, and may not be processed again. */
const passing: readonly OutcomeName[] = ['500 internal_error', '503 HTML', 'no answer', 'truncated JSON', '429 of a proxy'];
/** May have been processed: the service itself did not refuse it. */
const unknown: readonly OutcomeName[] = [...passing, '200 HTML', 'redirect', '403 of a proxy', '409 of a proxy, in JSON'];

interface Row {
	readonly name: string;
	readonly endpoint: Endpoint;
	readonly input: Record<string, unknown>;
	/** After an unknown outcome: whether the request is repeated, or its saved result is read. */
	readonly repeats: boolean;
	readonly reads?: Endpoint;
	readonly spends: boolean;
}
const id = 'c1';
const read = (name: string, endpoint: Endpoint, input = {}): Row => ({ name, endpoint, input, repeats: true, spends: false });
const rows: readonly Row[] = [
	read('list conversations', api.conversations.list),
	read('transcript', api.transcript.get, { id }),
	read('saved key points', api.keyPoints.get, { id }),
	read('saved feedback', api.feedback.get, { id }),
	read('contacts', api.contacts.list),
	read('briefing', api.contacts.briefing, { id }),
	read('unresolved threads', api.contacts.unresolvedThreads),
	read('calendar', api.calendar.events),
	read('profile', api.user.profile),
	read('list webhooks', api.webhooks.list),
	{ name: 'rename', endpoint: api.conversations.rename, input: { id, title: 'x' }, repeats: true, spends: false },
	{ name: 'delete', endpoint: api.conversations.delete, input: { id }, repeats: true, spends: false },
	{ name: 'delete webhook', endpoint: api.webhooks.delete, input: { id }, repeats: true, spends: false },
	{ name: 'key points', endpoint: api.keyPoints.generate, input: { id }, repeats: false, reads: api.keyPoints.get, spends: true },
	{ name: 'feedback', endpoint: api.feedback.generate, input: { id }, repeats: false, reads: api.feedback.get, spends: true },
	{ name: 'key points, forced', endpoint: api.keyPoints.generate, input: { id, forceRefresh: true }, repeats: false, spends: true },
	{ name: 'feedback, forced', endpoint: api.feedback.generate, input: { id, forceRefresh: true }, repeats: false, spends: true },
	{ name: 'question', endpoint: api.question.ask, input: { id, query: 'why?' }, repeats: false, spends: true },
	{ name: 'e-mail', endpoint: api.email.draft, input: { id }, repeats: false, spends: true },
	{ name: 'share', endpoint: api.conversations.share, input: { id }, repeats: false, spends: false },
	{
		name: 'register webhook',
		endpoint: api.webhooks.register,
		input: { url: 'https://example.com/hook', events: ['webhook.test'] },
		repeats: false,
		spends: false,
	},
	{ name: 'test webhook', endpoint: api.webhooks.test, input: { id }, repeats: false, spends: false },
];

/** Deliberately not the documented shape: any body with `data` is delivered. */
const success = (endpoint: Endpoint): Scripted => ({
	status: 200,
	body: endpoint.paging ? { data: [], pagination: { total: 0, limit: 1, offset: 0 }, total: 0 } : { data: { id } },
});

/** Makes one call against `script` and returns what was sent, slept and answered. */
async function run({ endpoint, input }: Row, script: readonly Scripted[], patienceMs = 30_000) {
	const server = await scriptedServer(script);
	const slept: number[] = [];
	const client = createClient({
		baseUrl: server.url,
		transport: axiosTransport({ apiKey: 'not-a-key' }),
		patienceMs,
		now: () => (resetAt - 1800) * 1000,
		random: () => 1,
		sleep: async (ms) => void slept.push(ms),
	});
	const result = await client.call(endpoint, input).catch((thrown: unknown) => thrown);
	await server.stop();
	const problem = result instanceof ClientError ? result.problem : null;
	const requests = server.seen.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);
	return { requests: requests.length, asked: requests, slept, problem, result };
}

const cases = rows.flatMap((row) =>
	(Object.keys(outcomes) as OutcomeName[]).map((outcome) => {
		const repeats = unprocessed.includes(outcome) || (row.repeats && passing.includes(outcome));
		const reads = unknown.includes(outcome) ? row.reads : undefined;
		const verb = repeats ? 'sent again' : reads ? 'its result is read' : 'not sent again';
		return { name: row.name, row, outcome, repeats, reads, verb };
	}),
);

describe('Repeating a request', () => {
	test('the table has a row for every endpoint', () => {
		const tested = new Set(rows.map(({ endpoint }) => endpoint));
		const all = Object.values(api).flatMap((endpoints) => Object.values<Endpoint>(endpoints));
		expect(all.filter((endpoint) => !tested.has(endpoint)).map(({ summary }) => summary)).toEqual([]);
	});

	test.each(cases)('$name, $outcome: $verb', async ({ row, outcome, repeats, reads }) => {
		const { asked, problem } = await run(row, [outcomes[outcome], success(row.endpoint)]);
		const { method, path } = row.endpoint;
		const first = `${method} ${path.replace('{id}', id)}`;
		const second = reads && `${reads.method} ${reads.path.replace('{id}', id)}`;
		expect(asked).toEqual(repeats ? [first, first] : second ? [first, second] : [first]);
		if (repeats || second) return expect(problem).toBeNull();
		expect(problem).not.toBeNull();
		const outcomeUnknown = unknown.includes(outcome);
		expect(problem).toMatchObject({ outcomeUnknown, creditAtRisk: outcomeUnknown && row.spends });
	});
});

describe('How long it waits', () => {
	const row = read('profile', api.user.profile);
	const question = rows.find(({ name }) => name === 'question') ?? row;

	test('rate limit: exactly Retry-After', async () => {
		const { slept } = await run(row, [outcomes['429 rate_limited within patience'], success(row.endpoint)]);
		expect(slept).toEqual([7000]);
	});

	test('rate limit beyond the patience: no wait, and the error says when it resets', async () => {
		const { slept, problem } = await run(row, [outcomes['429 rate_limited beyond patience']]);
		expect(slept).toEqual([]);
		expect(problem).toMatchObject({
			kind: 'rateLimited',
			retryAfterMs: 1_800_000,
			resetAt: new Date(resetAt * 1000),
			limit: 100,
		});
	});

	test('the patience covers the whole call, not each wait', async () => {
		const limited = error(429, 'rate_limited', limitHeaders(20));
		const { requests, slept, problem } = await run(row, [limited, limited, success(row.endpoint)]);
		expect({ requests, slept, kind: problem?.kind }).toEqual({ requests: 2, slept: [20_000], kind: 'rateLimited' });
	});

	test('patience is capped', async () => {
		const limited = error(429, 'rate_limited', limitHeaders(61));
		const { slept } = await run(row, [limited, success(row.endpoint)], 600_000);
		expect(slept).toEqual([]);
	});

	test('a service that keeps answering "retry now" does not cause an endless loop', async () => {
		const limited = error(429, 'rate_limited', limitHeaders(0));
		const { requests, problem } = await run(row, Array.from({ length: 50 }, () => limited), 5000);
		expect({ requests, kind: problem?.kind }).toEqual({ requests: 6, kind: 'rateLimited' });
	});

	test('busy provider: a longer wait each time, until the patience is used up', async () => {
		const busy = outcomes['429 provider busy'];
		const { slept, problem } = await run(question, [busy, busy, busy, busy, busy, busy]);
		expect(slept).toEqual([1000, 2000, 4000, 8000]);
		expect(problem).toMatchObject({ kind: 'rateLimited', resetAt: null });
	});

	test('unknown outcome: at most three attempts', async () => {
		const { requests, slept, problem } = await run(row, ['reset', 'reset', 'reset', success(row.endpoint)]);
		expect({ requests, slept, kind: problem?.kind }).toEqual({ requests: 3, slept: [500, 1000], kind: 'noAnswer' });
	});

	test.each(Object.keys(outcomes) as OutcomeName[])('no patience, %s: one request, no wait', async (outcome) => {
		const { requests, slept } = await run(row, [outcomes[outcome], success(row.endpoint)], 0);
		expect({ requests, slept }).toEqual({ requests: 1, slept: [] });
	});
});

describe('A delete whose first answer was lost', () => {
	const remove = read('delete', api.conversations.delete, { id });

	test('succeeds if the second answer is not found', async () => {
		const { problem } = await run(remove, ['reset', outcomes['404 not_found']]);
		expect(problem).toBeNull();
	});

	test('succeeds if a proxy had answered in place of the service', async () => {
		const { problem } = await run(remove, [outcomes['429 of a proxy'], outcomes['404 not_found']]);
		expect(problem).toBeNull();
	});

	test('reports not found if the first request was refused', async () => {
		const { problem } = await run(remove, [outcomes['429 provider busy'], outcomes['404 not_found']]);
		expect(problem).toMatchObject({ code: 'not_found' });
	});
});

describe('A generation whose answer was lost', () => {
	const generate = rows.find(({ name }) => name === 'key points') ?? read('none', api.user.profile);
	const notYet = outcomes['404 not_found'];
	const saved = { status: 200, body: { data: { id, title: 'Weekly' } } };
	const POST = 'POST /api/v1/conversations/c1/keypoints';
	const GET = 'GET /api/v1/conversations/c1/keypoints';

	test('is read until it is saved, and counts as one that cost a credit', async () => {
		const { asked, slept, result } = await run(generate, ['reset', notYet, notYet, saved]);
		expect(asked).toEqual([POST, GET, GET, GET]);
		expect(slept).toEqual([1000, 2000, 4000]);
		expect(result).toEqual({ data: { id, title: 'Weekly', cached: false } });
	});

	test('is not requested again when the patience ends: a credit may have been spent', async () => {
		const { asked, slept, problem } = await run(generate, ['reset', ...Array.from({ length: 20 }, () => notYet)]);
		expect(asked).toEqual([POST, ...slept.map(() => GET)]);
		expect(slept.reduce((sum, ms) => sum + ms)).toBe(30_000);
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: true });
	});

	test.each<[OutcomeName, object]>([
		['401 unauthorized', { kind: 'api', code: 'unauthorized' }],
		['429 rate_limited beyond patience', { kind: 'rateLimited', retryAfterMs: 1_800_000 }],
		['200 HTML', { kind: 'unexpectedAnswer', status: 200 }],
	])('looking for it ends with %s, and the credit may still be gone', async (name, problem) => {
		const ended = await run(generate, ['reset', outcomes[name]]);
		expect(ended.asked).toEqual([POST, GET]);
		expect(ended.problem).toMatchObject({ ...problem, creditAtRisk: true });
	});

	test.each<OutcomeName>(['429 rate_limited within patience', '429 provider busy', '503 HTML', 'no answer'])(
		'continues to read it after %s',
		async (name) => {
			const { asked, problem } = await run(generate, ['reset', outcomes[name], saved]);
			expect({ asked, problem }).toEqual({ asked: [POST, GET, GET], problem: null });
		},
	);

	test('after a refusal, which costs nothing, the request is repeated, and a saved result was free', async () => {
		const cached = { status: 200, body: { data: { id, cached: true } } };
		const { asked, result } = await run(generate, [outcomes['429 provider busy'], cached]);
		expect({ asked, result }).toEqual({ asked: [POST, POST], result: { data: { id, cached: true } } });
	});
});

describe('A request that never arrived', () => {
	const nowhere = (endpoint: Endpoint, input: Record<string, unknown>) => {
		const slept: number[] = [];
		const client = createClient({
			baseUrl: 'http://127.0.0.1:9',
			transport: async () => Promise.reject(new NoAnswer('refused')),
			random: () => 1,
			sleep: async (ms) => void slept.push(ms),
		});
		return client.call(endpoint, input).catch((error: unknown) => ({ slept, error }));
	};

	test('is repeated even if it costs a credit, because the first request cost none', async () => {
		expect(await nowhere(api.keyPoints.generate, { id })).toMatchObject({
			slept: [500, 1000],
			error: { problem: { reason: 'refused', creditAtRisk: false } },
		});
	});
});

describe('The host', () => {
	const clientWith = (outcome: 'reset' | 'busy', options: Partial<ClientOptions>) => {
		let sent = 0;
		const client = createClient({
			baseUrl: 'https://api.example.com',
			transport: async () => {
				sent += 1;
				if (outcome === 'reset') throw new NoAnswer('reset');
				return { status: 429, headers: {}, body: '{"error":{"code":"rate_limited","message":"busy"}}' };
			},
			sleep: async () => {},
			...options,
		});
		return { client, sent: () => sent };
	};
	const stopped = () => Promise.reject(new DOMException('This operation was aborted', 'AbortError'));

	test.each([
		['after a refusal: nothing was spent', 'busy', false],
		['after a lost answer: a credit may have been spent', 'reset', true],
	] as const)('stops a call while it waits, %s', async (_, outcome, creditAtRisk) => {
		const { client, sent } = clientWith(outcome, { sleep: stopped });
		const error = await client.keyPoints.generate({ id }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ClientError);
		expect(error).toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted', creditAtRisk } });
		expect(sent()).toBe(1);
	});

	test('may refuse the read after a lost answer: the error still reports the credit', async () => {
		let admitted = 0;
		const around = async <T>(send: () => Promise<T>): Promise<T> => {
			if (++admitted > 1) throw new Error('no more requests');
			return await send();
		};
		const { client } = clientWith('reset', { around });
		await expect(client.keyPoints.generate({ id })).rejects.toMatchObject({
			problem: { kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: true },
		});
		await expect(clientWith('reset', { around }).client.user.profile()).rejects.toThrow('no more requests');
	});

	test('may delay requests without using up their time', async () => {
		const slow = async <T>(send: () => Promise<T>): Promise<T> => {
			await new Promise((resolve) => setTimeout(resolve, 60));
			return await send();
		};
		const { client } = clientWith('busy', { around: slow, timeoutMs: 40, patienceMs: 0 });
		await expect(client.user.profile()).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
	});
});

test('a call takes no longer than timeoutMs plus patienceMs: a repeated request gets the rest', async () => {
	let time = 0;
	const given: number[] = [];
	const client = createClient({
		baseUrl: 'https://api.example.com',
		transport: async ({ timeoutMs }) => {
			given.push(timeoutMs);
			time += timeoutMs;
			throw new NoAnswer('timeout');
		},
		timeoutMs: 10_000,
		patienceMs: 5000,
		now: () => time,
		random: () => 1,
		sleep: async (ms) => void (time += ms),
	});
	await expect(client.user.profile()).rejects.toMatchObject({ problem: { reason: 'timeout' } });
	expect(given).toEqual([10_000, 4500]);
	expect(time).toBe(15_000);
});

test('a failure after a fraction of a millisecond leaves time for a repeated request', async () => {
	const answers = ['reset', 'answer'];
	let time = 0;
	const client = createClient({
		baseUrl: 'https://api.example.com',
		transport: async () => {
			time += 9000.25;
			if (answers.shift() === 'reset') throw new NoAnswer('reset');
			return { status: 200, headers: {}, body: '{"data":{}}' };
		},
		timeoutMs: 10_000,
		patienceMs: 5000,
		now: () => time,
		sleep: async () => {},
	});
	await expect(client.user.profile()).resolves.toEqual({ data: {} });
});

test('a patience that is not a number is ignored, and a negative one counts as 0', async () => {
	const answer = { status: 200, headers: {}, body: '{"data":{}}' };
	const given: number[] = [];
	const transport = async ({ timeoutMs }: { readonly timeoutMs: number }) => {
		given.push(timeoutMs);
		return answer;
	};
	for (const patienceMs of [Number.NaN, -1_000_000]) {
		const client = createClient({ baseUrl: 'https://api.example.com', transport, patienceMs, sleep: async () => {} });
		await client.user.profile();
		await client.user.profile({}, { patienceMs });
	}
	expect(given).toEqual([60_000, 60_000, 60_000, 60_000]);
});

test('changing the clock during a request affects only the patience', async () => {
	for (const jump of [-36_000_000, 36_000_000]) {
		let time = 1_800_000_000_000;
		const answers = ['reset', 'answer'];
		const client = createClient({
			baseUrl: 'https://api.example.com',
			transport: async () => {
				time += jump;
				if (answers.shift() === 'reset') throw new NoAnswer('reset');
				return { status: 200, headers: {}, body: '{"data":{}}' };
			},
			now: () => time,
			sleep: async () => {},
		});
		await expect(client.user.profile()).resolves.toEqual({ data: {} });
	}
});
