import { isAstray, markOf, MAX_SEEN, newnessOf, packSeen, PAGE_SIZE, readPage, takePage, unpackSeen, type List, type Seen } from '../../src/polling/listing.ts';
import { createModel } from './model.ts';
import { createPoller } from './poller.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;

const page = (ids: readonly number[], total: number, offset: number) =>
	readPage({
		data: ids.map((id) => ({
			...{ id: `c-${id}`, title: '', startTime: new Date(START - id * MINUTE).toISOString() },
			...{ endTime: new Date(START).toISOString(), duration: 1, segmentCount: 1, linkedCalendarEventId: null },
		})),
		pagination: { total, limit: 100, offset },
	});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

const empty: List = { cursor: 0, seen: new Map(), pass: null };

test('a page that does not begin where the previous one ended is not trusted: the previous one is read again', () => {
	const first = takePage(empty, page(range(0, 100), 250, 0), START);
	expect(first.list.pass?.offset).toBe(99);
	// Three of the first hundred were deleted: 99 to 101 are where 96 to 98 were.
	const moved = takePage(first.list, page(range(102, 202), 247, 99), START);
	expect(moved).toMatchObject({ fresh: [], isComplete: false });
	expect(moved.list.pass?.offset).toBe(0);
	const again = takePage(moved.list, page([...range(3, 103)], 247, 0), START);
	expect(again.fresh.map(({ id }) => id)).toEqual(['c-100', 'c-101', 'c-102']);
	expect(takePage(again.list, page(range(102, 202), 247, 99), START).fresh).toHaveLength(99);
});

test.each(range(1, 8))('the cursor does not skip what appears after page %i of a pass', async (pages) => {
	const model = createModel('oldest');
	const poller = createPoller(model);
	await poller.poll(START);
	for (const index of range(0, 250)) model.add(`c-${index}`, START + index * 10);
	for (const minute of range(0, pages)) await poller.poll(START + minute * MINUTE, 1);
	model.add('late', START + 1905);
	for (const index of range(0, 70)) model.add(`new-${index}`, START + MINUTE + index);
	for (const minute of range(8, 30)) await poller.poll(START + minute * MINUTE, 1);
	expect(poller.told).toContain('created:late');
	expect(poller.told).toHaveLength(321);
	expect(new Set(poller.told).size).toBe(321);
});

test('answers of another shape lose nothing that has an id', async () => {
	const drifted = readPage(
		JSON.parse('{"data": [{"id": "a"}, {"id": ""}, null, 7, {"id": "b", "startTime": "soon", "endTime": 3}]}'),
	);
	expect(drifted.items.map(({ id, start, end }) => [id, start, end])).toEqual([['a', null, null], ['b', null, null]]);
	const taken = takePage(empty, drifted, START);
	expect(taken.fresh.map(({ id }) => id)).toEqual(['a', 'b']);
	expect(takePage(taken.list, drifted, START).fresh).toEqual([]);
});

test('more than 2,000 conversations without a start come once each', () => {
	const COUNT = 2500;
	const list = (from: number) =>
		readPage({
			data: range(from, Math.min(COUNT, from + 100)).map((id) => ({ ...{ id: `c-${id}`, title: '', startTime: '', endTime: '' }, ...{ duration: 1, segmentCount: 1, linkedCalendarEventId: null } })),
			pagination: { total: COUNT, limit: 100, offset: from },
		});
	let state = empty;
	let told = 0;
	for (let pages = 0; pages < 120; pages += 1) {
		const taken = takePage(state, list(state.pass?.offset ?? 0), START);
		told += taken.fresh.length;
		state = taken.list;
	}
	expect(told).toBe(COUNT);
});

