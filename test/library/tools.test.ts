import { runInNewContext } from 'node:vm';
import { connect } from '../../packages/client/index.ts';
import { createTools, toolInstructions, type AgentTool, type Question, type ToolsOptions } from '../../packages/client/tools.ts';
import { permissions, tools as ofMcp, toolsets } from '../../src/agents/index.ts';
import { refusalOf, startService, type Service } from './service.ts';

let service: Service;
let id: string;
let requests: string[] = [];

beforeAll(async () => {
	service = await startService();
	await service.addMeeting('Tarn review', false, new Date(Date.now() - 7_200_000).toISOString());
	id = await service.addMeeting('Quillbrook pilot', false, new Date(Date.now() - 3_600_000).toISOString());
});
afterAll(() => service.sandbox.stop());

const toolsWith = (options: ToolsOptions = {}): AgentTool[] => {
	requests = [];
	return createTools(service.connect({ onRequest: ({ method, endpoint }) => void requests.push(`${method} ${endpoint.path}`) }), { timezone: 'Europe/Berlin', ...options });
};
const called = async (name: string, input: unknown, options: ToolsOptions = {}) => {
	const tool = toolsWith(options).find((one) => one.name === name);
	if (!tool) throw new Error(`There is no tool ${name}`);
	return await tool.execute(input);
};
const namesOf = (options?: ToolsOptions) => toolsWith(options).map(({ name }) => name);
const creditsLeft = async () => (await service.client.user.profile()).data.apiUsage.aiGenerations.remaining ?? NaN;
const draft = () => ({ conversationId: id, tone: 'concise' });

test('with everything allowed, they are the tools of MCP, with the same names, texts and schemas', () => {
	const described = toolsWith({ allow: permissions, toolsets }).map(({ execute: _, ...tool }) => tool);
	expect(described).toEqual([...ofMcp.values()].map(({ tool }) => tool));
});

test('by default, all of them only read', () => {
	const tools = toolsWith();
	expect(tools.length).toBeGreaterThan(10);
	expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
	expect(tools.find(({ name }) => name === 'key_points_get')?.inputSchema.properties).not.toHaveProperty('generate');
	expect(namesOf()).not.toContain('webhook_get_all');
});

test('each permission adds the tools that need it, and no others', () => {
	const added = permissions.map((permission) => [permission, namesOf({ allow: [permission], toolsets }).filter((name) => !namesOf({ toolsets }).includes(name))]);
	expect(Object.fromEntries(added)).toEqual({
		delete: ['conversation_delete', 'webhook_delete'],
		register: ['webhook_register', 'webhook_send_test'],
		rename: ['conversation_rename'],
		share: ['conversation_share'],
		spend: ['conversation_ask', 'conversation_draft_email', 'insight_draft_follow_ups'],
	});
});

test('a change of an account through a tool that reads is refused before anything is sent', async () => {
	for (const generate of ['always', 'yes']) expect(await called('key_points_get', { conversationId: id, generate })).toMatchObject({ error: expect.stringMatching(/no argument “generate”/), details: { code: 'invalid_input', field: 'generate' } });
	expect(requests).toEqual([]);
	expect(await called('key_points_get', { conversationId: id })).toMatchObject({ error: expect.stringMatching(/“key_points_get”, where it may spend AI credits \(not here\), generates what is missing(?![^]*ifMissing)/) });
});

test.each<[string, unknown]>([
	['JSON', '{ "limit": 1 }'],
	['an object without a prototype', Object.assign(Object.create(null), { limit: 1 })],
	['an object of another realm', runInNewContext('({ limit: 1 })')],
])('takes its arguments from %s', async (_, input) => {
	expect(await called('conversation_get_all', input)).toMatchObject({ results: [{ id: expect.any(String) }], next: expect.stringMatching(/^1\./) });
});

test.each([undefined, null, '', {}, '{}'])('a tool without inputs may be called with %j', async (input) => {
	expect(await called('user_get_profile', input)).toMatchObject({ results: [{ email: expect.any(String) }] });
});

test.each<[string, unknown]>([
	['text that is no JSON', 'limit: 1'],
	['JSON that was cut off', '{ "limit": 1'],
	['JSON of a list', '[{ "limit": 1 }]'],
	['JSON of a text', '"{}"'],
	['a list', [{ limit: 1 }]],
	['a Map', new Map([['limit', 1]])],
	['a promise', Promise.resolve({ limit: 1 })],
	['a number', 1],
])('%s in place of the arguments is refused, since the call would run without them', async (_, input) => {
	expect(await called('conversation_get_all', input)).toMatchObject({ error: 'The arguments are not a JSON object. Call the tool again with all of its arguments in one JSON object.', details: { code: 'invalid_input', field: 'input' } });
	expect(requests).toEqual([]);
});

