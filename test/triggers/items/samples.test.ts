import { events } from '../../../src/triggers/items/catalogue.ts';
import { madeUpItems, sampleDetails, sampleMeeting } from '../../../src/triggers/items/samples.ts';

/** The paths of empty values. */
const emptyIn = (value: unknown, path = ''): string[] => {
	if (typeof value !== 'object' || value === null) return value === '' ? [path] : [];
	const entries = Object.entries(value);
	return entries.length === 0 ? [path] : entries.flatMap(([name, one]) => emptyIn(one, `${path}.${name}`));
};

test('a sample shows a value for every field, and a list for every list', () => {
	expect(emptyIn({ sampleDetails, sampleMeeting, events: Object.values(events).map(({ sample }) => sample) })).toEqual([]);
	expect(sampleMeeting).toMatchObject({ dedupeKey: expect.stringContaining('sample-event'), startTime: '2026-11-02T10:45:00.000Z', data: { minutesUntilStart: 15, attendees: [{ internal: true }, { internal: false }] } });
});

test('the items of a delivery that was made up are about the made-up conversation, with the details that were chosen', () => {
	const conversationId = sampleDetails.conversation?.id;
	expect(madeUpItems('conversation.created', ['conversation', 'transcript'])).toEqual([
		expect.objectContaining({ event: 'conversation.created', conversationId, included: { ok: true, conversation: sampleDetails.conversation, transcript: sampleDetails.transcript }, data: expect.objectContaining({ conversationId: expect.any(String) }) }),
	]);
	const items = madeUpItems('conversation.action_items.ready', []);
	expect(items.map(({ actionItem }) => actionItem)).toEqual(items.map(() => expect.objectContaining({ conversationId })));
	expect(items.length).toBeGreaterThan(0);
	expect(madeUpItems('webhook.test', ['conversation'])).toEqual([expect.not.objectContaining({ conversationId: expect.anything() })]);
});
