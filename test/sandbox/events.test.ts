import CryptoJS from 'crypto-js';
import { z } from 'zod/v4';
import { eventNames, RegisteredWebhook } from '../../src/api/index.ts';
import { actionItem, content, scriptedAi } from './support/ai.ts';
import { dataOf, START, startTestSandbox, type Account } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';
import { lineCount } from './support/meeting.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox({ ai: scriptedAi([content({ actionItems: [actionItem('a'), actionItem('b')] })]) });
	receiver = await startReceiver();
	account = env.account();
});
afterEach(async () => {
	await env.sandbox.stop();
	await receiver.stop();
});

const subscribe = async (events: readonly string[] = eventNames, url = receiver.url) =>
	dataOf(RegisteredWebhook, await account.call('POST', '/api/v1/webhooks', { url, events }));
const Envelope = z.strictObject({ event: z.string(), data: z.looseObject({}), timestamp: z.string() });
const delivered = async () => {
	await env.sandbox.settled();
	return receiver.received
		.map(({ body }) => Envelope.parse(JSON.parse(body)))
		.map(({ event, data }) => [event, data]);
};

describe('Events, kinds and data', () => {
	test('a recorded call: created, transcript.ready; key points: keypoints, summary, action items, in this order', async () => {
		await subscribe();
		const conversationId = await account.importMeeting({ generateKeyPoints: true });
		expect(await delivered()).toEqual([
			['conversation.created', { conversationId }],
			['transcript.ready', { conversationId, segmentCount: lineCount }],
			['conversation.keypoints.ready', { conversationId, title: 'Lisbon office' }],
			['conversation.summary.ready', { conversationId, title: 'Lisbon office', sectionCount: 1 }],
			['conversation.action_items.ready', { conversationId, actionItemCount: 2 }],
		]);
	});

	test('saved key points emit nothing again', async () => {
		const id = await account.importMeeting({ generateKeyPoints: true });
		await subscribe();
		await account.call('POST', `/api/v1/conversations/${id}/keypoints`);
		expect(await delivered()).toEqual([]);
	});

	test('feedback, rename, share and delete', async () => {
		const conversationId = await account.importMeeting();
		await subscribe();
		const path = `/api/v1/conversations/${conversationId}`;
		const { overallScore } = dataOf(
			z.object({ overallScore: z.number() }),
			await account.call('POST', `${path}/feedback`),
		);
		await account.call('PATCH', path, { title: 'Porto' });
		const { shareUrl } = dataOf(z.object({ shareUrl: z.string() }), await account.call('POST', `${path}/share`));
		await account.call('DELETE', path);
		expect(await delivered()).toEqual([
			['conversation.feedback.ready', { conversationId, overallScore }],
			['conversation.updated', { conversationId, title: 'Porto' }],
			['conversation.shared', { conversationId, shareUrl }],
			['conversation.deleted', { conversationId }],
		]);
	});

	test('a call that could not be transcribed: created, transcript.failed', async () => {
		await subscribe();
		const { conversationId } = env.sandbox.recordFailedMeeting(account.id, {
			title: 'Noise',
			error: 'no speech found',
		});
		expect(await delivered()).toEqual([
			['conversation.created', { conversationId }],
			['transcript.failed', { conversationId, error: 'no speech found' }],
		]);
	});

	test('a webhook receives the events it is registered for, from its own account', async () => {
		await subscribe(['transcript.ready']);
		await account.importMeeting();
		await env.account().importMeeting();
		expect((await delivered()).map(([event]) => event)).toEqual(['transcript.ready']);
	});
});

describe('Events, delivery rules', () => {
	test('signed with HMAC-SHA256 using the secret of the webhook, a test delivery too, over the body as sent; the kind is in X-Svc-Event', async () => {
		await subscribe(['transcript.failed']);
		const { id: webhook, secret } = await subscribe(['conversation.updated']);
		const id = await account.importMeeting();
		await account.call('PATCH', `/api/v1/conversations/${id}`, { title: 'Café “Ünïcode” 🎉' });
		await env.sandbox.settled();
		await account.call('POST', '/api/v1/webhooks/test', { id: webhook });
		expect(receiver.events()).toEqual(['conversation.updated', 'webhook.test']);
		for (const { headers, body } of receiver.received) {
			expect(headers['x-svc-signature']).toBe(CryptoJS.HmacSHA256(body, secret).toString(CryptoJS.enc.Hex));
		}
		const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
		expect(headers['content-type']).toBe('application/json');
		expect(JSON.parse(body)).toEqual({
			event: 'conversation.updated',
			data: { conversationId: id, title: 'Café “Ünïcode” 🎉' },
			timestamp: START,
		});
	});

	test('asynchronous: a request is answered while the receiver is still busy', async () => {
		const slow = await startReceiver(() => {});
		await subscribe(['conversation.updated'], slow.url);
		const id = await account.importMeeting();
		expect((await account.call('PATCH', `/api/v1/conversations/${id}`, { title: 'Porto' })).status).toBe(200);
		expect(env.sandbox.deliveries(account.id)).toEqual([expect.objectContaining({ status: null, error: null })]);
		await slow.stop();
	});

	test('in order: a webhook receives the next event after it has answered the previous one', async () => {
		const open = { now: 0, most: 0 };
		const slow = await startReceiver((response) => {
			open.most = Math.max(open.most, (open.now += 1));
			setTimeout(() => {
				open.now -= 1;
				response.writeHead(200).end();
			}, 20);
		});
		await subscribe(['conversation.created', 'transcript.ready'], slow.url);
		await account.importMeeting();
		await env.sandbox.settled();
		expect(slow.events()).toEqual(['conversation.created', 'transcript.ready']);
		expect(open.most).toBe(1);
		await slow.stop();
	});

	test.each([500, 302, 429])(
		'never repeated, no redirect followed: a receiver answering %i gets one delivery, logged',
		async (status) => {
			const failing = await startReceiver(
				(response) => void response.writeHead(status, { Location: receiver.url, 'Retry-After': '0' }).end(),
			);
			const { id } = await subscribe(['conversation.created'], failing.url);
			await account.importMeeting();
			await env.sandbox.settled();
			expect(failing.received).toHaveLength(1);
			expect(receiver.received).toHaveLength(0);
			expect(env.sandbox.deliveries(account.id)).toEqual([
				expect.objectContaining({
					webhookId: id,
					event: 'conversation.created',
					status,
					error: null,
					durationMs: expect.any(Number),
				}),
			]);
			await failing.stop();
		},
	);

	test('a delivery without an answer is aborted after the limit, and the next event is still delivered', async () => {
		await env.sandbox.stop();
		env = await startTestSandbox({ deliveryTimeoutMs: 50 });
		account = env.account();
		const silentOnce = await startReceiver(
			(response) => void (silentOnce.received.length > 1 && response.writeHead(200).end()),
		);
		await subscribe(['conversation.created', 'transcript.ready'], silentOnce.url);
		await account.importMeeting();
		await env.sandbox.settled();
		expect(env.sandbox.deliveries(account.id).map(({ event, status, error }) => [event, status, error])).toEqual([
			['transcript.ready', 200, null],
			['conversation.created', null, 'no answer within 0.05 s'],
		]);
		await silentOnce.stop();
	});

	test('do not count against the request rate limit', async () => {
		await subscribe();
		await account.importMeeting({ generateKeyPoints: true });
		await env.sandbox.settled();
		const reply = await account.call('GET', '/api/v1/user/profile');
		expect(reply.headers.get('X-RateLimit-Remaining')).toBe('498');
	});

});
