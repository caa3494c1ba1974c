import { terms } from '../../../nodes/shared/terms.ts';
import { createClient } from '../../../src/client/index.ts';
import { findConversation, planDetails, readDetails } from '../../../src/triggers/items/details.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { begin } from '../../reports/support/task.ts';
import { clientOf, conversation, keyPoints, listed, type Answer } from '../reading.ts';

test('a silent service delays a delivery no longer than the limit', async () => {
	const waited: number[] = [];
	const client = createClient({
		baseUrl: 'https://api.example.com',
		transport: ({ url }) =>
			url.includes('keypoints')
				? Promise.resolve({ status: 404, headers: {}, body: '{"error":{"code":"not_found","message":"None"}}' })
				: new Promise(() => {}),
		sleep: async () => {},
	});
	const included = await readDetails(['transcript', 'keyPoints'], { conversationId: 'c', title: undefined }, {
		connect: async () => client,
		terms,
		sleep: async (ms) => {
			waited.push(ms);
			await new Promise((resolve) => setImmediate(resolve));
		},
	});
	expect(waited).toEqual([6000]);
	expect(included).toEqual({ ok: false, reason: expect.stringContaining('within 6 seconds'), keyPoints: null });
});

const readWith = async (answers: Readonly<Record<string, Answer>>) =>
	await readDetails(['conversation', 'keyPoints', 'transcript', 'feedback'], { conversationId: 'c1', title: undefined }, { connect: async () => clientOf(answers).client, sleep: () => new Promise(() => {}), terms });

test('every detail is read where it is saved, and is null where none is', async () => {
	const transcript = { id: 'c1', segments: [] };
	const feedback = { id: 'c1', overallScore: 6 };
	const all = { conversations: listed([conversation]), keypoints: { data: keyPoints }, transcript: { data: transcript }, feedback: { data: feedback } };
	expect(await readWith(all)).toEqual({ ok: true, conversation, keyPoints, transcript, feedback });
	expect(await readWith({ conversations: listed([conversation]), keypoints: 404, transcript: 404, feedback: 404 })).toEqual({ ok: true, conversation, keyPoints: null, transcript: null, feedback: null });
});

test('a conversation that does not exist is not read, and the reason says so', async () => {
	const gone = await readWith({ conversations: listed([]), keypoints: 404, transcript: 404, feedback: 404 });
	expect(gone).toEqual({ ok: false, reason: expect.stringContaining('no conversation with the ID of the event'), keyPoints: null, transcript: null, feedback: null });
});

test('the reasons of several details are each given once, beside the details that were read', async () => {
	const included = await readWith({ conversations: listed([conversation], 2), keypoints: 403, transcript: 403, feedback: 404 });
	expect(included).toEqual({ ok: false, reason: expect.stringMatching(/^[^.]+\.$/), conversation, feedback: null });
	expect(await readWith({ conversations: listed([], 2), keypoints: 403, transcript: 404, feedback: 404 })).toMatchObject({ ok: false, reason: expect.stringContaining('not among the first 300 of the list.') });
});

test('an account that cannot be used is a reason like any other', async () => {
	const connect = () => Promise.reject(new Error('no key'));
	expect(await readDetails(['keyPoints'], { conversationId: 'c1', title: undefined }, { connect, sleep: () => new Promise(() => {}), terms })).toEqual({ ok: false, reason: 'The details could not be read.' });
});

test('a conversation is searched by its title, if that is known', async () => {
	const { client, asked } = clientOf({ conversations: listed([{ ...conversation, id: 'c0' }, conversation]) });
	const task = begin({ client });
	expect(await findConversation(task, { conversationId: 'c1', title: 'Weekly' })).toEqual(conversation);
	expect(await findConversation(task, { conversationId: 'c2', title: '' })).toBeNull();
	expect(asked.map((url) => new URL(url, 'http://x').searchParams.get('search'))).toEqual(['Weekly', null]);
});

test('a conversation that was renamed since the event is found', async () => {
	const { client } = clientOf({ conversations: (query) => listed(query.get('search') === 'Weekly' ? [] : [conversation]) });
	expect(await findConversation(begin({ client }), { conversationId: 'c1', title: 'Weekly' })).toEqual(conversation);
});

test('a conversation that is older than the first 300 is not called missing', async () => {
	const page = Array.from({ length: 300 }, (_, index) => ({ ...conversation, id: `other${index}` }));
	const find = (items: readonly unknown[], total?: number) => findConversation(begin({ client: clientOf({ conversations: listed(items, total) }).client }), { conversationId: 'c1', title: undefined });
	await expect(find(page)).rejects.toThrow('not among the first 300');
	expect(await find(page.slice(1))).toBeNull();
});

const planned = (event: string, include: readonly string[], { filters = {}, withOwnerEmail = false, data = {} } = {}) =>
	planDetails({ event, timestamp: null, conversationId: 'c1', data }, include, { ...noFilters, ...filters }, withOwnerEmail);
const ITEMS = 'conversation.action_items.ready';

test.each([
	[planned('conversation.created', []), [], [], false],
	[planned('conversation.created', ['transcript', 'nonsense', 'toString']), ['transcript'], ['transcript'], false],
	[planned('conversation.merged', ['feedback']), ['feedback'], ['feedback'], false],
	[planned('conversation.deleted', ['feedback']), [], [], false],
	[planned(ITEMS, []), [], ['keyPoints'], true],
	[planned(ITEMS, ['transcript']), ['transcript'], ['transcript', 'keyPoints'], true],
	[planned(ITEMS, ['keyPoints']), ['keyPoints'], ['keyPoints'], true],
	[planned(ITEMS, [], { withOwnerEmail: true }), [], ['keyPoints', 'conversation'], true],
	[planned(ITEMS, ['reported']), ['conversation'], ['conversation', 'keyPoints'], true],
	[planned('conversation.created', ['reported', 'conversation']), ['conversation'], ['conversation'], false],
	[planned('conversation.keypoints.ready', ['reported']), ['conversation', 'keyPoints'], ['conversation', 'keyPoints'], false],
	[planned('conversation.summary.ready', ['reported']), ['conversation', 'keyPoints'], ['conversation', 'keyPoints'], false],
	[planned('conversation.feedback.ready', ['reported']), ['conversation', 'feedback'], ['conversation', 'feedback'], false],
	[planned('transcript.ready', ['reported']), ['conversation', 'transcript'], ['conversation', 'transcript'], false],
	[planned('conversation.merged', ['reported']), ['conversation'], ['conversation'], false],
	[planned('conversation.deleted', ['reported']), [], [], false],
	[planned('conversation.created', ['keyPoints'], { withOwnerEmail: true }), ['keyPoints'], ['keyPoints'], false],
	[planned('conversation.created', [], { filters: { titleContains: 'x' } }), [], ['conversation'], false],
	[planned('conversation.created', ['conversation'], { filters: { titleContains: 'x' } }), ['conversation'], ['conversation'], false],
	[planned('conversation.keypoints.ready', [], { filters: { minimumActionItems: 1 } }), [], ['keyPoints'], false],
	[planned('conversation.created', [], { filters: { minimumActionItems: 1 } }), [], [], false],
	[planned('conversation.updated', [], { filters: { titleContains: 'x' }, data: { title: 'x' } }), [], [], false],
])('%#: reads what is wanted, and what filters and action items need', (plan, wanted, toRead, splitActionItems) => {
	expect(plan).toEqual({ wanted, toRead, splitActionItems });
});
