import { terms } from '../../../nodes/shared/terms.ts';
import { keyPointsTexts } from '../../../src/format/index.ts';
import { type DeliveredItems, type DeliveryHost, type DeliveryOutcome, handOn, readAgain, reasonIn, receiveDelivery, type WantedDelivery } from '../../../src/triggers/receive.ts';
import { memoryReplays } from '../../../src/triggers/replays.ts';
import { signatureOf } from '../../../src/triggers/verify.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { clientOf, conversation, keyPoints, keyPointsWith, listed, NOW, withoutDates, type Answer } from '../reading.ts';

const rules = { secrets: ['secret'], maxAgeSeconds: 300, webhook: 'w1' };
const timestamp = new Date(NOW - 60_000).toISOString();
const eventOf = (event: string, data: object = {}) => ({ event, data: { conversationId: 'c1', ...data }, timestamp });
const created = eventOf('conversation.created');
const withItems = eventOf('conversation.action_items.ready', { actionItemCount: 3 });

function hostOf(answers: Readonly<Record<string, Answer>> = {}, options: Partial<DeliveryHost> = {}) {
	const { client, asked } = clientOf(answers);
	const host: DeliveryHost = { connect: async () => client, sleep: () => new Promise(() => {}), now: () => NOW, replays: memoryReplays(10, () => NOW), terms, timezone: () => 'UTC', ...options };
	return { host, asked };
}

const wanting = (wanted: Partial<WantedDelivery> = {}): WantedDelivery => ({ isChosen: () => true, include: [], filters: noFilters, ...wanted });

async function deliver(body: object, wanted: Partial<WantedDelivery>, host: DeliveryHost, given: Partial<typeof rules> = {}): Promise<DeliveryOutcome> {
	const rawBody = new TextEncoder().encode(JSON.stringify(body));
	const signature = await signatureOf(rawBody, 'secret');
	return await receiveDelivery({ header: (name) => (name.toLowerCase() === 'x-svc-signature' ? signature : undefined), rawBody: () => rawBody }, { ...rules, ...given }, wanting(wanted), host);
}

async function delivered(body: object, wanted: Partial<WantedDelivery>, host: DeliveryHost): Promise<DeliveredItems> {
	const outcome = await deliver(body, wanted, host);
	if ('items' in outcome) return outcome;
	throw new Error(`Not delivered: ${JSON.stringify(outcome)}`);
}

describe('a delivery is', () => {
	test('refused without the right signature, or when it is too old', async () => {
		const { host } = hostOf();
		expect(await deliver(created, {}, host, { secrets: ['other'] })).toEqual({ refused: 'signature' });
		expect(await deliver(created, {}, host, { maxAgeSeconds: 59 })).toEqual({ refused: 'stale' });
		const verified = { received: { ...created, conversationId: 'c1' }, rawBody: new Uint8Array() };
		expect(await handOn(verified, { ...rules, maxAgeSeconds: 59 }, wanting(), host)).toEqual({ refused: 'stale' });
	});

	test('ignored if its event is not chosen, and accepted once it is', async () => {
		const { host, asked } = hostOf();
		expect(await deliver(created, { isChosen: (event) => event !== 'conversation.created', include: ['keyPoints'] }, host)).toEqual({ ignored: 'not chosen' });
		expect(asked).toEqual([]);
		expect((await delivered(created, {}, host)).items).toHaveLength(1);
	});

	test('passed on without the account where nothing has to be read', async () => {
		const { host } = hostOf({}, { connect: () => Promise.reject(new Error('no key')) });
		expect(await delivered(created, {}, host)).toMatchObject({ items: [{ conversationId: 'c1' }], reason: null });
		expect(await delivered(eventOf('webhook.test'), { include: ['keyPoints'] }, host)).toMatchObject({ items: [{ event: 'webhook.test' }], reason: null });
	});

	test('taken once: pending until its run is settled, then a repetition', async () => {
		const { host } = hostOf({}, { sleep: async () => {} });
		const { settle } = await delivered(created, {}, host);
		expect(await deliver(created, {}, host)).toEqual({ refused: 'pending' });
		await settle(true);
		expect(await deliver(created, {}, host)).toEqual({ ignored: 'repeated' });
		expect(await deliver(created, {}, host, { webhook: 'w2' })).toHaveProperty('items');
	});

	test('accepted again if the host refused its items, or failed', async () => {
		const { host } = hostOf({ keypoints: 403 });
		await expect(deliver(created, { include: ['keyPoints'], ifUnread: 'fail' }, host)).rejects.toThrow();
		const { settle } = await delivered(created, {}, host);
		await settle(false);
		expect((await delivered(created, {}, host)).items).toHaveLength(1);
	});
});