test('a start in the far future does not carry the cursor with it', async () => {
	const model = createModel('newest');
	const poller = createPoller(model);
	await poller.poll(START);
	for (const index of range(0, 70)) model.add(`future-${index}`, Date.parse('2099-01-01T00:00:00Z') + index);
	for (const minute of range(1, 4)) await poller.poll(START + minute * MINUTE);
	model.add('now', START + 4 * MINUTE);
	await poller.poll(START + 5 * MINUTE);
	expect(poller.told).toHaveLength(71);
	expect(poller.told).toContain('created:now');
});

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What is known, by mark, all of it listed before. */
const known = (entries: readonly (readonly [string, number | null])[], inPass = false) => new Map(entries.map(([mark, start]): [string, Seen] => [mark, { start, inPass }]));

test('a text that was not packed here says nothing', () => {
	const packed = packSeen(known([[markOf('a'), START], [markOf('b'), null]]));
	expect(unpackSeen(packed)).toEqual(known([[markOf('a'), START], [markOf('b'), null]]));
	expect([unpackSeen(''), unpackSeen(packed.slice(1)), unpackSeen(packed.replace('-', '!')), unpackSeen(packed.slice(0, 20).repeat(MAX_SEEN + 1))]).toEqual([new Map(), null, null, null]);
	expect(unpackSeen(`${packed.slice(0, 19)}2`)).toBeNull();
});

describe('a page', () => {
	const read = (length: number, pagination: object) => readPage({ data: Array.from({ length }, (_, index) => ({ id: `c${index}` })), pagination } as never);

	test('is short if it has less than was asked for, and than the service gives', () => {
		expect([99, 100].map((length) => read(length, {}).isShort)).toEqual([true, false]);
		expect([49, 50].map((length) => read(length, { limit: 50 }).isShort)).toEqual([true, false]);
		expect(read(100, { limit: 200 }).isShort).toBe(false);
		expect(read(50, { limit: 0 }).isShort).toBe(true);
	});

	test('says how many there are only by a count', () => {
		expect([0, 7, -1, 1.5, '7', null].map((total) => read(1, { total }).total)).toEqual([0, 7, null, null, null, null]);
	});
});

describe('a conversation is', () => {
	const [at, recentFrom] = [START, START - 5 * HOUR];
	const entry = (start: number | null, end: number | null = null) => ({ start, end }) as Parameters<typeof newnessOf>[0];

	test('new without a start of the trigger to compare with', () => {
		expect(newnessOf(entry(null), null, true)).toBe('new');
	});

	test('recent if it started after what is to be reported', () => {
		expect([recentFrom, recentFrom + 1].map((start) => newnessOf(entry(start), { at, recentFrom }, true))).toEqual(['old', 'new']);
		expect(newnessOf(entry(null, recentFrom + 1), { at, recentFrom }, true)).toBe('old');
	});

	test('new if it ended after the trigger started, unless it was in the first answer', () => {
		const newness = (end: number, isFirst: boolean) => newnessOf(entry(at - DAY, end), { at, recentFrom: null }, isFirst);
		expect([newness(at, false), newness(at + 1, false), newness(at + 1, true)]).toEqual(['justBefore', 'new', 'justBefore']);
	});

	test('of just before for two hours', () => {
		expect([at - 2 * HOUR, at - 2 * HOUR + 1].map((end) => newnessOf(entry(null, end), { at, recentFrom: null }, false))).toEqual(['old', 'justBefore']);
		expect(newnessOf(entry(null), { at, recentFrom: null }, false)).toBe('old');
	});
});

test('a cursor is astray if it is ahead of time, and no conversation is beyond it', () => {
	const astray = (cursor: number, starts: readonly (number | null)[]) => isAstray({ cursor, seen: known(starts.map((start, index) => [String(index), start])), pass: null }, START);
	expect([astray(START, []), astray(START + 1, []), astray(START + 1, [null, START]), astray(START + 1, [START + 1]), astray(START + 1, [START + 2])]).toEqual([false, true, true, true, false]);
});

