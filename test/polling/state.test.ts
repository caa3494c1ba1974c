import fc from 'fast-check';
import { startConversations } from '../../src/polling/conversations.ts';
import { MAX_SEEN } from '../../src/polling/listing.ts';
import { newState, recall, store, type Outbox, type PollState } from '../../src/polling/index.ts';
import { createModel } from './model.ts';
import { createPoller } from './poller.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');

const base: PollState = {
	...newState('1 https://api.example.com'),
	conversations: {
		...startConversations(NOW, 1000),
		list: {
			cursor: NOW,
			seen: new Map([
				['abcdefghi_', { start: NOW, inPass: true }],
				['-bcdefghi0', { start: null, inPass: false }],
			]),
			pass: { offset: 99, next: NOW, isNews: true },
		},
		watched: [{ id: 'conv', kind: 'keyPoints', seenAt: NOW, tries: 3, isOld: false }],
		results: ['keyPoints'],
	},
	meetings: { from: NOW, told: [{ mark: 'abcdefghij', start: NOW }], own: 'nora@own.example' },
	pause: { until: NOW, failures: 2 },
};
const outbox: Outbox = [
	{ item: { dedupeKey: 'a', event: 'conversation.created', data: { conversationId: 'a' } }, dueAt: NOW, told: null },
	{ item: { dedupeKey: 'b', actionItem: { task: 'Call' } }, dueAt: NOW, told: { session: 'one', times: 2 } },
];
const stored = (): unknown => JSON.parse(JSON.stringify(store(base, outbox, 'one')));

test('recalls what was stored', () => {
	expect(recall(stored(), 'one')).toEqual({ state: base, outbox, isSameSession: true, unreadable: [] });
	expect(recall(stored(), 'two')).toEqual({ state: base, outbox, isSameSession: false, unreadable: [] });
});

test('anything else is as if nothing had been stored', () => {
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.object(), fc.json()), (value) => {
			expect(recall(value, 'one')).toBeNull();
		}),
	);
});

/** All places of a JSON value. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
	if (!(value instanceof Object)) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
	if (key === undefined) return by;
	if (Array.isArray(value)) return value.map((inner, index) => (String(index) === key ? replaced(inner, rest, by) : inner));
	return { ...(value instanceof Object ? value : {}), [key]: replaced(Reflect.get(Object(value), key), rest, by) };
}

test('a part that cannot be read affects no other, and is named', () => {
	const whole = stored();
	const broken = (...path: string[]) => recall(replaced(whole, path, 'broken'), 'one');
	expect(broken('outbox', '0')).toMatchObject({ outbox: [outbox[1]], state: base, unreadable: ['1 of 2 events on their way'] });
	expect(broken('outbox')).toMatchObject({ outbox: [], state: base, unreadable: ['the events on their way'] });
	expect(broken('state', 'pause')).toMatchObject({ outbox, state: { ...base, pause: { until: 0, failures: 0 } } });
	expect(broken('state', 'conversations', 'list', 'seen')).toMatchObject({ outbox, state: { ...base, conversations: null }, unreadable: ['the conversations'] });
	expect(broken('state', 'conversations', 'watched', '0')?.state.conversations?.watched).toEqual([]);
	expect(broken('state', 'meetings', 'told', '0')).toMatchObject({ state: { meetings: { told: [] } }, unreadable: ['1 of 1 meetings'] });
	expect(recall(replaced(whole, ['state', 'source'], 7), 'one')).toBeNull();
});

test('whatever is stored, new events are found', async () => {
	const all = places(stored());
	const value = fc.oneof(fc.integer(), fc.maxSafeNat(), fc.constantFrom(0, 8_640_000_000_000_000, -1, null, '', [], {}), fc.jsonValue());
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...all), value), { minLength: 1, maxLength: 3 }), async (changes) => {
			const changed = changes.reduce((whole: unknown, [path, by]) => replaced(whole, path, by), stored());
			const state = recall(changed, 'one')?.state.conversations ?? null;
			const model = createModel('newest');
			const poller = createPoller(model);
			poller.rewind(state);
			for (let index = 0; index < 110; index += 1) model.add(`before-${index}`, NOW - (index + 200) * 60_000);
			await poller.poll(NOW + 60_000);
			model.add('new', NOW + 60_000);
			for (let polls = 2; polls < 8; polls += 1) await poller.poll(NOW + polls * 60_000);
			expect(poller.told.filter((key) => key === 'created:new')).toHaveLength(1);
		}),
		{ numRuns: Number(process.env.RUNS ?? 100) },
	);
}, 60_000);

/** What a wrong clock or an odd answer can turn a number into. */
const wild = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(NaN, Infinity, -Infinity, -1, -3_600_000, 0.5, 8_640_000_000_000_000, 2 ** 53));
const mark = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 10, maxLength: 10 });
const wildState: fc.Arbitrary<PollState> = fc.record({
	source: fc.string(),
	conversations: fc.option(
		fc.record({
			list: fc.record({
				cursor: wild,
				seen: fc.array(fc.tuple(mark, fc.record({ start: fc.option(wild), inPass: fc.boolean() }))).map((entries) => new Map(entries)),
				pass: fc.option(fc.record({ offset: wild, next: wild, isNews: fc.boolean() })),
			}),
			baseline: fc.option(fc.record({ at: wild, recentFrom: fc.option(wild) })),
			results: fc.constantFrom(null, [], ['keyPoints', 'feedback'] as const),
			watched: fc.array(
				fc.record({
					id: fc.string({ minLength: 1 }),
					kind: fc.constantFrom('keyPoints' as const, 'feedback' as const),
					...{ seenAt: wild, tries: wild, isOld: fc.boolean() },
				}),
			),
		}),
	),
	meetings: fc.option(fc.record({ from: wild, told: fc.array(fc.record({ mark, start: wild })), own: fc.option(fc.string()) })),
	pause: fc.record({ until: wild, failures: wild }),
	pace: fc.record({ gap: wild, until: wild }),
});
const wildOutbox: fc.Arbitrary<Outbox> = fc.array(
	fc.record({
		item: fc.record({ dedupeKey: fc.string() }),
		dueAt: wild,
		told: fc.option(fc.record({ session: fc.option(fc.string()), times: wild })),
	}),
);

