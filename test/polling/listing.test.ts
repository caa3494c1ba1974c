import { readPage, takePage, type List } from '../../src/polling/listing.ts';
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
