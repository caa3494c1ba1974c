import { UserProfile } from '../../src/api/index.ts';
import { dataOf, errorOf, startTestSandbox, type Account, type Reply } from './support/harness.ts';

const profile = '/api/v1/user/profile';
const NEXT_HOUR = Date.parse('2026-03-02T10:00:00Z') / 1000;

let env: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => void (env = await startTestSandbox()));
afterEach(() => env.sandbox.stop());

const limitOf = ({ headers }: Reply) => [
	headers.get('X-RateLimit-Limit'),
	headers.get('X-RateLimit-Remaining'),
	headers.get('X-RateLimit-Reset'),
	headers.get('Retry-After'),
];

const useUp = async (account: Account, requests: number) => {
	for (let used = 0; used < requests; used += 1) await account.call('GET', profile);
};

describe('Limits, requests', () => {
	test.each([
		['starter', 100],
		['professional', 500],
		['enterprise', 2000],
	] as const)(
		'1: a 200 on the %s plan says %i an hour, what is left, and the next full hour in UTC',
		async (plan, limit) => {
			const account = env.account(plan);
			expect(limitOf(await account.call('GET', profile))).toEqual([
				String(limit),
				String(limit - 1),
				String(NEXT_HOUR),
				null,
			]);
			expect(limitOf(await account.call('GET', profile))[1]).toBe(String(limit - 2));
		},
	);

	test('2: the 101st request on Starter is 429 rate_limited with Retry-After; the count resets on the full hour', async () => {
		const account = env.account('starter');
		await useUp(account, 99);
		expect(limitOf(await account.call('GET', profile))[1]).toBe('0');
		const refused = await account.call('GET', profile);
		expect(errorOf(refused)).toBe('429 rate_limited');
		expect(limitOf(refused)).toEqual(['100', '0', String(NEXT_HOUR), String(45 * 60)]);
		env.clock.set('2026-03-02T09:59:59.500Z');
		expect(limitOf(await account.call('GET', profile))[3]).toBe('1');
		env.clock.set('2026-03-02T10:00:00.000Z');
		expect(limitOf(await account.call('GET', profile))).toEqual(['100', '99', String(NEXT_HOUR + 3600), null]);
	});

	test('1: per user: two keys share the count, another user has their own', async () => {
		const account = env.account('professional');
		await account.call('GET', profile);
		const second = await fetch(env.sandbox.url + profile, {
			headers: { Authorization: `Bearer ${env.sandbox.createKey(account.id)}` },
		});
		expect(second.headers.get('X-RateLimit-Remaining')).toBe('498');
		expect(limitOf(await env.account().call('GET', profile))[1]).toBe('499');
	});

	// docs/assumptions.md, Limits
	test('a request to an endpoint counts whatever the answer; one for an unknown path or with a wrong method does not', async () => {
		const account = env.account('professional');
		const id = await account.importMeeting();
		expect((await account.call('GET', '/api/v1/conversations?limit=0')).status).toBe(400);
		expect((await account.call('GET', '/api/v1/conversations/x/transcript')).status).toBe(404);
		for (const [method, path] of [['GET', '/api/v1/nothing'], ['PUT', `/api/v1/conversations/${id}`]] as const) {
			const reply = await account.call(method, path);
			expect([errorOf(reply), limitOf(reply)]).toEqual(['404 not_found', [null, null, null, null]]);
		}
		expect(limitOf(await account.call('GET', profile))[1]).toBe('497');
	});
});

describe('Limits, AI credits', () => {
	const ask = (account: Account, id: string) =>
		account.call('POST', `/api/v1/conversations/${id}/query`, { query: 'Who orders?' });
	const usage = async (account: Account) =>
		dataOf(UserProfile, await account.call('GET', profile)).apiUsage.aiGenerations;

	test('3: the month limit, which the desktop application uses too: 429 ai_limit_exceeded without rate-limit headers', async () => {
		const account = env.account('starter');
		const id = await account.importMeeting();
		env.sandbox.useCreditsInApplication(account.id, 9);
		env.clock.set('2026-03-03T00:00:00Z');
		expect((await ask(account, id)).status).toBe(200);
		const refused = await ask(account, id);
		expect(errorOf(refused)).toBe('429 ai_limit_exceeded');
		expect(limitOf(refused)).toEqual([null, null, null, null]);
	});

	test.each([
		['starter', 10, 3],
		['professional', 100, 33],
	] as const)('4: on the %s plan a month has %i, and a day a third of it: %i', async (plan, limit, daily) => {
		const account = env.account(plan);
		expect(await usage(account)).toMatchObject({ used: 0, limit, remaining: limit });
		const id = await account.importMeeting();
		env.sandbox.useCreditsInApplication(account.id, daily - 1);
		expect((await ask(account, id)).status).toBe(200);
		expect(errorOf(await ask(account, id))).toBe('429 ai_limit_exceeded');
		env.clock.set('2026-03-03T00:00:00Z');
		expect((await ask(account, id)).status).toBe(200);
	});

	test('4: a monthly spending cap stops generation before the limit', async () => {
		const account = env.account('professional');
		const id = await account.importMeeting();
		env.sandbox.updateUser(account.id, { spendingCap: 1 });
		expect((await ask(account, id)).status).toBe(200);
		env.clock.advance(24 * 3_600_000);
		expect(errorOf(await ask(account, id))).toBe('429 ai_limit_exceeded');
		env.sandbox.updateUser(account.id, { spendingCap: null });
		expect((await ask(account, id)).status).toBe(200);
	});

	test('4: Enterprise is unlimited and reports null', async () => {
		const account = env.account('enterprise');
		const id = await account.importMeeting();
		env.sandbox.useCreditsInApplication(account.id, 1000);
		expect((await ask(account, id)).status).toBe(200);
		expect(await usage(account)).toMatchObject({ used: 1001, limit: null, remaining: null });
	});

	test('concurrent requests cannot share the last credit', async () => {
		const account = env.account('starter');
		const id = await account.importMeeting();
		env.sandbox.useCreditsInApplication(account.id, 2);
		const replies = await Promise.all([1, 2, 3].map(() => ask(account, id)));
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
	});
});
