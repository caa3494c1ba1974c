import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod/v4';
import { tools } from '../../packages/mcp/tools.ts';
import { startWorld, use, type World } from './support.ts';

let world: World;
let id: string;
const receiver = createServer((_, response) => response.writeHead(204).end());

beforeAll(async () => {
	world = await startWorld();
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	id = await world.addMeeting('Quillbrook pilot');
	world.sandbox.connectCalendar(world.userId, 'google');
	const start = { dateTime: new Date(Date.now() + 3_600_000).toISOString(), timeZone: 'UTC' };
	const attendees = [{ email: 'priya@quillbrook.example', displayName: 'Priya Raman', responseStatus: 'accepted' }];
	world.sandbox.addCalendarEvent(world.userId, { id: 'ev1', summary: 'Review', start, end: start, attendees });
});
afterAll(async () => {
	await world.stop();
	await new Promise((resolve) => receiver.close(resolve));
});

const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

/** Arguments of every tool, in an order in which each finds what it needs. */
const everyCall = async (client: Client): Promise<readonly (readonly [string, Readonly<Record<string, unknown>>])[]> => {
	const spare = await world.addMeeting('Spare');
	const [contact] = (await use(client, 'contact_get_all')).results;
	const [webhook] = (await use(client, 'webhook_register', { url: address(), events: ['transcript.ready'] })).results;
	const conversationId = id;
	return [
		['action_item_get_all', {}],
		['calendar_event_get_all', {}],
		['contact_get_all', {}],
		['contact_get_briefing', { contactId: contact?.['id'] }],
		['conversation_ask', { conversationId, question: 'When does the pilot start?' }],
		['conversation_delete', { conversationId: spare, confirmed: true }],
		['conversation_draft_email', { conversationId }],
		['conversation_get', { conversationId }],
		['conversation_get_all', {}],
		['conversation_get_transcript', { conversationId }],
		['conversation_rename', { conversationId, title: 'Quillbrook: pilot' }],
		['conversation_share', { conversationId }],
		['feedback_generate', { conversationId }],
		['feedback_get', { conversationId }],
		['insight_draft_follow_ups', { day: 'yesterday' }],
		['insight_find_action_items', {}],
		['insight_find_decisions', {}],
		['insight_get_digest', {}],
		['insight_prepare_for_meeting', { prepareFor: 'person', person: 'priya@quillbrook.example' }],
		['insight_sync_action_items', {}],
		['key_points_generate', { conversationId }],
		['key_points_get', { conversationId }],
		['user_get_profile', {}],
		['webhook_get_all', {}],
		['webhook_register', { url: address(), events: ['conversation.keypoints.ready'] }],
		['webhook_send_test', { webhookId: webhook?.['id'] }],
		['webhook_delete', { webhookId: webhook?.['id'], confirmed: true }],
	];
};

const Documented = z.object({ properties: z.object({ results: z.object({ items: z.object({ anyOf: z.tuple([z.record(z.string(), z.unknown())], z.unknown()) }) }) }) });

const documentedItem = (name: string): object => Documented.parse(tools.get(name)?.tool.outputSchema).properties.results.items.anyOf[0];

describe.each(['stdio', 'HTTP'])('over %s', (transport) => {
	test('every tool answers as its output schema says', async () => {
		const client = transport === 'HTTP' ? await world.overHttp() : await world.overStdio();
		expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...tools.keys()]);
		const calls = await everyCall(client);
		expect(calls.map(([name]) => name).toSorted()).toEqual([...tools.keys()].toSorted());
		const ajv = addFormats(new Ajv({ strict: false }));
		for (const [name, args] of calls) {
			const { isError, text, results } = await use(client, name, args);
			expect({ name, isError, text: isError ? text : '' }).toEqual({ name, isError: false, text: '' });
			expect({ name, empty: results.length === 0 }).toEqual({ name, empty: false });
			const fits = ajv.compile(documentedItem(name));
			const differences = results.flatMap((item) => (fits(item) ? [] : (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)));
			expect({ name, differences }).toEqual({ name, differences: [] });
			// A schema that says nothing would fit anything.
			const named = Object.keys(z.object({ properties: z.record(z.string(), z.unknown()) }).parse(documentedItem(name)).properties);
			const undocumented = results.flatMap((item) => Object.keys(item)).filter((field) => !named.includes(field));
			expect({ name, undocumented }).toEqual({ name, undocumented: [] });
		}
	});
});

