import { api } from '../../src/api/index.ts';
import { accountOf, createAccount } from '../../src/limits/index.ts';

test.each([
	['https://a.example', 'k', true],
	['https://A.example:443/', 'k', true],
	['https://a.example', 'other', false],
	['https://b.example', 'k', false],
])('%s with the key %s is the same account as https://a.example with k: %j', (baseUrl, apiKey, isSame) => {
	expect(accountOf(baseUrl, apiKey) === accountOf('https://a.example', 'k')).toBe(isSame);
});

test('what is no address still has an account of its own', () => {
	expect(accountOf('nonsense', 'k')).toBe(accountOf('nonsense', 'k'));
	expect(accountOf('nonsense', 'k')).not.toBe(accountOf('other', 'k'));
});

test('of more than a thousand keys, the one used longest ago is forgotten', () => {
	const use = (index: number) => accountOf('https://many.example', `key ${index}`);
	const first = Array.from({ length: 1000 }, (_, index) => use(index));
	expect(use(0)).toBe(first[0]);
	use(1000);
	expect([use(0), use(2), use(1)].map((account, at) => account === first[[0, 2, 1][at] ?? 0])).toEqual([true, true, false]);
});

test('requests and credits go by the clock of the run', async () => {
	let [time, reads] = [0, 0];
	const readProfile = async () => ({ data: { apiUsage: { aiGenerations: { remaining: 9 - (reads += 1) } } } });
	const { requests, credits } = createAccount().begin({ reserveRequests: 1, reserveCredits: 0, now: () => time, readProfile });
	requests.onAnswer({ rateLimit: { limit: 100, remaining: 1, resetAt: new Date(60_000) } });
	const generate = () => credits.aroundCall(api.keyPoints.generate, async () => ({ data: { cached: true } }));
	await generate();
	await generate();
	expect([await requests.isLeft(), reads]).toEqual([false, 1]);
	time = 60_001;
	await generate();
	expect([await requests.isLeft(), reads]).toEqual([true, 2]);
});
