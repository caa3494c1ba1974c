import fc from 'fast-check';
import { conversationRecords } from '../../src/format/index.ts';
import { GONE, syncChanges, type ActionItemChange, type OpenList, type SyncedMeeting, type SyncedRow } from '../../src/reports/index.ts';

interface Item {
	readonly item: string;
	readonly owner: string;
	readonly priority: string;
	readonly confidence: number;
}

const task = (item: string, owner = 'Ann', priority = 'high'): Item => ({ item, owner, priority, confidence: 0.9 });

const meeting = (id: string, items: readonly Item[], { title = 'Review', isWhole = true } = {}): SyncedMeeting => {
	const startTime = '2026-11-02T10:00:00Z';
	return { conversationId: id, title, startTime, records: conversationRecords(items, { id, title, startTime }, 'UTC'), isWhole };
};

/** A row of a table, with at least its key. */
type Row = Pick<ActionItemChange, 'dedupeKey'> & Partial<ActionItemChange>;

const rowOf = (row: Row): SyncedRow => ({ hash: '', conversationId: null, contactId: null, open: undefined, ...row, fields: { ...row } });

function sync(rows: readonly Row[], meetings: readonly SyncedMeeting[], list: OpenList | null = null) {
	const { unsure: _, ...found } = syncChanges(rows.map(rowOf), meetings, list);
	return found;
}
const short = ({ change, item, owner }: ActionItemChange) => [change, item, owner];

/** A table kept in sync, with one row per key, as in the example workflows. */
function applied(rows: readonly ActionItemChange[], changes: readonly ActionItemChange[]): ActionItemChange[] {
	const table = new Map(rows.map((row) => [row.dedupeKey, row]));
	for (const row of changes) table.set(row.dedupeKey, row);
	return [...table.values()];
}

function two<T>([first, second]: readonly T[]): readonly [T, T] {
	if (first === undefined || second === undefined) throw new Error('There are fewer than two');
	return [first, second];
}

const alive = (rows: readonly ActionItemChange[]) => rows.filter(({ hash }) => hash !== GONE);

describe('an action item', () => {
	const before = [meeting('c1', [task('Send the deck'), task('Book a room', 'Ben', 'low')])];
	const rows = applied([], sync([], before).changes);

	test('is created once, with all that a CRM shows', () => {
		expect(rows).toEqual([
			{
				change: 'created',
				item: 'Send the deck',
				owner: 'Ann',
				priority: 'high',
				confidence: 0.9,
				dueDate: null,
				dueText: null,
				dedupeKey: 'a4aa072144a27b403',
				// Must never change: people store it. After the letter, the start of `printf '["ann","high"]' | sha256sum`.
				hash: 'hce5fb7b6ddfc',
				open: null,
				contactId: null,
				conversationId: 'c1',
				conversationTitle: 'Review',
				conversationDate: '2026-11-02T10:00:00Z',
			},
			expect.objectContaining({ item: 'Book a room', change: 'created' }),
		]);
		expect(sync(rows, before)).toEqual({ changes: [], unchanged: 2, notChecked: 0 });
	});

	test.each([
		['another owner', task('Send the deck', 'Cid')],
		['no owner', task('Send the deck', '')],
		['another priority', task('Send the deck', 'Ann', 'low')],
	])('with %s is changed', (_, changed) => {
		const { changes, unchanged } = sync(rows, [meeting('c1', [changed, task('Book a room', 'Ben', 'low')])]);
		expect(changes).toEqual([expect.objectContaining({ change: 'changed', dedupeKey: rows[0]?.dedupeKey, item: 'Send the deck' })]);
		expect(unchanged).toBe(1);
	});

	test('disappears with what was passed in for it', () => {
		const [first, second] = two(rows);
		const passed = [{ ...first, taskId: 'crm-7', ownerEmail: 'ann@old.example' }, { dedupeKey: second.dedupeKey, hash: second.hash, conversationId: 'c1' }];
		const { changes } = sync(passed, [meeting('c1', [])]);
		expect(changes).toEqual([
			expect.objectContaining({ change: 'disappeared', item: 'Send the deck', conversationId: 'c1', taskId: 'crm-7' }),
			expect.objectContaining({ change: 'disappeared', item: null, owner: null, conversationId: 'c1', conversationTitle: 'Review' }),
		]);
		expect(changes[0]).not.toHaveProperty('ownerEmail');
	});

	test('that came back is created again', () => {
		const gone = applied(rows, sync(rows, [meeting('c1', [])]).changes);
		const { changes } = sync(gone, before);
		expect(changes.map(short)).toEqual([['created', 'Send the deck', 'Ann'], ['created', 'Book a room', 'Ben']]);
		expect(changes.map(({ dedupeKey }) => dedupeKey)).toEqual(rows.map(({ dedupeKey }) => dedupeKey));
	});

	test.each<[string, readonly SyncedMeeting[]]>([
		['a meeting that was not read', []],
		['a meeting that was not read in full', [meeting('c1', [], { isWhole: false })]],
		['another meeting', [meeting('c2', [])]],
	])('of %s has not disappeared', (_, meetings) => {
		expect(sync(rows, meetings)).toEqual({ changes: [], unchanged: 0, notChecked: 2 });
	});

	test('known by its key alone is brought up to date, but its meeting is not known', () => {
		const bare = rows.map(({ dedupeKey }) => ({ dedupeKey }));
		expect(sync(bare, before).changes.map(short)).toEqual([['changed', 'Send the deck', 'Ann'], ['changed', 'Book a room', 'Ben']]);
		expect(sync(bare, [meeting('c1', [])])).toEqual({ changes: [], unchanged: 0, notChecked: 2 });
		const withMeeting = bare.map((row) => ({ ...row, conversationId: 'c1' }));
		expect(sync(withMeeting, [meeting('c1', [])]).changes.map(({ change }) => change)).toEqual(['disappeared', 'disappeared']);
	});

	test('that is listed twice counts once, as last listed', () => {
		const [first, second] = two(rows);
		const log = [{ ...first, hash: 'old' }, second, first];
		expect(sync(log, before)).toEqual({ changes: [], unchanged: 2, notChecked: 0 });
		expect(sync(log.toReversed(), before).changes.map(short)).toEqual([['changed', 'Send the deck', 'Ann']]);
	});
});

