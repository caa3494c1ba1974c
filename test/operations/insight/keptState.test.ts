import { fieldsOf, textOf, type UnknownFields } from '../../../src/format/read.ts';
import { syncActionItems } from '../../../src/operations/resources/insight/sync/syncActionItems.ts';
import { account, HOUR_MS, NOW } from '../../insights/support/account.ts';
import { runIn } from '../../insights/support/runIn.ts';

const DAY_MS = 24 * HOUR_MS;
const daysAgo = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
const keyPoints = (...items: string[]) => ({ actionItems: items.map((item) => ({ item, owner: 'Ann', priority: 'high' as const, confidence: 1 })) });

let world: Awaited<ReturnType<typeof account>>;
beforeEach(async () => {
	world = await account();
});
afterEach(() => world.stop());

async function sync(syncedBefore: readonly UnknownFields[], asked: UnknownFields = {}) {
	const { sent, results } = await runIn(world, syncActionItems, { period: 'last30Days', checkAgain: 'recent', state: 'last', syncedBefore, ...asked });
	return { requests: sent.length, rows: results.map(fieldsOf) };
}

test('every result is an action item, and the last one holds what was read', async () => {
	await world.addMeeting({ title: 'Call', startTime: daysAgo(9), keyPoints: keyPoints('Send the offer', 'Call Ben') });
	await world.addMeeting({ title: 'Call', startTime: daysAgo(8), keyPoints: keyPoints() });
	const first = await sync([]);
	expect(first.rows.map(({ change, state }) => [change, typeof state])).toEqual([['created', 'object'], ['created', 'string']]);
	const again = await sync(first.rows);
	expect(again.rows).toEqual([]);
	expect(again.requests).toBeLessThan(first.requests);
	// Without it, all is read again, and nothing is reported twice.
	const lost = await sync(first.rows.map(({ state: _, ...row }) => row));
	expect(lost).toEqual({ requests: first.requests, rows: [] });
});

test('the last change holds what was read, even with all changes together', async () => {
	await world.addMeeting({ title: 'Call', startTime: daysAgo(9), keyPoints: keyPoints('Send the offer', 'Call Ben') });
	await world.addMeeting({ title: 'Call', startTime: daysAgo(8), keyPoints: keyPoints() });
	const [{ changes = [] } = {}] = (await sync([], { output: 'together' })).rows;
	const rows = Array.isArray(changes) ? changes.map(fieldsOf) : [];
	expect(rows.map(({ change, state }) => [change, typeof state])).toEqual([['created', 'object'], ['created', 'string']]);
	const [again] = (await sync(rows, { output: 'together' })).rows;
	expect(again).toMatchObject({ changes: [], notReadAgain: 1 });
});

test('what comes before does not have the state, but a column of the same name', async () => {
	await world.addMeeting({ title: 'Call', startTime: daysAgo(9), keyPoints: keyPoints('Send the offer') });
	const [row = {}] = (await sync([])).rows;
	const changed = { ...row, hash: `${textOf(row['hash']).split('-')[0]}-other` };
	expect((await sync([changed])).rows).toMatchObject([{ change: 'changed', before: expect.not.objectContaining({ state: expect.anything() }) }]);
	expect((await sync([{ ...changed, state: 'California' }])).rows).toMatchObject([{ change: 'changed', before: { state: 'California' } }]);
});

test.each(['item', 'last'])('of several states (%s), the newest counts, whatever the order of the rows', async (state) => {
	await world.addMeeting({ title: 'Call', startTime: daysAgo(9), keyPoints: keyPoints('Send the offer') });
	const first = (await sync([], { state })).rows;
	await world.addMeeting({ title: 'Call', startTime: daysAgo(8), keyPoints: keyPoints('Call Ben') });
	const second = (await sync(first, { state })).rows;
	const all = [...first, ...second];
	const [oldestFirst, newestFirst] = [await sync(all, { state }), await sync(all.toReversed(), { state })];
	expect(newestFirst.requests).toBe(oldestFirst.requests);
	expect(newestFirst.rows.filter(({ change }) => change !== 'state')).toEqual([]);
});

test('“Never” finds what a meeting without key points gets later', async () => {
	const id = await world.addMeeting({ title: 'Call', startTime: daysAgo(1) });
	const first = await sync([], { checkAgain: 'never', state: 'item' });
	expect(first.rows.map(({ change }) => change)).toEqual(['state']);
	await world.regenerate(id, keyPoints('Send the offer'));
	const later = await sync(first.rows, { checkAgain: 'never', state: 'item' });
	expect(later.rows.map(({ change }) => change)).toEqual(['created', 'state']);
	const done = await sync(later.rows, { checkAgain: 'never', state: 'item' });
	expect(done.rows.map(({ change }) => change)).toEqual(['state']);
	expect(done.requests).toBeLessThan(later.requests);
});

test('owners have their address in each change, if that is asked for', async () => {
	await world.addMeeting({ title: 'Call', startTime: daysAgo(9), attendees: [{ name: 'Ann', email: 'ann@acme.example' }], keyPoints: keyPoints('Send the offer') });
	expect((await sync([])).rows[0]).not.toHaveProperty('ownerEmail');
	expect((await sync([], { withOwnerEmail: true })).rows).toMatchObject([{ ownerEmail: 'ann@acme.example', ownerContactId: expect.any(String) }]);
	expect((await sync([], { withOwnerEmail: true, state: 'item' })).rows.at(-1)).toMatchObject({ change: 'state', ownerEmail: null, ownerContactId: null });
});
