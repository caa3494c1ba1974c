import cryptoJs from 'crypto-js';
import { connect } from '../../../packages/client/index.ts';
import { createPoller, memoryStore, type NewEvent } from '../../../packages/client/polling.ts';
import { scriptedServer } from '../../support/scriptedServer.ts';
import { startService, type Account, type Service } from './account.ts';
import { startHost, type Host, type Trigger, type TriggerOptions } from './host.ts';

let service: Service;
let host: Host;
let account: Account;

beforeAll(async () => {
	service = await startService();
	host = await startHost();
	account = service.account('enterprise');
});
afterAll(async () => {
	await service.sandbox.stop();
	await host.stop();
});

const triggers: Trigger[] = [];
afterEach(async () => {
	for (const trigger of triggers.splice(0)) {
		expect(trigger.crashes).toEqual([]);
		await trigger.deactivate();
	}
});

/** An active trigger connected to the real service, or with details from elsewhere. */
async function active(parameters: TriggerOptions['parameters'] = {}, isTest = false): Promise<Trigger> {
	const trigger = host.trigger({ credential: account.credential, parameters });
	await trigger.activate({ isTest });
	triggers.push(trigger);
	return trigger;
}

const secretOf = (trigger: Trigger): string => /"secret":"([^"]+)"/.exec(JSON.stringify(trigger.staticData()))?.[1] ?? '';

const sign = (body: string, secret: string) => cryptoJs.HmacSHA256(body, secret).toString(cryptoJs.enc.Hex);

const bodyOf = (event: unknown, data: unknown, timestamp: unknown = new Date().toISOString()) => JSON.stringify({ event, data, timestamp });

