import { collect, type HostProcess, type Outbox, roomIn, settle, takeDue } from '../../../src/triggers/poll/outbox.ts';

const isFullWith = (outbox: Outbox): boolean => !roomIn(outbox).isLeft();

const MINUTE = 60_000;
/** How early the host's poll may come. */
const EARLY = 5_000;
const START = Date.parse('2026-11-02T10:00:00Z');
const session: HostProcess = { id: 'one', ageMs: MINUTE };
const next = (ageMs: number): HostProcess => ({ id: 'two', ageMs });

const found = (...keys: string[]): Outbox =>
	collect([], keys.map((dedupeKey) => ({ item: { dedupeKey }, dueAt: START })));
const keysOf = (items: readonly { dedupeKey: string }[]) => items.map(({ dedupeKey }) => dedupeKey);
const take = (outbox: Outbox, now = START, of = session, leaveMs = 0) => takeDue(outbox, { now, session: of, leaveMs, oneByOne: true });

test('an item in progress is not added again', () => {
	const outbox = found('a');
	expect(keysOf(collect(outbox, [{ item: { dedupeKey: 'a' }, dueAt: 0 }]).map(({ item }) => item))).toEqual(['a']);
});

test('200 at once, and more as soon as some have ended', () => {
	const keys = Array.from({ length: 300 }, (_, index) => String(index));
	const first = take(found(...keys));
	expect(keysOf(first.due)).toEqual(keys.slice(0, 200));
	expect(take(first.outbox)).toMatchObject({ due: [], isFull: true });
	const { outbox } = settle(first.outbox, 'one', (key) => (Number(key) < 20 ? 'ended' : undefined));
	expect(keysOf(take(outbox).due)).toEqual(keys.slice(200, 220));
	expect(isFullWith(found(...keys))).toBe(false);
	expect(isFullWith(found(...keys, ...Array.from({ length: 200 }, (_, index) => `more ${index}`)))).toBe(true);
});

test('it is full with a megabyte, and still takes one item that is larger than the room', () => {
	const large = (key: string, length: number) => collect([], [{ item: { dedupeKey: key, text: 'ö'.repeat(length) }, dueAt: START }]);
	expect(isFullWith(large('a', 499_000))).toBe(false);
	expect(isFullWith(large('a', 500_000))).toBe(true);
	const room = roomIn([]);
	room.take(large('a', 5_000_000).map(({ item }) => item));
	expect(room.isLeft()).toBe(false);
	expect(roomIn([]).isLeft()).toBe(true);
});

test('an item due far in the future is due once the other trigger’s head start is over', () => {
	const outbox = collect([], [{ item: { dedupeKey: 'a' }, dueAt: START + 5 * 60 * MINUTE }]);
	const first = take(outbox, START, session, MINUTE);
	expect(first.due).toEqual([]);
	expect(keysOf(take(first.outbox, START + MINUTE, session, MINUTE).due)).toEqual(['a']);
});

test('a poll that comes a few seconds early does not leave due items to the next one', () => {
	const outbox = collect([], [{ item: { dedupeKey: 'a' }, dueAt: START + MINUTE }]);
	expect(take(outbox, START + MINUTE - EARLY - 1, next(2 * MINUTE), MINUTE).due).toEqual([]);
	expect(keysOf(take(outbox, START + MINUTE - EARLY, next(2 * MINUTE), MINUTE).due)).toEqual(['a']);
});

test('in one execution, all are emitted at once', () => {
	const outbox = found(...Array.from({ length: 300 }, (_, index) => String(index)));
	expect(takeDue(outbox, { now: START, session, leaveMs: 0, oneByOne: false }).due).toHaveLength(300);
});

test('after a restart, emitted items are emitted again once the host had a minute for what it had queued', () => {
	const { outbox } = take(found('a'));
	expect(take(outbox, START, next(MINUTE - EARLY - 1)).due).toEqual([]);
	expect(keysOf(take(outbox, START, next(MINUTE)).due)).toEqual(['a']);
});

test('after a restart, the other trigger gets its head start again', () => {
	const outbox = found('a');
	expect(take(outbox, START, next(5 * MINUTE - EARLY - 1), 5 * MINUTE).due).toEqual([]);
	expect(take(outbox, START, next(5 * MINUTE), 5 * MINUTE).due).toHaveLength(1);
});

test('the end of an execution counts only for the process that started it', () => {
	const { outbox } = take(found('a'));
	expect(settle(outbox, 'two', () => 'ended').outbox).toEqual(outbox);
	expect(settle(outbox, 'one', () => 'ended').outbox).toEqual([]);
});

test('an event that clean stops interrupt is emitted again each time, and never given up', () => {
	let outbox = found('a');
	for (let count = 0; count < 20; count += 1) {
		const taken = take(outbox, START, { id: String(count), ageMs: Infinity });
		expect(keysOf(taken.due)).toEqual(['a']);
		const stopped = settle(taken.outbox, String(count), () => 'stopped');
		expect(stopped.givenUp).toEqual([]);
		({ outbox } = stopped);
	}
});

test('the limits are reached exactly', () => {
	const ofBytes = (bytes: number) => collect([], [{ item: { dedupeKey: 'a', text: 'x'.repeat(bytes - JSON.stringify({ dedupeKey: 'a', text: '' }).length) }, dueAt: START }]);
	expect([999_999, 1_000_000].map((bytes) => isFullWith(ofBytes(bytes)))).toEqual([false, true]);
	expect([499, 500].map((count) => isFullWith(found(...Array.from({ length: count }, (_, index) => String(index)))))).toEqual([false, true]);
	expect(take(found(...Array.from({ length: 200 }, (_, index) => String(index)))).isFull).toBe(false);
	const { outbox } = take(found('a'));
	expect(take(outbox, START, next(MINUTE - EARLY)).due).toHaveLength(1);
});
