import { api, type Endpoint } from '../../src/api/index.ts';
import { createClient } from '../../src/client/index.ts';
import { NoAnswer, type TransportAnswer } from '../../src/transport/index.ts';
import { id, outcomes, read, rows, run, success, table, type OutcomeName } from './outcomes.ts';

/** Refused, not processed: may be repeated with any endpoint. */
const unprocessed: readonly OutcomeName[] = ['429 rate_limited within patience', '429 provider busy'];
/** Outcomes after which the request may have been processed, so that it may not always be sent again. */
const passing: readonly OutcomeName[] = ['500 internal_error', '503 HTML', 'no answer', 'truncated JSON', '429 of a proxy'];
/** May have been processed: the service itself did not refuse it. */
const unknown: readonly OutcomeName[] = [...passing, '200 HTML', 'redirect', '403 of a proxy', '409 of a proxy, in JSON'];

const cases = rows.flatMap((row) =>
	(Object.keys(outcomes) as OutcomeName[]).map((outcome) => {
		const repeats = unprocessed.includes(outcome) || (row.repeats && passing.includes(outcome));
		const reads = unknown.includes(outcome) ? row.reads : undefined;
		const verb = repeats ? 'sent again' : reads ? 'its result is read' : 'not sent again';
		return { name: row.name, row, outcome, repeats, reads, verb };
	}),
);

describe('Repeating a request', () => {
	test('test/client/outcomes.ts has a row for every endpoint', () => {
		const tested = new Set(rows.map(({ endpoint }) => endpoint));
		expect(table.filter((endpoint) => !tested.has(endpoint)).map(({ summary }) => summary)).toEqual([]);
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

describe('A delete whose first answer was lost', () => {
	const remove = read('delete', api.conversations.delete, { id });

	test('succeeds if the second answer is not found', async () => {
		const { result } = await run(remove, ['reset', outcomes['404 not_found']]);
		expect(result).toEqual({ data: { id, deleted: true } });
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

test('a lost answer is remembered, whatever came before and after it', async () => {
	const rename = rows.find(({ name }) => name === 'rename') ?? read('none', api.user.profile);
	const { requests, problem } = await run(rename, [outcomes['429 provider busy'], 'reset', outcomes['400 validation_error']]);
	expect(requests).toBe(3);
	expect(problem).toMatchObject({ code: 'validation_error', outcomeUnknown: true, creditAtRisk: false });
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

	// The call began at 10:00:00 by the service's clock: its answer came 2 seconds later. A minute allows for clocks that differ.
	test.each([
		['2026-03-02T09:58:59Z', true],
		['2026-03-02T09:59:01Z', false],
		['2026-03-02T10:00:01Z', false],
	])('counts as one from before, which cost nothing, if it was made more than a minute before the call: %s', async (createdAt, cached) => {
		let time = 5_000_000;
		const answers: TransportAnswer[] = [
			{ status: 503, headers: { date: 'Mon, 02 Mar 2026 10:00:02 GMT' }, body: '' },
			{ status: 200, headers: {}, body: JSON.stringify({ data: { id, createdAt } }) },
		];
		const client = createClient({
			baseUrl: 'https://api.example.com',
			transport: async () => {
				time += 2000;
				return answers.shift() ?? Promise.reject(new NoAnswer('reset'));
			},
			now: () => time,
			sleep: async () => {},
		});
		expect((await client.keyPoints.generate({ id })).data).toMatchObject({ cached });
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

	test.each<[string, Endpoint, Record<string, unknown>]>([
		['a question', api.question.ask, { id, query: 'why?' }],
		['a new result in place of a saved one', api.keyPoints.generate, { id, forceRefresh: true }],
	])('is not repeated if it asked for %s', async (_, endpoint, input) => {
		expect(await nowhere(endpoint, input)).toMatchObject({ slept: [] });
	});
});
