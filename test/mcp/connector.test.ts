import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { startWorld, use, type AnyClient, type World } from './support.ts';
import { tokensOf } from './tokens.ts';

let world: World;
let client: AnyClient;
beforeAll(async () => {
	world = await startWorld();
	await world.sandbox.perform(controls.everything.addSample, {});
	client = await world.overHttp({ apiKey: await keyOf() });
}, 60_000);
afterAll(() => world.stop());

const keyOf = async () => (await world.sandbox.perform(controls.keys.create, { user: 'nora.feld@quillbrook.example' })).key;

const Cut = z.object({ structuredContent: z.object({ notes: z.array(z.string()) }).loose() });
const Found = z.object({ structuredContent: z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) }) });
const search = async (query: unknown, from = client) => Found.parse(await from.callTool({ name: 'search', arguments: { query } })).structuredContent.results;
const titles = async (query: string, from = client) => (await search(query, from)).map(({ title }) => title);

describe('ChatGPT’s search', () => {
	const bakery = ['Harbour Bakery: pilot review and next steps', 'Harbour Bakery: mid-pilot review'];

	test('knows the people who were there, also those whom no title and no key point names', async () => {
		expect((await titles('Priya')).toSorted()).toEqual(bakery.toSorted());
	});

	test('needs only some of the words of a question, and ranks by how much of it a meeting has', async () => {
		const found = await titles('what did Priya say about the budget');
		expect(found.slice(0, 2).toSorted()).toEqual(bakery.toSorted());
		expect(found).toContain('Corvin Logistics: first call');
		expect((await titles('renewal of Fairway Rentals and zeppelins'))[0]).toBe('Fairway Rentals: renewal');
	});

	test('finds words with other endings, and says what it read where there is nothing', async () => {
		expect((await titles('price'))[0]).toBe('Fairway Rentals: renewal');
		expect(await titles('prices')).toEqual(await titles('pricing'));
		const { notes } = Cut.parse(await client.callTool({ name: 'search', arguments: { query: 'zeppelin' } })).structuredContent;
		expect([await titles('zeppelin'), notes]).toEqual([[], ['Nothing was found among titles, key points and people. “insight_search_transcripts” finds exact words of transcripts.']]);
	});

	test('says what it lacks where nothing was asked', async () => {
		for (const query of ['', ' ', undefined]) expect(await client.callTool({ name: 'search', arguments: { query } })).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^“query” cannot be used: it is empty\./) }] });
	});

	test('fails with the time where the requests of the hour are used up, instead of finding nothing', async () => {
		const { apiKey, baseUrl } = world.sandbox.account({ plan: 'starter' });
		while ((await fetch(`${baseUrl}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${apiKey}` } })).ok);
		const owner = await world.overHttp({ apiKey });
		expect(await owner.callTool({ name: 'search', arguments: { query: 'Priya' } })).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/requests.*\d\d:\d\d/) }] });
		expect(await use(owner, 'insight_get_digest', {})).toMatchObject({ isError: true, text: expect.stringMatching(/requests.*\d\d:\d\d/), details: { code: 'rate_limited' } });
	});

	test('says what it did not search', async () => {
		const owner = await world.overHttp({ apiKey: await keyOf(), limits: { maxRequests: 4 } });
		const { notes } = Cut.parse(await owner.callTool({ name: 'search', arguments: { query: 'price' } })).structuredContent;
		expect(notes).toEqual([expect.stringMatching(/^Incomplete: not all meetings were searched, because this run used up its requests\./)]);
		const all = await client.callTool({ name: 'search', arguments: { query: 'price' } });
		expect(all.structuredContent).not.toHaveProperty('notes');
		const { userId, apiKey } = world.sandbox.account({ plan: 'enterprise' });
		for (let count = 1; count <= 51; count += 1) {
			const startTime = new Date(Date.now() - count * 3_600_000).toISOString();
			await world.sandbox.importMeeting(userId, { text: 'A: Hello.', filename: 'a.txt', title: `Call ${count}`, startTime, generateKeyPoints: false });
		}
		const many = Cut.parse(await (await world.overHttp({ apiKey })).callTool({ name: 'search', arguments: { query: 'zeppelin' } }));
		expect(many.structuredContent).toEqual({ results: [], notes: ['Only the titles of 1 more meeting were searched, and who took part.', expect.stringMatching(/^Nothing was found/)] });
	});

	test('knows guests from the calendar where there are no contacts', async () => {
		const { userId, apiKey } = world.sandbox.account({ plan: 'professional', memory: false });
		world.sandbox.connectCalendar(userId, 'google');
		const startTime = new Date(Date.now() - 86_400_000).toISOString();
		const at = { dateTime: startTime, timeZone: 'UTC' };
		world.sandbox.addCalendarEvent(userId, { id: 'ev1', summary: 'Sync', start: at, end: { ...at, dateTime: new Date(Date.parse(startTime) + 3_600_000).toISOString() }, attendees: [{ email: 'maria.lopez@acme.example', responseStatus: 'accepted' }] });
		await world.sandbox.importMeeting(userId, { text: 'A: Hello.\nB: Hello.', filename: 'a.txt', title: 'Sync', startTime, generateKeyPoints: false, calendarEventId: 'ev1' });
		await world.sandbox.importMeeting(userId, { text: 'A: Hello.', filename: 'a.txt', title: 'Other', startTime, generateKeyPoints: false });
		expect(await titles('Maria', await world.overHttp({ apiKey }))).toEqual(['Sync']);
	});
});