describe('the same text several times in one meeting', () => {
	const three = [task('Call Ben', 'Ann'), task('call ben.', 'Cid'), task('Call Ben', 'Dee')];
	const rows = applied([], sync([], [meeting('c1', three)]).changes);

	test('is several action items, which keep their keys in any order', () => {
		expect(new Set(rows.map(({ dedupeKey }) => dedupeKey)).size).toBe(3);
		expect(sync(rows, [meeting('c1', three.toReversed())])).toEqual({ changes: [], unchanged: 3, notChecked: 0 });
	});

	test('are numbered by owner, so if one is gone, the table ends up with the others', () => {
		const { changes } = sync(rows, [meeting('c1', three.slice(1))]);
		expect(changes.map(short)).toEqual([['changed', 'call ben.', 'Cid'], ['changed', 'Call Ben', 'Dee'], ['disappeared', 'Call Ben', 'Dee']]);
		expect(alive(applied(rows, changes)).map(({ owner }) => owner)).toEqual(['Cid', 'Dee']);
	});

	test('another gets a key of its own', () => {
		const { changes } = sync(rows, [meeting('c1', [task('Call Ben', 'Eve'), ...three])]);
		expect(changes.map(short)).toEqual([['created', 'Call Ben', 'Eve']]);
		expect(rows.map(({ dedupeKey }) => dedupeKey)).not.toContain(changes[0]?.dedupeKey);
	});
});

test('500 action items with the same text get different keys', () => {
	const items = Array.from({ length: 500 }, (_, index) => task('Call', `Owner ${index}`));
	const rows = applied([], sync([], [meeting('c1', items)]).changes);
	expect(rows).toHaveLength(500);
	expect(sync(rows, [meeting('c1', items.toReversed())])).toEqual({ changes: [], unchanged: 500, notChecked: 0 });
});