describe('A service that fails', () => {
	afterEach(() => service.sandbox.faults.clear());
	let read: string;
	beforeAll(async () => {
		read = await service.addMeeting('Heron plan', true, new Date(Date.now() - 5_400_000).toISOString());
	});

	test.each([
		['insight_get_digest', { period: 'last7Days' }, '/api/v1/conversations/*/keypoints'],
		['action_item_find', { period: 'last7Days' }, '/api/v1/conversations/*/keypoints'],
		['conversation_get_all', {}, '/api/v1/conversations'],
		['user_get_profile', {}, '/api/v1/user/profile'],
	])('%s is asked again, since a model would give up or pay for another call', async (name, input, path) => {
		for (const kind of ['unavailable', 'internal-error', 'connection-reset'] as const) {
			service.sandbox.faults.add({ kind, count: 1, path });
			const answer = await called(name, input);
			expect(answer).toMatchObject({ results: expect.any(Array) });
			expect(JSON.stringify(answer)).not.toContain('Incomplete');
			expect(new Set(requests).size).toBeLessThan(requests.length);
		}
	});

	test('but the next hour is not waited for', async () => {
		service.sandbox.faults.add({ kind: 'rate-limited', path: '/api/v1/user/profile' });
		expect(await called('user_get_profile', {})).toMatchObject({ error: expect.stringMatching(/used up\. Try again in/), details: { code: 'rate_limited' } });
		expect(requests).toHaveLength(1);
	});

	test('a meeting that still cannot be read is named, with what to do', async () => {
		service.sandbox.faults.add({ kind: 'unavailable', path: `/api/v1/conversations/${read}/*` });
		const incomplete = expect.stringMatching(/^Incomplete: 1 meeting left out \(“Heron plan”\), because some requests failed\. Run it again in a few minutes\.$/);
		for (const name of ['insight_get_digest', 'action_item_find', 'insight_find_decisions']) {
			expect(await called(name, { period: 'last7Days' })).toMatchObject({ complete: false, notes: expect.arrayContaining([incomplete]) });
		}
		expect(await called('insight_search_transcripts', { period: 'last7Days', query: 'scanners' })).toMatchObject({ notes: expect.arrayContaining([incomplete]) });
	});
});

describe('A person who is asked', () => {
	const asking = (answer: boolean) => {
		const asked: Question[] = [];
		return { asked, ask: (question: Question) => asked.push(question) > 0 && answer };
	};

	test('reads what it costs and which meeting it is about, and nothing happens if they decline', async () => {
		const before = await creditsLeft();
		const { asked, ask } = asking(false);
		const answer = await called('conversation_draft_email', draft(), { ask });
		expect(asked).toMatchObject([{ tool: 'conversation_draft_email', input: draft(), permission: 'spend', text: expect.stringMatching(/Meeting: “Quillbrook pilot”.*\nUses 1 AI credit\. .* left of this month’s /) }]);
		expect(answer).toMatchObject({ error: expect.stringContaining('did not agree'), details: { code: 'declined' } });
		expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
		expect(await creditsLeft()).toBe(before);
	});

	test('agrees once for one credit', async () => {
		const before = await creditsLeft();
		const { asked, ask } = asking(true);
		expect(await called('conversation_draft_email', draft(), { ask })).toMatchObject({ results: [{ subject: expect.any(String) }], complete: true });
		expect(asked).toHaveLength(1);
		expect(before - (await creditsLeft())).toBe(1);
	});

	test('is asked about a webhook too, by where it leads', async () => {
		const { data: { id: webhookId } } = await service.client.webhooks.register({ url: 'https://hooks.example.com/meetings', events: ['transcript.ready'] });
		const { asked, ask } = asking(false);
		await called('webhook_send_test', { webhookId }, { ask, toolsets: ['webhooks'] });
		expect(asked).toMatchObject([{ permission: 'register', text: expect.stringContaining('\nWebhook: https://hooks.example.com/meetings\n') }]);
	});

	test('is not asked about what is allowed, nor about what only reads', async () => {
		const { asked, ask } = asking(true);
		await called('conversation_rename', { conversationId: id, title: 'Quillbrook pilot' }, { ask, allow: ['rename'] });
		await called('conversation_get_transcript', { conversationId: id }, { ask });
		expect(asked).toEqual([]);
	});
});

test('a program that fails to ask the person is a result too, and nothing is done', async () => {
	const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
	const broken = new Error('No window is open');
	const before = await creditsLeft();
	for (const ask of [() => Promise.reject(broken), () => { throw broken; }]) {
		expect(await called('conversation_draft_email', draft(), { ask })).toEqual({ error: 'Nothing was done, because the person could not be asked.', details: { code: 'needs_person' } });
		expect(logged).toHaveBeenLastCalledWith('ask failed:', broken);
	}
	logged.mockRestore();
	expect(await creditsLeft()).toBe(before);
});