describe('A call', () => {
	let client: Client;
	beforeAll(async () => {
		client = await world.overHttp();
	});

	test('says when the limit of a list cut it off', async () => {
		for (const title of ['One', 'Two', 'Three']) await world.addMeeting(title, { hoursAgo: 2400, generateKeyPoints: false });
		const { results, notes } = await use(client, 'conversation_get_all', { limit: 2 });
		expect(results.length).toBe(2);
		expect(notes).toEqual(['The list ends at its limit of 2, and there may be more. Raise “limit” to get them.']);
		expect((await use(client, 'conversation_get_all', { limit: 100 })).notes).toEqual([]);
	});

	test('says why nothing was found', async () => {
		const { results, notes } = await use(client, 'conversation_get_all', { search: 'no such title' });
		expect(results).toEqual([]);
		expect(notes[0]).toMatch(/^No conversations were found\. Check the filters\./);
	});

	test('names arguments in its notes', async () => {
		const { notes } = await use(client, 'insight_prepare_for_meeting', { prepareFor: 'topic', topic: 'zeppelins' });
		expect(notes).toEqual([expect.stringContaining('Look further back with “lookBackDays”')]);
	});

	test('says where a long text was cut, and how to go on', async () => {
		const [result] = (await use(client, 'conversation_get_transcript', { conversationId: id, maxCharacters: 200 })).results;
		expect(String(result?.['text']).length).toBeLessThanOrEqual(200);
		expect(result?.['cut']).toMatch(/^The text has \d+ characters and was cut off\./);
	});

	test('deletes nothing before the person agrees', async () => {
		const { isError, text } = await use(client, 'conversation_delete', { conversationId: id });
		expect({ isError, text }).toEqual({
			isError: true,
			text: 'Nothing was deleted, because the deletion is not confirmed. Ask the person whether to delete it, then call this again with “confirmed” set to true.',
		});
		expect((await use(client, 'conversation_get', { conversationId: id })).results.length).toBe(1);
	});

	test.each([
		['conversation_ask', { question: 'Who?' }, '“conversationId” cannot be used: it is empty. Correct the field. Then call the tool again.'],
		['conversation_get_all', { limit: 0 }, '“limit” cannot be used: it must be a whole number from 1. Correct the field. Then call the tool again.'],
		['conversation_get_all', { title: 'x' }, expect.stringMatching(/^This tool has no argument “title”\. It takes since, search, .*, limit\.$/)],
		['conversation_get_all', { since: 'soon' }, '“since” cannot be used: it is not a date and time, for example 2026-11-21T14:30:00Z. Correct the field. Then call the tool again.'],
		['insight_draft_follow_ups', { date: '2026-01-05' }, '“date” cannot be used: it is only used if “day” is date. Correct the field. Then call the tool again.'],
		['insight_get_digest', { since: '2026-01-05' }, '“since” cannot be used: it is only used if “period” is custom. Correct the field. Then call the tool again.'],
		['conversation_get_transcript', { conversationId: 'any', speakerNames: ['Ana'] }, '“speakerNames” cannot be used: it must be an object with a text for each name. Correct the field. Then call the tool again.'],
		['conversation_get_transcript', { conversationId: 'conv_none' }, 'Conversation conv_none not found. Check the ID. “conversation_get_all” returns the existing IDs; deleted conversations are left out.'],
	])('%s with %j says what to do', async (name, args, text) => {
		expect(await use(client, name, args)).toMatchObject({ isError: true, text, results: [] });
	});

	test('null counts as absent, and a time without an offset is in the server’s time zone', async () => {
		const early = (await use(client, 'conversation_get_all', { since: '2000-01-01', before: null, limit: null })).results.length;
		expect(early).toBeGreaterThan(3);
		const [one] = (await use(client, 'conversation_get', { conversationId: id })).results;
		const start = new Date(String(one?.['startTime']));
		const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });
		const clock = (ms: number) => local.format(start.getTime() + ms).replace(' ', 'T');
		const listed = async (since: string) => (await use(client, 'conversation_get_all', { since, search: 'Quillbrook' })).results.length;
		expect([await listed(clock(-60_000)), await listed(clock(60_000))]).toEqual([1, 0]);
	});

	test('may fill in arguments that are not used with what absent ones mean', async () => {
		const args = { period: 'today', days: 14, since: ' ', until: null, topic: '' };
		expect((await use(client, 'insight_get_digest', args)).isError).toBe(false);
	});

	test('reports progress for each request of a long job', async () => {
		const progress: unknown[] = [];
		await use(client, 'insight_get_digest', { period: 'last7Days' }, { onprogress: (one) => void progress.push(one) });
		expect(progress.slice(0, 2)).toEqual([
			{ progress: 1, message: 'List conversations (request 1)' },
			{ progress: 2, message: 'Get saved key points (request 2)' },
		]);
	});

	test('spends no credit that is reserved', async () => {
		const free = await world.addMeeting('Unread', { generateKeyPoints: false });
		const starter = world.sandbox.account({ plan: 'starter' });
		const careful = await world.overHttp({ apiKey: starter.apiKey, limits: { keepCredits: 100_000 } });
		const { isError, text } = await use(careful, 'conversation_ask', { conversationId: free, question: 'Who?' });
		expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(/are reserved, so nothing was spent\. Lower “--reserve-credits” under .*“user_get_profile” shows when\.$/) });
	});

	test('may make as many requests as the server allows, and says so', async () => {
		const frugal = await world.overHttp({ limits: { maxRequests: 1 } });
		const { results, isError } = await use(frugal, 'insight_get_digest', {});
		expect({ isError, result: results[0] }).toEqual({ isError: false, result: expect.objectContaining({ complete: false, stoppedBy: 'budget', meetingsNotRead: expect.any(Number) }) });
	});

	test('keeps what it has when a later page fails', async () => {
		const frugal = await world.overHttp({ limits: { maxRequests: 1 } });
		for (let index = 0; index < 100; index += 1) await world.addMeeting(`Daily ${index}`, { hoursAgo: 3000 + index, generateKeyPoints: false });
		const { results, notes, isError } = await use(frugal, 'conversation_get_all', { limit: 150 });
		expect({ isError, results: results.length }).toEqual({ isError: false, results: 100 });
		expect(notes.join(' ')).toContain('Stopped after 100 results: This run has used up its 1 request.');
	}, 60_000);
});

