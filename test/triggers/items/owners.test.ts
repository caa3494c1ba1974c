import { connect } from '../../../packages/client/index.ts';
import { asPolled, createPoller, memoryStore, type PollerOptions } from '../../../packages/client/polling.ts';
import { handOn } from '../../../src/triggers/receive.ts';
import { memoryReplays } from '../../../src/triggers/replays.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { latestItems } from '../../../src/triggers/poll/latest.ts';
import { lookUpInTime, peopleLookup } from '../../../src/triggers/items/people.ts';
import { ClientError, createClient, type Client } from '../../../src/client/index.ts';
import { fieldsOf } from '../../../src/format/read.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import type { Transport } from '../../../src/transport/index.ts';
import { account, HOUR_MS, NOW, type Account } from '../../reports/support/account.ts';
import { otherTerms as terms } from '../hosts.ts';

const READY = 'conversation.action_items.ready';
const startTime = new Date(Date.parse(NOW) - HOUR_MS).toISOString();
const item = (text: string, owner: string) => ({ item: text, owner, priority: 'high' as const, confidence: 1 });
const owned = [item('Send the offer', 'Ann'), item('Call Acme', 'local'), item('Book a room', 'Uma Own'), item('Ship it', 'James'), item('Tidy up', '')];

let world: Account;
let conversationId: string;
let apiKey: string;
let asked: string[];
/** Answers instead of the sandbox; undefined to let the sandbox answer. */
let instead: (path: string) => ReturnType<Transport> | undefined;

beforeAll(async () => {
	world = await account();
	apiKey = world.sandbox.createKey(world.userId);
	world.sandbox.connectCalendar(world.userId, 'google');
	const attendees = [{ email: 'ann.lee@acme.example', displayName: 'Ann Lee' }, { email: 'uma@own.example' }];
	world.sandbox.addCalendarEvent(world.userId, { id: 'ev1', summary: 'Acme', start: { dateTime: startTime }, end: { dateTime: NOW }, attendees });
	conversationId = await world.addMeeting({ title: 'Acme', startTime, calendarEventId: 'ev1', keyPoints: { actionItems: owned } });
	await world.addMeeting({ title: 'Alone', startTime: new Date(Date.parse(startTime) - HOUR_MS).toISOString(), keyPoints: { actionItems: [item('Think', 'Uma')] } });
});
afterAll(() => world.stop());
beforeEach(() => {
	asked = [];
	instead = () => undefined;
});

