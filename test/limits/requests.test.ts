import { createRequestBudget, Hour, type BudgetOptions } from '../../src/limits/requests.ts';
import { ClientError, type RateLimit } from '../../src/client/index.ts';

const now = Date.parse('2026-03-13T12:30:00Z');
const hour = (offset: number) => new Date(Date.parse('2026-03-13T13:00:00Z') + offset * 3_600_000);
const limitOf = (remaining: number, offset = 0): RateLimit => ({ limit: 100, remaining, resetAt: hour(offset) });
const budgetOf = (options: BudgetOptions = {}) => createRequestBudget(new Hour(), { now: () => now, ...options });

const refused = (retryAfterMs: number) =>
	new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs, resetAt: null, limit: null, message: 'x', outcomeUnknown: false, creditAtRisk: false });

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
	const budget = budgetOf({ reserveRequests: 5 });
	budget.onAnswer({ rateLimit: limitOf(14) });
	expect(await leftIn(budget)).toBe(9);
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
	['a plan that is raised within an hour counts at once', [limitOf(8), { ...limitOf(90), limit: 200 }], 90],
	['a late answer from before it does not count for long', [{ ...limitOf(90), limit: 200 }, limitOf(8), { ...limitOf(89), limit: 200 }], 89],
	['a later hour replaces an earlier one', [limitOf(8), limitOf(90, 1)], 90],
	['a late answer of an earlier hour changes nothing', [limitOf(90, 1), limitOf(8)], 90],
	['an answer without headers changes nothing', [limitOf(8), null], 8],
])('%s', async (_, limits, left) => {
	const budget = budgetOf({ reserveRequests: 1 });
	for (const rateLimit of limits) budget.onAnswer({ rateLimit });
	expect(await leftIn(budget)).toBe(left - 1);
});

describe('a reset that the service reports', () => {
	const MINUTE = 60_000;
	test.each([
		['an hour ahead', 60 * MINUTE, 60 * MINUTE],
		['more than an hour ahead', 60 * MINUTE + 1, 60 * MINUTE],
		['a moment ahead', 1, 1],
		['a minute ago, as by clocks a minute apart', -MINUTE, 0],
		['two minutes ago, as by a wrong clock', -2 * MINUTE, 60 * MINUTE],
	])('%s', async (_, offMs, closedMs) => {
		let time = now;
		const budget = budgetOf({ now: () => time });
		budget.onAnswer({ rateLimit: { limit: 100, remaining: 0, resetAt: new Date(now + offMs) } });
		const open: boolean[] = [];
		for (time of [now + closedMs - 1, now + closedMs]) open.push(await budget.isLeft());
		expect(open).toEqual([closedMs === 0, true]);
	});

	test.each([
		[2 * MINUTE, false],
		[2 * MINUTE + 1, true],
	])('is no longer believed when the clock was set back by %i ms since: %j', async (ms, isLeft) => {
		let time = now;
		const budget = budgetOf({ now: () => time });
		budget.onAnswer({ rateLimit: { limit: 100, remaining: 0, resetAt: new Date(now + 60 * MINUTE) } });
		time -= ms;
		expect(await budget.isLeft()).toBe(isLeft);
	});

	test('is kept when a late answer reports an earlier one', async () => {
		let time = hour(0).getTime() - 1;
		const budget = budgetOf({ now: () => time });
		for (const rateLimit of [limitOf(0, 1), limitOf(8)]) budget.onAnswer({ rateLimit });
		time += 2;
		expect(await budget.isLeft()).toBe(false);
	});

	test('is named as it was reported, also when a clock is wrong; a refusal without one is timed by our own', async () => {
		const budget = budgetOf();
		const resetAt = new Date(now + 24 * 60 * MINUTE);
		budget.onAnswer({ rateLimit: { limit: 100, remaining: 0, resetAt } });
		await expect(budget.around(async () => {})).rejects.toMatchObject({ problem: { kind: 'rateLimited', resetAt, limit: 100 } });
		const other = budgetOf();
		other.onAnswer({ rateLimit: { limit: 200, remaining: 9, resetAt } });
		other.onFailure(refused(30 * MINUTE));
		await expect(other.around(async () => {})).rejects.toMatchObject({ problem: { kind: 'rateLimited', resetAt: new Date(now + 30 * MINUTE), limit: 200 } });
	});

	test('does not end a refusal that lasts longer, unless requests are left', async () => {
		let time = now;
		const budget = budgetOf({ now: () => time });
		budget.onFailure(refused(50 * MINUTE));
		budget.onAnswer({ rateLimit: limitOf(0) });
		time += 40 * MINUTE;
		expect(await budget.isLeft()).toBe(false);
		budget.onAnswer({ rateLimit: limitOf(9, 1) });
		expect(await budget.isLeft()).toBe(true);
	});

	test('is named in the refusal of a run that leaves requests to others', async () => {
		const budget = budgetOf({ reserveRequests: 5 });
		budget.onAnswer({ rateLimit: limitOf(5) });
		await expect(budget.around(async () => {})).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'limit', resetAt: hour(0) } });
	});

	test('is not waited for by a run that leaves all of the plan’s requests to others', async () => {
		const budget = budgetOf({ reserveRequests: 100, patienceMs: 36_000_000 });
		budget.onAnswer({ rateLimit: limitOf(99) });
		const problem = { kind: 'requestsReserved', by: 'limit', resetAt: null, allReserved: true };
		await expect(budget.around(async () => {})).rejects.toMatchObject({ problem });
	});
});