test('what is stored can always be read again, whatever the clocks and answers were', () => {
	fc.assert(
		fc.property(wildState, wildOutbox, (state, entries) => {
			const text = JSON.stringify(store(state, entries, 'one'));
			const recalled = recall(JSON.parse(text), 'one');
			expect(recalled?.unreadable).toEqual([]);
			expect(recalled && JSON.stringify(store(recalled.state, recalled.outbox, 'one'))).toBe(text);
			for (const part of ['conversations', 'meetings'] as const) expect(recalled?.state[part] === null).toBe(state[part] === null);
			expect(recalled?.outbox).toHaveLength(entries.length);
			const cursor = recalled?.state.conversations?.list.cursor ?? 0;
			expect(new Date(cursor).toISOString()).toMatch(/^\d{4}-/);
		}),
		{ numRuns: Number(process.env.RUNS ?? 300) },
	);
});

test('nothing is stored that cannot be read again', () => {
	const seen = new Map(Array.from({ length: MAX_SEEN + 1 }, (_, index) => [String(index).padStart(10, '0'), { start: NOW, inPass: false }] as const));
	const conversations = { ...startConversations(NOW, null), list: { cursor: NOW, seen, pass: null } };
	const recalled = recall(store({ ...base, conversations }, [], 'one'), 'one');
	expect(recalled?.state.conversations?.list.seen.size).toBe(MAX_SEEN);
	expect(recalled?.state.conversations?.list.seen.has('0'.repeat(10))).toBe(false);
});

test('a pace that no poll has set does not delay the next one', () => {
	const recalled = recall(replaced(stored(), ['state', 'pace'], { gap: 8_640_000_000_000_000, until: NOW + 10 * 3_600_000 }), 'one');
	expect(recalled?.state.pace).toEqual({ gap: 0, until: 0 });
});

test('a value changed by hand is refused or usable, never an exception', () => {
	const all = places(stored());
	fc.assert(
		fc.property(fc.constantFrom(...all), fc.anything(), (path, by) => {
			const recalled = recall(replaced(stored(), path, by), 'one');
			if (recalled?.state.conversations) {
				const { list, watched } = recalled.state.conversations;
				expect(() => new Date(list.cursor).toISOString()).not.toThrow();
				for (const entry of watched) expect(() => new Date(entry.seenAt).toISOString()).not.toThrow();
			}
			if (recalled) expect(() => store(recalled.state, recalled.outbox, 'one')).not.toThrow();
		}),
		{ numRuns: Number(process.env.RUNS ?? 1000) },
	);
});
