import type { INodeListSearchResult } from 'n8n-workflow';
import { connect } from '../../nodes/shared/account.ts';
import { scriptedServer } from '../support/scriptedServer.ts';
import { contexts } from './context.ts';
import { startService, type Service } from './service.ts';

let service: Service;

beforeAll(async () => {
	service = await startService();
	for (let index = 1; index <= 60; index++) {
		await service.addMeeting(`Meeting ${index}`, new Date(Date.UTC(2026, 9, 1, index)).toISOString());
	}
});

afterAll(() => service.sandbox.stop());

const pagination = { total: 1, limit: 100, offset: 0 };

/** Calls a list search as the editor does. */
async function search(method: string, filter?: string, page?: unknown, credential = service.credential) {
	const { nodeType, editor } = await contexts({ credential });
	const found = nodeType.methods?.listSearch?.[method];
	if (!found) throw new Error(`The node has no ${method}`);
	const result: INodeListSearchResult = await found.call(editor, filter, page as string | undefined);
	return result;
}

test('conversations: newest first, page by page, each once', async () => {
	const first = await search('searchConversations');
	expect(first.results).toHaveLength(50);
	expect(first.results[0]?.name).toBe('2026-10-03 08:00 GMT-4 · Meeting 60 · 2 min');
	const second = await search('searchConversations', undefined, first.paginationToken);
	expect(second.results).toHaveLength(10);
	expect(second.paginationToken).toBeUndefined();
	expect(new Set([...first.results, ...second.results].map(({ value }) => value)).size).toBe(60);
});

test('conversations: searched by title', async () => {
	const { results } = await search('searchConversations', 'meeting 60');
	expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/ · Meeting 60 · /)]);
});

test('contacts by name', async () => {
	const { results } = await search('searchContacts', 'ben');
	expect(results).toEqual([
		{ name: 'Ben · acme.example · 60 meetings', value: expect.any(String), description: 'ben@acme.example' },
	]);
	expect((await search('searchContacts', 'nobody')).results).toEqual([]);
});

test('webhooks, when there are none', async () => {
	expect(await search('searchWebhooks')).toEqual({ results: [] });
});

test('webhooks: events and host first, searched by either', async () => {
	const client = await connect((await contexts({ credential: service.credential })).editor);
	await client.webhooks.register({ url: 'https://hooks.acme.com/ü', events: ['transcript.ready', 'conversation.created', 'conversation.shared'] });
	const { results } = await search('searchWebhooks', 'transcript');
	expect(results).toEqual([
		{
			name: expect.stringMatching(/^Transcript Ready, Conversation Created and 1 more · hooks\.acme\.com · \d{4}-\d\d-\d\d$/),
			value: expect.any(String),
			description: 'https://hooks.acme.com/%C3%BC',
		},
	]);
	expect((await search('searchWebhooks', 'nobody')).results).toEqual([]);
});

test('a malformed entry can still be selected', async () => {
	const server = await scriptedServer([{ status: 200, body: { data: [{ id: 'c', title: null, startTime: 7 }], pagination } }]);
	const credential = { baseUrl: server.url, apiKey: 'svc_test' };
	expect(await search('searchConversations', undefined, undefined, credential)).toEqual({
		results: [{ name: 'Untitled', value: 'c' }],
		paginationToken: '1',
	});
	await server.stop();
});

test('a long title is shortened between letters, and its date stays visible', async () => {
	const title = `${'日'.repeat(32)}😀 and what else there is to say`;
	const data = [{ id: 'c', title, startTime: '2026-10-03T10:00:00Z', endTime: '2026-10-03T10:25:00Z' }];
	const server = await scriptedServer([{ status: 200, body: { data, pagination } }]);
	const credential = { baseUrl: server.url, apiKey: 'svc_test' };
	expect(await search('searchConversations', undefined, undefined, credential)).toEqual({
		results: [{ name: `2026-10-03 06:00 GMT-4 · ${'日'.repeat(32)}😀 and what else there is to… · 25 min`, description: title, value: 'c' }],
		paginationToken: '1',
	});
	await server.stop();
});

test('a wrong key gives the same error as a run', async () => {
	const credential = { ...service.credential, apiKey: `svc_${'0'.repeat(32)}` };
	await expect(search('searchConversations', undefined, undefined, credential)).rejects.toMatchObject({
		httpCode: '401',
		description: expect.stringContaining('Open the credential'),
	});
});

test('a list whose requests are used up says when to try again, and nothing of an error output', async () => {
	const server = await scriptedServer([{ status: 429, headers: { 'retry-after': '1800' }, body: { error: { code: 'rate_limited', message: 'Too many requests' } } }]);
	const error: unknown = await search('searchConversations', undefined, undefined, { baseUrl: server.url, apiKey: 'svc_test' }).catch((reason: unknown) => reason);
	await server.stop();
	expect(error).toMatchObject({ httpCode: '429', description: expect.stringMatching(/^Try again in 30 minutes \([^)]*\)\.$/) });
});

test('without a calendar, the list of events says what to do', async () => {
	await expect(search('searchCalendarEvents')).rejects.toMatchObject({
		message: 'No calendar is connected.',
		description: 'Connect one in the desktop app.',
	});
});

test('calendar events by title', async () => {
	const { sandbox, user } = await startService();
	sandbox.connectCalendar(user.id, 'google');
	const at = { dateTime: new Date(Date.now() + 3_600_000).toISOString(), timeZone: 'UTC' };
	for (const summary of ['Review', 'Stand-up']) sandbox.addCalendarEvent(user.id, { id: summary, summary, start: at, end: at });
	const found = await search('searchCalendarEvents', 'rev', undefined, { baseUrl: sandbox.url, apiKey: sandbox.createKey(user.id) });
	await sandbox.stop();
	expect(found).toEqual({ results: [{ name: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d \S+ · Review$/), value: 'Review' }] });
});

test('every list that a field names exists', async () => {
	const { description, methods } = (await contexts({ credential: service.credential })).nodeType;
	const named = JSON.stringify(description).match(/"searchListMethod":"\w+"/g) ?? [];
	const names = new Set(named.map((text) => JSON.parse(`{${text}}`).searchListMethod));
	expect([...names].toSorted()).toEqual(Object.keys(methods?.listSearch ?? {}).toSorted());
});