test('at the service’s limit, one request a minute finds out whether it still holds', async () => {
	let [time, sent] = [now, 0];
	const budget = budgetOf({ now: () => time });
	const ask = () =>
		budget.around(async () => {
			sent += 1;
			budget.onFailure(refused(30 * 60_000));
		});
	await ask();
	for (; time < now + 5 * 60_000; time += 10_000) await ask().catch(() => {});
	expect(sent).toBe(5);
});

test('a request that was granted before the limit does not lift it, one after it does', async () => {
	const shared = new Hour();
	const [one, other] = [createRequestBudget(shared, { now: () => now }), createRequestBudget(shared, { now: () => now })];
	let grant = () => {};
	const early = other.around(() => new Promise<object>((resolve) => (grant = () => resolve({ ok: true, rateLimit: limitOf(3) }))));
	await one.around(async () => one.onAnswer({ rateLimit: limitOf(0) }));
	grant();
	await early;
	expect(await one.isLeft()).toBe(false);
	await other.around(async () => ({ ok: true, rateLimit: limitOf(400) }));
	expect(await one.isLeft()).toBe(true);
});

test('only a refusal for the rest of the hour closes the budget', async () => {
	const budget = budgetOf();
	const busy = new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: null, resetAt: null, limit: null, message: 'x', outcomeUnknown: false, creditAtRisk: false });
	const missing = new ClientError({ kind: 'api', status: 404, code: 'not_found', message: 'x', outcomeUnknown: false, creditAtRisk: false });
	for (const error of [undefined, new Error('reset'), missing, busy]) budget.onFailure(error);
	expect(await leftIn(budget)).toBe(Infinity);
});

test('a request that is under way is waited for before anybody is told how many are left', async () => {
	const budget = budgetOf({ reserveRequests: 5 });
	let answer = () => {};
	const first = budget.around(() => new Promise<void>((resolve) => (answer = resolve)));
	await Promise.resolve();
	const asked = budget.isLeft();
	budget.onAnswer({ rateLimit: limitOf(5) });
	answer();
	await first;
	expect(await asked).toBe(false);
});

describe('around each request', () => {
	/** A budget with its own clock, in front of a service that counts down and answers at once. */
	function setUp({ max, reserveRequests, patienceMs = 0 }: { max?: number; reserveRequests?: number; patienceMs?: number } = {}) {
		let time = 1_000_000;
		const slept: number[] = [];
		const budget = createRequestBudget(new Hour(), {
			max,
			reserveRequests,
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

	test('all waits together stay within the patience', async () => {
		let time = now;
		const slept: number[] = [];
		const close = () => budget.onFailure(refused(60_000));
		const sleep = async (ms: number) => {
			slept.push(ms);
			time += ms;
			close();
		};
		const budget = budgetOf({ patienceMs: 90_000, now: () => time, sleep });
		close();
		await expect(budget.around(async () => 'sent')).rejects.toMatchObject({ problem: { kind: 'rateLimited', retryAfterMs: 60_000 } });
		expect(slept).toEqual([60_000]);
	});

	test('a run that has made its requests waits for nothing', async () => {
		const { ask, slept } = setUp({ max: 1, patienceMs: 60_000 });
		await ask();
		await expect(ask()).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'budget' } });
		expect(slept).toEqual([]);
	});

	test('requests are reserved for others', async () => {
		const { ask, sent } = setUp({ reserveRequests: 1 });
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
		const budget = createRequestBudget(new Hour(), { now: () => now });
		await budget.around(async () => budget.onAnswer({ rateLimit: { limit: 100, remaining: 0, resetAt: new Date(now + off) } }));
		await expect(budget.around(async () => 'sent')).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
	});
});
