import type { Cache } from '../../src/agents/cache.ts';
import { observed } from './observed.ts';
import { startWorld, use, type World } from './support.ts';

let world: World;
let ids: readonly string[];
let service: Awaited<ReturnType<typeof observed>>;
beforeAll(async () => {
	world = await startWorld();
	ids = [];
	for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) ids = [...ids, await world.addMeeting(title)];
	service = await observed(world.settings.baseUrl);
}, 60_000);
afterAll(async () => {
	service.stop();
	await world.stop();
});

/** The requests that a call takes. */
async function counted(run: () => Promise<{ readonly isError: boolean; readonly text: string }>): Promise<number> {
	const before = service.requests.length;
	const { isError, text } = await run();
	expect({ isError, text: isError ? text : '' }).toEqual({ isError: false, text: '' });
	return service.requests.length - before;
}

test('the same digest takes a request for each meeting, then one for their list; anything the server changes is read again', async () => {
	const client = await world.overHttp({ baseUrl: service.baseUrl, cache: new Map() });
	const digest = () => use(client, 'insight_get_digest');
	expect([await counted(digest), await counted(digest)]).toEqual([6, 1]);
	expect(await counted(() => use(client, 'insight_find_decisions'))).toBe(1);
	expect(await counted(() => use(client, 'conversation_rename', { conversationId: ids[0], title: 'One, renamed' }))).toBe(1);
	expect(await counted(digest)).toBe(6);
});

test('a call whose requests ran out says so if another one goes on from there', async () => {
	const among = async (cache: Cache | null, maxRequests: number) => await world.overHttp({ baseUrl: service.baseUrl, cache, limits: { maxRequests } });
	const goesOn = 'What was read is kept for five minutes: call this again with the same arguments to get further.';
	const frugal = await among(new Map(), 3);
	const calls: Awaited<ReturnType<typeof use>>[] = [];
	while (calls.at(-1)?.complete !== true && calls.length < 5) calls.push(await use(frugal, 'action_item_find', { days: 60, limit: 100 }));
	expect(calls.map(({ complete, notes }) => [complete, notes.includes(goesOn)])).toEqual([[false, true], [false, true], [true, false]]);
	for (const client of [await among(null, 3), await among(new Map(), 1)]) expect((await use(client, 'action_item_find', { days: 60, limit: 100 })).notes).not.toContain(goesOn);
});

test('five equal digests at the same time read the meetings together, and list them again only if they begin at another time', async () => {
	const client = await world.overHttp({ baseUrl: service.baseUrl, cache: new Map() });
	const before = service.requests.length;
	const since = () => service.requests.slice(before);
	const answers = await Promise.all(Array.from({ length: 5 }, () => use(client, 'insight_get_digest')));
	expect(answers.map(({ isError }) => isError)).toEqual(answers.map(() => false));
	const listed = since().filter((request) => request.startsWith('GET /api/v1/conversations?'));
	// Those that begin in the same millisecond ask for the same list.
	expect(listed).toEqual([...new Set(listed)]);
	expect(since().filter((request) => !listed.includes(request)).toSorted()).toEqual(ids.map((id) => `GET /api/v1/conversations/${id}/keypoints`).toSorted());
});

test('a transcript that is read part by part takes one request', async () => {
	const client = await world.overHttp({ baseUrl: service.baseUrl, cache: new Map() });
	const transcript = () => use(client, 'conversation_get_transcript', { conversationId: ids[0] });
	expect([await counted(transcript), await counted(transcript)]).toEqual([1, 0]);
});

test('nothing is kept without a cache, nor across servers', async () => {
	const without = await world.overHttp({ baseUrl: service.baseUrl, cache: null });
	const digest = () => use(without, 'insight_get_digest');
	expect([await counted(digest), await counted(digest)]).toEqual([6, 6]);
	const own = await world.overHttp({ baseUrl: service.baseUrl, cache: new Map() });
	expect(await counted(() => use(own, 'insight_get_digest'))).toBe(6);
});
