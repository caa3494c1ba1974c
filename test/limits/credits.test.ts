import { api } from '../../src/api/index.ts';
import { createCreditBudget, newPurse, type CreditBudget } from '../../src/limits/credits.ts';
import { ClientError, createClient, type Problem } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { extractiveAi, settableClock, startSandbox, type Sandbox } from '../../sandbox/index.ts';

/** Makes one call that may cost a credit. Resolves with the problem if it is refused. */
const spend = <T>(budget: CreditBudget, work: () => Promise<T>) =>
	budget.aroundCall(api.keyPoints.generate, work).then(
		() => ({ ok: true as const }),
		(error: unknown) => {
			if (error instanceof ClientError && error.problem.kind === 'creditsReserved') return { ok: false as const, left: error.problem.left };
			throw error;
		},
	);

const profile = (remaining: unknown) => ({ data: { apiUsage: { aiGenerations: { remaining } } } });
const fresh = async () => ({ data: { cached: false } });
const saved = async () => ({ data: { cached: true } });

function budgetOf(reserveCredits: number, remaining: unknown) {
	let reads = 0;
	const budget = createCreditBudget(newPurse(), {
		reserveCredits,
		readProfile: async () => {
			reads += 1;
			return profile(remaining);
		},
	});
	return { budget, reads: () => reads };
}

test('the profile is read once, before the first call that may cost a credit', async () => {
	const { budget, reads } = budgetOf(1, 9);
	expect(reads()).toBe(0);
	await Promise.all([spend(budget, fresh), spend(budget, fresh)]);
	await spend(budget, fresh);
	expect([reads(), budget.left]).toEqual([1, 6]);
});

test('parallel calls spend no reserved credit', async () => {
	const { budget } = budgetOf(7, 10);
	let under = 0;
	const work = async () => {
		under += 1;
		await new Promise((resolve) => setImmediate(resolve));
		return fresh();
	};
	const all = await Promise.all(Array.from({ length: 20 }, () => spend(budget, work)));
	expect(all.filter(({ ok }) => ok)).toHaveLength(3);
	expect(all.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 17 }, () => ({ ok: false, left: 7 })));
	expect([under, budget.left]).toEqual([3, 7]);
});

test('saved results give their credit back, so no pending call causes a refusal', async () => {
	const { budget } = budgetOf(9, 10);
	const all = await Promise.all(Array.from({ length: 20 }, () => spend(budget, saved)));
	expect(all.every(({ ok }) => ok)).toBe(true);
	expect(budget.left).toBe(10);
});

test.each<[Problem, number]>([
	[{ kind: 'api', status: 404, code: 'not_found', message: '', outcomeUnknown: false, creditAtRisk: false }, 10],
	[{ kind: 'creditsExhausted', status: 429, message: '', outcomeUnknown: false, creditAtRisk: false }, 10],
	[{ kind: 'noAnswer', reason: 'refused', outcomeUnknown: false, creditAtRisk: false }, 10],
	[{ kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true }, 9],
	[{ kind: 'unexpectedAnswer', status: 502, contentType: 'text/html', outcomeUnknown: true, creditAtRisk: true }, 9],
])('a failure counts only if it may have cost a credit: %j', async (problem, left) => {
	const { budget } = budgetOf(0, 10);
	const work = () => Promise.reject(new ClientError(problem));
	await expect(spend(budget, work)).rejects.toMatchObject({ problem });
	expect(budget.left).toBe(left);
});

test('unlimited credits are never refused; unknown credits always are', async () => {
	const unlimited = budgetOf(99, null).budget;
	expect(await spend(unlimited, fresh)).toMatchObject({ ok: true });
	expect(unlimited.left).toBeNull();
	for (const drifted of [undefined, '9', {}]) {
		const { budget } = budgetOf(0, drifted);
		expect(await spend(budget, fresh)).toEqual({ ok: false, left: null });
		expect(budget.left).toBeUndefined();
	}
});

test.each([null, 'busy', {}, { data: null }, { data: { apiUsage: 'none' } }])('a profile made otherwise, %j, leaves the credits unknown', async (answer) => {
	const budget = createCreditBudget(newPurse(), { reserveCredits: 0, readProfile: async () => answer });
	expect(await spend(budget, fresh)).toEqual({ ok: false, left: null });
});

