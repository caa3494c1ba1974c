import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod/v4';
import { eventNames, plans } from '../../../src/api/index.ts';
import { scriptedServer } from '../../support/scriptedServer.ts';
import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { authOf, describeZapier, startZapier, type Zapier, type ZapierBundle } from './support/zapier.ts';

interface Delivery {
	readonly headers: Record<string, string>;
	readonly content: string;
}

const Items = z.array(z.looseObject({ id: z.string() }));
const Subscription = z.object({ id: z.string(), secret: z.string(), url: z.string(), flowId: z.string() });

let zapier: Zapier;
let service: Service;
let account: Account;
/** Stands in for hooks.zapier.com: keeps what is delivered to each address. */
let hooks: Server;
const delivered = new Map<string, Delivery[]>();

const hookUrl = (name: string): string => `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/${name}`;
const call = (path: string, bundle: ZapierBundle = {}) => zapier.call(`triggers.${path}`, { authData: authOf(account.credential), ...bundle });
const items = async (path: string, bundle?: ZapierBundle) => Items.parse(await call(`${path}.operation.perform`, bundle));
const subscribe = async (trigger: string, name: string = trigger) =>
	Subscription.parse(await call(`${trigger}.operation.performSubscribe`, { targetUrl: hookUrl(name) }));
const unsubscribe = (trigger: string, subscribeData: z.output<typeof Subscription>) =>
	call(`${trigger}.operation.performUnsubscribe`, { subscribeData, targetUrl: subscribeData.url });

async function lastDelivery(name: string): Promise<Delivery> {
	await service.sandbox.settled();
	const last = delivered.get(`/${name}`)?.at(-1);
	if (!last) throw new Error(`Nothing was delivered to ${name}`);
	return last;
}

