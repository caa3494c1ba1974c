import { eventNames } from '../../src/api/index.ts';
import { events } from '../../src/events/catalogue.ts';
import { sampleMeeting } from '../../src/events/latest.ts';
import type { Client } from '../../src/client/index.ts';
import { sampleDetails, samplesFor } from '../../src/events/samples.ts';
import { otherTerms as terms } from './hosts.ts';
import { clientOf, conversation, listed, NOW } from './reading.ts';

const never = () => new Promise<never>(() => {});
const samples = (chosen: readonly string[], included: readonly string[] = [], connect: () => Promise<Client> = () => Promise.reject(new Error('no key')), sleep: (ms: number) => Promise<void> = never) =>
	samplesFor(chosen, included, { connect, sleep, now: NOW, terms });
const withMeeting = async () => clientOf({ conversations: listed([conversation]) }).client;

test('each chosen event has a sample, marked as one, and of now', async () => {
	const items = await samples(['any', 'webhook.test']);
	expect(items.map(({ event }) => event)).toEqual(eventNames);
	for (const item of items) expect(item).toMatchObject({ timestamp: new Date(NOW).toISOString(), sample: expect.stringContaining('made-up conversation') });
	const test = items.find(({ event }) => event === 'webhook.test');
	for (const name of ['title', 'startTime', 'conversationId']) expect(test).not.toHaveProperty(name);
	expect(items.find(({ event }) => event === 'conversation.created')).toMatchObject({ title: null, startTime: null });
	expect(items[0]).not.toHaveProperty('included');
});

/** The paths of what says nothing. */
const emptyIn = (value: unknown, path = ''): string[] => {
	if (typeof value !== 'object' || value === null) return value === '' ? [path] : [];
	const entries = Object.entries(value);
	return entries.length === 0 ? [path] : entries.flatMap(([name, one]) => emptyIn(one, `${path}.${name}`));
};

test('a sample shows a value for every field, and a list for every list', () => {
	expect(emptyIn({ sampleDetails, sampleMeeting, events: Object.values(events).map(({ sample }) => sample) })).toEqual([]);
	expect(sampleMeeting).toMatchObject({ dedupeKey: expect.stringContaining('sample-event'), startTime: '2026-11-02T10:45:00.000Z', data: { minutesUntilStart: 15, attendees: [{ internal: true }, { internal: false }] } });
});

test('a sample is about the newest conversation, and says what is made up', async () => {
	const [item] = await samples(['conversation.keypoints.ready'], ['conversation', 'keyPoints', 'transcript', 'feedback'], withMeeting);
	expect(item).toMatchObject({
		title: conversation.title,
		startTime: conversation.startTime,
		sample: expect.stringContaining('newest conversation'),
		conversationId: 'c1',
		data: { conversationId: 'c1', title: conversation.title },
		included: { ok: true, conversation, keyPoints: { id: 'c1', title: conversation.title }, transcript: { id: 'c1' }, feedback: { id: 'c1' } },
	});
	expect(item).toHaveProperty('included.keyPoints.keypoints', sampleDetails.keyPoints?.keypoints);
	expect(item).not.toHaveProperty('included.transcript.conversationId');
});

test('a conversation without a title keeps the sample’s', async () => {
	const { title: _, ...untitled } = conversation;
	const [item] = await samples(['conversation.updated'], [], async () => clientOf({ conversations: listed([untitled]) }).client);
	expect(item).toMatchObject({ data: { conversationId: 'c1', title: 'Pilot review with Harbour' } });
});

test('action items are samples one by one, with what was asked for and no more', async () => {
	const items = await samples(['conversation.action_items.ready'], ['actionItems', 'conversation']);
	expect(items.length).toBe(sampleDetails.keyPoints?.keypoints.actionItems.length);
	for (const item of items) expect(item).toMatchObject({ actionItem: { item: expect.any(String) }, included: { ok: true, conversation: sampleDetails.conversation } });
	expect(items[0]).not.toHaveProperty('included.keyPoints');
	expect(await samples(['conversation.action_items.ready'])).toHaveLength(1);
});

test('a slow or empty account delays or spoils no sample', async () => {
	const waited: number[] = [];
	const [late] = await samples(['conversation.created'], [], never, async (ms) => void waited.push(ms));
	expect(waited).toEqual([6000]);
	expect(late).toMatchObject({ conversationId: 'sample-conversation', sample: expect.stringContaining('Meeting Happened') });
	const [empty] = await samples(['conversation.created'], ['conversation'], async () => clientOf({ conversations: listed([]) }).client);
	expect(empty).toMatchObject({ included: { conversation: sampleDetails.conversation } });
});
