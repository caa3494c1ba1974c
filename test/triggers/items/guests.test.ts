import { connect } from '../../../packages/client/index.ts';
import { createPoller, memoryStore, type EventFilters, type PolledEvent } from '../../../packages/client/polling.ts';
import { handOn } from '../../../src/triggers/receive.ts';
import { memoryReplays } from '../../../src/triggers/replays.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { latestItems } from '../../../src/triggers/poll/latest.ts';
import { createClient, type Client } from '../../../src/client/index.ts';
import type { EventName } from '../../../src/api/index.ts';
import { fieldsOf } from '../../../src/format/read.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import type { Transport } from '../../../src/transport/index.ts';
import { account, HOUR_MS, NOW, type Account } from '../../reports/support/account.ts';
import { otherTerms as terms } from '../hosts.ts';

// Which meetings and action items start a flow, by who was there, priority and due date.

const READY = 'conversation.action_items.ready';
const CREATED = 'conversation.created';
const at = (hours: number) => new Date(Date.parse(NOW) + hours * HOUR_MS).toISOString();
const item = (text: string, priority: 'high' | 'low') => ({ item: text, owner: 'Ann', priority, confidence: 1 });
const items = [item('Send the offer by March 14', 'high'), item('Call Acme by March 30', 'high'), item('Pay by March 13', 'low'), item('Think', 'low')];

let world: Account;
let apiKey: string;
let asked: string[];
let ids: Record<'alone' | 'inside' | 'outside', string>;

beforeAll(async () => {
	world = await account();
	apiKey = world.sandbox.createKey(world.userId);
	world.sandbox.connectCalendar(world.userId, 'google');
	const event = (id: string, guest: string) => ({ id, summary: id, start: { dateTime: at(-2) }, end: { dateTime: at(-1) }, attendees: [{ email: guest }, { email: 'uma@own.example' }] });
	world.sandbox.addCalendarEvent(world.userId, event('outside', 'ann@acme.example'));
	world.sandbox.addCalendarEvent(world.userId, event('inside', 'ben@own.example'));
	const add = (title: string, calendarEventId?: string) => world.addMeeting({ title, startTime: at(-2), keyPoints: { actionItems: items }, ...(calendarEventId !== undefined && { calendarEventId }) });
	ids = { outside: await add('Outside', 'outside'), inside: await add('Inside', 'inside'), alone: await add('Alone') };
});
afterAll(() => world.stop());
beforeEach(() => void (asked = []));

