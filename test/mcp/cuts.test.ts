import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod/v4';
import { hasOwnCursor, tools } from '../../src/agents/index.ts';
import { catalogue } from '../../src/operations/index.ts';
import { sampleOf } from '../../src/operations/shared/sample.ts';
import { requiredInput } from '../operations/requiredInput.ts';
import { startWorld, use, type AnyClient, type World } from './support.ts';

const NOW = Date.now();
const TOTAL = 60;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const ago = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString();

const meeting = (index: number) => ({ id: `conv_${index}`, title: `Meeting ${index} on pricing`, startTime: ago(index + 2), endTime: ago(index + 1), duration: 60, segmentCount: 2000, linkedCalendarEventId: null });
const keyPointsOf = (id: string) => ({
	...{ id, title: `Meeting ${id.slice(5)} on pricing`, createdAt: ago(1) },
	keypoints: {
		title: 'Pricing',
		sections: [{ heading: 'Prices', points: numbers(id === 'conv_long' ? 2000 : 1).map((index) => `Point ${index} of this meeting`) }],
		decisions: ['a', 'b'].map((part) => `Decision ${part} of ${id}${', and what follows from it'.repeat(6)}`),
		actionItems: ['a', 'b'].map((part) => ({ item: `Task ${part} of ${id}`, owner: part === 'a' ? 'Me' : 'Ana', confidence: 0.9, priority: 'high' })),
		participants: ['Ana'],
		importantDates: [],
	},
});
const contact = (index: number) => ({ id: `contact_${index}`, email: `p${index}@acme.example`, displayName: `Person ${index}`, companyDomain: 'acme.example', meetingCount: 1, firstSeenAt: ago(100), lastSeenAt: ago(2) });
const lists: Readonly<Record<string, readonly object[]>> = {
	'/api/v1/conversations': numbers(TOTAL).map(meeting),
	'/api/v1/contacts': numbers(TOTAL).map(contact),
	'/api/v1/contacts/unresolved-threads': numbers(TOTAL).map((index) => ({ sessionId: `conv_${index}`, actionItem: `Open ${index}`, hash: `h${index}`, meetingTitle: 'M', createdAt: ago(50), stalenessDays: 2, contactId: 'contact_1', contactName: 'Ana', contactCompany: 'acme.example' })),
	'/api/v1/calendar/events': numbers(50).map((index) => ({ id: `ev${index}`, summary: `Event ${index}`, start: { dateTime: ago(-index - 1) }, end: { dateTime: ago(-index - 2) } })),
	'/api/v1/webhooks': numbers(TOTAL).map((index) => ({ id: `wh_${index}`, url: 'https://hooks.acme.example', events: ['transcript.ready'], active: true, createdAt: ago(9) })),
};
/** Lists that are not written down here: samples of what the operation returns, with a number in every text. */
const listings = catalogue.flatMap(({ operations }) => operations).flatMap(({ endpoint, output }) => {
	if (!endpoint?.paging) return [];
	const path = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
	const sample = Object.entries(sampleOf(output));
	const isMoment = (text: string) => !Number.isNaN(Date.parse(text));
	return { path, items: numbers(TOTAL).map((index) => Object.fromEntries(sample.map(([name, value]) => [name, typeof value === 'string' && !isMoment(value) ? `${value} ${index}` : value]))) };
});
/** What the service lost or got since the first page of a list was read. */
let changed: (items: readonly object[]) => readonly object[] = (items) => items;
const listAt = (pathname: string) => {
	const items = lists[pathname] ?? listings.find(({ path }) => path.test(pathname))?.items;
	return items && changed(items);
};
const profile = { id: 'u', email: 'nora@acme.example', displayName: 'Nora Feld', subscription: {}, preferences: {}, apiUsage: {} };