test.each(['true', true, 'yes', 'missing', 'if missing only', false])('generate: %j is refused, since it would count as “never”', async (generate) => {
	for (const name of ['key_points_get', 'feedback_get']) {
		const refused = { error: expect.stringMatching(/^“generate” cannot be used: it must be one of never, ifMissing, always\./), details: { code: 'invalid_input', field: 'generate' } };
		expect(await called(name, { conversationId: id, generate }, { allow: ['spend'] })).toMatchObject(refused);
		expect(requests).toEqual([]);
	}
});

test.each([undefined, null, '', 'none', 'never'])('generate: %j generates nothing', async (generate) => {
	expect(await called('feedback_get', { conversationId: id, generate }, { allow: ['spend'] })).toMatchObject({ details: { code: 'not_found' } });
});

test('an empty text in place of a list does not choose everything', async () => {
	expect(await called('insight_draft_follow_ups', { day: 'today', conversationIds: '' }, { allow: ['spend'] })).toMatchObject({ error: expect.stringContaining('“conversationIds” cannot be used: it is empty.'), details: { code: 'invalid_input' } });
	expect(requests).toEqual([]);
});

test('a question about a new result says that it replaces the saved one', async () => {
	const asked: string[] = [];
	const ask = ({ text }: Question) => asked.push(text) < 0;
	await called('key_points_get', { conversationId: id, generate: 'always' }, { ask });
	await called('feedback_get', { conversationId: id, generate: 'if_missing' }, { ask });
	expect(asked).toEqual([expect.stringMatching(/\nUses 1 AI credit\.[^]*\nReplace the saved result with a new one, for one AI credit every time\.$/), expect.not.stringContaining('Replace')]);
});

test('a limit is a result that says what to do, and sends nothing more', async () => {
	expect(await called('insight_get_digest', { period: 'last7Days' }, { maxRequests: 1 })).toMatchObject({ results: [{ meetingsNotRead: 3, stoppedBy: 'budget' }], complete: false, notes: [expect.any(String)] });
	expect(requests).toHaveLength(1);
	expect(await called('conversation_draft_email', draft(), { allow: ['spend'], reserveCredits: 1_000_000 })).toMatchObject({ error: expect.stringContaining('reserved'), details: { code: 'credits_reserved' } });
});

test('what leads to a question counts among the requests of its call', async () => {
	const asked = jest.fn(() => true);
	const generate = { conversationId: id, generate: 'ifMissing' };
	expect(await called('feedback_get', generate, { ask: asked, maxRequests: 3 })).toMatchObject({ error: expect.stringMatching(/^This run has used up its 3 requests\. Change the settings of the program to allow more, or ask for less at once\.$/) });
	expect([requests.length, asked.mock.calls.length]).toEqual([3, 0]);
});

test('a cancelled call throws what it was cancelled with', async () => {
	const [tool] = toolsWith();
	const reason = new Error('The person left');
	await expect(tool?.execute({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('the rest of a list comes with its cursor, and a saved answer is not read again', async () => {
	await service.addMeeting('Second');
	const list = toolsWith().find(({ name }) => name === 'conversation_get_all');
	const first = await list?.execute({ limit: 1 });
	expect(first).toMatchObject({ results: [{ title: 'Second' }], complete: false });
	expect(await list?.execute({ limit: 1, cursor: Object(first).next })).toMatchObject({ results: [{ title: 'Quillbrook pilot' }] });
});

test('the instructions say what the tools may do', () => {
	expect(toolInstructions({ timezone: 'Europe/Berlin' })).toMatch(/Days and times without an offset are in Europe\/Berlin\..* whoever asks\./s);
	expect(toolInstructions({ allow: ['spend', 'share'] })).toContain('You may share meetings or spend AI credits without asking.');
	expect(toolInstructions({ allow: ['spend'], ask: () => true })).toContain('Before you delete, rename or share meetings, the person is asked. You may spend AI credits without asking.');
	expect(toolInstructions({ ask: () => true, toolsets })).toContain('Before you delete, rename or share meetings, delete or register webhooks, or spend AI credits, the person is asked.');
	expect(toolInstructions({ allow: ['register'] })).toContain('The tools only read');
});

test('options that do not exist are refused by name', () => {
	const client = connect(service.account);
	expect(refusalOf(() => createTools(client, { allow: ['all'] } as unknown as ToolsOptions))).toMatchObject({ kind: 'invalidInput', field: 'allow', reason: expect.stringContaining('spend') });
	expect(refusalOf(() => createTools(client, { readOnly: true } as ToolsOptions))).toMatchObject({ field: 'readOnly', reason: expect.stringContaining('nothing is allowed by default') });
	expect(refusalOf(() => createTools(client, { timezone: 'Mars' }))).toMatchObject({ field: 'timezone' });
	expect(refusalOf(() => createTools(client, { maxRequests: 0 }))).toMatchObject({ field: 'maxRequests', reason: 'it must be a whole number of at least 1' });
});