function client(instead: (path: string) => ReturnType<Transport> | undefined = () => undefined): Client {
	const send = axiosTransport({ apiKey });
	const transport: Transport = (request) => {
		const path = request.url.slice(world.sandbox.url.length).replace(/\?.*/, '').replace(/^\/api\/v1\//, '');
		asked.push(path);
		return instead(path) ?? send(request);
	};
	return createClient({ baseUrl: world.sandbox.url, transport, patienceMs: 0, sleep: async () => {} });
}

/** Polls like n8n, Node-RED and programs. */
async function polled(event: PolledEvent, filters: EventFilters) {
	const found: unknown[] = [];
	const library = connect({ baseUrl: world.sandbox.url, apiKey, onRequest: ({ url }) => void asked.push(new URL(url).pathname.replace('/api/v1/', '')) });
	await createPoller({ client: library, store: memoryStore(), events: [event], filters, recentHours: 24, now: world.clock.now, timezone: 'UTC' }).poll((one) => void found.push(one));
	return found.map(fieldsOf);
}

const memory = () => {
	const kept = new Map<string, unknown>();
	return { recall: async (key: string) => kept.get(key), keep: async (key: string, value: unknown) => void kept.set(key, value) };
};

/** Polls like Zapier. */
const latest = async (event: EventName, filters: EventFilters, kept = memory()) =>
	await latestItems(event, { client: client(), now: world.clock.now(), ...kept, isFirst: true, isSample: false, filters: { ...noFilters, ...filters }, timezone: 'UTC', withOwnerEmail: false, terms });

const neverEnds = () => new Promise<never>(() => {});

async function delivered(conversationId: string, filters: EventFilters, by = client(), sleep: (ms: number) => Promise<void> = neverEnds) {
	const outcome = await handOn(
		{ received: { event: CREATED, timestamp: NOW, conversationId, data: { conversationId } }, rawBody: new Uint8Array([1]) },
		{ webhook: 'w', maxAgeSeconds: 0 },
		{ isChosen: () => true, include: [], filters: { ...noFilters, ...filters } },
		{ replays: memoryReplays(), terms, timezone: () => 'UTC', now: world.clock.now, sleep, connect: async () => by },
	);
	return 'items' in outcome ? outcome.items : [];
}

const titles = (found: readonly unknown[]) => found.map(fieldsOf).map(({ title, externalCompanies }) => [title, externalCompanies]).toSorted();
const addresses = (found: readonly unknown[]) => found.map(fieldsOf).map(({ title, externalEmails }) => [title, externalEmails]).toSorted();

test.each([
	['polled', polled],
	['polled without a state', latest],
])('%s: external meetings, and those of which nobody knows, with the companies of their guests', async (_, found) => {
	expect(titles(await found(CREATED, { external: true }))).toEqual([['Alone', null], ['Outside', ['acme.example']]]);
	expect(asked.filter((path) => path === 'user/profile' || path === 'calendar/events')).toHaveLength(2);
	expect(titles(await found(CREATED, { external: false }))).toEqual([['Alone', null], ['Inside', []]]);
	expect(titles(await found(CREATED, {}))).toEqual([['Alone', undefined], ['Inside', undefined], ['Outside', undefined]]);
});

test('the addresses of the guests from outside, to look them up elsewhere, however an item was found', async () => {
	const kept = memory();
	const everyWay = [await polled(CREATED, { external: true }), await latest(CREATED, { external: true }, kept), await latest(CREATED, { external: true }, kept)];
	for (const found of everyWay) expect(addresses(found)).toEqual([['Alone', null], ['Outside', ['ann@acme.example']]]);
	expect(await delivered(ids.outside, { external: true })).toMatchObject([{ externalEmails: ['ann@acme.example'] }]);
	expect(await delivered(ids.alone, { external: true })).toMatchObject([{ externalEmails: null }]);
});

test('the addresses and companies of the guests come before the technical fields, however an item was found', async () => {
	const [kept, order] = [memory(), ['title', 'startTime', 'conversationId', 'included', 'externalEmails', 'externalCompanies', 'data', 'event', 'timestamp', 'dedupeKey']];
	for (const found of [await polled(CREATED, { external: true }), await latest(CREATED, { external: true }, kept), await latest(CREATED, { external: true }, kept)]) {
		expect(found.map((item) => Object.keys(item))).toEqual(found.map(() => order));
	}
});

test.each([
	['polled', polled],
	['polled without a state', latest],
])('%s: meetings with a guest from one of several companies', async (_, found) => {
	expect(titles(await found(CREATED, { companies: 'harbour.example, ann@ACME.example' }))).toEqual([['Outside', ['acme.example']]]);
	expect(titles(await found(CREATED, { companies: 'https://www.acme.example/about' }))).toEqual([['Outside', ['acme.example']]]);
	expect(titles(await found(CREATED, { companies: 'Acme' }))).toEqual([['Outside', ['acme.example']]]);
	expect(titles(await found(CREATED, { companies: 'own.example' }))).toEqual([['Inside', []], ['Outside', ['acme.example']]]);
	expect(titles(await found(CREATED, { companies: 'acme.example', external: false }))).toEqual([]);
	expect(titles(await found(CREATED, { companies: 'cme.example' }))).toEqual([]);
});

test('a host without a state asks about each meeting once', async () => {
	const kept = memory();
	await latest(CREATED, { external: true }, kept);
	const before = asked.length;
	expect(titles(await latest(CREATED, { external: true }, kept))).toEqual([['Alone', null], ['Outside', ['acme.example']]]);
	// Only the list. For the meeting without an event, there is nothing to read.
	expect(asked.slice(before)).toEqual(['conversations']);
});

test('delivered: external meetings', async () => {
	expect(await delivered(ids.outside, { external: true })).toMatchObject([{ externalCompanies: ['acme.example'] }]);
	expect(await delivered(ids.inside, { external: true })).toEqual([]);
	expect(await delivered(ids.alone, { external: true })).toMatchObject([{ externalCompanies: null }]);
});

test('delivered: meetings with a company', async () => {
	expect(await delivered(ids.outside, { companies: 'acme.example' })).toMatchObject([{ externalCompanies: ['acme.example'] }]);
	expect(await delivered(ids.outside, { companies: 'harbour.example' })).toEqual([]);
	expect(await delivered(ids.alone, { companies: 'acme.example' })).toEqual([]);
	expect(await delivered(ids.alone, { companies: ' , ', external: true })).toMatchObject([{ externalCompanies: null }]);
});

test('delivered: guests that cannot be read lose no event, and the item says so', async () => {
	const broken = client((path) => (path === 'calendar/events' ? Promise.resolve({ status: 500, headers: {}, body: 'oops' }) : undefined));
	expect(await delivered(ids.inside, { external: true }, broken)).toMatchObject([{ externalCompanies: null, included: { ok: false, reason: 'The guests of the meeting could not be read.' } }]);
});

test('delivered: what is about a meeting that was not found passes a filter by company, and the item says why', async () => {
	expect(await delivered('conv_unlisted', { companies: 'acme.example' })).toMatchObject([
		{ externalCompanies: null, included: { ok: false, reason: expect.stringMatching(/is not listed yet\. The meeting was not found in the list/) } },
	]);
});

test('delivered: guests that are not looked up in time lose no event, and the item says so', async () => {
	const slow = client((path) => (path === 'calendar/events' ? neverEnds() : undefined));
	const found = await delivered(ids.inside, { external: true }, slow, (ms) => (ms === 3000 ? Promise.resolve() : neverEnds()));
	expect(found).toMatchObject([{ externalEmails: null, externalCompanies: null, included: { ok: false, reason: 'People could not be looked up within 3 seconds.' } }]);
});

const tasks = (found: readonly unknown[]) => [...new Set(found.map(fieldsOf).map(({ actionItem }) => fieldsOf(actionItem)['item']))];

test.each([
	['polled', polled],
	['polled without a state', latest],
])('%s: action items by priority and due date', async (_, found) => {
	expect(tasks(await found(READY, { priorities: ['high'] }))).toEqual(['Send the offer by March 14', 'Call Acme by March 30']);
	expect(tasks(await found(READY, { dueWithinDays: 2 }))).toEqual(['Send the offer by March 14', 'Pay by March 13']);
	expect(tasks(await found(READY, { dueWithinDays: 0 }))).toEqual(['Pay by March 13']);
	expect(tasks(await found(READY, { dueWithinDays: 30, priorities: ['high'] }))).toEqual(['Send the offer by March 14', 'Call Acme by March 30']);
});
