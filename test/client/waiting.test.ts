import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient, type ClientOptions } from '../../src/client/index.ts';
import { NoAnswer } from '../../src/transport/index.ts';
import { error, id, limitHeaders, outcomes, read, resetAt, rows, run, success, type OutcomeName } from './outcomes.ts';

describe('How long it waits', () => {
	const row = read('profile', api.user.profile);
	const question = rows.find(({ name }) => name === 'question') ?? row;

	test('rate limit: exactly Retry-After', async () => {
		const { slept } = await run(row, [outcomes['429 rate_limited within patience'], success(row.endpoint)]);
		expect(slept).toEqual([7000]);
	});

	test('a limit that a proxy reports: exactly its Retry-After, too, if the request may be repeated', async () => {
		const limited = { ...outcomes['429 of a proxy'], headers: { 'retry-after': '7' } };
		expect((await run(row, [limited, success(row.endpoint)])).slept).toEqual([7000]);
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
		const request = async <T>(send: () => Promise<T>): Promise<T> => {
			if (++admitted > 1) throw new Error('no more requests');
			return await send();
		};
		const { client } = clientWith('reset', { around: [{ request }] });
		await expect(client.keyPoints.generate({ id })).rejects.toMatchObject({
			problem: { kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: true },
		});
		await expect(clientWith('reset', { around: [{ request }] }).client.user.profile()).rejects.toThrow('no more requests');
	});

	test('may refuse it with an error of the client: its words stay, and the credit is still at risk', async () => {
		let admitted = 0;
		const reserved = { kind: 'requestsReserved', by: 'budget', made: 1, resetAt: null, outcomeUnknown: false, creditAtRisk: false } as const;
		const request = async <T>(send: () => Promise<T>): Promise<T> => {
			if (++admitted > 1) throw new ClientError(reserved);
			return await send();
		};
		const refused = expect(clientWith('reset', { around: [{ request }] }).client.keyPoints.generate({ id })).rejects;
		await refused.toMatchObject({ problem: { ...reserved, outcomeUnknown: true, creditAtRisk: true }, attempts: 1 });
	});

	test('may delay requests without using up their time', async () => {
		const slow = async <T>(send: () => Promise<T>): Promise<T> => {
			await new Promise((resolve) => setTimeout(resolve, 60));
			return await send();
		};
		const { client } = clientWith('busy', { around: [{ request: slow }], timeoutMs: 40, patienceMs: 0 });
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

test.each([
	[api.question.ask, 9000, 2],
	[api.question.ask, 9001, 1],
	[api.user.profile, 13_999, 2],
	[api.user.profile, 14_000, 1],
] as const)('%#: what may cost a credit is sent again only if half of its time is left, anything else if any is', async (endpoint, ms, sent) => {
	let time = 0;
	const transport = jest.fn(async () => {
		time += ms;
		return { status: 429, headers: {}, body: '{"error":{"code":"rate_limited","message":"busy"}}' };
	});
	const client = createClient({ baseUrl: 'https://api.example.com', transport, timeoutMs: endpoint === api.user.profile ? 14_000 : 10_000, patienceMs: endpoint === api.user.profile ? 1000 : 5000, now: () => time, random: () => 1, sleep: async () => {} });
	await expect(client.call<Endpoint>(endpoint, endpoint === api.user.profile ? {} : { id, query: 'why?' })).rejects.toBeInstanceOf(ClientError);
	expect(transport).toHaveBeenCalledTimes(sent);
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

describe('The time of all requests of a client together', () => {
	const never = () => new Promise<never>(() => {});

	test('ends a request under way, and sends nothing afterwards', async () => {
		const sent: boolean[] = [];
		const transport = async ({ signal }: { readonly signal?: AbortSignal }) => {
			sent.push(signal?.aborted ?? false);
			signal?.addEventListener('abort', () => sent.push(true));
			return await never();
		};
		const client = createClient({ baseUrl: 'https://api.example.com', transport, sleep: async () => {}, patienceMs: 0, totalMs: 30 });
		const problemOf = (work: Promise<unknown>) => work.then(() => null, (thrown: unknown) => (thrown instanceof ClientError ? thrown.problem : thrown));
		expect(await problemOf(client.question.ask({ id, query: 'Who?' }))).toEqual({ kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true });
		expect(await problemOf(client.user.profile())).toMatchObject({ kind: 'requestsReserved', by: 'time' });
		// The connection was closed.
		expect(sent).toEqual([false, true]);
	});

	test('ends what delays a request, which was then not sent', async () => {
		const transport = never;
		const client = createClient({ baseUrl: 'https://api.example.com', transport, sleep: async () => {}, around: [{ request: never }], totalMs: 30 });
		await expect(client.question.ask({ id, query: 'Who?' })).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'timeout', outcomeUnknown: false, creditAtRisk: false } });
	});
});
