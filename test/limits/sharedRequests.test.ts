import { getEventListeners } from 'node:events';
import { createAccount, type Allowance } from '../../src/limits/index.ts';
import { createRequestBudget, Hour, type BudgetOptions } from '../../src/limits/requests.ts';
import { ClientError, type RateLimit } from '../../src/client/index.ts';
import { NoAnswer } from '../../src/transport/index.ts';

const now = Date.parse('2026-03-13T12:30:00Z');
const hour = (offset: number) => new Date(Date.parse('2026-03-13T13:00:00Z') + offset * 3_600_000);
const limitOf = (remaining: number, offset = 0): RateLimit => ({ limit: 100, remaining, resetAt: hour(offset) });
const budgetOf = (options: BudgetOptions = {}) => createRequestBudget(new Hour(), { now: () => now, ...options });

/** How many requests are left, as far as that can be found out. */
async function leftIn({ isLeft }: ReturnType<typeof budgetOf>): Promise<number> {
	for (let spare = 0; spare < 200; spare++) if (!(await isLeft(spare))) return spare;
	return Infinity;
}

describe('runs of one account', () => {
	/** A service that counts down, and answers when told to. */
	function service(remaining: number) {
		let [left, sent] = [remaining, 0];
		const pending: (() => void)[] = [];
		const shared = createAccount();
		const ask = async ({ requests }: Allowance) =>
			await requests.around(async () => {
				sent += 1;
				left -= 1;
				const rateLimit = limitOf(left);
				await new Promise<void>((resolve) => pending.push(resolve));
				requests.onAnswer({ rateLimit });
			});
		const begin = (reserveRequests: number) => shared.begin({ reserveRequests, now: () => now });
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

	test('several processes, each with what it knows, go below it by few', async () => {
		const { ask, settle, left } = service(100);
		const processes = [createAccount(), createAccount(), createAccount()];
		const outcomes = Promise.allSettled(processes.flatMap((account) => Array.from({ length: 50 }, () => ask(account.begin({ reserveRequests: 40, now: () => now })))));
		await settle();
		await outcomes;
		expect(left()).toBeLessThanOrEqual(40);
		expect(left()).toBeGreaterThanOrEqual(40 - processes.length);
	});

	test('each leaves its own reservation', async () => {
		const { ask, begin, settle, sent } = service(10);
		const outcomes = Promise.allSettled([9, 5, 0, 8, 5].map((reserveRequests) => ask(begin(reserveRequests))));
		await settle();
		expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
		expect(sent()).toBe(4);
	});

	test('a request without an answer counts until a later one is answered', async () => {
		const shared = createAccount();
		const { requests } = shared.begin({ reserveRequests: 5, now: () => now });
		requests.onAnswer({ rateLimit: limitOf(7) });
		await expect(requests.around(() => Promise.reject(new Error('reset')))).rejects.toThrow('reset');
		expect(await leftIn(shared.begin({ reserveRequests: 5, now: () => now }).requests)).toBe(1);
		await requests.around(async () => requests.onAnswer({ rateLimit: limitOf(6) }));
		expect(await leftIn(shared.begin({ reserveRequests: 5, now: () => now }).requests)).toBe(1);
	});

	test('a request without an answer counts until one is answered that began after it had ended', async () => {
		const shared = createAccount();
		const begin = () => shared.begin({ reserveRequests: 5, now: () => now }).requests;
		const { around, onAnswer } = begin();
		onAnswer({ rateLimit: limitOf(50) });
		let [cut, answer] = [() => {}, () => {}];
		const lost = around(() => new Promise<void>((_, reject) => (cut = () => reject(new Error('reset')))));
		const meanwhile = around(() => new Promise<void>((resolve) => (answer = resolve)));
		await Promise.resolve();
		cut();
		await expect(lost).rejects.toThrow('reset');
		answer();
		await meanwhile;
		expect(await leftIn(begin())).toBe(44);
		await around(async () => {});
		expect(await leftIn(begin())).toBe(45);
	});

	test('an answer that does not say how many requests are left counts as one without an answer', async () => {
		const shared = createAccount();
		const begin = () => shared.begin({ reserveRequests: 5, now: () => now }).requests;
		const { around, onAnswer } = begin();
		onAnswer({ rateLimit: limitOf(8) });
		for (let count = 0; count < 2; count++) await around(async () => ({ rateLimit: null }));
		expect(await leftIn(begin())).toBe(1);
		await around(async () => {
			onAnswer({ rateLimit: limitOf(5) });
			return { rateLimit: limitOf(5) };
		});
		expect(await leftIn(begin())).toBe(0);
		expect(await shared.begin({ now: () => now }).requests.isLeft()).toBe(true);
	});

	test.each([
		['that was not sent, because its run was stopped', new NoAnswer('aborted', { mayHaveArrived: false })],
		['that found nobody', new NoAnswer('refused')],
		['that a host held back', new ClientError({ kind: 'requestsReserved', by: 'time', made: 0, resetAt: null, outcomeUnknown: false, creditAtRisk: false })],
	])('a request %s does not count', async (_, error) => {
		const { around, onAnswer, isLeft } = createAccount().begin({ reserveRequests: 5, now: () => now }).requests;
		onAnswer({ rateLimit: limitOf(6) });
		await expect(around(() => Promise.reject(error))).rejects.toBe(error);
		expect(await isLeft()).toBe(true);
	});

	test('while answers do not say it, the profile is read, once for all', async () => {
		const shared = createAccount();
		let asked = 0;
		const begin = () => {
			const { around, onAnswer } = shared.begin({
				...{ reserveRequests: 5, now: () => now },
				ask: async () => {
					asked += 1;
					onAnswer({ rateLimit: limitOf(7) });
				},
			}).requests;
			return async () => await around(async () => ({ rateLimit: null }));
		};
		const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => begin()()));
		// The one before the reading, which includes it, and two of the seven.
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
		expect(asked).toBe(1);
	});

	test('where not even the profile says it, one request a minute goes, and the profile is read no more often', async () => {
		let [time, asked, sent] = [now, 0, 0];
		const { requests } = createAccount().begin({ reserveRequests: 5, now: () => time, ask: async () => void (asked += 1) });
		const send = () => requests.around(async () => ({ rateLimit: null, number: (sent += 1) }));
		await send();
		for (let count = 0; count < 9; count++) await expect(send()).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'limit', resetAt: null } });
		expect([asked, sent]).toEqual([1, 1]);
		time += 60_000;
		await send();
		await expect(send()).rejects.toMatchObject({ problem: { kind: 'requestsReserved' } });
		expect([asked, sent]).toEqual([2, 2]);
	});

	test('where a 200 does not say it, as through a proxy that removes its headers, nothing can be reserved', async () => {
		let asked = 0;
		const { around, onAnswer, isLeft } = createAccount().begin({ reserveRequests: 5, now: () => now, ask: async () => void (asked += 1) }).requests;
		for (let count = 0; count < 9; count++) await around(async () => ({ ok: true, rateLimit: null }));
		expect(asked).toBe(0);
		onAnswer({ rateLimit: limitOf(5) });
		expect(await isLeft()).toBe(false);
	});

	test('if the service cannot be asked, nothing else is sent', async () => {
		const { around } = createAccount().begin({ reserveRequests: 5, now: () => now, ask: () => Promise.reject(new Error('no answer')) }).requests;
		await around(async () => ({ rateLimit: null }));
		await expect(around(async () => 'sent')).rejects.toThrow('no answer');
	});

	test('a lower count of the same hour counts, as after a change to a smaller plan', async () => {
		const { onAnswer, isLeft } = createAccount().begin({ reserveRequests: 5, now: () => now }).requests;
		onAnswer({ rateLimit: { ...limitOf(90), limit: 500 } });
		onAnswer({ rateLimit: limitOf(20) });
		expect([await isLeft(14), await isLeft(15)]).toEqual([true, false]);
		// A late answer from before the change looks like a larger plan, until the next one.
		for (const rateLimit of [{ ...limitOf(89), limit: 500 }, limitOf(19)]) onAnswer({ rateLimit });
		expect([await isLeft(13), await isLeft(14)]).toEqual([true, false]);
	});

	test('a run that reserves nothing asks the service itself, whatever an earlier run learned', async () => {
		const shared = createAccount();
		const earlier = shared.begin({ now: () => now }).requests;
		earlier.onAnswer({ rateLimit: limitOf(0) });
		await expect(earlier.around(async () => 'sent')).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
		await expect(shared.begin({ now: () => now }).requests.around(async () => 'sent')).resolves.toBe('sent');
	});

	test('an hour that was called used up is not, once a request is granted that began later', async () => {
		const shared = createAccount();
		const [plain, reserving] = [shared.begin({ now: () => now }).requests, shared.begin({ reserveRequests: 5, now: () => now }).requests];
		const answered = async ({ around, onAnswer }: typeof plain, ok: boolean, rateLimit: RateLimit) =>
			await around(async () => {
				onAnswer({ rateLimit });
				return { ok, rateLimit };
			});
		let grant = () => {};
		const early = plain.around(() => new Promise<object>((resolve) => (grant = () => resolve({ ok: true, rateLimit: limitOf(60) }))));
		await answered(plain, false, limitOf(0));
		grant();
		await early;
		expect(await reserving.isLeft()).toBe(false);
		await answered(shared.begin({ now: () => now }).requests, true, limitOf(58));
		expect(await reserving.isLeft()).toBe(true);
		await answered(reserving, true, limitOf(57));
		expect([await reserving.isLeft(51), await reserving.isLeft(52)]).toEqual([true, false]);
	});

	test('a limit that is used up while the clock was a day ahead ends when the clock is set right', async () => {
		let time = now + 24 * 3_600_000;
		const shared = createAccount();
		shared.begin({ now: () => time }).requests.onAnswer({ rateLimit: limitOf(0, 24) });
		const reserving = shared.begin({ reserveRequests: 5, now: () => time }).requests;
		expect(await reserving.isLeft()).toBe(false);
		time = now;
		expect(await reserving.isLeft()).toBe(true);
	});

	test('a reset in the year 5138 is believed for an hour, and the true limit counts from then on', async () => {
		let time = now;
		const shared = createAccount();
		const { requests } = shared.begin({ reserveRequests: 5, now: () => time });
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
		const waiting = shared.begin({ reserveRequests: 1, now: () => now, signal: stop.signal }).requests;
		const [asked, left] = [waiting.around(async () => 'sent'), waiting.isLeft()];
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(2);
		stop.abort();
		await expect(asked).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' } });
		expect(await left).toBe(false);
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
	});
});