test('text only, results come once', async () => {
	const client = await world.overStdio(['--text-only']);
	expect((await client.listTools()).tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
	const answer = await client.callTool({ name: 'conversation_get', arguments: { conversationId: id } });
	expect(answer).toEqual({ content: [{ type: 'text', text: expect.stringMatching(/^\{"results":\[\{"id":/) }] });
});

test('a key of the tool server is refused with what to do about it', async () => {
	const apiKey = world.sandbox.createKey(world.userId, { toolServerOnly: true });
	const { isError, text } = await use(await world.overHttp({ apiKey }), 'user_get_profile');
	expect({ isError, text }).toEqual({
		isError: true,
		text: 'This key works with the tool-server integration only. Use an API key of an account whose plan allows this. If the key was made for the service’s own tool server, it works only there: create an API key in the desktop app under Settings, API keys.',
	});
	expect(text).not.toContain(apiKey);
});

test('without a key, calls say what to set', async () => {
	const client = await world.overStdio([], { MEETING_ASSISTANT_API_KEY: ' ' });
	const { isError, text } = await use(client, 'user_get_profile');
	expect({ isError, text }).toEqual({
		isError: true,
		text: 'The MCP server is not configured. Set the environment variable MEETING_ASSISTANT_API_KEY where the MCP server is configured, and restart it.',
	});
});

test.each(['svc_…', 'svc abc', 'svc_\nabc'])('with %j as the key, calls say that it is none, and send nothing', async (apiKey) => {
	const { isError, text } = await use(await world.overHttp({ apiKey, baseUrl: 'https://service.invalid' }), 'user_get_profile');
	expect({ isError, text }).toEqual({
		isError: true,
		text: 'MEETING_ASSISTANT_API_KEY is not an API key: it contains a space, a line break or a character that no key has. Put your own key there, where the MCP server is configured, and restart it.',
	});
	expect(text).not.toContain(apiKey);
});

test('read-only, it offers and calls only what changes nothing and costs nothing', async () => {
	const client = await world.overStdio(['--read-only']);
	const { tools: offered } = await client.listTools();
	expect(offered.length).toBeGreaterThan(10);
	expect(offered.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
	await expect(use(client, 'conversation_share', { conversationId: id })).rejects.toThrow('conversation_share is not offered, because this server only reads');
	await expect(use(client, 'no_such_tool')).rejects.toThrow('There is no tool called no_such_tool');
});
