import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { byId, jsonOf, runNode, type NodeOptions } from './engine.ts';
import { noneListed } from '../support/scriptedServer.ts';
import { againstScript } from './recording.ts';
import { startService, type Service } from './service.ts';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service.sandbox.stop());

const asTool = (parameters: NodeOptions['parameters']) =>
	runNode({ credential: service.credential, parameters, asTool: true });

describe.each([
	['delete', { deleted: true }],
	['share', { shareUrl: expect.any(String) }],
])('%s', (operation, done) => {
	const run = (conversationId: string, extra: object = {}) => asTool({ resource: 'conversation', operation, conversationId: byId(conversationId), ...extra });

	test('does nothing before a person agrees, and says what to do', async () => {
		const { conversationId } = await service.addMeeting('Kept');
		for (const extra of [{}, { confirmation: 'yes' }, { confirmation: 'conv_another' }]) {
			expect((await run(conversationId, extra)).error?.message).toBe(
				'Nothing was done, because it is not confirmed. Tell the person what this would do and ask them. If they agree, call this again with the same ID in “Confirmation” as well.',
			);
		}
		const { outputs } = await run(conversationId, { confirmation: ` ${conversationId} ` });
		expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ id: conversationId, ...done })]);
	});
});

test('a webhook is not deleted before a person agrees', async () => {
	const { error } = await asTool({ resource: 'webhook', operation: 'delete', webhookId: byId('wh_1') });
	expect(error?.message).toContain('not confirmed');
});

test('a list that is full says that there may be more', async () => {
	for (const title of ['First', 'Second']) await service.addMeeting(title);
	const listed = async (limit: number) => jsonOf((await asTool({ resource: 'conversation', operation: 'getAll', returnAll: false, limit })).outputs[0]);
	expect((await listed(2)).slice(2)).toEqual([{ notes: ['Only the first 2 results are here. There may be more: narrow them down.'] }]);
	expect((await listed(500)).filter((json) => 'notes' in json)).toEqual([]);
});

test('an unknown ID gives the call to make next', async () => {
	const conversationId = byId('conv_unknown');
	const { error } = await asTool({ resource: 'conversation', operation: 'getTranscript', conversationId });
	expect(error?.message).toContain('Conversation > Get Many returns');
	const keyPoints = await asTool({ resource: 'keyPoints', operation: 'get', conversationId });
	expect(keyPoints.error?.message).toContain('Conversation > Get Many returns');
});

test('a conversation without key points gives the call that makes them', async () => {
	const { conversationId } = await service.addMeeting('Without key points');
	const { error } = await asTool({ resource: 'keyPoints', operation: 'get', conversationId: byId(conversationId) });
	expect(error?.message).toContain('Key Points > Get or Generate');
});

const tool = (parameters: NodeOptions['parameters']) => ({ parameters, asTool: true });

test('an answer is short', async () => {
	const answer = {
		data: { id: 'c', query: 'Who?', response: 'Ben.', metadata: { segmentsAnalyzed: 9, conversationDuration: 3 }, suggestedQueries: ['x'] },
	};
	const ask = { resource: 'conversation', operation: 'ask', conversationId: byId('c'), question: 'Who?' };
	const { outputs } = await againstScript([answer], tool(ask), noneListed);
	expect(jsonOf(outputs[0])).toEqual([{ id: 'c', query: 'Who?', response: 'Ben.' }]);
});

test.each(['null', 'None', 'N/A', ' undefined '])('%j in a field that is not needed is no value', async (nothing) => {
	const filters = { search: nothing, participant: nothing, minMinutes: nothing };
	const { asked } = await againstScript([{ data: [], pagination: { total: 0, limit: 1, offset: 0, hasMore: false } }], tool({ resource: 'conversation', operation: 'getAll', conversationGetAllFilters: filters }));
	expect(asked).toEqual([expect.not.stringContaining('search')]);
});

test.each([
	[{ period: '={{ "today" }}', since: '2026-11-20' }],
	[{ period: '={{ "last7Days" }}', days: 30 }],
])('a period that contradicts another input is refused instead of chosen: %j', async (inputs) => {
	const { error } = await asTool({ resource: 'insight', operation: 'getDigest', ...inputs });
	expect(error?.message).toMatch(/^“(?:From|Days)” cannot be used: /);
});

test('a choice that a model makes leaves the fields of other choices alone', async () => {
	const run = (inputs: NodeOptions['parameters']) => asTool({ resource: 'insight', operation: 'prepareForMeeting', person: 'ben@acme.example', ...inputs });
	expect((await run({ prepareFor: '={{ "person" }}' })).error).toBeUndefined();
	expect((await run({ prepareFor: '={{ "" }}' })).error).toBeUndefined();
	expect((await run({ prepareFor: '={{ "person" }}', calendarEventId: byId('ev_1') })).error?.message).toMatch(/^“Calendar Event” cannot be used: /);
});

test.each([{ day: '={{ "" }}' }, { day: '={{ "yesterday" }}' }, { day: '={{ "" }}', date: '2026-11-20' }])('what a model leaves out is not a list without entries: %j', async (inputs) => {
	const empty = { date: '={{ "" }}', meetings: '={{ "" }}', conversationIds: '={{ "" }}' };
	expect((await asTool({ resource: 'insight', operation: 'draftFollowUps', ...empty, ...inputs })).error).toBeUndefined();
	const { error } = await asTool({ resource: 'insight', operation: 'draftFollowUps', ...empty, ...inputs, meetings: '={{ "chosen" }}' });
	expect(error?.message).toMatch(/^“Conversations” is missing\. It is required if “Which Meetings” is chosen\.$/);
});

