import { createRequestBudget, newHour, type BudgetOptions } from '../../src/account/requests.ts';
import { ClientError, type RateLimit } from '../../src/client/index.ts';

const now = Date.parse('2026-03-13T12:30:00Z');
const hour = (offset: number) => new Date(Date.parse('2026-03-13T13:00:00Z') + offset * 3_600_000);
const limitOf = (remaining: number, offset = 0): RateLimit => ({ limit: 100, remaining, resetAt: hour(offset) });
const budgetOf = (options: BudgetOptions = {}) => createRequestBudget(newHour(), { now: () => now, ...options });

/** How many requests are left, as far as that can be found out. */
async function leftIn({ isLeft }: ReturnType<typeof budgetOf>): Promise<number> {
	for (let spare = 0; spare < 200; spare++) if (!(await isLeft(spare))) return spare;
	return Infinity;
}

test('without a known limit, requests are unlimited', async () => {
	const budget = budgetOf();
	expect(await leftIn(budget)).toBe(Infinity);
	expect(budget.rateLimit).toBeNull();
});

test('every request counts, answered or not', async () => {
	const budget = budgetOf({ max: 3 });
	await budget.around(async () => {});
	await expect(budget.around(() => Promise.reject(new Error('reset')))).rejects.toThrow('reset');
	expect([budget.made, await leftIn(budget)]).toEqual([2, 1]);
});

test("the service's limit counts too, minus pending and reserved requests", async () => {
	const budget = budgetOf({ keepFree: 5 });
	budget.onAnswer({ rateLimit: limitOf(7) });
	expect(await leftIn(budget)).toBe(2);
	let answer = () => {};
	const pending = budget.around(() => new Promise<void>((resolve) => (answer = resolve)));
	await Promise.resolve();
	expect(await budget.isLeft()).toBe(true);
	answer();
	await pending;
	expect(budget.rateLimit?.resetAt).toEqual(hour(0));
});

test('if both limits are reached, the hourly one is named, because only waiting helps', async () => {
	let time = now;
	const budget = budgetOf({ max: 1, now: () => time });
	await budget.around(async () => budget.onAnswer({ rateLimit: limitOf(0) }));
	await expect(budget.around(async () => {})).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
	time = hour(0).getTime();
	await expect(budget.around(async () => {})).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'budget' } });
});

test('after the reset the limit is unknown again', async () => {
	let time = hour(0).getTime() - 1;
	const budget = budgetOf({ now: () => time });
	budget.onAnswer({ rateLimit: limitOf(0) });
	expect(await leftIn(budget)).toBe(0);
	time += 1;
	expect(await leftIn(budget)).toBe(Infinity);
});

test.each([
	['within an hour, the lowest count is the latest', [limitOf(8), limitOf(9)], 8],
	['a later hour replaces an earlier one', [limitOf(8), limitOf(90, 1)], 90],
	['a late answer of an earlier hour changes nothing', [limitOf(90, 1), limitOf(8)], 90],
	['an answer without headers changes nothing', [limitOf(8), null], 8],
])('%s', async (_, limits, left) => {
	const budget = budgetOf();
	for (const rateLimit of limits) budget.onAnswer({ rateLimit });
	expect(await leftIn(budget)).toBe(left);
});

describe('around each request', () => {
	/** A budget with its own clock, in front of a service that counts down and answers at once. */
	function setUp({ max, keepFree, patienceMs = 0 }: { max?: number; keepFree?: number; patienceMs?: number } = {}) {
		let time = 1_000_000;
		const slept: number[] = [];
		const budget = createRequestBudget(newHour(), {
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
			budget.onAnswer({ rateLimit });
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
		budget.onAnswer({ rateLimit: { limit: 100, remaining: 1, resetAt: new Date(1_060_000) } });
		let answer = () => {};
		const first = budget.around(() => new Promise<void>((resolve) => (answer = resolve)));
		const second = budget.around(async () => 'sent');
		await new Promise((resolve) => setImmediate(resolve));
		// The hourly count was reset meanwhile.
		budget.onAnswer({ rateLimit: { limit: 100, remaining: 99, resetAt: new Date(4_660_000) } });
		answer();
		await first;
		await expect(second).resolves.toBe('sent');
	});

	test('a refusal without rate-limit headers holds everything back too', async () => {
		const { budget, ask, sent } = setUp();
		const resetAt = new Date(1_030_000);
		const message = 'x';
		budget.onFailure(new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: 30_000, resetAt, limit: null, message, outcomeUnknown: false, creditAtRisk: false }));
		await expect(ask()).rejects.toMatchObject({ problem: { retryAfterMs: 30_000 } });
		expect(sent()).toBe(0);
	});

	test('a busy AI does not stop further requests', async () => {
		const { budget, ask } = setUp();
		budget.onFailure(
			new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: null, resetAt: null, limit: null, message: 'x', outcomeUnknown: false, creditAtRisk: false }),
		);
		await ask();
	});

	test('each answered request gives its place back, including repeated ones', async () => {
		const { budget, ask, sent } = setUp({ max: 3 });
		for (let count = 0; count < 3; count++) await ask();
		expect([budget.made, sent()]).toEqual([3, 3]);
	});

	test.each([-3_600_000, 3_600_000])('a clock that is off by %i ms does not open a used-up hour', async (off) => {
		const now = 1_000_000;
		const budget = createRequestBudget(newHour(), { now: () => now });
		await budget.around(async () => budget.onAnswer({ rateLimit: { limit: 100, remaining: 0, resetAt: new Date(now + off) } }));
		await expect(budget.around(async () => 'sent')).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
	});
});
