import { ClientError, createClient, createCreditFloor, maySpend, type Problem } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { settableClock, startSandbox, type Sandbox } from '../../sandbox/index.ts';

test.each([
	[{ remaining: null, taken: 999, keep: 999 }, true],
	[{ remaining: 5, taken: 0, keep: 4 }, true],
	[{ remaining: 5, taken: 1, keep: 4 }, false],
	[{ remaining: 5, taken: 0, keep: 5 }, false],
	[{ remaining: 1, taken: 0, keep: 0 }, true],
	[{ remaining: 0, taken: 0, keep: 0 }, false],
])('one more may be spent so that the floor stays: %j is %s', (state, expected) => {
	expect(maySpend(state)).toBe(expected);
});

const profile = (remaining: unknown) => ({ data: { apiUsage: { aiGenerations: { remaining } } } });
const fresh = async () => ({ data: { cached: false } });
const saved = async () => ({ data: { cached: true } });

function floorOf(keep: number, remaining: unknown) {
	let reads = 0;
	const floor = createCreditFloor({
		keep,
		readProfile: async () => {
			reads += 1;
			return profile(remaining);
		},
	});
	return { floor, reads: () => reads };
}

test('the profile is read once, before the first that costs', async () => {
	const { floor, reads } = floorOf(1, 9);
	expect(reads()).toBe(0);
	await Promise.all([floor.spend(fresh), floor.spend(fresh)]);
	await floor.spend(fresh);
	expect([reads(), floor.left]).toEqual([1, 6]);
});

test('many at once do not all pass', async () => {
	const { floor } = floorOf(7, 10);
	let under = 0;
	const work = async () => {
		under += 1;
		await new Promise((resolve) => setImmediate(resolve));
		return fresh();
	};
	const all = await Promise.all(Array.from({ length: 20 }, () => floor.spend(work)));
	expect(all.filter(({ ok }) => ok)).toHaveLength(3);
	expect(all.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 17 }, () => ({ ok: false, left: 7 })));
	expect([under, floor.left]).toEqual([3, 7]);
});

test('saved results give their credit back, and none is refused because others were under way', async () => {
	const { floor } = floorOf(9, 10);
	const all = await Promise.all(Array.from({ length: 20 }, () => floor.spend(saved)));
	expect(all.every(({ ok }) => ok)).toBe(true);
	expect(floor.left).toBe(10);
});

test.each<[Problem, number]>([
	[{ kind: 'api', status: 404, code: 'not_found', message: '', creditAtRisk: false }, 10],
	[{ kind: 'creditsExhausted', status: 429, message: '', creditAtRisk: false }, 10],
	[{ kind: 'noAnswer', reason: 'refused', creditAtRisk: false }, 10],
	[{ kind: 'noAnswer', reason: 'timeout', creditAtRisk: true }, 9],
	[{ kind: 'unexpectedAnswer', status: 502, contentType: 'text/html', creditAtRisk: true }, 9],
])('a failure that may have cost a credit is counted, another is not: %j', async (problem, left) => {
	const { floor } = floorOf(0, 10);
	const work = () => Promise.reject(new ClientError(problem));
	await expect(floor.spend(work)).rejects.toMatchObject({ problem });
	expect(floor.left).toBe(left);
});

test('unlimited is unlimited; an account that does not tell cannot keep a floor', async () => {
	const unlimited = floorOf(99, null).floor;
	expect(await unlimited.spend(fresh)).toMatchObject({ ok: true });
	expect(unlimited.left).toBeNull();
	for (const drifted of [undefined, '9', {}]) {
		const { floor } = floorOf(0, drifted);
		expect(await floor.spend(fresh)).toEqual({ ok: false, left: null });
		expect(floor.left).toBeUndefined();
	}
});

test('a profile that could not be read is read again for the next', async () => {
	let reads = 0;
	const readProfile = async () => {
		reads += 1;
		if (reads === 1) throw new Error('down');
		return profile(5);
	};
	const floor = createCreditFloor({ keep: 0, readProfile });
	await expect(floor.spend(fresh)).rejects.toThrow('down');
	expect(await floor.spend(fresh)).toMatchObject({ ok: true });
	expect(reads).toBe(2);
});

describe('against the service', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		// No month ends while credits are counted.
		const { now } = settableClock(Date.now());
		sandbox = await startSandbox({ port: 0, database: ':memory:', now });
	});
	afterEach(() => sandbox.stop());

	test('ten meetings at once on ten credits keep eight, and what is saved already takes none of them', async () => {
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
		const floor = createCreditFloor({ keep: 8, readProfile: () => client.user.profile() });
		const generate = (id: string) => floor.spend(() => client.keyPoints.generate({ id }));
		const results = await Promise.all(ids.map(generate));
		expect(results.filter(({ ok }) => ok)).toHaveLength(2);
		const { remaining } = (await client.user.profile()).data.apiUsage.aiGenerations;
		expect([remaining, floor.left]).toEqual([8, 8]);
	});
});
