import fc from 'fast-check';
import { startConversations } from '../../../src/triggers/poll/conversations.ts';
import type { Outbox } from '../../../src/triggers/poll/outbox.ts';
import { newState, type PollState, recall } from '../../../src/triggers/poll/stored.ts';
import { createPoller } from './poller.ts';
import { createService } from './service.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');

const begun = startConversations(NOW, 1000);
const state: PollState = {
	...newState('1 https://api.example.com'),
	conversations: {
		listing: {
			...begun.listing,
			seen: [{ id: 'c1', start: NOW, pass: 3 }, { id: 'constructor', start: null, pass: 2 }],
			pass: { since: NOW, offset: 99, newest: NOW, isNews: true, isWhole: true },
		},
		awaited: [{ id: 'c1', kind: 'keyPoints', tries: 3, nextAt: NOW, isOld: false }],
		results: ['keyPoints'],
	},
	meetings: { from: NOW, reported: [{ key: 'abcdefghij', start: NOW }], own: 'nora@own.example' },
	pause: { until: NOW, failures: 2, gap: 60_000 },
};
const outbox: Outbox = [
	{ item: { dedupeKey: 'a', event: 'conversation.created', data: { conversationId: 'a' } }, dueAt: NOW, emitted: null },
	{ item: { dedupeKey: 'b', actionItem: { task: 'Call' } }, dueAt: NOW, emitted: { session: 'one', times: 2 } },
];
const memory = { session: 'one', state, outbox };
const stored = (): unknown => JSON.parse(JSON.stringify(memory));

test('recalls what was stored', () => {
	expect(recall(stored())).toEqual(memory);
});

test('anything else is as if nothing had been stored', () => {
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.object(), fc.json()), (value) => {
			expect(recall(value)).toBeNull();
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

test('whatever is stored, new events are found', async () => {
	const all = places(stored());
	const value = fc.oneof(fc.integer(), fc.maxSafeNat(), fc.constantFrom(0, 8_640_000_000_000_000, Date.parse('9999-12-31T23:59:59Z'), -1, null, '', [], {}), fc.jsonValue());
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...all), value), { minLength: 1, maxLength: 3 }), async (changes) => {
			const changed = changes.reduce((whole: unknown, [path, by]) => replaced(whole, path, by), stored());
			const service = createService('newest');
			const poller = createPoller(service);
			poller.rewind(recall(changed)?.state.conversations ?? null);
			for (let index = 0; index < 110; index += 1) service.add(`before-${index}`, NOW - (index + 200) * 60_000);
			for (let polls = 1; polls < 4; polls += 1) await poller.poll(NOW + polls * 60_000);
			service.add('new', NOW + 240_000);
			for (let polls = 5; polls < 30; polls += 1) await poller.poll(NOW + polls * 60_000);
			expect(poller.told.filter((key) => key === 'created:new')).toHaveLength(1);
		}),
		{ numRuns: Number(process.env.RUNS ?? 100) },
	);
}, 60_000);

test('what a poll leaves behind can always be read again, whatever the clocks and answers were', async () => {
	const time = fc.constantFrom<string>('', 'soon', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z', '2026-11-02T10:00:00Z', '2026-11-02T12:00:00+02:00');
	const clock = fc.constantFrom(0, NOW, NOW + 400 * 86_400_000, Date.parse('9999-12-31T23:00:00Z'));
	const reset = fc.constantFrom(null, -1, 0, NOW, 8_640_000_000_000_000);
	// A result is postponed until after the latest time that a request can contain.
	const clocks = [0, NOW, Date.parse('9999-12-31T23:00:00Z'), 0, NOW, NOW + 400 * 86_400_000, 0, NOW, Date.parse('9999-12-31T23:00:00Z')];
	const putOff = clocks.map((now, index): [string, number, null] => [index === 0 ? '9999-12-31T23:59:59.999Z' : '', now, null]);
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(time, clock, reset), { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, isFailing) => {
			const service = createService('newest');
			const poller = createPoller(service, { results: ['keyPoints', 'feedback'] });
			for (const [index, [start, now, resetAt]] of steps.entries()) {
				service.reset(() => resetAt);
				service.intervene(() => (isFailing && index % 3 === 0 ? 'fail' : 'answer'));
				if (Number.isFinite(Date.parse(start))) service.add(`c${index}`, Date.parse(start));
				await poller.poll(now);
				poller.restart();
			}
		}),
		{ numRuns: Number(process.env.RUNS ?? 100), examples: [[putOff, false]] },
	);
}, 60_000);

test('a value changed by hand is refused or usable, never an exception', () => {
	const all = places(stored());
	fc.assert(
		fc.property(fc.constantFrom(...all), fc.anything(), (path, by) => {
			const recalled = recall(replaced(stored(), path, by));
			if (!recalled?.state.conversations) return;
			const { listing, awaited } = recalled.state.conversations;
			expect(() => [listing.anchor, ...awaited.map(({ nextAt }) => nextAt)].map((ms) => new Date(ms).toISOString())).not.toThrow();
		}),
		{ numRuns: Number(process.env.RUNS ?? 1000) },
	);
});