describe('ChatGPT’s fetch', () => {
	const Part = z.object({ structuredContent: z.object({ id: z.string(), title: z.string(), text: z.string(), metadata: z.object({ next: z.string().optional(), cut: z.string().optional() }) }) });
	const fetch = async (id: string, from = client) => Part.parse(await from.callTool({ name: 'fetch', arguments: { id } })).structuredContent;

	test('says that a meeting has no transcript, and why that may be', async () => {
		const { userId, apiKey } = world.sandbox.account({ plan: 'enterprise' });
		const { conversationId } = world.sandbox.recordFailedMeeting(userId, { title: 'Silent', error: 'no audio' });
		const { text } = await fetch(conversationId, await world.overHttp({ apiKey }));
		expect(text).toMatch(/^## Transcript\n\nThe transcript is empty\. .*one whose recording failed has none\.$/);
	});

	test('returns a long meeting in parts that a model can take, all of which together are the meeting', async () => {
		const { userId, apiKey } = world.sandbox.account({ plan: 'enterprise' });
		const text = Array.from({ length: 900 }, (_, line) => `[${String(Math.floor(line / 60)).padStart(2, '0')}:${String(line % 60).padStart(2, '0')}] ${line % 2 ? 'Ann' : 'Ben'}: This is sentence number ${line} about the plan, which is long enough to fill a page.`).join('\n');
		const { conversationId } = await world.sandbox.importMeeting(userId, { text, filename: 'a.txt', title: 'Long', startTime: new Date(Date.now() - 86_400_000).toISOString(), generateKeyPoints: false });
		const owner = await world.overHttp({ apiKey });
		const parts: string[] = [];
		for (let next: string | undefined = conversationId; next !== undefined; ) {
			const { text: part, metadata, title, id } = await fetch(next, owner);
			expect([id, title, tokensOf(part) < 9000, metadata.cut === undefined]).toEqual([conversationId, 'Long', true, metadata.next === undefined]);
			if (metadata.next !== undefined) expect(part).toContain(`fetch “${metadata.next}”`);
			parts.push(part);
			next = metadata.next;
		}
		expect(parts.length).toBeGreaterThan(2);
		for (let line = 0; line < 900; line += 1) expect(parts.join('\n')).toContain(`number ${line} about`);
	}, 60_000);

	test('names a meeting as its list does, whatever its key points call it', async () => {
		const [first] = await search('Fairway renewal');
		for (const at of [first?.id, first?.url]) expect(await fetch(at ?? '')).toMatchObject({ id: first?.id, title: 'Fairway Rentals: renewal' });
		const { results } = await use(client, 'conversation_get_all', { limit: 100 });
		const empty = results.find(({ segmentCount }) => segmentCount === 0);
		expect((await fetch(String(empty?.['id']))).title).toBe(empty?.['title']);
	});
});