test.each([null, 'done', { data: null }, { data: { cached: 'yes' } }])('an answer made otherwise, %j, counts as one that cost a credit', async (answer) => {
	const { budget } = budgetOf(0, 5);
	await spend(budget, async () => answer);
	expect([budget.left, budget.spent]).toEqual([4, 1]);
});

test('a run counts the results it has paid for, and knows how many credits are left only if it reserves some', async () => {
	const purse = newPurse();
	const [reserving, other] = [1, undefined].map((reserveCredits) => createCreditBudget(purse, { reserveCredits, readProfile: async () => profile(9) }));
	for (const work of [fresh, saved, fresh]) await reserving?.aroundCall(api.keyPoints.generate, work);
	await expect(reserving?.aroundCall(api.keyPoints.generate, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
	await other?.aroundCall(api.keyPoints.generate, fresh);
	expect([reserving?.spent, other?.spent]).toEqual([2, 1]);
	expect([reserving?.left, other?.left]).toEqual([5, undefined]);
});

describe('what others spend', () => {
	/** A purse of ten credits, which is read whenever the test says so. */
	function setUp(reserveCredits: number) {
		let [time, remaining, reads] = [1_000_000, 10, 0];
		let whileReading = async () => {};
		const purse = newPurse();
		const begin = (reserve: number | undefined) =>
			createCreditBudget(purse, {
				reserveCredits: reserve,
				now: () => time,
				readProfile: async () => {
					reads += 1;
					const answer = profile(remaining);
					await whileReading();
					return answer;
				},
			});
		return {
			budget: begin(reserveCredits),
			begin,
			reads: () => reads,
			set: (left: number) => void (remaining = left),
			wait: (ms: number) => void (time += ms),
			during: (work: () => Promise<void>) => void (whileReading = work),
		};
	}

	test.each([
		[60_000, 1, 8],
		[60_001, 2, 3],
		[-60_001, 2, 3],
	])('is learned when a count is older than a minute, or from before the clock was set back: %i ms', async (ms, times, left) => {
		const { budget, reads, set, wait } = setUp(0);
		await spend(budget, fresh);
		set(4);
		wait(ms);
		await spend(budget, fresh);
		expect([reads(), budget.left]).toEqual([times, left]);
	});

	test('is not read again before a refusal when the count cannot have changed since', async () => {
		const { budget, reads } = setUp(10);
		expect(await spend(budget, fresh)).toEqual({ ok: false, left: 10 });
		expect(await spend(budget, fresh)).toEqual({ ok: false, left: 10 });
		expect(reads()).toBe(1);
	});

	test.each([
		['begun before the count was read', 'before'],
		['begun while the count was read', 'during'],
	])('a call %s may be in it: it is read again before a refusal', async (_, when) => {
		const { budget, begin, reads, set, during } = setUp(9);
		const other = begin(undefined);
		let answer = () => {};
		const start = () => void spend(other, () => new Promise<unknown>((resolve) => (answer = () => resolve({ data: {} }))));
		if (when === 'before') start();
		else during(async () => start());
		const asked = spend(budget, fresh);
		await new Promise(setImmediate);
		during(async () => {});
		// The service had counted the call already.
		set(10);
		answer();
		expect(await asked).toEqual({ ok: true });
		expect(reads()).toBe(2);
	});

	test('an unknown count is refused at once, even while another call is under way', async () => {
		const purse = newPurse();
		const readProfile = async () => ({});
		void createCreditBudget(purse, { readProfile }).aroundCall(api.keyPoints.generate, () => new Promise(() => {}));
		expect(await spend(createCreditBudget(purse, { reserveCredits: 0, readProfile }), fresh)).toEqual({ ok: false, left: null });
	});
});

const ended = (problem: Problem) => new ClientError(problem);
const noRisk = { outcomeUnknown: false, creditAtRisk: false };

describe('while one run reads the profile for others', () => {
	const together = async (error: unknown) => {
		const purse = newPurse();
		const [first, ...others] = [() => Promise.reject(error), ...Array.from({ length: 3 }, () => async () => profile(9))].map((readProfile) =>
			spend(createCreditBudget(purse, { reserveCredits: 5, readProfile }), fresh),
		);
		await expect(first).rejects.toBe(error);
		return await Promise.allSettled(others);
	};
	const isDone = ({ status }: PromiseSettledResult<unknown>): boolean => status === 'fulfilled';

	test.each([
		['is stopped', ended({ kind: 'noAnswer', reason: 'aborted', ...noRisk })],
		['is stopped by its host', new Error('The operation was aborted')],
		['has made all of its requests', ended({ kind: 'requestsReserved', by: 'budget', made: 1, resetAt: null, ...noRisk })],
	])('and %s, another one reads it', async (_, error) => {
		expect((await together(error)).map(isDone)).toEqual([true, true, true]);
	});

	test('and the service does not answer, all fail instead of asking again, one after the other', async () => {
		expect((await together(ended({ kind: 'noAnswer', reason: 'timeout', ...noRisk }))).map(isDone)).toEqual([false, false, false]);
	});
});

test('a profile that could not be read is read again for the next call', async () => {
	let reads = 0;
	const readProfile = async () => {
		reads += 1;
		if (reads === 1) throw new Error('down');
		return profile(5);
	};
	const budget = createCreditBudget(newPurse(), { reserveCredits: 0, readProfile });
	await expect(spend(budget, fresh)).rejects.toThrow('down');
	expect(await spend(budget, fresh)).toMatchObject({ ok: true });
	expect(reads).toBe(2);
});

describe('against the service', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		// The month must not end while credits are counted.
		const { now } = settableClock(Date.now());
		sandbox = await startSandbox({ port: 0, database: ':memory:', ai: extractiveAi, now });
	});
	afterEach(() => sandbox.stop());

	test('ten parallel meetings with ten credits leave eight, and saved results use none', async () => {
		const { id: userId } = sandbox.createUser({ name: 'Uma Own', email: 'uma@own.example', plan: 'starter' });
		const client = createClient({
			baseUrl: sandbox.url,
			transport: axiosTransport({ apiKey: sandbox.createKey(userId) }),
			sleep: async () => {},
		});
		const text = 'Ann: We will send the offer on Monday.\nBen: Agreed, we decided to go on.\n';
		const ids: string[] = [];
		for (let index = 0; index < 10; index++) {
			ids.push((await sandbox.importMeeting(userId, { text, filename: 'm.txt' })).conversationId);
		}
		await client.keyPoints.generate({ id: ids[0] ?? '' });
		const budget = createCreditBudget(newPurse(), { reserveCredits: 8, readProfile: () => client.user.profile() });
		const generate = (id: string) => spend(budget, () => client.keyPoints.generate({ id }));
		const results = await Promise.all(ids.map(generate));
		expect(results.filter(({ ok }) => ok)).toHaveLength(2);
		const { remaining } = (await client.user.profile()).data.apiUsage.aiGenerations;
		expect([remaining, budget.left]).toEqual([8, 8]);
	});
});