async function post(trigger: Trigger, body: string, headers: Record<string, string> = { 'X-Svc-Signature': sign(body, secretOf(trigger)) }) {
	const answer = await fetch(trigger.url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
	return answer.status;
}

const settled = () => service.sandbox.settled();

describe('a delivery of the service', () => {
	test('starts the workflow with the event', async () => {
		const { conversationId } = await account.addMeeting('Weekly with Acme');
		const trigger = await active({ events: ['conversation.updated'], include: [] });
		await account.client.conversations.rename({ id: conversationId, title: 'Weekly with Harbour' });
		await settled();
		expect(trigger.started).toEqual([
			[
				{
					title: 'Weekly with Harbour',
					startTime: null,
					event: 'conversation.updated',
					timestamp: expect.stringMatching(/^20.*Z$/),
					dedupeKey: expect.stringMatching(new RegExp(`^conversation.updated:${conversationId}:20.*Z$`)),
					conversationId,
					data: { conversationId, title: 'Weekly with Harbour' },
				},
			],
		]);
	});

	test('a new conversation has the key that polling gives it', async () => {
		const trigger = await active({ events: ['any'] });
		const { conversationId } = await account.addMeeting('Weekly');
		await settled();
		const keys = trigger.started.flat().map(({ dedupeKey }) => dedupeKey);
		expect(keys.toSorted()).toEqual([`conversation.created:${conversationId}`, `transcript.ready:${conversationId}`]);
	});

	test('`error` of a failed transcript stays below the top, where n8n would take the item for a failed one', async () => {
		const trigger = await active({ events: ['transcript.failed'] });
		service.sandbox.recordFailedMeeting(account.userId, { title: 'Silent', error: 'No speech' });
		await settled();
		expect(trigger.started[0]?.[0]).toMatchObject({ event: 'transcript.failed', data: { error: 'No speech' } });
		expect(trigger.started[0]?.[0]).not.toHaveProperty('error');
	});
});

describe('forged, stale and repeated', () => {
	const body = bodyOf('conversation.created', { conversationId: 'c-secret-7' });

	test.each([
		['no signature', () => ({})],
		['another secret', () => ({ 'X-Svc-Signature': sign(body, 'whsec_other') })],
		['an empty secret', () => ({ 'X-Svc-Signature': sign(body, '') })],
		['another header', (secret: string) => ({ 'X-Other-Signature': sign(body, secret) })],
		['another body', (secret: string) => ({ 'X-Svc-Signature': sign(`${body} `, secret) })],
	])('%s: 401, no execution, nothing in the log', async (_, headers) => {
		const trigger = await active();
		expect(await post(trigger, body, headers(secretOf(trigger)))).toBe(401);
		expect(trigger.started).toEqual([]);
		expect(trigger.logs.join()).not.toContain('c-secret-7');
	});

	test('without a stored secret nothing is accepted', async () => {
		const trigger = await active();
		const secret = secretOf(trigger);
		await trigger.hook('delete');
		expect(await post(trigger, body, { 'X-Svc-Signature': sign(body, secret) })).toBe(401);
		expect(await post(trigger, body, { 'X-Svc-Signature': sign(body, '') })).toBe(401);
		expect(trigger.started).toEqual([]);
	});

	test.each([
		['hex', (hex: string) => hex],
		['sha256= and hex', (hex: string) => `sha256=${hex}`],
		['base64', (hex: string) => Buffer.from(hex, 'hex').toString('base64')],
	])('signed with %s', async (_, form) => {
		const trigger = await active();
		expect(await post(trigger, body, { 'X-Svc-Signature': form(sign(body, secretOf(trigger))) })).toBe(200);
		expect(trigger.started.length).toBe(1);
	});

	test('the header prefix of the credential, and the service’s own', async () => {
		const trigger = host.trigger({ credential: { ...account.credential, headerPrefix: 'X-Acme' } });
		await trigger.activate();
		triggers.push(trigger);
		expect(await post(trigger, body, { 'X-Acme-Signature': sign(body, secretOf(trigger)) })).toBe(200);
		expect(await post(trigger, body)).toBe(200);
		expect(await post(trigger, body, { 'X-Acme-Signature': sign(body, 'another secret') })).toBe(401);
		expect(await post(trigger, body, { 'X-Other-Signature': sign(body, secretOf(trigger)) })).toBe(401);
	});

	const at = (ms: number) => bodyOf('conversation.created', { conversationId: 'c' }, new Date(Date.now() + ms).toISOString());

	test.each([
		[-290_000, {}, 200],
		[-310_000, {}, 401],
		[310_000, {}, 401],
		[-310_000, { timestampWindow: 600 }, 200],
		[-86_400_000, { timestampWindow: 0 }, 200],
	])('a time %d ms from now with %j: %d', async (ms, options, status) => {
		const trigger = await active({ options });
		expect(await post(trigger, at(ms))).toBe(status);
		expect(trigger.started.length).toBe(status === 200 ? 1 : 0);
	});

	test('the same bytes again start nothing, in whatever form they are signed', async () => {
		const trigger = await active();
		const signature = sign(body, secretOf(trigger));
		await Promise.all([post(trigger, body), post(trigger, body), post(trigger, body, { 'X-Svc-Signature': `sha256=${signature}` })]);
		expect(trigger.started.length).toBe(1);
		expect(await post(trigger, at(1))).toBe(200);
		expect(trigger.started.length).toBe(2);
	});
});

describe('odd but signed', () => {
	test.each([
		['not JSON', '{"event":'],
		['nothing', ''],
		['a list', '[]'],
		['null', 'null'],
		['no data', '{"event":"conversation.created"}'],
		['data that is a text', bodyOf('conversation.created', 'x')],
		['no event at all', '{"data":{}}'],
	])('%s: 400 and no execution', async (_, body) => {
		const trigger = await active({ events: ['any'] });
		expect(await post(trigger, body)).toBe(400);
		expect(trigger.started).toEqual([]);
	});

	test('the kind may be in the header alone, and the time may be missing', async () => {
		const trigger = await active();
		const body = '{"data":{"conversationId":"c1","new":true},"id":7}';
		const signature = { 'X-Svc-Signature': sign(body, secretOf(trigger)) };
		expect(await post(trigger, body, { ...signature, 'X-Svc-Event': 'conversation.created' })).toBe(200);
		expect(trigger.started[0]?.[0]).toMatchObject({ dedupeKey: 'conversation.created:c1', data: { new: true } });
	});

	test('an unknown kind belongs to “any” alone', async () => {
		const any = await active({ events: ['any'] });
		const one = await active({ events: ['conversation.created'] });
		const body = bodyOf('conversation.merged', { conversationId: 'c1' });
		expect([await post(any, body), await post(one, body)]).toEqual([200, 200]);
		expect([any.started.length, one.started.length]).toEqual([1, 0]);
	});
});

describe('test deliveries', () => {
	const testOf = async (url: string) => {
		const webhook = (await account.webhooks()).find((candidate) => candidate.url === url);
		return await account.test(webhook?.id ?? '');
	};

	test.each([
		[['any'], 0],
		[['webhook.test'], 1],
	])('with %j chosen they start %d runs', async (events, runs) => {
		const trigger = await active({ events });
		expect(await testOf(trigger.url)).toBe(200);
		expect(trigger.started.length).toBe(runs);
	});

	test('always show when listening in the editor', async () => {
		const trigger = host.trigger({ credential: account.credential });
		await trigger.activate({ isTest: true });
		expect(await testOf(trigger.testUrl)).toBe(200);
		await trigger.deactivate({ isTest: true });
		expect(trigger.started.flat()).toMatchObject([{ event: 'webhook.test', data: { message: expect.any(String) } }]);
	});
});

describe('details', () => {
	test('are added, cost no credit, and are null where nothing is saved', async () => {
		const { conversationId } = await account.addMeeting('Budget with Acme');
		await account.client.keyPoints.generate({ id: conversationId });
		await settled();
		const before = await account.creditsUsed();
		const trigger = await active({ events: ['conversation.updated'], include: ['conversation', 'feedback', 'keyPoints', 'transcript'] });
		await account.client.conversations.rename({ id: conversationId, title: 'Budget with Harbour' });
		await settled();
		expect(trigger.started[0]?.[0]).toMatchObject({
			included: {
				ok: true,
				conversation: { id: conversationId, title: 'Budget with Harbour' },
				feedback: null,
				keyPoints: { id: conversationId },
				transcript: { segments: [{}, {}, {}] },
			},
		});
		expect(await account.creditsUsed()).toBe(before);
	});

	test('the title and the start come first, from the event or its details', async () => {
		const events = ['conversation.created', 'conversation.deleted', 'webhook.test'];
		const [plain, reading] = [await active({ events, include: [] }), await active({ events, include: ['conversation'] })];
		const { conversationId } = await account.addMeeting('Budget');
		await settled();
		await account.client.conversations.delete({ id: conversationId });
		await settled();
		const [, created] = [plain, reading].map(({ started }) => started.flat().find(({ event }) => event === 'conversation.created'));
		expect(plain.started.flat()).toEqual([
			expect.objectContaining({ event: 'conversation.created', title: null, startTime: null }),
			expect.objectContaining({ event: 'conversation.deleted', title: null, startTime: null }),
		]);
		expect(created).toMatchObject({ title: 'Budget', startTime: expect.stringMatching(/^20/) });
		expect(Object.keys(created ?? {})).toEqual(['title', 'startTime', 'conversationId', 'included', 'data', 'event', 'timestamp', 'dedupeKey']);
	});

	test('an event without a conversation has neither', async () => {
		const trigger = await active({ events: ['webhook.test'] });
		const webhook = (await account.webhooks()).find(({ url }) => url === trigger.url);
		await account.test(webhook?.id ?? '');
		expect(Object.keys(trigger.started[0]?.[0] ?? {})).toEqual(['data', 'event', 'timestamp', 'dedupeKey']);
	});

	test('each action item is an item with a key of its own', async () => {
		const trigger = await active({ events: ['conversation.action_items.ready'], include: [] });
		const { conversationId } = await account.addMeeting('Contract');
		await account.client.keyPoints.generate({ id: conversationId });
		await settled();
		const [items = []] = trigger.started;
		expect(items.length).toBe(items[0]?.['data'] instanceof Object && 'actionItemCount' in items[0]['data'] ? items[0]['data'].actionItemCount : -1);
		expect(items.length).toBeGreaterThan(1);
		expect(new Set(items.map(({ dedupeKey }) => dedupeKey)).size).toBe(items.length);
		expect(items[0]).toMatchObject({
			dedupeKey: expect.stringMatching(new RegExp(`^conversation.action_items.ready:${conversationId}:a[0-9a-f]{16}$`)),
			actionItem: { item: expect.any(String), conversationTitle: 'Contract' },
		});
		expect(Object.keys(items[0] ?? {})).toEqual(['actionItem', 'title', 'startTime', 'conversationId', 'data', 'event', 'timestamp', 'dedupeKey']);
	});

	test('action items of a node that was left as it started are those that polling reports', async () => {
		const trigger = await active({ events: ['conversation.action_items.ready'] });
		const client = connect(account.credential);
		// In the time zone of n8n’s workflow: on a Thursday, “by Thursday” is a day only where it is still Wednesday.
		const poller = createPoller({ client, store: memoryStore(), events: ['conversation.action_items.ready'], recentHours: 1, timezone: 'America/New_York' });
		const [{ conversationId }, none] = [await account.addMeeting('Contract'), await service.sandbox.importMeeting(account.userId, { text: 'Ana: Good morning.', filename: 'none.txt' })];
		for (const id of [conversationId, none.conversationId]) await account.client.keyPoints.generate({ id });
		await settled();
		const about = (id: string) => trigger.started.flat().filter((item) => item['conversationId'] === id);
		const polled: NewEvent[] = [];
		await poller.poll((event) => void polled.push(event));
		const shown = (item: object) => ({ ...item, timestamp: '' });
		expect(about(none.conversationId)).toEqual([]);
		expect(about(conversationId).map(shown)).toEqual(polled.filter((item) => item.dedupeKey.includes(conversationId)).map(shown));
		expect(about(conversationId)).toHaveLength(2);
	});

	test('only action items of the wanted owner', async () => {
		const wanted = { events: ['conversation.action_items.ready'], include: [] };
		const [ofBen, ofNobody] = [
			await active({ ...wanted, filters: { ownerContains: 'ben' } }),
			await active({ ...wanted, filters: { ownerContains: 'carl' } }),
		];
		const { conversationId } = await account.addMeeting('Contract');
		await account.client.keyPoints.generate({ id: conversationId });
		await settled();
		expect(ofBen.started).toMatchObject([[{ actionItem: { owner: 'Ben' } }]]);
		expect(ofNobody.started).toEqual([]);
	});

	test.each([
		['the hourly limit is used up', { status: 429, headers: { 'retry-after': '1800' }, body: { error: { code: 'rate_limited', message: 'Too many' } } }, /requests are used up/],
		['the service is broken', { status: 500, body: 'oops' }, /has a problem/],
		['the connection is cut', 'reset' as const, /connection was closed/],
	])('%s: the event arrives at once nonetheless', async (_, answer, reason) => {
		const broken = await scriptedServer([answer]);
		const parameters = { include: ['transcript'] };
		const trigger = await active(parameters);
		const credential = { ...account.credential, baseUrl: broken.url };
		const unlucky = host.trigger({ ...trigger.identity, credential, parameters, staticData: trigger.staticData() });
		unlucky.listen();
		const body = bodyOf('conversation.created', { conversationId: 'c1' });
		const started = performance.now();
		expect(await post(unlucky, body)).toBe(200);
		expect(performance.now() - started).toBeLessThan(2000);
		expect(unlucky.started[0]?.[0]).toMatchObject({ conversationId: 'c1', included: { ok: false, reason: expect.stringMatching(reason) } });
		expect(broken.seen.length).toBe(1);
		await broken.stop();
	});

	test('nothing is read about a conversation that was deleted', async () => {
		const trigger = await active({ events: ['conversation.deleted'], include: ['transcript'] });
		const { conversationId } = await account.addMeeting('Gone');
		await account.client.conversations.delete({ id: conversationId });
		await settled();
		expect(trigger.started[0]?.[0]).not.toHaveProperty('included');
	});
});

test.each([
	[{ titleContains: 'acme' }, 1],
	[{ titleContains: 'weekly * ACME' }, 1],
	[{ titleContains: 'Harbour' }, 0],
	[{ minimumSegments: 3 }, 1],
	[{ minimumSegments: 4 }, 0],
])('a new conversation and the filters %j', async (filters, runs) => {
	const trigger = await active({ events: ['conversation.created'], filters, include: [] });
	await account.addMeeting('Weekly call with Acme');
	await settled();
	expect(trigger.started.length).toBe(runs);
	// Details read only for the filter are not passed on.
	for (const item of trigger.started.flat()) expect(item).not.toHaveProperty('included');
});