test('a topic alone is what to prepare for', async () => {
	const { error } = await asTool({ resource: 'insight', operation: 'prepareForMeeting', prepareFor: '={{ "" }}', topic: 'pricing' });
	expect(error).toBeUndefined();
});

test.each([{ period: '={{ "" }}', days: 30 }, { period: '={{ "" }}', since: '2026-11-20', until: '' }, { period: '={{ "last7Days" }}', since: '={{ "" }}', until: '={{ "" }}', days: '={{ "" }}' }])('a period that nothing contradicts is read: %j', async (inputs) => {
	const { error, outputs } = await asTool({ resource: 'insight', operation: 'getDigest', ...inputs });
	expect(error).toBeUndefined();
	expect(outputs[0]).not.toHaveLength(0);
});

test('an agent that did not choose the period is told from when on meetings were read', async () => {
	await service.addMeeting('With decisions');
	const notesOf = async (inputs: object) => jsonOf((await asTool({ resource: 'insight', operation: 'findDecisions', ...inputs })).outputs[0]).flatMap(({ notes = [] }) => notes);
	const since = expect.stringMatching(/^Only meetings since /);
	expect(await notesOf({})).toContainEqual(since);
	expect(await notesOf({ period: '={{ "last7Days" }}' })).not.toContainEqual(since);
});

test('an empty list says why, since an agent gets an empty text otherwise', async () => {
	const { outputs } = await againstScript([{ data: [], pagination: { total: 0, limit: 1, offset: 0, hasMore: false } }], tool({ resource: 'conversation', operation: 'getAll' }));
	expect(jsonOf(outputs[0])).toEqual([{ notes: [expect.stringMatching(/^No conversations were found\./)] }]);
});

test('a draft has no HTML, and an event not the provider’s own data', async () => {
	const email = { data: { id: 'c', subject: 'S', body: 'B', keyPoints: [], actionItems: [], generatedAt: '2026-11-02T10:00:00Z' } };
	const draft = { resource: 'conversation', operation: 'draftEmail', conversationId: byId('c') };
	expect(jsonOf((await againstScript([{ data: [], pagination: { total: 0, hasMore: false } }, email], tool(draft))).outputs[0])[0]).toEqual({ id: 'c', subject: 'S', text: 'B', to: null, recipients: [], recipientsFrom: null });
	const events = { data: [{ id: 'e', summary: 'Weekly' }] };
	const { outputs } = await againstScript([events], tool({ resource: 'calendarEvent', operation: 'getAll' }));
	expect(jsonOf(outputs[0])[0]).toMatchObject({ id: 'e', title: 'Weekly' });
	expect(jsonOf(outputs[0])[0]).not.toHaveProperty('raw');
});

describe('Output', () => {
	const events = { data: [{ id: 'e', summary: 'Weekly', hangoutLink: 'https://meet.example.com/e' }] };
	const listed = async (extra: object) => jsonOf((await againstScript([events], tool({ resource: 'calendarEvent', operation: 'getAll', ...extra }))).outputs[0]);

	test('is simplified as a tool starts, and raw as the service answers', async () => {
		expect(await listed({})).toEqual([expect.objectContaining({ id: 'e', title: 'Weekly' })]);
		expect(await listed({ output: 'raw' })).toEqual(events.data);
	});

	test('has only the selected fields and the ID', async () => {
		expect(await listed({ output: 'selectedFields', outputFields: ['title', 'joinUrl'] })).toEqual([{ id: 'e', title: 'Weekly', joinUrl: 'https://meet.example.com/e' }]);
		expect(await listed({ output: 'selectedFields' })).toEqual([{ id: 'e' }]);
	});

	const { properties } = new MeetingAssistant().description;
	const choicesFor = (operation: string) => {
		const fields = properties.filter(({ name, displayOptions }) => name === 'outputFields' && displayOptions?.show?.['operation']?.includes(operation));
		return fields.flatMap(({ options = [] }) => options.flatMap((option) => ('value' in option ? [String(option.value)] : [])));
	};

	test('always says what a result cost', async () => {
		const { conversationId } = await service.addMeeting('Cost');
		const generate = { resource: 'feedback', operation: 'generate', conversationId: byId(conversationId), output: 'selectedFields', outputFields: ['overallScore'] };
		const [made = {}] = jsonOf((await asTool(generate)).outputs[0]);
		expect(Object.keys(made).toSorted()).toEqual(['cached', 'id', 'overallScore']);
		expect(made).toMatchObject({ id: conversationId, cached: false });
	});

	test('offers every field of the simplified result, but for the ID', async () => {
		const [event = {}] = await listed({});
		expect(choicesFor('getAll')).toHaveLength(Object.keys(event).length - 1);
		const { conversationId } = await service.addMeeting('Feedback');
		const [feedback = {}] = jsonOf((await asTool({ resource: 'feedback', operation: 'generate', conversationId: byId(conversationId) })).outputs[0]);
		const [profile = {}] = jsonOf((await asTool({ resource: 'user', operation: 'getProfile' })).outputs[0]);
		expect(Object.keys(profile).toSorted()).toEqual(choicesFor('getProfile').toSorted());
		expect(choicesFor('generate').toSorted()).toEqual(Object.keys(feedback).filter((name) => !['id', 'cached', 'creditsLeft'].includes(name)).toSorted());
	});
});