describe('the items of a delivery are', () => {
	const common = { event: 'conversation.created', timestamp, dedupeKey: 'conversation.created:c1', conversationId: 'c1', data: created.data };

	test('the event as it came, without a request, unless more is wanted', async () => {
		const { host, asked } = hostOf();
		expect(await delivered(created, {}, host)).toEqual({
			received: { ...created, conversationId: 'c1' },
			items: [{ title: null, startTime: null, ...common }],
			splitActionItems: false,
			reason: null,
			settle: expect.any(Function),
		});
		expect(asked).toEqual([]);
	});

	test('with details that were asked for, and what they say of the conversation', async () => {
		const { host, asked } = hostOf({ conversations: listed([conversation]), keypoints: { data: keyPoints }, transcript: 404 });
		const { items } = await delivered(created, { include: ['conversation', 'keyPoints', 'transcript'] }, host);
		expect(items).toEqual([{ title: conversation.title, startTime: conversation.startTime, ...common, ...keyPointsTexts(keyPoints), included: { ok: true, conversation, keyPoints: withoutDates, transcript: null } }]);
		expect(asked.toSorted()).toEqual(['conversations?limit=100&offset=0', 'keypoints', 'transcript']);
	});

	test('titled by the event before anything that was read, and by the key points last', async () => {
		const { host } = hostOf({ conversations: listed([{ ...conversation, title: '' }]), keypoints: { data: keyPoints } });
		expect((await delivered(eventOf('conversation.updated', { title: 'New' }), { include: ['keyPoints'] }, host)).items).toMatchObject([{ title: 'New', dedupeKey: `conversation.updated:c1:${timestamp}` }]);
		expect((await delivered(created, { include: ['keyPoints', 'conversation'] }, host)).items).toMatchObject([{ title: 'Weekly, in short', startTime: conversation.startTime }]);
	});

	test('there all the same, with the reason, if details cannot be read', async () => {
		const { host } = hostOf({ keypoints: { data: keyPoints }, feedback: 403 });
		const { items, reason } = await delivered(created, { include: ['keyPoints', 'feedback'] }, host);
		expect(reason).toMatch(/\.$/);
		expect(items).toMatchObject([{ included: { ok: false, reason, keyPoints } }]);
		expect(items[0]).not.toHaveProperty('included.feedback');
	});

	test('nowhere if that is to fail, and a repetition of the sender is accepted', async () => {
		const { host } = hostOf({ keypoints: 500 });
		const wanted = { include: ['keyPoints'], ifUnread: 'fail' } as const;
		await expect(delivered(created, wanted, host)).rejects.toThrow(/^Details of the event could not be read\. .+/);
		const { client } = clientOf({ keypoints: { data: keyPoints } });
		expect(await delivered(created, wanted, { ...host, connect: async () => client })).toMatchObject({ items: [{ included: { ok: true, keyPoints } }], reason: null });
	});

	test('once, if they can be read again without the sender', async () => {
		const wanted = { include: [], filters: { ...noFilters, ownerContains: 'nora' } };
		const unread = await delivered(withItems, wanted, hostOf({ keypoints: 500 }).host);
		expect(reasonIn(unread.items)).toBe(unread.reason);
		const { items, reason } = await readAgain(unread.items, wanted, hostOf({ keypoints: { data: keyPoints } }).host);
		expect(reason).toBeNull();
		expect(items).toEqual((await delivered(withItems, wanted, hostOf({ keypoints: { data: keyPoints } }).host)).items);
	});

	test('none if the filters let it not through, whose facts are read if the event lacks them', async () => {
		const { host, asked } = hostOf({ conversations: listed([conversation]) });
		const filters = { ...noFilters, titleContains: 'other' };
		expect((await delivered(eventOf('conversation.updated', { title: 'Weekly' }), { filters }, host)).items).toEqual([]);
		expect(asked).toEqual([]);
		expect((await delivered(created, { filters }, host)).items).toEqual([]);
		expect(asked).toHaveLength(1);
		const passing = await delivered(eventOf('transcript.failed'), { filters: { ...filters, titleContains: 'acme' } }, host);
		expect(passing.items).toMatchObject([{ title: conversation.title }]);
		expect(passing.items[0]).not.toHaveProperty('included');
	});

	test('one for each action item of the chosen owner', async () => {
		const { host } = hostOf({ keypoints: { data: keyPoints } });
		const { items, splitActionItems } = await delivered(withItems, { filters: { ...noFilters, ownerContains: 'nor' } }, host);
		expect(splitActionItems).toBe(true);
		expect(items).toMatchObject([
			{ title: 'Weekly, in short', event: 'conversation.action_items.ready', data: withItems.data, actionItem: { item: 'Send the deck', owner: 'Nora', conversationId: 'c1' } },
			{ actionItem: { item: 'Ask legal', owner: null } },
		]);
		expect(new Set(items.map(({ dedupeKey }) => dedupeKey)).size).toBe(2);
		expect(items[0]?.dedupeKey).toMatch(/^conversation\.action_items\.ready:c1:a[0-9a-f]{16}$/);
		expect(items[0]).not.toHaveProperty('included');
	});

	test('the whole event if its action items cannot be read; none if there are none', async () => {
		const unread = await delivered(withItems, {}, hostOf({ keypoints: 403 }).host);
		expect(unread.items).toMatchObject([{ data: withItems.data, included: { ok: false, reason: unread.reason } }]);
		const none = { keypoints: { data: keyPointsWith([]) } };
		expect((await delivered(withItems, {}, hostOf(none).host)).items).toEqual([]);
	});

	test('with the owner’s address for each action item, or why it is not there', async () => {
		const guests = [{ email: 'nora@acme.example', name: 'Nora' }];
		const { host, asked } = hostOf({
			'conversations': listed([conversation]),
			'keypoints': { data: keyPointsWith([{ item: 'Send the deck', owner: 'Nora', confidence: 0.9, priority: 'high' }]) },
			'user/profile': { data: { email: 'me@acme.example' } },
			'contacts': listed([{ id: 'p1', displayName: 'Nora', ...guests[0] }]),
		});
		const { items } = await delivered(withItems, { withOwnerEmail: true }, host);
		expect(asked).toContain('conversations?limit=100&offset=0');
		expect(items).toMatchObject([{ actionItem: { owner: 'Nora', ownerEmail: expect.anything() } }]);
		const late = hostOf({ conversations: listed([conversation]), keypoints: { data: keyPoints } });
		const failed = await delivered(withItems, { withOwnerEmail: true }, late.host);
		expect(failed.items).toMatchObject(Array(3).fill({ actionItem: { ownerEmail: null, ownerContactId: null }, included: { ok: false, reason: expect.stringMatching(/\.$/) } }));
	});

	test('about a conversation that is searched by the title in the event', async () => {
		const { host, asked } = hostOf();
		await delivered(eventOf('conversation.updated', { title: 'Weekly' }), { include: ['conversation'] }, host);
		await delivered(eventOf('conversation.updated', { title: 7 }), { include: ['conversation'] }, host);
		expect(asked.map((url) => new URL(url, 'http://x').searchParams.get('search'))).toEqual(['Weekly', null]);
	});

	test('about no conversation where the event names none', async () => {
		const event = { event: 'webhook.test', data: { message: 'Hello' } };
		const { host, asked } = hostOf();
		expect((await delivered(event, { include: ['keyPoints', 'conversation'], filters: { ...noFilters, titleContains: 'x' } }, host)).items).toEqual([
			{ event: 'webhook.test', timestamp: new Date(NOW).toISOString(), dedupeKey: `webhook.test:${new Date(NOW).toISOString()}`, data: event.data },
		]);
		expect(asked).toEqual([]);
	});
});