/** A service with more of everything than one answer holds. */
const service = createServer(({ url = '' }, response) => {
	const { pathname, searchParams } = new URL(url, 'http://service');
	const answer = (data: unknown, pagination?: object): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, data, ...(pagination && { pagination }) }));
	const [, id = ''] = /conversations\/([^/]+)\//.exec(pathname) ?? [];
	const list = listAt(pathname);
	if (list) {
		const size = Number(searchParams.get('limit') ?? searchParams.get('maxResults') ?? 1000);
		const offset = Number(searchParams.get('offset') ?? 0);
		return answer(list.slice(offset, offset + size), { total: list.length, limit: size, offset, hasMore: offset + size < list.length });
	}
	if (pathname.endsWith('/transcript')) return answer({ id, segments: numbers(2000).map((index) => ({ speaker: 'remote', text: `Line ${index} is said here`, timestamp: new Date(NOW - 9_000_000 + index * 1000).toISOString() })) });
	if (pathname.endsWith('/keypoints')) return answer(keyPointsOf(id));
	if (pathname.endsWith('/profile')) return answer(profile);
	response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ success: false, error: { code: 'not_found', message: 'Not found' } }));
});

let world: World;
let client: AnyClient;
beforeAll(async () => {
	world = await startWorld();
	await once(service.listen(0, '127.0.0.1'), 'listening');
	const address = service.address();
	client = await world.overHttp({ baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
});
afterAll(async () => {
	await world.stop();
	service.closeAllConnections();
	service.close();
});

/** All answers to a call, one after the other, by their cursors. */
async function all(name: string, given: object) {
	const pages = [await use(client, name, { ...given })];
	while (pages.at(-1)?.next !== undefined) {
		expect(pages.at(-1)?.complete).toBe(false);
		pages.push(await use(client, name, { ...given, cursor: pages.at(-1)?.next }));
		if (pages.length > 20) throw new Error('There is no end');
	}
	expect(pages.filter(({ isError }) => isError).map(({ text }) => text.slice(0, 80))).toEqual([]);
	// The service returns no more than 50 events, and a briefing is made of a limited number of meetings.
	expect(pages.at(-1)?.complete).toBe(!pages.at(-1)?.notes.some((note) => /so there may be more|^Only the titles of/.test(note)));
	return pages;
}

const listOf = (name: string) => ({ results }: Awaited<ReturnType<typeof use>>) => results.flatMap((result) => [result[name] ?? []].flat());
const itemsOf = (name: string) => (page: Awaited<ReturnType<typeof use>>) => listOf(name)(page).flatMap((meeting) => Object(meeting).items);
const asIs = ({ results }: Awaited<ReturnType<typeof use>>) => results;
const lines = ({ results }: Awaited<ReturnType<typeof use>>) => results.flatMap(({ text }) => String(text).split('\n').filter((line) => /Line \d|Point \d/.test(line)));

type Cut = readonly [name: string, given: Readonly<Record<string, unknown>>, entries: (page: Awaited<ReturnType<typeof use>>) => readonly unknown[], total: number];

/** Tools whose answers can be cut, what to count in them, and how many there are. */
const described: readonly Cut[] = [
	['action_item_get_open', {}, asIs, TOTAL],
	['calendar_event_get_all', {}, asIs, 50],
	['contact_get_all', {}, asIs, TOTAL],
	['conversation_get_all', {}, asIs, TOTAL],
	['conversation_get_all', { until: ago(1) }, asIs, TOTAL],
	['conversation_get_all', { participant: 'Ana' }, asIs, TOTAL],
	['conversation_get_transcript', { conversationId: 'conv_1' }, lines, 2000],
	['action_item_find', {}, itemsOf('actionItems'), 2 * TOTAL],
	['insight_find_decisions', {}, itemsOf('decisions'), 2 * TOTAL],
	['insight_get_digest', {}, ({ results }) => results.flatMap(({ text }) => String(text).match(/Task [ab] of conv_\d+/g) ?? []), 2 * TOTAL],
	['insight_prepare_for_meeting', { prepareFor: 'topic', topic: 'pricing' }, listOf('pastMeetings'), TOTAL],
	['key_points_get', { conversationId: 'conv_long' }, lines, 2000],
	['webhook_get_all', {}, asIs, TOTAL],
];

const continued = [...tools.values()].filter(({ inputs, operation }) => inputs.has('cursor') && !hasOwnCursor(operation));
const isDescribed = (name: string) => described.some(([known]) => known === name);
/** Lists of one endpoint that are not described above only need their required arguments. */
const undescribed = continued.flatMap(({ operation, tool: { name } }): Cut[] => {
	const { paging } = operation;
	if (!paging || isDescribed(name)) return [];
	const given = requiredInput(operation, () => 'conv_1', (input, called) => called ?? input);
	return [[name, given, asIs, paging.kind === 'single' ? Math.min(TOTAL, paging.maxSize) : TOTAL]];
});
const cut = [...described, ...undescribed];

test('every tool that takes a cursor is tried here', () => {
	expect([...new Set(cut.map(([name]) => name))].toSorted()).toEqual(continued.map(({ tool }) => tool.name).toSorted());
});

test.each(cut)('%s %j gives everything once, and says where it was cut', async (name, given, entries, total) => {
	const pages = await all(name, given);
	const [whole] = pages;
	if (!whole) throw new Error('There is no page');
	const found = pages.flatMap(entries).map((entry) => JSON.stringify(entry));
	expect([new Set(found).size, found.length]).toEqual([total, total]);
	if (tools.get(name)?.tool.inputSchema.properties?.['limit']) {
		expect(pages.length).toBe(Math.ceil(total / 25));
		expect((await use(client, name, { ...given, limit: 40 })).results.flatMap((result) => entries({ ...whole, results: [result] })).length).toBe(40);
	}
});

const changes: Readonly<Record<string, (items: readonly object[]) => readonly object[]>> = {
	'has lost one of the earlier part': (items) => items.toSpliced(3, 1),
	'has got one before it': ([first, ...others]) => [{ ...first, id: 'conv_new', title: 'New on pricing', hash: 'new' }, ...(first ? [first] : []), ...others],
	'is empty': () => [],
};

/** A text or report of one meeting does not change with the lists. */
const ofLists = cut.filter(([, given]) => !('conversationId' in given));

describe.each(Object.entries(changes))('where a list that an agent is reading %s', (_, change) => {
	test.each(ofLists)('%s %j says so instead of leaving something out, and starting again repeats nothing', async (name, given, entries) => {
		const { next } = await use(client, name, given);
		expect(next).toMatch(/^\d+\.[0-9a-f]{12}$/);
		changed = change;
		try {
			const { text, isError } = await use(client, name, { ...given, cursor: next });
			expect({ text, isError }).toEqual({ text: 'This cursor is not from these results, or they have changed since. Start again from the beginning, without a cursor.', isError: true });
			const found = (await all(name, given)).flatMap(entries).map((entry) => JSON.stringify(entry));
			expect(new Set(found).size).toBe(found.length);
		} finally {
			changed = (items) => items;
		}
	});
});

test('a cursor of another list, or of a search, is not said to be one whose results have changed', async () => {
	const { next: ofContacts } = await use(client, 'contact_get_all', {});
	expect(await use(client, 'conversation_get_all', { cursor: ofContacts })).toMatchObject({ text: 'This cursor is not from these results, or they have changed since. Start again from the beginning, without a cursor.', isError: true });
	const { next: ofSearch } = await use(client, 'insight_search_transcripts', { query: '"line 7 is said"' });
	expect(await use(client, 'conversation_get_all', { cursor: ofSearch })).toMatchObject({ text: 'No result of this tool has had this cursor. Pass on the “next” of an earlier result of this tool, with the same arguments.', isError: true });
});

test('a list goes on where one of the earlier part was renamed, and ends where the rest was deleted', async () => {
	const { next } = await use(client, 'conversation_get_all', {});
	changed = (items) => items.map((item, index) => (index === 24 ? { ...item, title: 'Another title' } : item));
	expect((await use(client, 'conversation_get_all', { cursor: next })).results[0]).toMatchObject({ id: 'conv_25' });
	changed = (items) => items.slice(0, 25);
	expect(await use(client, 'conversation_get_all', { cursor: next })).toMatchObject({ results: [], complete: true, notes: ['There are no more results after this cursor.'] });
	changed = (items) => items;
});

test('a search goes on at the “next” of its answer, as every tool does, and names each meeting once', async () => {
	const found: string[] = [];
	let cursor: string | undefined;
	do {
		const { results, next, notes, complete } = await use(client, 'insight_search_transcripts', { query: '"line 7 is said"', ...(cursor !== undefined && { cursor }) });
		expect({ complete, notes: notes.filter((note) => note.includes('cursor')), own: results.filter((one) => 'cursor' in one) }).toEqual({ complete: next === undefined, notes: [], own: [] });
		const meetings = results.flatMap(({ passages }) => z.array(z.object({ conversationId: z.string(), items: z.array(z.strictObject({ speaker: z.string().optional(), text: z.string(), time: z.string(), before: z.string(), after: z.string() })).length(1) })).parse(passages));
		found.push(...meetings.map(({ conversationId }) => conversationId));
		cursor = next;
	} while (cursor !== undefined && found.length <= TOTAL);
	expect([new Set(found).size, found.length]).toEqual([TOTAL, TOTAL]);
});

test('no more meetings are looked at than it takes to find the wanted ones', async () => {
	const keyPoints: string[] = [];
	const note = ({ url = '' }: { readonly url?: string }) => void (url.endsWith('/keypoints') && keyPoints.push(url));
	service.on('request', note);
	const { results, next, complete } = await use(client, 'conversation_get_all', { participant: 'Ana', limit: 1 });
	service.off('request', note);
	expect({ found: results.length, next, complete }).toEqual({ found: 1, next: expect.stringMatching(/^1\.[0-9a-f]{12}$/), complete: false });
	expect(keyPoints.length).toBeLessThanOrEqual(2);
});

test('a topic is found by its stem, and an owner who is somebody else', async () => {
	const [priced] = (await use(client, 'insight_find_decisions', { topic: 'price' })).results;
	expect(priced).toMatchObject({ found: 2 * TOTAL });
	const [theirs] = (await use(client, 'action_item_find', { owner: 'not me', limit: 100 })).results;
	expect(theirs).toMatchObject({ found: TOTAL, actionItems: expect.arrayContaining([expect.objectContaining({ items: [expect.objectContaining({ owner: 'Ana' })] })]) });
	expect(JSON.stringify(theirs)).not.toContain('"owner":"Me"');
});

test('a report whose period was left out says which it was, once', async () => {
	const said = async (tool: string, given: object) => (await use(client, tool, { ...given })).notes.filter((note) => /\bsince \d/.test(note));
	const reports: readonly (readonly [string, object])[] = [['action_item_find', {}], ['insight_find_decisions', {}], ['insight_search_transcripts', { query: '"line 7 is said"' }]];
	for (const [tool, given] of reports) {
		expect([tool, await said(tool, given)]).toEqual([tool, [expect.stringMatching(/^Only meetings since \d+ \w+( \d+)? were read\.$/)]]);
		expect([tool, await said(tool, { ...given, period: 'last7Days' })]).toEqual([tool, []]);
		expect([tool, await said(tool, { ...given, since: new Date(Date.now() - 6 * 86_400_000).toISOString() })]).toEqual([tool, []]);
	}
	expect(await said('insight_search_transcripts', { query: 'zeppelin' })).toEqual([expect.stringMatching(/^Nothing was found in .* since /)]);
	expect(await said('insight_get_digest', {})).toEqual([]);
});

test.each(['x', '-1', '25', '1e3', '25.x', `${'9'.repeat(20)}.0123456789ab`])('the cursor %s is refused', async (cursor) => {
	expect((await use(client, 'conversation_get_all', { cursor })).text).toBe('No result of this tool has had this cursor. Pass on the “next” of an earlier result of this tool, with the same arguments.');
});
