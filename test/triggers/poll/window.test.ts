import { type Listing, newnessOf, type Pass, passOf, readPage, type Seen, startListing, takePage } from '../../../src/triggers/poll/window.ts';
import { createService } from './service.ts';
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

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** After the first pass. */
const empty: Listing = { ...startListing(START, null), begun: null, passes: 3 };
const taking = { now: START, hourEnd: null };

test('a page that does not begin where the previous one ended is not trusted: the previous one is read again', () => {
	const first = takePage(empty, page(range(0, 100), 250, 0), taking);
	expect(first.listing.pass?.offset).toBe(99);
	// Three of the first hundred were deleted: 99 to 101 are where 96 to 98 were.
	const moved = takePage(first.listing, page(range(102, 202), 247, 99), taking);
	expect(moved).toMatchObject({ fresh: [], isOver: false });
	expect(moved.listing.pass?.offset).toBe(0);
	const again = takePage(moved.listing, page([...range(3, 103)], 247, 0), taking);
	expect(again.fresh.map(({ id }) => id)).toEqual(['c-100', 'c-101', 'c-102']);
	expect(takePage(again.listing, page(range(102, 202), 247, 99), taking).fresh).toHaveLength(99);
});

test.each(range(1, 8))('what appears after page %i of a pass is not skipped', async (pages) => {
	const model = createService('oldest');
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
	expect(drifted.entries.map(({ id, start, end }) => [id, start, end])).toEqual([['a', null, null], ['b', null, null]]);
	const taken = takePage(empty, drifted, taking);
	expect(taken.fresh.map(({ id }) => id)).toEqual(['a', 'b']);
	expect(takePage(taken.listing, drifted, taking).fresh).toEqual([]);
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
		const taken = takePage(state, list(state.pass?.offset ?? 0), taking);
		told += taken.fresh.length;
		state = taken.listing;
	}
	expect(told).toBe(COUNT);
});

test('a start in the far future does not carry the anchor with it', async () => {
	const model = createService('newest');
	const poller = createPoller(model);
	await poller.poll(START);
	for (const index of range(0, 70)) model.add(`future-${index}`, Date.parse('2099-01-01T00:00:00Z') + index);
	for (const minute of range(1, 4)) await poller.poll(START + minute * MINUTE);
	model.add('now', START + 4 * MINUTE);
	await poller.poll(START + 5 * MINUTE);
	expect(poller.told).toHaveLength(71);
	expect(poller.told).toContain('created:now');
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
	const recentFrom = START - 5 * HOUR;
	const entry = (start: number | null, end: number | null = null) => ({ start, end }) as Parameters<typeof newnessOf>[0];
	const first = startListing(START, null);

	test('new once everything that was there before is known', () => {
		expect([newnessOf(entry(null), first, false), newnessOf(entry(null), { ...first, begun: null }, false)]).toEqual(['old', 'new']);
	});

	test('recent if it started after what is to be reported', () => {
		const recent = startListing(START, 5 * HOUR);
		expect([recentFrom, recentFrom + 1].map((start) => newnessOf(entry(start), recent, true))).toEqual(['old', 'new']);
		expect(newnessOf(entry(null, recentFrom + 1), recent, true)).toBe('old');
	});

	test('new if it ended after the trigger started, unless it was in the first answer', () => {
		const newness = (end: number, isFirst: boolean) => newnessOf(entry(START - DAY, end), first, isFirst);
		expect([newness(START, false), newness(START + 1, false), newness(START + 1, true)]).toEqual(['justBefore', 'new', 'justBefore']);
	});

	test('of just before for two hours', () => {
		expect([START - 2 * HOUR, START - 2 * HOUR + 1].map((end) => newnessOf(entry(null, end), first, false))).toEqual(['old', 'justBefore']);
	});
});

describe('a pass', () => {
	const seen = (count: number, everyMs: number): Seen[] => range(0, count).map((index) => ({ id: `k${index}`, start: START - (index + 1) * everyMs, pass: 0 }));
	const pass = (more: Partial<Listing>): Pass => passOf({ ...empty, ...more }, START);

	test('lists the week before the anchor', () => {
		expect(pass({ seen: seen(79, MINUTE) })).toEqual({ since: START - 7 * DAY, offset: 0, newest: null, isNews: false, isWhole: true });
	});

	test('lists back to the sixtieth newest only, where the week may take more than a page, but for one in twelve', () => {
		const since = (more: Partial<Listing>) => pass({ seen: seen(80, MINUTE), ...more }).since;
		expect(since({})).toBe(START - 61 * MINUTE - 1);
		expect([0, 12, 24].map((passes) => since({ passes }))).toEqual(Array.from({ length: 3 }, () => START - 7 * DAY));
		expect(since({ begun: START })).toBe(START - 7 * DAY);
		// Starts in the future are wrong, so they do not count.
		expect(since({ seen: [...range(0, 90).map((index) => ({ id: `f${index}`, start: START + DAY, pass: 0 })), ...seen(79, MINUTE)] })).toBe(START - 7 * DAY);
	});

	test('goes on where it was', () => {
		const under = { since: 5, offset: 99, newest: null, isNews: false, isWhole: true };
		expect(pass({ pass: under, seen: seen(80, MINUTE) })).toBe(under);
	});
});

