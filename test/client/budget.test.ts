import { ClientError, createRequestBudget, type RateLimit } from '../../src/client/index.ts';

const now = Date.parse('2026-03-13T12:30:00Z');
const hour = (offset: number) => new Date(Date.parse('2026-03-13T13:00:00Z') + offset * 3_600_000);
const limitOf = (remaining: number, offset = 0): RateLimit => ({ limit: 100, remaining, resetAt: hour(offset) });
const answer = (rateLimit: RateLimit | null = null, attempt = 1) => ({ attempt, rateLimit });

test('without a known limit, requests are unlimited', () => {
	const budget = createRequestBudget();
	expect(budget.left(now)).toBe(Infinity);
	expect(budget.stoppedBy(now)).toBeNull();
	expect(budget.resetAt).toBeNull();
});

test('every answer counts, including those to repeated requests', () => {
	const budget = createRequestBudget({ max: 3 });
	budget.onAnswer(answer());
	budget.onAnswer(answer(null, 2));
	expect([budget.used, budget.left(now), budget.stoppedBy(now)]).toEqual([2, 1, null]);
	budget.onAnswer(answer());
	expect([budget.used, budget.left(now), budget.stoppedBy(now)]).toEqual([3, 0, 'budget']);
});

test('parallel requests cannot both take the last one', () => {
	const budget = createRequestBudget({ max: 2 });
	expect([budget.take(now), budget.take(now), budget.take(now)]).toEqual([true, true, false]);
	expect([budget.used, budget.made]).toEqual([0, 2]);
	budget.onAnswer(answer());
	budget.onAnswer(answer());
	expect([budget.used, budget.left(now), budget.take(now)]).toEqual([2, 0, false]);
});

test('the answer to a taken request is not counted again, but repeats are', () => {
	const budget = createRequestBudget({ max: 5 });
	budget.take(now);
	budget.onAnswer(answer());
	expect(budget.left(now)).toBe(4);
	budget.onAnswer(answer(null, 2));
	expect(budget.left(now)).toBe(3);
});

test("the service's limit counts too, minus pending and reserved requests", () => {
	const budget = createRequestBudget({ keepFree: 5 });
	budget.onAnswer(answer(limitOf(7)));
	expect(budget.left(now)).toBe(2);
	expect([budget.take(now), budget.take(now), budget.take(now)]).toEqual([true, true, false]);
	expect(budget.stoppedBy(now)).toBe('limit');
	expect(budget.resetAt).toEqual(hour(0));
});

test('if both limits are reached, it reports the hourly one, because only waiting helps', () => {
	const budget = createRequestBudget({ max: 1 });
	budget.onAnswer(answer(limitOf(0)));
	expect(budget.stoppedBy(now)).toBe('limit');
	expect(budget.stoppedBy(hour(0).getTime())).toBe('budget');
});

test('after the reset the limit is unknown again', () => {
	const budget = createRequestBudget();
	budget.onAnswer(answer(limitOf(0)));
	expect(budget.left(hour(0).getTime() - 1)).toBe(0);
	expect(budget.left(hour(0).getTime())).toBe(Infinity);
});

test.each([
	['within an hour, the lowest count is the latest', [limitOf(8), limitOf(9)], 8],
	['a later hour replaces an earlier one', [limitOf(8), limitOf(90, 1)], 90],
	['a late answer of an earlier hour changes nothing', [limitOf(90, 1), limitOf(8)], 90],
	['an answer without headers changes nothing', [limitOf(8), null], 8],
])('%s', (_, limits, left) => {
	const budget = createRequestBudget();
	for (const limit of limits) budget.onAnswer(answer(limit));
	expect(budget.left(now)).toBe(left);
});