describe('a page is taken in', () => {
	const items = (count: number, more: object = {}, pagination: object = {}) =>
		readPage({ data: Array.from({ length: count }, (_, index) => ({ id: `c${index}`, startTime: new Date(START + index).toISOString(), ...more })), pagination: { limit: 100, total: count, ...pagination } } as never);
	const take = (list: Partial<List>, ...rest: [Parameters<typeof takePage>[1], admit?: Parameters<typeof takePage>[3]]) => takePage({ ...empty, ...list }, rest[0], START, rest[1]);

	test('from behind the cursor on', () => {
		expect(take({ cursor: START }, items(2)).fresh.map(({ id }) => id)).toEqual(['c1']);
		expect(take({ cursor: START + DAY }, items(1, { startTime: 'soon' })).fresh).toHaveLength(1);
	});

	test('again from its beginning, if some of it was left out', () => {
		const { list, gone, isComplete } = take({ seen: known([['x', START]]) }, items(2), () => []);
		expect({ pass: list.pass, isComplete, gone: gone.size, seen: [...list.seen.keys()] }).toEqual({ pass: { offset: 0, next: 0, isNews: true }, isComplete: false, gone: 0, seen: ['x'] });
		expect(take({ seen: known([[markOf('c0'), START]]) }, items(2), () => []).list.seen.get(markOf('c0'))).toMatchObject({ inPass: true });
	});

	test('to be followed by the next one, unless it is known to be the last', () => {
		expect(take({}, items(100, {}, { total: undefined })).list.pass).toMatchObject({ offset: 99 });
		expect(take({}, items(100)).list.pass).toBeNull();
		expect(take({}, items(1, {}, { limit: 1, total: 5 })).list.pass).toMatchObject({ offset: 1 });
	});

	test('and shows what is gone, if it is the only one', () => {
		const seen = known([['x', START]]);
		expect([...take({ seen }, items(1)).gone]).toEqual(['x']);
		expect([...take({ seen, pass: { offset: 0, next: 0, isNews: true } }, items(1)).gone]).toEqual(['x']);
		expect([...take({ seen: new Map([...seen, [markOf('c0'), { start: START, inPass: true }]]), pass: { offset: 99, next: 0, isNews: true } }, items(1)).gone]).toEqual([]);
	});

	test('and read again if the list has moved up', () => {
		const behind = (offset: number) => ({ pass: { offset, next: 0, isNews: false } });
		const nothing = (total?: number) => items(0, {}, { total });
		expect(take(behind(5000), nothing(120)).list.pass).toMatchObject({ offset: 20 });
		expect(take(behind(5000), nothing()).list.pass).toMatchObject({ offset: 0 });
		expect(take(behind(500), items(2, {}, { total: 9000 })).list.pass).toMatchObject({ offset: 400 });
		// One without an ID at the beginning shows nothing.
		expect(take(behind(500), items(2, { id: '' }, { total: 502 })).isComplete).toBe(true);
	});

	test('once more if more than a page was new, so that the cursor moves over it', () => {
		// So far ahead of time that the cursor stays where it is.
		const many = (count: number) => known(range(0, count).map((index) => [`k${index}`, START + 2 * DAY]));
		expect(take({ seen: many(150) }, items(0)).isComplete).toBe(true);
		expect(take({ seen: many(150), pass: { offset: 0, next: 0, isNews: true } }, items(0)).isComplete).toBe(false);
		expect([PAGE_SIZE - 1, PAGE_SIZE].map((count) => take({ seen: many(count) }, items(1, { startTime: 'soon' })).isComplete)).toEqual([true, false]);
	});

	test('and moves the cursor to where the newest sixty begin, unless they are far ahead of time', () => {
		const cursor = (start: number) => take({ pass: null, seen: known(range(0, 61).map((index) => [`k${index}`, start])) }, items(0)).list.cursor;
		expect([cursor(START + DAY), cursor(START + DAY + 1)]).toEqual([START + DAY - 1, 0]);
	});

	test('without remembering more than there is room for', () => {
		const size = (count: number, start: number | null) => take({ seen: known(range(0, count).map((index) => [`k${index}`, start])) }, items(1, { startTime: 'soon' })).list.seen.size;
		expect([size(20_500, null), size(MAX_SEEN, START + 2 * DAY)]).toEqual([0.8 * MAX_SEEN, MAX_SEEN]);
	});
});
