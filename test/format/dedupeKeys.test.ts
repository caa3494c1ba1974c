import fc from 'fast-check';
import { conversationRecords, decisionRecords } from '../../src/format/index.ts';

/** Texts as in key points: never empty, and never punctuation only. */
const text = fc
	.string({ minLength: 1, maxLength: 40 })
	.map((written) => `x${written}`.replace(/[\s\p{Cc}]+/gu, ' ').trim())
	.filter((written) => !/[.!;,\s]$/.test(written));
const texts = fc.array(text, { maxLength: 12 });

const conversation = (title: string) => ({ id: 'conv_1', title, startTime: null, participants: [] });

/** Functions that make keys for a list of texts, by the kind of text. */
const kinds: Readonly<Record<string, (all: readonly string[], title: string) => string[]>> = {
	'action items': (all, title) => conversationRecords(all.map((item) => ({ item })), conversation(title), 'UTC').map(({ dedupeKey }) => dedupeKey),
	decisions: (all, title) => decisionRecords(all, conversation(title)).map(({ dedupeKey }) => dedupeKey),
};

describe.each(Object.entries(kinds))('keys of %s', (_, keysOf) => {
	test('do not depend on the title of the conversation', () => {
		fc.assert(fc.property(texts, fc.string(), fc.string(), (all, one, other) => expect(keysOf(all, one)).toEqual(keysOf(all, other))));
	});

	test('survive what regenerated key points change: case, spaces and final punctuation', () => {
		const changed = (written: string, how: number) =>
			[written, ` ${written}. `, written.toUpperCase().toLowerCase(), `${written} !`, written.replaceAll(' ', '\n ')][how % 5] ?? written;
		// A few letters, such as ß, are not the same after a conversion to upper case and back.
		const stable = texts.filter((all) => all.every((one) => one.toUpperCase().toLowerCase() === one.toLowerCase()));
		fc.assert(
			fc.property(stable, fc.nat(), (all, how) => {
				const regenerated = all.map((written, index) => changed(written, how + index));
				expect(keysOf(regenerated, '')).toEqual(keysOf(all, ''));
			}),
		);
	});

	test('are the same in any order, and unique', () => {
		const shuffled = texts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
		fc.assert(
			fc.property(shuffled, ([all, reordered]) => {
				const keys = keysOf(all, '');
				expect(new Set(keys).size).toBe(all.length);
				expect(keysOf(reordered, '').toSorted()).toEqual(keys.toSorted());
			}),
		);
	});
});

test('a decision never has the key of an action item with the same text', () => {
	fc.assert(
		fc.property(texts, (all) => {
			const tasks = new Set(kinds['action items']?.(all, ''));
			expect(kinds['decisions']?.(all, '').some((key) => tasks.has(key))).toBe(false);
		}),
	);
});
