import { api } from '../../src/api/index.ts';
import { Claims, mustNotRepeat, Tries } from '../../src/limits/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { Refusal } from '../../src/words/refusal.ts';

const failure = (outcomeUnknown: boolean, creditAtRisk: boolean) => new ClientError({ kind: 'noAnswer', reason: 'timeout', outcomeUnknown, creditAtRisk });
const [harmless, unknown, costly] = [failure(false, false), failure(true, false), failure(true, true)];
const foreign = new Error('out of memory');

test.each([
	['generates', { credit: 'always' }, [harmless, unknown], [costly, foreign]],
	['may generate', { credit: 'unless-saved' }, [harmless, unknown], [costly, foreign]],
	['only reads', { credit: 'never' }, [harmless, unknown, costly, foreign], []],
	['reads an endpoint', { credit: 'never', endpoint: api.conversations.list }, [harmless, unknown, costly, foreign], []],
	['shares', { credit: 'never', endpoint: api.conversations.share }, [harmless], [unknown, costly, foreign]],
] as const)('an operation that %s is repeated only where that can do no harm', (_, operation, again, never) => {
	expect(again.filter((error) => mustNotRepeat(operation, error))).toEqual([]);
	expect(never.filter((error) => !mustNotRepeat(operation, error))).toEqual([]);
	expect(mustNotRepeat(operation, new Refusal('No.', 'Stop.', {}))).toBe(false);
});

test('what is claimed is claimed once, until it failed without a cost', () => {
	const claims = new Claims();
	const of = (what: unknown) => claims.claim(what);
	expect([of({ id: 'a' }), of({ id: 'a' }), of({ id: 'b' })]).toEqual([true, false, true]);
	claims.releaseAfter(harmless, { id: 'a' });
	claims.releaseAfter(costly, { id: 'b' });
	expect([of({ id: 'a' }), of({ id: 'b' })]).toEqual([true, false]);
});

describe('what a repeated run does of the work of an item', () => {
	test('nothing when it succeeded', async () => {
		const [tries, work] = [new Tries<string>(), jest.fn(async () => ['made'])];
		expect([await tries.once(0, work), await tries.once(0, work), await tries.once(1, work)]).toEqual([['made'], ['made'], ['made']]);
		expect(work).toHaveBeenCalledTimes(2);
	});

	test('everything when it failed without a cost', async () => {
		const tries = new Tries<string>();
		await expect(tries.once(0, () => Promise.reject(harmless))).rejects.toBe(harmless);
		expect(await tries.once(0, async () => ['made'])).toEqual(['made']);
		expect([...tries.final]).toEqual([]);
	});

	test('nothing when it may have cost a credit: it fails again', async () => {
		const [tries, work] = [new Tries<string>(), jest.fn(async () => ['made'])];
		await tries.once(1, work);
		await expect(tries.once(0, () => Promise.reject(costly))).rejects.toBe(costly);
		await expect(tries.once(0, work)).rejects.toBe(costly);
		expect(work).toHaveBeenCalledTimes(1);
		expect([...tries.final]).toEqual([[0, costly]]);
	});
});