describe('around each request', () => {
	/** A budget with its own clock, in front of a service that counts down and answers at once. */
	function setUp({ max, keepFree, patienceMs = 0 }: { max?: number; keepFree?: number; patienceMs?: number } = {}) {
		let time = 1_000_000;
		const slept: number[] = [];
		const budget = createRequestBudget({
			max,
			keepFree,
			patienceMs,
			now: () => time,
			sleep: async (ms) => {
				slept.push(ms);
				time += ms;
			},
		});
		let remaining = 3;
		let sent = 0;
		const resetAt = new Date(1_060_000);
		const ask = async () => {
			await budget.around(async () => {
				sent += 1;
				if (time >= resetAt.getTime()) remaining = 4;
				remaining -= 1;
			});
			const next = time >= resetAt.getTime() ? new Date(4_660_000) : resetAt;
			const rateLimit: RateLimit = { limit: 100, remaining, resetAt: next };
			budget.onAnswer({ rateLimit, attempt: 1 });
		};
		return { budget, ask, slept, sent: () => sent };
	}

	test('with no requests left in the hour, a request fails without being sent and says when to continue', async () => {
		const { ask, sent } = setUp();
		for (let count = 0; count < 3; count++) await ask();
		for (let count = 0; count < 5; count++) {
			await expect(ask()).rejects.toMatchObject({
				problem: { kind: 'rateLimited', retryAfterMs: 60_000, resetAt: new Date(1_060_000), limit: 100 },
			});
		}
		expect(sent()).toBe(3);
	});

	test('within the patience, a request waits for the next hour instead of being refused', async () => {
		const { ask, slept, sent } = setUp({ patienceMs: 60_000 });
		for (let count = 0; count < 4; count++) await ask();
		expect(slept).toEqual([60_000]);
		expect(sent()).toBe(4);
	});

	test('requests are reserved for others', async () => {
		const { ask, sent } = setUp({ keepFree: 1 });
		await ask();
		await ask();
		await expect(ask()).rejects.toMatchObject({ problem: { kind: 'requestsReserved' } });
		expect(sent()).toBe(2);
	});

	test('a run never exceeds its requests, including repeated ones', async () => {
		const { ask, sent } = setUp({ max: 2 });
		await ask();
		await ask();
		await expect(ask()).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'budget', made: 2, resetAt: null } });
		expect(sent()).toBe(2);
	});

	test('pending requests share the remaining ones', async () => {
		const { budget } = setUp({ max: 3 });
		const send = () => budget.around(() => new Promise(() => {}));
		for (let count = 0; count < 3; count++) void send();
		await expect(send()).rejects.toMatchObject({ problem: { kind: 'requestsReserved' } });
	});

	test('while the last requests are pending, others wait for their answers', async () => {
		const { budget } = setUp();
		budget.onAnswer({ attempt: 1, rateLimit: { limit: 100, remaining: 1, resetAt: new Date(1_060_000) } });
		let answer = () => {};
		const first = budget.around(() => new Promise<void>((resolve) => (answer = resolve)));
		const second = budget.around(async () => 'sent');
		await new Promise((resolve) => setImmediate(resolve));
		// The hourly count was reset meanwhile.
		budget.onAnswer({ attempt: 1, rateLimit: { limit: 100, remaining: 99, resetAt: new Date(4_660_000) } });
		answer();
		await first;
		await expect(second).resolves.toBe('sent');
	});

	test('a refusal without rate-limit headers holds everything back too', async () => {
		const { budget, ask, sent } = setUp();
		const resetAt = new Date(1_030_000);
		const message = 'x';
		budget.onFailure(new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: 30_000, resetAt, limit: null, message, creditAtRisk: false }));
		await expect(ask()).rejects.toMatchObject({ problem: { retryAfterMs: 30_000 } });
		expect(sent()).toBe(0);
	});

	test('a busy AI does not stop further requests', async () => {
		const { budget, ask } = setUp();
		budget.onFailure(
			new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: null, resetAt: null, limit: null, message: 'x', creditAtRisk: false }),
		);
		await ask();
	});
});