describe('a page is taken in', () => {
	const items = (count: number, more: object = {}, pagination: object = {}) =>
		readPage({ data: Array.from({ length: count }, (_, index) => ({ id: `c${index}`, startTime: new Date(START + index).toISOString(), ...more })), pagination: { limit: 100, total: count, ...pagination } } as never);
	type Page = Parameters<typeof takePage>[1];
	const take = (listing: Partial<Listing>, taken: Page, more: Partial<Parameters<typeof takePage>[2]> = {}) => takePage({ ...empty, ...listing }, taken, { now: START + DAY, hourEnd: null, ...more });
	const behind = (offset: number, since = 0): Pick<Listing, 'pass'> => ({ pass: { since, offset, newest: null, isNews: false, isWhole: true } });
	const known = (id: string, start: number | null, pass = 2): Seen => ({ id, start, pass });

	test('from behind the edge on', () => {
		expect(take(behind(0, START), items(2)).fresh.map(({ id }) => id)).toEqual(['c1']);
		expect(take(behind(0, START + DAY), items(1, { startTime: 'soon' })).fresh).toHaveLength(1);
	});

	test('again from its beginning, if some of it was left out', () => {
		const { listing, gone, isOver } = take({ seen: [known('x', START)] }, items(2), { admit: () => [] });
		expect({ offset: listing.pass?.offset, isOver, gone: gone.size, seen: listing.seen }).toEqual({ offset: 0, isOver: false, gone: 0, seen: [known('x', START)] });
		expect(take({ seen: [known('c0', START)] }, items(2), { admit: () => [] }).listing.seen).toEqual([known('c0', START, 3)]);
	});

	test('to be followed by the next one, unless it is known to be the last', () => {
		expect(take({}, items(100, {}, { total: undefined })).listing.pass).toMatchObject({ offset: 99 });
		expect(take({}, items(100)).listing.pass).toBeNull();
		expect(take({}, items(1, {}, { limit: 1, total: 5 })).listing.pass).toMatchObject({ offset: 1 });
	});

	test('and shows what is gone, if it is the only one', () => {
		const seen = [known('x', START), known('c0', START)];
		expect([...take({ seen }, items(1)).gone]).toEqual(['x']);
		expect([...take({ seen: [known('x', null)] }, items(1)).gone]).toEqual([]);
		expect([...take({ seen, ...behind(0, START) }, items(1)).gone]).toEqual([]);
		expect([...take({ seen: [known('x', START), known('c0', START, 3)], ...behind(99) }, items(1)).gone]).toEqual([]);
	});

	test('and read again if the list has moved up', () => {
		const nothing = (total?: number) => items(0, {}, { total });
		expect(take(behind(5000), nothing(120)).listing.pass).toMatchObject({ offset: 20 });
		expect(take(behind(5000), nothing()).listing.pass).toMatchObject({ offset: 0 });
		expect(take(behind(500), items(2, {}, { total: 9000 })).listing.pass).toMatchObject({ offset: 400 });
		// If the first element has no ID, it shows nothing.
		expect(take(behind(500), items(2, { id: '' }, { total: 502 })).isOver).toBe(true);
	});

	test('and all are read again if they are fewer than the service counts, as long as that finds something new', () => {
		const first = take({}, items(3, {}, { total: 5, limit: 3 }));
		expect(first.isOver).toBe(false);
		const known = { pass: { ...behind(0).pass, offset: 2 } } as Pick<Listing, 'pass'>;
		const second = take({ ...first.listing, ...known }, readPage({ data: [{ id: 'c2' }, { id: 'c5' }], pagination: { total: 5, limit: 100 } } as never));
		expect(second).toMatchObject({ isOver: false, fresh: [{ id: 'c5' }], listing: { pass: { offset: 0, isNews: false } } });
		expect(takePage(second.listing, items(3, {}, { total: 5 }), { now: START + DAY, hourEnd: null })).toMatchObject({ isOver: true, fresh: [] });
	});

	test('and moves the anchor to what the pass before had listed, if it lists the whole window', () => {
		const first = take({}, items(3)).listing;
		expect([first.anchor, first.newest]).toEqual([START, START + 2]);
		expect(takePage(first, items(5), { now: START + DAY, hourEnd: null }).listing).toMatchObject({ anchor: START + 2, newest: START + 4 });
		const short = { pass: { since: 0, offset: 0, newest: null, isNews: false, isWhole: false } };
		expect(take({ ...short, newest: START + 9 }, items(3)).listing).toMatchObject({ anchor: START, newest: START + 9 });
		expect(take({ newest: START - DAY }, items(3)).listing.anchor).toBe(START);
		// Neither a start in the future nor an unreadable one counts. The service’s clock takes precedence.
		expect(take({}, items(3, { startTime: new Date(START + 3 * DAY).toISOString() })).listing.newest).toBeNull();
		expect(take({}, items(3, { startTime: new Date(START + 3 * DAY).toISOString() }), { hourEnd: START + 3 * DAY }).listing.newest).toBe(START + 3 * DAY);
		expect(take({}, items(3), { hourEnd: START - 1 }).listing.newest).toBeNull();
		expect(take({}, items(3, { startTime: 'soon' })).listing.newest).toBeNull();
	});

	test('and forgets what lies behind the window, and what has no start once 120 passes did not list it', () => {
		const ids = (seen: readonly Seen[], passes = 3) => take({ seen, passes, newest: START + HOUR }, items(0)).listing.seen.map(({ id }) => id);
		expect(ids([known('out', START + HOUR - 7 * DAY), known('in', START + HOUR - 7 * DAY + 1)])).toEqual(['in']);
		expect(ids([known('out', null, 0), known('in', null, 1)], 120)).toEqual(['in']);
	});

	test('without remembering more than 25,000', () => {
		expect(take({ seen: range(0, 25_000).map((index) => known(`k${index}`, START)) }, items(1)).listing.seen).toHaveLength(25_000);
	});
});