describe('whatever the meetings are', () => {
	const item = fc.record({
		// Few different texts, so that many are equal.
		item: fc.oneof(fc.constantFrom('Call Ben', 'Send it', 'Überprüfen'), fc.string().map((text) => `Do ${text}?`)),
		owner: fc.constantFrom('', 'Ann', 'Ben'),
		priority: fc.constantFrom('high', 'low'),
		confidence: fc.double({ min: 0, max: 1, noNaN: true }),
	});
	const items = fc.array(item, { maxLength: 12 });
	const calls = fc.uniqueArray(fc.tuple(fc.constantFrom('c1', 'c2', 'c3', 'c4'), items), { selector: ([id]) => id });
	type Calls = readonly (readonly [string, readonly Item[]])[];
	const read = (all: Calls, options?: Parameters<typeof meeting>[2]) => all.map(([id, tasks]) => meeting(id, tasks, options));
	const countOf = (all: readonly SyncedMeeting[]) => all.reduce((sum, { records }) => sum + records.length, 0);

	test('keys are distinct, and a second sync finds nothing to do', () => {
		fc.assert(
			fc.property(calls, (all) => {
				const { changes } = sync([], read(all));
				expect(new Set(changes.map(({ dedupeKey }) => dedupeKey)).size).toBe(countOf(read(all)));
				expect(sync(changes, read(all))).toEqual({ changes: [], unchanged: changes.length, notChecked: 0 });
			}),
		);
	});

	test('renamed titles, regenerated key points and another order change nothing', () => {
		const again = ({ item: text, owner, priority }: Item): Item => ({
			item: `  ${text.toUpperCase().toLowerCase() === text.toLowerCase() ? text.toUpperCase() : text}.  `,
			owner: owner.toUpperCase(),
			priority: priority.toUpperCase(),
			confidence: 0.1,
		});
		fc.assert(
			fc.property(calls, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (all, dice) => {
				const shuffled = <T>(list: readonly T[]): T[] =>
					list.map((one) => ({ one, at: dice.next().value })).sort((a, b) => a.at - b.at).map(({ one }) => one);
				const rows = applied([], sync([], read(all)).changes);
				const regenerated = shuffled(all).map(([id, tasks]) => [id, shuffled(tasks.map(again))] as const);
				expect(sync(rows, read(regenerated, { title: 'Renamed' }))).toEqual({ changes: [], unchanged: rows.length, notChecked: 0 });
			}),
		);
	});

	test('a table that takes the changes has the action items of the meetings, whatever it had before', () => {
		fc.assert(
			fc.property(calls, calls, (earlier, now) => {
				const table = applied([], sync([], read(earlier)).changes);
				const ids = new Set(now.map(([id]) => id));
				const synced = alive(applied(table, sync(table, read(now)).changes));
				const expected = [...now, ...earlier.filter(([id]) => !ids.has(id))];
				const content = (list: readonly Pick<ActionItemChange, 'conversationId' | 'item' | 'owner' | 'priority'>[]) =>
					list.map(({ conversationId, owner, priority }) => JSON.stringify([conversationId, owner, priority])).toSorted();
				expect(new Set(synced.map(({ dedupeKey }) => dedupeKey)).size).toBe(synced.length);
				expect(content(synced)).toEqual(content(read(expected).flatMap(({ records }) => records)));
			}),
		);
	});

	test('what was not read in full neither changes nor disappears', () => {
		fc.assert(
			fc.property(calls, calls, (earlier, now) => {
				const rows = applied([], sync([], read(earlier)).changes);
				const { changes, notChecked, unchanged } = sync(rows, read(now, { isWhole: false }));
				expect(changes.filter(({ change }) => change !== 'created')).toEqual([]);
				expect(notChecked + unchanged).toBe(rows.length);
			}),
		);
	});
});

test('nothing is resolved where another item of the meeting was reworded since, which may have taken its text', () => {
	const open = (actionItem: string, hash: string) => ({ sessionId: 'c1', actionItem, hash, contactId: 'k1', createdAt: '2026-11-02T10:00:00Z' });
	const listed = (...items: ReturnType<typeof open>[]): OpenList => ({ items, isFull: false });
	const rows = applied([], sync([], [meeting('c1', [task('Send the deck again'), task('Send the deck')])], listed(open('Send the deck again', '1'), open('Send the deck', '2'))).changes);
	const reworded = [meeting('c1', [task('Send the deck to Ben'), task('Send the deck again')])];
	const found = sync(rows, reworded, listed(open('Send the deck to Ben', '3'), open('Send the deck', '2')));
	expect(found.changes.map(({ change, item, open: isOpen }) => [change, item, isOpen === null])).toEqual([
		['created', 'Send the deck to Ben', false],
		['changed', 'Send the deck again', true],
		['disappeared', 'Send the deck', true],
	]);
	const next = sync(applied(rows, found.changes), reworded, listed(open('Send the deck to Ben', '3'), open('Send the deck', '2')));
	expect(next.changes).toEqual([]);
	// Without a rewording, it is.
	const done = sync(rows, [meeting('c1', [task('Send the deck again'), task('Send the deck')])], listed(open('Send the deck', '2')));
	expect(done.changes.map(short)).toEqual([['resolved', 'Send the deck again', 'Ann']]);
});
