import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientError, type RequestInfo } from '../../packages/client/index.ts';
import { fileStore } from '../../packages/client/node.ts';
import { createPoller, memoryStore, type NewEvent, type PolledEvent, type PollStore } from '../../packages/client/polling.ts';
import { scriptedServer } from '../support/scriptedServer.ts';
import { startService, type Service } from './service.ts';

const HOUR = 3_600_000;
let service: Service;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.sandbox.stop());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

describe('Polling', () => {
	const events = ['conversation.created', 'conversation.keypoints.ready', 'conversation.action_items.ready'] as const;

	const pollerWith = (store: PollStore, more: Partial<Parameters<typeof createPoller>[0]> = {}) =>
		createPoller({ client: service.client, store, events, ...more });

	const collected = async (poller: ReturnType<typeof createPoller>) => {
		const found: NewEvent[] = [];
		const summary = await poller.poll((event) => void found.push(event));
		return { found, summary };
	};

	test('reports what is new since the last time, once, with what it read', async () => {
		await service.addMeeting('Before', false, hoursAgo(3));
		const poller = pollerWith(memoryStore());
		expect((await collected(poller)).found).toEqual([]);
		const id = await service.addMeeting('Lisbon', true);
		const { found, summary } = await collected(poller);
		expect(found.slice(0, 2)).toMatchObject([
			{ event: 'conversation.created', conversationId: id, dedupeKey: `conversation.created:${id}`, included: { conversation: { title: 'Lisbon' } } },
			{ event: 'conversation.keypoints.ready', included: { keyPoints: { id } } },
		]);
		expect(found.filter(({ actionItem }) => actionItem?.conversationId === id).length).toBeGreaterThan(0);
		expect(summary).toEqual({ handled: found.length, missing: [], unplaced: [], problem: null, isUpToDate: true, waitsUntil: null });
		expect((await collected(poller)).found).toEqual([]);
	});

	test('says until when it asks nothing, and why no event comes before', async () => {
		const limited = { status: 429, headers: { 'Retry-After': '600', 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 600) }, body: { error: { code: 'rate_limited', message: 'Slow down' } } };
		const server = await scriptedServer([limited]);
		const poller = pollerWith(memoryStore(), { client: service.connect({ baseUrl: server.url }) });
		const [first, second] = [await collected(poller), await collected(poller)];
		expect(first.summary).toMatchObject({ problem: { kind: 'rateLimited' }, waitsUntil: expect.any(Date) });
		expect(second.summary).toMatchObject({ handled: 0, isUpToDate: false, waitsUntil: first.summary.waitsUntil });
		expect(Number(first.summary.waitsUntil) - Date.now()).toBeGreaterThan(500_000);
		expect(server.seen).toHaveLength(1);
		await server.stop();
	});

	test('refuses an empty list of events, and events that it cannot detect', () => {
		const options = { client: service.client, store: memoryStore() };
		const misspelled: Parameters<typeof createPoller>[0] = Object.assign({}, options, JSON.parse('{"events":["conversation.creatd"]}'));
		expect(() => createPoller(misspelled)).toThrow(/^Invalid events: polling cannot notice conversation\.creatd\. It can notice conversation\.created/);
		expect(() => createPoller({ ...options, events: [] })).toThrow('Invalid events: choose at least one');
	});

	test('takes one request when nothing is new', async () => {
		const requests: RequestInfo[] = [];
		const poller = pollerWith(memoryStore(), { client: service.connect({ onRequest: (info) => void requests.push(info) }) });
		await collected(poller);
		expect(requests).toHaveLength(1);
	});

	test('another process resumes where this one ended, and an event whose handling failed comes again', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const store = () => fileStore(join(folder, 'state.json'));
		await collected(pollerWith(store()));
		const ids = [await service.addMeeting('One'), await service.addMeeting('Two')];
		const handled: (string | undefined)[] = [];
		const failing = pollerWith(store()).poll(({ conversationId }) => {
			if (handled.length === 1) throw new Error('the database is down');
			handled.push(conversationId);
		});
		await expect(failing).rejects.toThrow('the database is down');
		const { found } = await collected(pollerWith(store()));
		expect([...handled, ...found.map(({ conversationId }) => conversationId)].toSorted()).toEqual(ids.toSorted());
		expect(readdirSync(folder)).toEqual(['state.json']);
		rmSync(folder, { recursive: true });
	});

	test('two polls at once do not report anything twice', async () => {
		const poller = pollerWith(memoryStore(), { recentHours: 24 });
		await service.addMeeting('Lisbon', false, hoursAgo(1));
		const [one, other] = await Promise.all([collected(poller), collected(poller)]);
		expect([one.found.length, other.found.length]).toEqual([1, 0]);
	});

	test('reports meetings that start soon', async () => {
		const start = Date.now() + 10 * 60_000;
		service.sandbox.connectCalendar(service.userId, 'google');
		service.sandbox.addCalendarEvent(service.userId, { id: 'e1', summary: 'Pilot', start: { dateTime: new Date(start).toISOString() }, end: { dateTime: new Date(start + HOUR).toISOString() } });
		const poller = pollerWith(memoryStore(), { events: ['meeting.starting_soon'] });
		expect((await collected(poller)).found).toMatchObject([{ event: 'meeting.starting_soon', title: 'Pilot' }]);
	});

	test('filters', async () => {
		const poller = pollerWith(memoryStore(), { recentHours: 24, events: ['conversation.created'], filters: { titleContains: 'lis*' } });
		await service.addMeeting('Lisbon', false, hoursAgo(1));
		await service.addMeeting('Porto', false, hoursAgo(1));
		expect((await collected(poller)).found.map(({ included }) => included?.conversation?.title)).toEqual(['Lisbon']);
	});

	test('a temporary limit is in the summary; a permanent failure is thrown', async () => {
		service.sandbox.faults.add({ kind: 'rate-limited', count: 1 });
		expect((await collected(pollerWith(memoryStore()))).summary).toMatchObject({ problem: { kind: 'rateLimited' }, isUpToDate: false });
		const revoked = pollerWith(memoryStore(), { client: service.connect({ apiKey: 'svc_00000000000000000000000000000000' }) });
		await expect(collected(revoked)).rejects.toThrow(ClientError);
	});

	test('a poll that could not ask does not say that it is up to date', async () => {
		const own = await startService();
		await own.addMeeting('Lisbon', true, hoursAgo(1));
		const store = memoryStore();
		const once = pollerWith(store, { client: own.client, recentHours: 24, maxRequests: 1 });
		expect((await collected(once)).summary).toMatchObject({ handled: 1, isUpToDate: false });
		const often = pollerWith(store, { client: own.client, recentHours: 24 });
		expect((await collected(often)).summary).toMatchObject({ isUpToDate: true });
		await own.sandbox.stop();
	});

	test('a poll that asks nothing because others used up the hour says so, and until when, with a new poller too', async () => {
		service.sandbox.faults.add({ kind: 'rate-limited', count: 1 });
		await expect(service.connect({ patienceMs: 0 }).user.profile()).rejects.toThrow(ClientError);
		const requests: RequestInfo[] = [];
		const poller = pollerWith(memoryStore(), { client: service.connect({ onRequest: (info) => void requests.push(info) }) });
		const [first, second] = [await collected(poller), await collected(poller)];
		const waitsUntil = first.summary.waitsUntil;
		expect(first.summary).toMatchObject({ handled: 0, problem: { kind: 'requestsReserved', by: 'limit', resetAt: expect.any(Date) }, isUpToDate: false });
		expect(Number(waitsUntil)).toBeGreaterThan(Date.now());
		expect(Number(waitsUntil)).toBeLessThan(Date.now() + 3 * HOUR);
		expect(second.summary).toMatchObject({ handled: 0, isUpToDate: false, waitsUntil });
		expect(requests).toEqual([]);
	});

	describe('Two pollers with one store', () => {
		let folder: string;
		let path: string;
		beforeEach(() => {
			folder = mkdtempSync(join(tmpdir(), 'polling-'));
			path = join(folder, 'state.json');
		});
		afterEach(() => rmSync(folder, { recursive: true }));

		/** The store as another process would see it. */
		const copyOf = ({ load, save }: PollStore): PollStore => ({ load, save });

		test.each<[string, Partial<Parameters<typeof createPoller>[0]>, Partial<Parameters<typeof createPoller>[0]>]>([
			['events', { events: ['conversation.created'] }, { events: ['conversation.keypoints.ready'] }],
			['some more events', { events: ['conversation.created'] }, { events: ['conversation.keypoints.ready', 'conversation.created'] }],
			['filters', { filters: { titleContains: 'Lisbon' } }, { filters: { titleContains: 'Porto' } }],
			['minutes', { events: ['meeting.starting_soon'] }, { events: ['meeting.starting_soon'], minutesBefore: 60 }],
		])('for other %s would take each other’s events: the second is refused, and the first continues', async (_, one, other) => {
			service.sandbox.connectCalendar(service.userId, 'google');
			const first = pollerWith(fileStore(path), { recentHours: 24, ...one });
			await collected(first);
			const before = readFileSync(path, 'utf8');
			const error: unknown = await collected(pollerWith(copyOf(fileStore(path)), other)).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ problem: { kind: 'invalidInput', field: 'store', reason: expect.stringMatching(/^it belongs to another poller.*a store of its own.*pass `name: "/) } });
			expect(readFileSync(path, 'utf8')).toBe(before);
			await collected(first);
		});

		test('of the same name are one that has changed, in whatever order it names its events', async () => {
			await collected(pollerWith(fileStore(path), { events: ['conversation.created'] }));
			const id = await service.addMeeting('Lisbon', true);
			const changed = pollerWith(fileStore(path), { name: 'conversation.created', events: ['conversation.keypoints.ready', 'conversation.created'] });
			expect((await collected(changed)).found.map(({ event, conversationId }) => [event, conversationId])).toEqual([
				['conversation.created', id],
				['conversation.keypoints.ready', id],
			]);
			await service.addMeeting('Porto');
			const named = (order: readonly PolledEvent[]) => collected(pollerWith(fileStore(path), { name: 'all', events: order }));
			await expect(named(['conversation.created'])).rejects.toThrow('Invalid store');
		});

		test('that are the same take turns in one process', async () => {
			await service.addMeeting('Lisbon', false, hoursAgo(1));
			const own = () => collected(pollerWith(fileStore(path), { recentHours: 24 }));
			const reversed = () => collected(pollerWith(fileStore(join(folder, '.', 'state.json')), { recentHours: 24, events: events.toReversed() }));
			const both = await Promise.all([own(), reversed()]);
			expect(both.map(({ found }) => found.length)).toEqual([1, 0]);
		});
	});

	test('a file that cannot be written ends a poll with the reason', async () => {
		const store = fileStore(join(tmpdir(), 'no-such-folder', 'state.json'));
		await expect(store.save({})).rejects.toMatchObject({ problem: { kind: 'refused', code: 'state_not_written', message: expect.stringContaining('its folder does not exist') } });
	});

	test('saves at the same time leave the last one, whole, and nothing else', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const path = join(folder, 'state.json');
		const states = Array.from({ length: 20 }, (_, number) => ({ number, text: 'x'.repeat((20 - number) * 50_000) }));
		await Promise.all(states.map((state) => fileStore(path).save(state)));
		expect(await fileStore(path).load()).toEqual(states.at(-1));
		expect(readdirSync(folder)).toEqual(['state.json']);
		rmSync(folder, { recursive: true });
	});

	test('a save that fails is reported, leaves nothing behind, and does not keep the next from working', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const path = join(folder, 'state.json');
		mkdirSync(path);
		const store = fileStore(path);
		await expect(store.save({})).rejects.toThrow(path);
		expect(readdirSync(folder)).toEqual(['state.json']);
		rmdirSync(path);
		await store.save({ number: 1 });
		expect(await store.load()).toEqual({ number: 1 });
		rmSync(folder, { recursive: true });
	});

	test('a file that belongs to no poller is not overwritten', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const path = join(folder, 'state.json');
		writeFileSync(path, '{"settings":true}');
		await expect(collected(pollerWith(fileStore(path)))).rejects.toThrow(`cannot be read: ${path}. Remove it`);
		rmSync(folder, { recursive: true });
	});
});

describe('A file without valid JSON', () => {
	test.each([['is cut short', '{"version":1,"secret'], ['is empty', '']])('that %s is named, and not overwritten', async (_, text) => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const path = join(folder, 'state.json');
		writeFileSync(path, text);
		const poller = createPoller({ client: service.client, store: fileStore(path), events: ['conversation.created'] });
		const error: unknown = await poller.poll(() => {}).catch((thrown: unknown) => thrown);
		expect(String(error)).toContain(path);
		expect(String(error)).toContain('remove it to start anew');
		expect(String(error)).not.toContain('secret');
		expect(readFileSync(path, 'utf8')).toBe(text);
		rmSync(folder, { recursive: true });
	});
});