describe('a wrong clock', () => {
	const unanswered = startListing(START, 3 * HOUR);
	const nothing = readPage({ data: [], pagination: { total: 0, limit: 100, offset: 0 } });
	const hour = Date.parse('2026-11-05T12:00:00Z');

	test('is corrected by the hour that the service names, once: the pass starts again, and nothing that it lists is new', () => {
		const { listing, isOver } = takePage(unanswered, nothing, { now: START, hourEnd: hour + HOUR });
		expect(isOver).toBe(false);
		expect(listing).toMatchObject({ begun: hour + HOUR, recentFrom: hour - 3 * HOUR, anchor: hour, pass: { since: hour - 7 * DAY, offset: 0, isWhole: true } });
		expect(takePage(listing, nothing, { now: START, hourEnd: hour + HOUR })).toMatchObject({ isOver: true, listing: { begun: null, recentFrom: null } });
	});

	test.each([
		['within the hour', START, START + HOUR - 1, true],
		['at its end', START, START, true],
		['when no hour is named', START, null, true],
		['an hour ahead', START, START - 1, false],
		['an hour behind', START, START + 2 * HOUR, false],
	])('counts or not: %s', (_, now, hourEnd, isRight) => {
		expect(takePage(unanswered, nothing, { now, hourEnd }).isOver).toBe(isRight);
	});

	test('does not matter if it is right for the first answer, unless it was ahead before', () => {
		const first = (now: number) => takePage(unanswered, nothing, { now, hourEnd: hour + HOUR }).isOver;
		expect([first(hour + 1), first(hour + HOUR)]).toEqual([true, true]);
		expect(takePage(startListing(hour + 3 * HOUR, null), nothing, { now: hour + 1, hourEnd: hour + HOUR }).isOver).toBe(false);
	});

	test('is not corrected once a page was read', () => {
		expect(takePage({ ...unanswered, pass: { since: 0, offset: 0, newest: null, isNews: false, isWhole: true } }, nothing, { now: START, hourEnd: hour + HOUR }).isOver).toBe(true);
		expect(takePage({ ...unanswered, begun: null }, nothing, { now: START, hourEnd: hour + HOUR }).isOver).toBe(true);
	});

	test('that had put the anchor far ahead of both clocks moves it back, and nothing that ended by then is new', () => {
		const ahead = { ...empty, anchor: START + 30 * DAY, newest: START + 30 * DAY };
		const back = takePage(ahead, nothing, { now: START, hourEnd: null }).listing;
		expect(back).toMatchObject({ anchor: START, begun: START + 30 * DAY, pass: { since: START - 7 * DAY, offset: 0 } });
		expect(takePage(ahead, nothing, { now: START, hourEnd: START + 29 * DAY }).isOver).toBe(true);
		expect(takePage({ ...empty, anchor: START + DAY }, nothing, { now: START, hourEnd: null }).isOver).toBe(true);
	});
});