describeZapier('triggers in Zapier’s runtime', () => {
	beforeAll(async () => {
		zapier = startZapier();
		service = await startService();
		hooks = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
				const path = request.url ?? '';
				delivered.set(path, [...(delivered.get(path) ?? []), { headers, content: Buffer.concat(chunks).toString() }]);
				response.writeHead(200).end();
			});
		});
		await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve));
	}, 60_000);
	beforeEach(() => {
		account = service.account('enterprise');
		delivered.clear();
	});
	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
		await new Promise((resolve) => hooks?.close(resolve));
	});

	test('the life of a webhook: subscribed, delivered to, verified, unsubscribed', async () => {
		const subscribeData = await subscribe('conversation_created');
		expect(await account.webhooks()).toEqual([expect.objectContaining({ id: subscribeData.id, url: hookUrl('conversation_created'), events: ['conversation.created'] })]);
		const { conversationId } = await account.addMeeting('Planning');
		const rawRequest = await lastDelivery('conversation_created');
		const [item, ...more] = await items('conversation_created', { subscribeData, rawRequest });
		expect(more).toEqual([]);
		expect(item).toEqual({
			...{ id: `conversation.created:${conversationId}`, conversationId, title: 'Planning', startTime: expect.any(String), endTime: expect.any(String) },
			...{ duration: expect.any(Number), segmentCount: expect.any(Number), timestamp: expect.any(String) },
		});
		await unsubscribe('conversation_created', subscribeData);
		expect(await account.webhooks()).toEqual([]);
		await unsubscribe('conversation_created', subscribeData);
	});

	test('a delivery that is forged, changed, replayed, old, unreadable or for another webhook starts nothing', async () => {
		const subscribeData = await subscribe('conversation_created');
		const other = await subscribe('transcript_ready');
		const { conversationId } = await account.addMeeting('Planning');
		const real = await lastDelivery('conversation_created');
		const start = (rawRequest: object, held: unknown = subscribeData) => items('conversation_created', { subscribeData: held, rawRequest });
		const signed = (body: object, secret = subscribeData.secret) => {
			const content = JSON.stringify(body);
			return { headers: { 'Http-X-Svc-Signature': createHmac('sha256', secret).update(content).digest('hex') }, content };
		};
		const event = { event: 'conversation.created', data: { conversationId: 'c1' }, timestamp: new Date().toISOString() };
		const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
		const refused = [
			start({ ...real, content: `${real.content} ` }),
			start({ ...real, headers: {} }),
			start(real, { ...subscribeData, secret: other.secret }),
			start(real, { ...subscribeData, secret: '' }),
			start(real, null),
			start(signed(event, 'guessed')),
			start(signed({ ...event, timestamp: days(-2) })),
			start(signed({ ...event, timestamp: days(10 / 24) })),
			start(signed({ ...event, event: 'conversation.deleted' })),
			start({ headers: signed({}).headers, content: 'not JSON' }),
			start({}),
		];
		expect(await Promise.all(refused)).toEqual(refused.map(() => []));
		expect(await start(signed({ ...event, data: { conversationId }, timestamp: days(-0.9) }))).toHaveLength(1);
		expect(await start(real)).toHaveLength(1);
		expect(await start(real)).toEqual([]);
	});

	test('an event about a conversation that does not exist fails, as the form says, or goes on and says why', async () => {
		const subscribeData = await subscribe('conversation_created');
		const content = JSON.stringify({ event: 'conversation.created', data: { conversationId: 'conv_gone' }, timestamp: new Date().toISOString() });
		const rawRequest = { headers: { 'x-svc-signature': createHmac('sha256', subscribeData.secret).update(content).digest('hex') }, content };
		const why = 'The service lists no conversation with the ID of the event';
		await expect(items('conversation_created', { subscribeData, rawRequest })).rejects.toThrow(why);
		expect(await items('conversation_created', { subscribeData, rawRequest, inputData: { if_unread: 'continue' } })).toEqual([expect.objectContaining({ title: null, note: expect.stringContaining(why) })]);
	});

	test('action items start one run each, which is the same as when they are polled', async () => {
		const subscribeData = await subscribe('conversation_action_items_ready');
		const { conversationId } = await account.addMeeting('Planning');
		await account.client.keyPoints.generate({ id: conversationId });
		const rawRequest = await lastDelivery('conversation_action_items_ready');
		const told = await items('conversation_action_items_ready', { subscribeData, rawRequest });
		const polled = await items('conversation_action_items_ready_polling');
		expect(told.length).toBeGreaterThan(0);
		// The time of a delivery differs, so it is not compared.
		const shown = (item: object) => ({ ...item, timestamp: '' });
		expect(told.map(shown)).toEqual(polled.map(shown));
		expect(told[0]).toMatchObject({ actionItem: expect.any(String), conversationId, title: 'Planning' });
	});

	test('action items that are not there, or cannot be read, start no run without one', async () => {
		const subscribeData = await subscribe('conversation_action_items_ready');
		const { conversationId } = await account.addMeeting('Planning');
		const content = JSON.stringify({ event: 'conversation.action_items.ready', data: { conversationId, actionItemCount: 0 }, timestamp: new Date().toISOString() });
		const rawRequest = { headers: { 'x-svc-signature': createHmac('sha256', subscribeData.secret).update(content).digest('hex') }, content };
		service.sandbox.faults.add({ kind: 'internal-error', path: '/api/v1/conversations/{id}/keypoints', count: 1 });
		await expect(items('conversation_action_items_ready', { subscribeData, rawRequest })).rejects.toThrow('Details of the event could not be read.');
		expect(await items('conversation_action_items_ready', { subscribeData, rawRequest })).toEqual([]);
	});

	test('every event that can be registered for has an instant trigger, whose samples look like it', async () => {
		const { conversationId } = await account.addMeeting('Planning');
		await account.client.keyPoints.generate({ id: conversationId });
		const Definition = z.record(z.string(), z.looseObject({ operation: z.looseObject({ type: z.string(), sample: z.looseObject({}).optional() }) }));
		const triggers = Definition.parse(await zapier.definition('triggers'));
		const instant = Object.entries(triggers).filter(([, { operation }]) => operation.type === 'hook');
		const events = instant.map(([key]) => key).toSorted();
		expect(events).toEqual(eventNames.filter((name) => name !== 'webhook.test').map((name) => name.replaceAll('.', '_')).toSorted());
		for (const [key, { operation }] of instant) {
			const listed = Items.parse(await call(`${key}.operation.performList`));
			for (const item of listed) expect(Object.keys(item).toSorted()).toEqual(Object.keys(operation.sample ?? {}).toSorted());
			expect(listed.length).toBeGreaterThan(0);
			// Samples of a real conversation contain no facts that are unknown. Only clearly made-up ones do.
			const isReal = !['conversation_deleted', 'conversation_feedback_ready', 'conversation_shared', 'conversation_summary_ready', 'transcript_failed'].includes(key);
			for (const item of listed) expect([key, item['conversationId']]).toEqual([key, isReal ? conversationId : 'sample-conversation']);
		}
	});

	test('while a Zap is built, every trigger shows something, of the account or plainly made up', async () => {
		const Definition = z.record(z.string(), z.object({ display: z.object({ hidden: z.boolean().optional() }), operation: z.object({ type: z.string() }) }));
		const triggers = Object.entries(Definition.parse(await zapier.definition('triggers'))).filter(([, { display }]) => !display.hidden);
		expect(triggers).toHaveLength(15);
		const shown = async (): Promise<Record<string, unknown>> => {
			const tests = triggers.map(([key, { operation }]) => (operation.type === 'hook' ? call(`${key}.operation.performList`) : items(key, { meta: { isLoadingSample: true } })));
			const listed = (await Promise.all(tests)).map((found) => Items.parse(found)[0]);
			return Object.fromEntries(listed.map((item, index) => [triggers[index]?.[0], item?.['conversationId'] ?? item?.['title']]));
		};
		const { sandbox } = service;
		sandbox.connectCalendar(account.userId, 'google');
		const made = Object.fromEntries(triggers.map(([key]) => [key, key === 'meeting_starting_soon' ? 'Pilot review with Harbour' : 'sample-conversation']));
		expect(await shown()).toEqual(made);

		const ids: string[] = [];
		// Feedback takes ten segments.
		const text = Array.from({ length: 12 }, (_, index) => `${index % 2 === 0 ? 'Anna' : 'Ben'}: I will send the contract number ${index} by Thursday.\n`).join('');
		for (let index = 0; index < 16; index += 1) {
			const startTime = new Date(Date.now() - (1 + index * 4) * 86_400_000).toISOString();
			ids.push((await sandbox.importMeeting(account.userId, { text, filename: 'meeting.txt', title: `Meeting ${index}`, startTime })).conversationId);
		}
		const [newest = ''] = ids;
		const oldest = ids.at(-1) ?? '';
		await account.client.keyPoints.generate({ id: oldest });
		await account.client.feedback.generate({ id: oldest });
		const start = { dateTime: new Date(Date.now() + 3 * 86_400_000).toISOString(), timeZone: 'UTC' };
		sandbox.addCalendarEvent(account.userId, { id: 'later', summary: 'Later', start, end: start, attendees: [] });
		const saved = ['action_items', 'feedback', 'keypoints'].flatMap((name) => [`conversation_${name}_ready`, `conversation_${name}_ready_polling`]);
		const listed = ['conversation_created', 'conversation_created_polling', 'conversation_updated', 'transcript_ready'];
		expect(await shown()).toEqual({
			...made,
			...Object.fromEntries(saved.map((key) => [key, oldest])),
			...Object.fromEntries(listed.map((key) => [key, newest])),
			meeting_starting_soon: 'Later',
		});
		const unmatched = { inputData: { title_contains: 'Nothing like it' }, meta: { isLoadingSample: true } };
		const excluded = 'Your filters exclude the newest 16 meetings. If the filters are right, leave them: the Zap starts with the first meeting that passes. To see an example now, remove some.';
		await expect(items('conversation_keypoints_ready_polling', unmatched)).rejects.toThrow(excluded);
		await expect(call('conversation_keypoints_ready.operation.performList', unmatched)).rejects.toThrow(excluded);
		await expect(items('conversation_created_polling', unmatched)).rejects.toThrow(excluded);
		await expect(items('meeting_starting_soon', unmatched)).rejects.toThrow('Your filters exclude the next meeting. If the filters are right, leave them: the Zap starts with the first meeting that passes. To see an example now, remove some.');
	});

	test('while a Zap is built, the newest saved result is shown, whatever its age', async () => {
		const { conversationId } = await account.addMeeting('Long ago', new Date(Date.now() - 60 * 86_400_000).toISOString());
		await account.client.keyPoints.generate({ id: conversationId });
		expect(await items('conversation_keypoints_ready_polling')).toEqual([]);
		expect(await items('conversation_keypoints_ready_polling', { meta: { isLoadingSample: true } })).toEqual([expect.objectContaining({ title: 'Long ago' })]);
		expect(Items.parse(await call('conversation_action_items_ready.operation.performList')).length).toBeGreaterThan(0);
	});

	test('filters leave out what a Zap should not start with, instant or polled', async () => {
		const subscribeData = await subscribe('conversation_created');
		await account.addMeeting('Planning');
		const rawRequest = await lastDelivery('conversation_created');
		const inputData = { title_contains: 'Review' };
		expect(await items('conversation_created', { subscribeData, rawRequest, inputData })).toEqual([]);
		expect(await items('conversation_created_polling', { inputData })).toEqual([]);
		expect(await items('conversation_created_polling', { inputData: { title_contains: 'plan*' } })).toHaveLength(1);
		const { conversationId } = await account.addMeeting('Review');
		await account.client.keyPoints.generate({ id: conversationId });
		expect(await items('conversation_keypoints_ready_polling', { inputData: { title_contains: 'plan*' } })).toEqual([]);
		expect(await items('conversation_keypoints_ready_polling', { inputData })).toHaveLength(1);
		expect(await items('conversation_action_items_ready_polling', { inputData: { owner_contains: 'Nobody at all' } })).toEqual([]);
	});

	test('a filter that could never be met is refused when the Zap is turned on', async () => {
		const given = { inputData: { minimum_score: 11 } };
		const refusal = '“Minimum Score” cannot be used: it must be a number from 0 up to 10';
		await expect(call('conversation_feedback_ready.operation.performSubscribe', { ...given, targetUrl: hookUrl('conversation_feedback_ready') })).rejects.toThrow(refusal);
		await expect(items('conversation_feedback_ready_polling', given)).rejects.toThrow(refusal);
	});

	test('details are read when they are used: one request each', async () => {
		const { conversationId } = await account.addMeeting('Planning');
		await account.client.keyPoints.generate({ id: conversationId });
		await items('conversation_keypoints_ready_polling');
		// Results of an earlier check stay in the list, and are read again when used.
		const [item] = await items('conversation_keypoints_ready_polling');
		expect(item).toMatchObject({ conversationId, transcript: expect.stringMatching(/^hydrate\|\|\|/) });
		const pointer = z.object({ method: z.string(), bundle: z.object({ conversation_id: z.string() }) }).parse(JSON.parse(String(item?.['transcript']).split('|||')[1] ?? ''));
		expect(pointer).toMatchObject({ method: 'hydrators.readTranscript', bundle: { conversation_id: conversationId } });
		const read = (path: string, inputData: object) => zapier.call(path, { authData: authOf(account.credential), inputData });
		expect(await read(pointer.method, pointer.bundle)).toEqual({ text: expect.stringContaining(': ') });
		expect(await read('hydrators.readKeyPoints', pointer.bundle)).toMatchObject({ text: expect.any(String), markdown: expect.stringContaining('#'), actionItems: expect.any(Array) });
		expect(await read('hydrators.readFeedback', pointer.bundle)).toEqual({});
	});

	test('polling lists existing events under the same IDs, and sends few requests when nothing is new', async () => {
		const { conversationId } = await account.addMeeting('Planning');
		await account.addMeeting('Without key points');
		await account.client.keyPoints.generate({ id: conversationId });
		const requests = async (work: () => Promise<unknown>) => {
			const left = async () => Number((await fetch(`${account.credential.baseUrl}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${account.apiKey}` } })).headers.get('x-ratelimit-remaining'));
			const before = await left();
			await work();
			return before - (await left()) - 1;
		};
		const poll = () => items('conversation_keypoints_ready_polling');
		expect(await requests(poll)).toBe(3);
		expect(await requests(poll)).toBe(1);
		expect((await poll()).map(({ id }) => id)).toEqual([`conversation.keypoints.ready:${conversationId}`]);
		expect(await requests(() => items('conversation_created_polling'))).toBe(1);
		expect(await items('conversation_created_polling')).toHaveLength(2);
	});

	test('when a Zap is turned on, all results count as seen, however many there are', async () => {
		for (let index = 0; index < 7; index += 1) {
			const { conversationId } = await account.addMeeting(`Meeting ${index}`);
			await account.client.keyPoints.generate({ id: conversationId });
		}
		const poll = (isPopulatingDedupe: boolean) => items('conversation_keypoints_ready_polling', { meta: { isPopulatingDedupe } });
		expect(await poll(false)).toHaveLength(5);
		expect(await poll(true)).toHaveLength(7);
		expect(await poll(false)).toHaveLength(7);
	});

	test('feedback and meetings that start soon are polled too', async () => {
		await account.addMeeting('Planning');
		expect(await items('conversation_feedback_ready_polling')).toEqual([]);
		const { sandbox } = service;
		await expect(items('meeting_starting_soon')).rejects.toThrow('No calendar is connected');
		sandbox.connectCalendar(account.userId, 'google');
		const at = (minutes: number) => ({ dateTime: new Date(Date.now() + minutes * 60_000).toISOString(), timeZone: 'UTC' });
		for (const [id, minutes] of [['soon', 10], ['later', 60], ['begun', -5]] as const) {
			sandbox.addCalendarEvent(account.userId, { id, summary: id, start: at(minutes), end: at(minutes + 30), attendees: [] });
		}
		expect(await items('meeting_starting_soon')).toEqual([expect.objectContaining({ title: 'soon', externalEmails: [] })]);
		const wide = { inputData: { minutes_before: '120' } };
		expect((await items('meeting_starting_soon', wide)).map(({ title }) => title)).toEqual(['soon', 'later']);
		expect((await items('meeting_starting_soon', { inputData: { minutes_before: '120', title_contains: 'late' } })).map(({ title }) => title)).toEqual(['later']);
		await expect(items('meeting_starting_soon', { inputData: { minutes_before: 0 } })).rejects.toThrow('“Minutes Before” cannot be used: it must be a whole number from 1 to 1440');
	});

	test('what the service lists twice is reported once, as Zapier refuses a list with two of the same ID', async () => {
		const twice = { id: 'c1', title: 'Planning' };
		// The list is read again, because a repeated entry may have pushed another past a page.
		const answer = { status: 200, body: { success: true, data: [twice, { id: 'c2' }, twice], pagination: { total: 3, limit: 100, offset: 0, hasMore: false } } };
		const odd = await scriptedServer(Array.from({ length: 10 }, () => answer));
		const listed = await items('conversation_created_polling', { authData: authOf({ baseUrl: odd.url, apiKey: 'key' }) }).finally(() => odd.stop());
		expect(listed.map(({ id }) => id)).toEqual(['conversation.created:c1', 'conversation.created:c2']);
	});

	test('a plan without webhooks names the polling trigger to use', async () => {
		account = service.account('starter');
		await expect(subscribe('conversation_keypoints_ready')).rejects.toThrow('Webhooks need the Professional or Enterprise plan and a key that works with the API. The trigger “Key Points Ready (Polling)” works on every paid plan.');
		await expect(subscribe('conversation_deleted')).rejects.toThrow('“Conversation Created (Polling)”');
	});

	test('a plan whose webhooks are taken names who holds them, without what is secret in their addresses', async () => {
		account = service.account('professional');
		expect(plans.professional.webhooks).toBe(3);
		const first = await subscribe('conversation_created', 'one?token=s3cret');
		await subscribe('transcript_ready', 'two');
		await subscribe('conversation_shared', 'three');
		const failure = await subscribe('conversation_summary_ready').catch((error: unknown) => String(error));
		expect(failure).toMatch(/The plan allows no more webhooks\. Turn off .* In use: \(1\) Conversation Created to http:\/\/127\.0\.0\.1:\d+\/one; /);
		expect(failure).toContain('Turn off one of the Zaps that use them, which removes its webhook, or stop what else uses one. The nearest polling trigger, “Key Points Ready (Polling)” needs none');
		expect(failure).not.toContain('s3cret');
		await unsubscribe('conversation_created', first);
		expect(await subscribe('conversation_summary_ready')).toMatchObject({ url: hookUrl('conversation_summary_ready') });
	});

	test('turning the same Zap on again replaces its webhook', async () => {
		await subscribe('conversation_created');
		const again = await subscribe('conversation_created');
		expect((await account.webhooks()).map(({ id }) => id)).toEqual([again.id]);
	});
});