test('where nothing is reserved, the profile is not read; when credits are used up, calls that always cost one are not sent for a minute, or until a call has used one', async () => {
	const readProfile = jest.fn();
	let now = 0;
	const budget = createCreditBudget(newPurse(), { readProfile, now: () => now });
	const exhausted = new ClientError({ kind: 'creditsExhausted', status: 429, message: 'used up', outcomeUnknown: false, creditAtRisk: false });
	const other = new ClientError({ kind: 'api', status: 400, code: 'invalid', message: '', outcomeUnknown: false, creditAtRisk: false });
	for (const error of [other, new Error('reset')]) await expect(budget.aroundCall(api.email.draft, () => Promise.reject(error))).rejects.toBe(error);
	const call = jest.fn(() => Promise.reject(exhausted));
	await expect(budget.aroundCall(api.email.draft, call)).rejects.toBe(exhausted);
	await expect(budget.aroundCall(api.email.draft, call)).rejects.toMatchObject({ problem: exhausted.problem, attempts: 0 });
	expect(call).toHaveBeenCalledTimes(1);
	await budget.aroundCall(api.keyPoints.generate, saved);
	await expect(budget.aroundCall(api.email.draft, fresh)).rejects.toMatchObject({ problem: exhausted.problem, attempts: 0 });
	await budget.aroundCall(api.keyPoints.generate, fresh);
	await expect(budget.aroundCall(api.email.draft, call)).rejects.toBe(exhausted);
	now = 60_000;
	await expect(budget.aroundCall(api.email.draft, async () => 'drafted on the next day')).resolves.toBe('drafted on the next day');
	await expect(budget.aroundCall(api.keyPoints.generate, saved)).resolves.toEqual(await saved());
	await expect(budget.aroundCall(api.keyPoints.get, saved)).resolves.toEqual(await saved());
	expect(readProfile).not.toHaveBeenCalled();
});
