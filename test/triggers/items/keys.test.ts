import { eventNames } from '../../../src/api/index.ts';
import { actionItemKeyOf, dedupeKeyOf, startingSoonKeyOf } from '../../../src/triggers/items/item.ts';

const timestamp = '2026-03-02T09:15:00Z';
const keyOf = (event: string, conversationId: string | undefined) => dedupeKeyOf({ event, conversationId, timestamp });

test('an event that happens once to a conversation is known by both, one that may happen again by its time too', () => {
	const keys = [...eventNames, 'conversation.merged'].map((event) => keyOf(event, 'c1'));
	expect(keys).toEqual([
		'conversation.created:c1',
		`conversation.updated:c1:${timestamp}`,
		'conversation.keypoints.ready:c1',
		'conversation.summary.ready:c1',
		'conversation.action_items.ready:c1',
		'conversation.feedback.ready:c1',
		`conversation.shared:c1:${timestamp}`,
		'conversation.deleted:c1',
		'transcript.ready:c1',
		`transcript.failed:c1:${timestamp}`,
		`webhook.test:c1:${timestamp}`,
		`conversation.merged:c1:${timestamp}`,
	]);
});

test('an event about no conversation is known by its time', () => {
	expect(keyOf('conversation.created', undefined)).toBe(`conversation.created:${timestamp}`);
});

test('an action item and the start of a meeting have keys of their own', () => {
	expect(actionItemKeyOf('c1', 'send the offer')).toBe('conversation.action_items.ready:c1:send the offer');
	expect(startingSoonKeyOf('m1', timestamp)).toBe(`meeting.starting_soon:m1:${timestamp}`);
});
