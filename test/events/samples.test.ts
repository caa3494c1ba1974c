import { eventNames } from '../../src/api/index.ts';
import { events } from '../../src/events/catalogue.ts';
import { sampleMeeting } from '../../src/events/latest.ts';
import type { Client } from '../../src/client/index.ts';
import { sampleDetails, samplesFor } from '../../src/events/samples.ts';
import { otherTerms as terms } from './hosts.ts';
import { clientOf, conversation, keyPoints, listed, NOW } from './reading.ts';

const never = () => new Promise<never>(() => {});
const samples = (chosen: readonly string[], included: readonly string[] = [], connect: () => Promise<Client> = () => Promise.reject(new Error('no key')), sleep: (ms: number) => Promise<void> = never) =>
	samplesFor(chosen, included, { connect, sleep, now: NOW, terms });

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

test('a sample is about the newest conversation, with what is saved about it', async () => {
	const include = ['conversation', 'keyPoints'];
	const [item] = await samples(['conversation.action_items.ready'], include, async () => clientOf({ conversations: listed([conversation]), keypoints: { data: keyPoints } }).client);
	expect(item).toMatchObject({
		title: conversation.title,
		startTime: conversation.startTime,
		sample: 'A sample event about your newest conversation, with what is saved about it.',
		data: { conversationId: 'c1', actionItemCount: keyPoints.keypoints.actionItems.length },
		included: { ok: true, conversation, keyPoints },
	});
});

test.each([
	['details are not saved', 'conversation.created', ['keyPoints'], 404],
	['they cannot be read', 'conversation.created', ['transcript'], 500],
	['its data would have to be made up', 'conversation.shared', [], 404],
	['its data is not saved', 'conversation.feedback.ready', [], 404],
] as const)('nothing of a sample is real if %s: the next step might act on a mixture', async (_, event, include, status) => {
	const [item] = await samples([event], include, async () => clientOf({ conversations: listed([conversation]), keypoints: status, transcript: status, feedback: status }).client);
	expect(item).toMatchObject({ conversationId: 'sample-conversation', sample: expect.stringContaining('made-up conversation') });
	expect(JSON.stringify(item)).not.toContain(conversation.title);
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
