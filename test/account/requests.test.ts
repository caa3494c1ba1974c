import { createAccount } from '../../src/account/index.ts';
import { createRequestBudget, newHour, type BudgetOptions } from '../../src/account/requests.ts';
import { ClientError, type RateLimit } from '../../src/client/index.ts';

const now = Date.parse('2026-03-13T12:30:00Z');
const hour = (offset: number) => new Date(Date.parse('2026-03-13T13:00:00Z') + offset * 3_600_000);
const limitOf = (remaining: number, offset = 0): RateLimit => ({ limit: 100, remaining, resetAt: hour(offset) });
type Requests = ReturnType<typeof createRequestBudget>;
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

describe('runs of one account', () => {
	/** A service that counts down, and answers when told to. */
	function service(remaining: number) {
		let [left, sent] = [remaining, 0];
		const pending: (() => void)[] = [];
		const shared = createAccount();
		const ask = async ({ requests }: ReturnType<typeof shared.begin>) =>
			await requests.around(async () => {
				sent += 1;
				left -= 1;
				const rateLimit = limitOf(left);
				await new Promise<void>((resolve) => pending.push(resolve));
				requests.onAnswer({ rateLimit });
			});
		const begin = (keepFree: number) => shared.begin({ keepFree, now: () => now });
		const settle = async (): Promise<void> => {
			for (let idle = 0; idle < 3; idle++) {
				await new Promise((resolve) => setImmediate(resolve));
				if (pending.length > 0) idle = -1;
				for (const answer of pending.splice(0)) answer();
			}
		};
		return { ask, begin, settle, sent: () => sent, left: () => left };
	}

	test('one goes first while the limit is unknown, and together they leave what is reserved', async () => {
		const { ask, begin, settle, sent, left } = service(100);
		const asked = Array.from({ length: 50 }, () => ask(begin(80)));
		const outcomes = Promise.allSettled(asked);
		await new Promise((resolve) => setImmediate(resolve));
		expect(sent()).toBe(1);
		await settle();
		const ended = await outcomes;
		expect([sent(), left(), ended.filter(({ status }) => status === 'rejected').length]).toEqual([20, 80, 30]);
	});

	test('each leaves its own reservation', async () => {
		const { ask, begin, settle, sent } = service(10);
		const outcomes = Promise.allSettled([9, 5, 0, 8, 5].map((keepFree) => ask(begin(keepFree))));
		await settle();
		expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
		expect(sent()).toBe(4);
	});

	test('a request without an answer counts until a later one is answered', async () => {
		const shared = createAccount();
		const { requests } = shared.begin({ keepFree: 5, now: () => now });
		requests.onAnswer({ rateLimit: limitOf(7) });
		await expect(requests.around(() => Promise.reject(new Error('reset')))).rejects.toThrow('reset');
		expect(await leftIn(shared.begin({ keepFree: 5, now: () => now }).requests)).toBe(1);
		await requests.around(async () => requests.onAnswer({ rateLimit: limitOf(6) }));
		expect(await leftIn(shared.begin({ keepFree: 5, now: () => now }).requests)).toBe(1);
	});

	test('a run that reserves nothing asks the service itself, whatever an earlier run learned', async () => {
		const shared = createAccount();
		const earlier = shared.begin({ now: () => now }).requests;
		earlier.onAnswer({ rateLimit: limitOf(0) });
		await expect(earlier.around(async () => 'sent')).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
		await expect(shared.begin({ now: () => now }).requests.around(async () => 'sent')).resolves.toBe('sent');
	});

	test('what an earlier run learned of another plan, or of an odd refusal, is forgotten with the next answer', async () => {
		const shared = createAccount();
		const earlier = shared.begin({ keepFree: 5, now: () => now }).requests;
		earlier.onAnswer({ rateLimit: limitOf(0) });
		const message = 'x';
		earlier.onFailure(new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: 3_000_000, resetAt: null, limit: null, message, outcomeUnknown: false, creditAtRisk: false }));
		const [free, reserving] = [shared.begin({ now: () => now }).requests, shared.begin({ keepFree: 5, now: () => now }).requests];
		expect([await free.isLeft(), await reserving.isLeft()]).toEqual([true, false]);
		await free.around(async () => free.onAnswer({ rateLimit: { ...limitOf(1900), limit: 2000 } }));
		expect([await free.isLeft(), await reserving.isLeft()]).toEqual([true, true]);
	});

	const refused = (retryAfterMs: number) =>
		new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs, resetAt: null, limit: null, message: 'x', outcomeUnknown: false, creditAtRisk: false });

	test('a refusal for a month, as from a proxy, holds the others back for an hour', async () => {
		let time = now;
		const shared = createAccount();
		shared.begin({ now: () => time }).requests.onFailure(refused(30 * 24 * 3_600_000));
		const reserving = shared.begin({ keepFree: 5, now: () => time }).requests;
		expect(await reserving.isLeft()).toBe(false);
		time += 3_600_000;
		expect(await reserving.isLeft()).toBe(true);
	});

	test.each([
		['a refusal', ({ onFailure }: Requests) => onFailure(refused(1_800_000))],
		['a limit that is used up', ({ onAnswer }: Requests) => onAnswer({ rateLimit: limitOf(0, 24) })],
	])('%s while the clock was a day ahead ends when the clock is set right', async (_, learn) => {
		let time = now + 24 * 3_600_000;
		const shared = createAccount();
		learn(shared.begin({ now: () => time }).requests);
		const reserving = shared.begin({ keepFree: 5, now: () => time }).requests;
		expect(await reserving.isLeft()).toBe(false);
		time = now;
		expect(await reserving.isLeft()).toBe(true);
	});

	test('a reset in the year 5138 is believed for an hour, and the true limit counts from then on', async () => {
		let time = now;
		const shared = createAccount();
		const { requests } = shared.begin({ keepFree: 5, now: () => time });
		requests.onAnswer({ rateLimit: { limit: 100, remaining: 50, resetAt: new Date('5138-11-16T09:46:40Z') } });
		time += 3_600_000;
		requests.onAnswer({ rateLimit: limitOf(5, 1) });
		expect(await requests.isLeft()).toBe(false);
	});

	test('a wait for the answer of another run ends when the run is stopped', async () => {
		const shared = createAccount();
		const stop = new AbortController();
		void shared.begin({ now: () => now }).requests.around(() => new Promise(() => {}));
		await Promise.resolve();
		const waiting = shared.begin({ keepFree: 1, now: () => now, signal: stop.signal }).requests;
		const [asked, left] = [waiting.around(async () => 'sent'), waiting.isLeft()];
		stop.abort();
		await expect(asked).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' } });
		expect(await left).toBe(false);
	});
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
