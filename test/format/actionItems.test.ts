import fc from 'fast-check';
import { actionItemRecords } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { keyPoints } from './samples.ts';

const conversation = { id: 'c1', title: 'Launch', startTime: '2026-03-02T09:00:00.000Z' };
const withItems = (...items: string[]) => ({
	...keyPoints,
	keypoints: {
		...keyPoints.keypoints,
		actionItems: items.map((item) => ({ item, owner: 'Ana', confidence: 1, priority: 'low' as const })),
	},
});
const keys = (...items: string[]) =>
	actionItemRecords(withItems(...items), conversation, 'UTC').map(({ dedupeKey }) => dedupeKey);

test('one flat record for each action item', () => {
	expect(actionItemRecords(keyPoints, conversation, 'UTC')).toEqual([
		{
			item: 'Send the deck',
			owner: 'Ana',
			priority: 'high',
			confidence: 0.9,
			dueDate: null,
			dueText: null,
			// Must never change: people store it in their tables. `printf '["c1","send the deck"]' | sha256sum` prints the same.
			dedupeKey: 'a4aa072144a27b403',
			conversationId: 'c1',
			conversationTitle: 'Launch',
			conversationDate: '2026-03-02T09:00:00.000Z',
		},
		expect.objectContaining({ item: 'Book a room', owner: null, priority: 'low' }),
	]);
});

test('unknown fields of the conversation are null; the title falls back to that of the key points', () => {
	expect(actionItemRecords(keyPoints, { id: 'c1' }, 'UTC')[0]).toMatchObject({
		conversationTitle: 'Launch & <plan>',
		conversationDate: null,
	});
});

test('an owner who is a speaker of the transcript is named as in transcripts', () => {
	const owned = (owner: string) => actionItemRecords({ ...keyPoints, keypoints: { ...keyPoints.keypoints, actionItems: [{ item: 'x', owner, confidence: 1, priority: 'low' }] } }, conversation, 'UTC');
	expect(['local', 'Remote', 'Localio'].map((owner) => owned(owner)[0]?.owner)).toEqual(['Me', 'Other participant', 'Localio']);
});

test('equal texts have equal keys, whatever surrounds them', () => {
	const [key] = keys('Send the deck');
	expect(keys('Book a room', '  send  the\nDECK. ')[1]).toBe(key);
	expect(actionItemRecords(withItems('Send the deck'), { id: 'c2' }, 'UTC')[0]?.dedupeKey).not.toBe(key);
});

test('a text that occurs twice makes two items', () => {
	const [key = ''] = keys('Call Ben');
	expect(keys('Call Ben', 'call ben.', 'x', 'Call Ben').filter((one) => one.startsWith(key))).toEqual([
		key,
		`${key}-2`,
		`${key}-3`,
	]);
});

test('keys are distinct within a conversation and independent of the order of other items', () => {
	fc.assert(
		fc.property(fc.array(fc.string()), (items) => {
			expect(new Set(keys(...items)).size).toBe(items.filter((item) => item.trim() !== '').length);
			expect(keys(...items).toSorted()).toEqual(keys(...items.toReversed()).toSorted());
		}),
	);
});

test('malformed answers do not throw', () => {
	fc.assert(
		fc.property(drifted(keyPoints), (answer) => {
			for (const record of actionItemRecords(answer, conversation, 'UTC')) expect(record.item).not.toBe('');
		}),
	);
});

test('a million points within an item are looked at once: work that grows with their square would take minutes', () => {
	const item = `a${'.'.repeat(1_000_000)}b`;
	const [key = '', same, other] = keys(item, `${item}. !`, `${item}c`);
	expect(same).toBe(`${key}-2`);
	expect(other).not.toContain(key);
});