function client(): Client {
	const send = axiosTransport({ apiKey });
	const transport: Transport = (request) => {
		const path = request.url.slice(world.sandbox.url.length).replace(/\?.*/, '').replace(/^\/api\/v1\//, '');
		asked.push(path);
		return instead(path) ?? send(request);
	};
	return createClient({ baseUrl: world.sandbox.url, transport, patienceMs: 0, sleep: async () => {} });
}

interface Asked {
	readonly withOwnerEmail?: boolean;
	readonly ownerContains?: string;
}

const neverEnds = () => new Promise<never>(() => {});

async function delivered({ withOwnerEmail = false, ownerContains = '' }: Asked, sleep: (ms: number) => Promise<void> = neverEnds) {
	const received = { event: READY, timestamp: NOW, conversationId, data: { conversationId, actionItemCount: owned.length } };
	const outcome = await handOn(
		{ received, rawBody: new Uint8Array([1]) },
		{ webhook: 'w', maxAgeSeconds: 0 },
		{ isChosen: () => true, include: [], filters: { ...noFilters, ownerContains }, withOwnerEmail },
		{ replays: memoryReplays(), terms, timezone: () => 'UTC', now: world.clock.now, sleep, connect: async () => client() },
	);
	return 'items' in outcome ? outcome.items : [];
}

/** Polls like Zapier. */
async function latest({ withOwnerEmail = false, ownerContains = '' }: Asked) {
	const filters = { ...noFilters, ownerContains };
	const found = { recall: async () => null, keep: async () => {}, isFirst: true, isSample: false, filters, timezone: 'UTC', withOwnerEmail, terms };
	return await latestItems(READY, { client: client(), now: world.clock.now(), ...found });
}

const library = () => {
	const baseUrl = world.sandbox.url;
	return connect({ baseUrl, apiKey, onRequest: ({ url }) => void asked.push(new URL(url).pathname.replace('/api/v1/', '')) });
};

/** Polls like n8n, Node-RED and programs. */
async function polled({ withOwnerEmail, ownerContains = '' }: Asked) {
	const found: unknown[] = [];
	const options: PollerOptions = { client: library(), store: memoryStore(), events: [READY], filters: { ownerContains }, recentHours: 24, now: world.clock.now, withOwnerEmail };
	const { problem } = await createPoller(options).poll((event) => void found.push(event));
	expect(problem).toBeNull();
	return found;
}

const ofMeeting = (items: readonly unknown[]) => items.map(fieldsOf).filter((one) => one['conversationId'] === conversationId);
const tasks = (items: readonly unknown[]) => ofMeeting(items).map(({ actionItem }) => fieldsOf(actionItem)['item']);
const addresses = (items: readonly unknown[]) => ofMeeting(items).map(({ actionItem }) => fieldsOf(actionItem)['ownerEmail']);
const reasons = (items: readonly unknown[]) => new Set(ofMeeting(items).map(({ included }) => fieldsOf(included)['reason']));
const times = (path: string) => asked.filter((one) => one === path).length;

const everyOwner = ['ann.lee@acme.example', 'uma@own.example', 'uma@own.example', null, null];

describe.each([
	['delivered', delivered],
	['polled', polled],
	['polled without a state', latest],
])('%s', (_, items) => {
	test('action items get the addresses of their owners', async () => {
		const found = await items({ withOwnerEmail: true });
		expect(addresses(found)).toEqual(everyOwner);
		expect(ofMeeting(found)[0]).toMatchObject({ actionItem: { ownerContactId: null } });
		expect([...reasons(found)]).toEqual([undefined]);
		expect([times('user/profile'), times('calendar/events'), times('contacts')]).toEqual([1, 1, 1]);
	});

	test('without the option, nothing is looked up', async () => {
		expect(JSON.stringify(await items({}))).not.toContain('ownerEmail');
		expect(times('user/profile')).toBe(0);
	});

	test.each([
		['me', ['Call Acme', 'Book a room', 'Tidy up']],
		[' Me ', ['Call Acme', 'Book a room', 'Tidy up']],
		['not me', ['Send the offer', 'Ship it', 'Tidy up']],
		['ame', ['Ship it', 'Tidy up']],
		['Uma', ['Call Acme', 'Book a room', 'Tidy up']],
	])('the owner “%s”', async (ownerContains, expected) => {
		expect(tasks(await items({ ownerContains }))).toEqual(expected);
		expect([times('user/profile'), times('calendar/events')]).toEqual([1, 0]);
	});

	test('one profile serves the filter and the addresses', async () => {
		expect(addresses(await items({ ownerContains: 'not me', withOwnerEmail: true }))).toEqual(['ann.lee@acme.example', null, null]);
		expect(times('user/profile')).toBe(1);
	});
});

test('a delivery that a program receives becomes the same', async () => {
	const event = { event: READY, timestamp: NOW, dedupeKey: 'k', data: { conversationId, actionItemCount: owned.length } } as const;
	expect(addresses(await asPolled(library(), event, { withOwnerEmail: true }))).toEqual(everyOwner);
	expect(JSON.stringify(await asPolled(library(), event))).not.toContain('ownerEmail');
});

const broken = async () => ({ status: 500, headers: {}, body: 'oops' });

describe.each([
	['delivered', delivered],
	['polled without a state', latest],
])('%s: what could not be looked up loses no event', (_, items) => {
	test.each([
		['the profile', 'user/profile'],
		['the calendar', 'calendar/events'],
		['the contacts', 'contacts'],
	])('%s', async (_name, path) => {
		instead = (one) => (one === path ? broken() : undefined);
		const found = await items({ withOwnerEmail: true });
		expect(addresses(found)).toEqual([null, null, null, null, null]);
		expect([...reasons(found)]).toEqual([expect.stringMatching(/problem/)]);
	});

	test('with a filter, all of them arrive', async () => {
		instead = (one) => (one === 'user/profile' ? broken() : undefined);
		const found = await items({ ownerContains: 'me' });
		expect(tasks(found)).toHaveLength(owned.length);
		expect(JSON.stringify(found)).not.toContain('ownerEmail');
		expect([...reasons(found)]).toEqual([expect.stringMatching(/problem/)]);
	});

	test('reserved requests are named as such', async () => {
		instead = (one) => {
			if (one === 'user/profile') throw new ClientError({ kind: 'requestsReserved', remaining: 5, reserved: 5, resetAt: null } as never);
			return undefined;
		};
		expect([...reasons(await items({ withOwnerEmail: true }))]).toEqual(['There were no requests left to look up owners.']);
	});
});

test('a poll that cannot look up owners fails, and the next one reports everything', async () => {
	let isBroken = true;
	const send = fetch;
	const options = { baseUrl: world.sandbox.url, apiKey, fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => (isBroken && String(input).includes('user/profile') ? new Response('oops', { status: 500 }) : await send(input, init)) };
	const found: unknown[] = [];
	const poller = createPoller({ client: connect(options), store: memoryStore(), events: [READY], recentHours: 24, now: world.clock.now, withOwnerEmail: true });
	expect((await poller.poll((event) => void found.push(event))).problem).not.toBeNull();
	expect(found).toEqual([]);
	isBroken = false;
	world.clock.advance(HOUR_MS);
	await poller.poll((event) => void found.push(event));
	expect(addresses(found)).toEqual(everyOwner);
});

const ann = { dedupeKey: 'c1:1', title: 'Acme', actionItem: { ...item('Send the offer', 'Ann'), conversationId: 'c1' } };
const other = { dedupeKey: 'o', title: 'Other' };
const both = { withOwnerEmail: true, filters: noFilters };

test('an event without an action item stays as it is, and what failed before is still said', async () => {
	instead = () => broken();
	const [left, early, now] = await peopleLookup(both, { client: client(), now: world.clock.now, terms })([other, { ...ann, included: { ok: false, reason: 'Too late.', keyPoints: null } }, ann], () => null);
	expect(left).toEqual(other);
	const failed = fieldsOf(now?.['included'])['reason'];
	expect(now).toEqual({ ...ann, actionItem: { ...ann.actionItem, ownerEmail: null, ownerContactId: null }, included: { ok: false, reason: expect.stringMatching(/problem/) } });
	expect(early).toMatchObject({ included: { ok: false, reason: `Too late. ${String(failed)}`, keyPoints: null } });
});

test('where nobody owns an action item, nothing is asked', async () => {
	const nobodys = { dedupeKey: 'n', actionItem: item('Tidy up', '') };
	expect(await peopleLookup(both, { client: client(), now: world.clock.now, terms })([nobodys, other], () => null)).toEqual([
		{ ...nobodys, actionItem: { ...nobodys.actionItem, ownerEmail: null, ownerContactId: null } },
		other,
	]);
	expect(asked).toEqual([]);
});

test('an account that cannot be used is a reason, and is not asked for without the option', async () => {
	const host = { connect: () => Promise.reject(new Error('no key')), sleep: neverEnds, now: world.clock.now, terms };
	expect(await lookUpInTime([ann], { withOwnerEmail: false, filters: { ...noFilters, ownerContains: 'ann' } }, () => null, host)).toEqual([ann]);
	expect(await lookUpInTime([ann], both, () => null, host)).toEqual([
		{ ...ann, actionItem: { ...ann.actionItem, ownerEmail: null, ownerContactId: null }, included: { ok: false, reason: 'The details could not be read.' } },
	]);
});

test('a delivery waits for owners no longer than its sender does', async () => {
	instead = (path) => (path === 'user/profile' ? neverEnds() : undefined);
	const sleep = (ms: number) => (ms === 3000 ? Promise.resolve() : neverEnds());
	const found = await delivered({ withOwnerEmail: true }, sleep);
	expect(addresses(found)).toEqual([null, null, null, null, null]);
	expect([...reasons(found)]).toEqual(['People could not be looked up within 3 seconds.']);
});
