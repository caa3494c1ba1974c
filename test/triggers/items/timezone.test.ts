import { asPolled, createPoller, memoryStore, type PolledEvent } from '../../../packages/client/polling.ts';
import { connect } from '../../../packages/client/index.ts';
import type { WebhookEvent } from '../../../packages/client/webhooks.ts';
import { type AccountNode, findAccount, registerAccount } from '../../../packages/node-red/account.ts';
import { handOn } from '../../../src/triggers/receive.ts';
import { memoryReplays } from '../../../src/triggers/replays.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { pollOnce } from '../../../src/triggers/poll/poll.ts';
import { profileTimezone } from '../../../src/meetings/index.ts';
import { fieldsOf } from '../../../src/format/read.ts';
import { account, NOW, type Account } from '../../reports/support/account.ts';
import { otherTerms as terms } from '../hosts.ts';

// Due dates, on a machine whose clock is in UTC because nobody chose a zone, as in most containers.

const READY = 'conversation.action_items.ready';
/** Already the thirteenth in Kolkata. */
const startTime = '2026-03-12T20:00:00.000Z';
const TOMORROW_THERE = '2026-03-14';

let world: Account;
let conversationId: string;
let apiKey: string;
const before = process.env['TZ'];

beforeAll(async () => {
	world = await account();
	world.sandbox.updateUser(world.userId, { timezone: 'Asia/Kolkata' });
	conversationId = await world.addMeeting({ title: 'Acme', startTime, keyPoints: { actionItems: [{ item: 'Send the offer tomorrow', owner: 'Ann', priority: 'high', confidence: 1 }] } });
});
// Each test has its own key, because the process remembers accounts by key.
beforeEach(() => {
	apiKey = world.sandbox.createKey(world.userId);
	delete process.env['TZ'];
});
afterEach(() => void (process.env['TZ'] = before));
afterAll(() => world.stop());

const dueDates = (items: readonly unknown[]) => items.map((item) => fieldsOf(fieldsOf(item)['actionItem'])['dueDate']);

function library() {
	const asked: string[] = [];
	const client = connect({ baseUrl: world.sandbox.url, apiKey, onRequest: ({ url }) => void asked.push(new URL(url).pathname) });
	const poll = async (event: PolledEvent, timezone?: string) => {
		const found: unknown[] = [];
		await createPoller({ client, store: memoryStore(), events: [event], recentHours: 24, now: world.clock.now, timezone }).poll((one) => void found.push(one));
		return found;
	};
	return { client, poll, profiles: () => asked.filter((path) => path.endsWith('/user/profile')).length };
}

/** The account as nodes of Node-RED find it. */
function nodeRedAccount() {
	const nodes = new Map<string, object>();
	const red = {
		nodes: {
			registerType: (_: string, create: (this: object, config: object) => void) => create.call({ credentials: { apiKey } }, { id: 'a', baseUrl: world.sandbox.url, allowHttp: true }),
			createNode: (node: object, { id }: { id: string }) => void nodes.set(id, node),
			getNode: (id: string) => nodes.get(id),
		},
		httpAdmin: { post: () => {} },
		auth: { needsPermission: () => () => {} },
	} as never;
	registerAccount(red);
	return findAccount(red, 'a');
}

const pollOf = ({ account: limits, connect: connectWith }: Pick<AccountNode, 'account' | 'connect'>, timezone: AccountNode['timezone']) =>
	pollOnce({ events: [READY], filters: noFilters, minutesBefore: 15, timezone, recentHours: 24, handOver: 'together' }, {
		...{ account: limits, connect: connectWith, terms, now: world.clock.now, maxRequests: 10 },
		...{ stored: undefined, session: { id: 's', ageMs: Infinity }, source: 's', outcomeOf: () => undefined },
	});

test('are those of the profile in the client, which reads it once and only for due dates', async () => {
	const { client, poll, profiles } = library();
	expect(await poll('conversation.keypoints.ready')).toHaveLength(1);
	expect(profiles()).toBe(0);
	const event = { event: READY, data: { conversationId, actionItemCount: 1 } } as WebhookEvent;
	expect(dueDates([...(await poll(READY)), ...(await poll(READY)), ...(await asPolled(client, event))])).toEqual([TOMORROW_THERE, TOMORROW_THERE, TOMORROW_THERE]);
	expect(profiles()).toBe(1);
	expect(dueDates(await poll(READY, 'UTC'))).toEqual(['2026-03-13']);
});

test('are those of the profile in Node-RED, polled and delivered', async () => {
	const node = nodeRedAccount();
	const polled = await pollOf(node, node.timezone);
	expect(dueDates(polled.due)).toEqual([TOMORROW_THERE]);
	const delivered = await handOn(
		{ received: { event: READY, timestamp: NOW, conversationId, data: { conversationId, actionItemCount: 1 } }, rawBody: new Uint8Array([1]) },
		{ webhook: 'w', maxAgeSeconds: 0 },
		{ isChosen: () => true, include: ['conversation'], filters: noFilters },
		{ replays: memoryReplays(), terms, timezone: node.timezone, now: world.clock.now, sleep: () => new Promise<never>(() => {}), connect: async () => node.connect() },
	);
	expect('items' in delivered && dueDates(delivered.items)).toEqual([TOMORROW_THERE]);
});

test('are in UTC where the profile cannot be read, for which a poll asks once', async () => {
	await world.addMeeting({ title: 'Other', startTime, keyPoints: { actionItems: [{ item: 'Call Acme tomorrow', owner: 'Ann', priority: 'high', confidence: 1 }] } });
	let asked = 0;
	const timezone = async () => {
		asked += 1;
		return await profileTimezone({}, () => Promise.reject(new Error('down')));
	};
	expect(dueDates((await pollOf(nodeRedAccount(), timezone)).due)).toEqual(['2026-03-13', '2026-03-13']);
	expect(asked).toBe(1);
});
