import { api, Conversation, eventData, eventNames, Feedback, KeyPoints } from '../../../src/api/index.ts';
import { events, eventsToRegister, instantChoices, isChosen, polledChoices, resultsOf } from '../../../src/triggers/items/catalogue.ts';
import { sampleDetails } from '../../../src/triggers/items/samples.ts';
import { dedupeKeyOf } from '../../../src/triggers/items/item.ts';

test('every event of the description can be chosen, each under its own label', () => {
	expect(instantChoices.map(({ value }) => value).toSorted()).toEqual(['any', ...eventNames].toSorted());
	expect(new Set(instantChoices.map(({ label }) => label)).size).toBe(eventNames.length + 1);
	expect(eventsToRegister(['any'])).toEqual(eventNames.filter((name) => name !== 'webhook.test'));
	expect(eventsToRegister(['any', 'webhook.test'])).toEqual(eventNames);
});

test.each([
	['conversation.created', ['conversation.created'], true],
	['conversation.created', ['conversation.updated'], false],
	['conversation.created', ['any'], true],
	['conversation.merged', ['any'], true],
	['conversation.merged', ['conversation.created'], false],
	['webhook.test', ['any'], false],
	['webhook.test', ['any', 'webhook.test'], true],
	['webhook.test', ['webhook.test'], true],
])('%s where %j are chosen', (event, chosen, expected) => {
	expect(isChosen(event, chosen)).toBe(expected);
});

test('polling offers the events that it can detect, by label', () => {
	const labels = polledChoices.map(({ label }) => label);
	expect(labels).toEqual(labels.toSorted());
	expect(labels).toEqual(expect.arrayContaining(['Conversation Created', 'Key Points Ready', 'Meeting Starting Soon']));
	expect(labels).not.toContain('Conversation Deleted');
});

test('key points and action items wait for the same result', () => {
	expect(resultsOf(['conversation.keypoints.ready', 'conversation.action_items.ready'])).toEqual(['keyPoints']);
	expect(resultsOf(['conversation.created', 'meeting.starting_soon', 'nonsense'])).toEqual([]);
	expect(resultsOf(['conversation.feedback.ready', 'conversation.keypoints.ready']).toSorted()).toEqual(['feedback', 'keyPoints']);
});

test('samples have the shape of real events', () => {
	for (const name of eventNames) expect(eventData[name].safeParse(events[name].sample).error).toBeUndefined();
	expect(Conversation.safeParse(sampleDetails.conversation).error).toBeUndefined();
	expect(KeyPoints.safeParse(sampleDetails.keyPoints).error).toBeUndefined();
	expect(Feedback.safeParse(sampleDetails.feedback).error).toBeUndefined();
	expect(api.transcript.get.response.safeParse({ data: sampleDetails.transcript }).error).toBeUndefined();
});

test.each([
	[{ event: 'conversation.created', conversationId: 'c', timestamp: 't' }, 'conversation.created:c'],
	[{ event: 'conversation.updated', conversationId: 'c', timestamp: 't' }, 'conversation.updated:c:t'],
	[{ event: 'conversation.merged', conversationId: 'c', timestamp: 't' }, 'conversation.merged:c:t'],
	[{ event: 'webhook.test', timestamp: 't' }, 'webhook.test:t'],
])('the key of %j', (emitted, key) => {
	expect(dedupeKeyOf(emitted)).toBe(key);
});
