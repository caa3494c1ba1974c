import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { eventData, eventNames, EventName, Feedback, KeyPoints, RegisteredWebhook, UserProfile, Webhook } from '../../src/api/index.ts';
import { actionItem, content, scriptedAi } from './support/ai.ts';
import { everyEndpoint } from './support/everyEndpoint.ts';
import { dataOf, errorOf, startTestSandbox, type Account } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';

/** What the API description says across resources, or in passing; each resource has its own file beside this one. */
const conversations = '/api/v1/conversations';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

const quillbrook = readFileSync('examples/meetings/quillbrook-pilot.vtt', 'utf8');
/** A quarter of an hour in which Nora loses the thread. */
const rambling = Array.from({ length: 30 }, () => [
	'Nora Feld: Um, so, you know, the export is, um, sort of slow and, um, maybe we could, you know, fix it.',
	'Priya Raman: Ah. I see what you mean by that, and I will think about it for a moment before we go on.',
])
	.flat()
	.join('\n');

const feedbackOn = async (id: string) => dataOf(Feedback, await account.call('POST', `${conversations}/${id}/feedback`));

describe('Conventions', () => {
	test('every result is under `data`; only lists add siblings: pagination, total', async () => {
		const siblings: Record<string, readonly string[]> = {
			'GET /api/v1/conversations': ['pagination'],
			'GET /api/v1/contacts': ['pagination'],
			'GET /api/v1/contacts/unresolved-threads': ['total'],
		};
		for (const [{ method, path }, { body }] of await everyEndpoint(env)) {
			const keys = Object.keys(z.looseObject({}).parse(body));
			expect([method, path, keys]).toEqual([method, path, ['data', ...(siblings[`${method} ${path}`] ?? [])]]);
		}
	});

	test('nullable fields are present with null', async () => {
		const text = JSON.stringify([{ text: 'Hello.', speaker: null, timestamp: 0 }]);
		const id = await account.importMeeting({ text, filename: 'call.json', attendees: [{ email: 'x@x.example' }] });
		const list = await account.call('GET', conversations);
		expect(list.body).toMatchObject({ data: [{ id, linkedCalendarEventId: null }] });
		const transcript = await account.call('GET', `${conversations}/${id}/transcript`);
		expect(transcript.body).toMatchObject({ data: { segments: [{ speaker: null }] } });
		expect((await account.call('GET', '/api/v1/contacts')).body).toMatchObject({ data: [{ displayName: null }] });
		env.sandbox.updateUser(account.id, { subscriptionStatus: null });
		expect(dataOf(UserProfile, await account.call('GET', '/api/v1/user/profile'))).toMatchObject({
			profile: { profilePictureUrl: null },
			subscription: { status: null, currentPeriodEnd: null },
		});
	});
});

describe('What the service does', () => {
	test.each(['/api/v1/keys', '/api/v1/user/keys', '/api/v1/user/profile'])(
		'API keys are never created through the API: POST %s',
		async (path) => {
			expect(errorOf(await account.call('POST', path, {}))).toBe('404 not_found');
		},
	);
});

describe('Resources', () => {
	test('Segment: speakers are local, usually remote, or named, as they were recorded', async () => {
		const speakers = ['local', 'remote', 'Ines', 'local'];
		const text = JSON.stringify(speakers.map((speaker, timestamp) => ({ text: 'Yes.', speaker, timestamp })));
		const id = await account.importMeeting({ text, filename: 'call.json' });
		const reply = await account.call('GET', `${conversations}/${id}/transcript`);
		expect(reply.body).toMatchObject({ data: { id, segments: speakers.map((speaker) => ({ speaker })) } });
	});

	test('Keypoints: sections, decisions, action items, participants and dates of a real call', async () => {
		const id = await account.importMeeting({ text: quillbrook });
		const { keypoints } = dataOf(KeyPoints, await account.call('POST', `${conversations}/${id}/keypoints`));
		for (const list of [keypoints.sections, keypoints.actionItems, keypoints.participants, keypoints.importantDates]) {
			expect(list.length).toBeGreaterThan(0);
		}
		for (const { confidence } of keypoints.actionItems) expect(confidence > 0 && confidence <= 1).toBe(true);
	});

	test('Feedback: a speaker whose name is the user’s is scored, from 0 to 10, with one top priority', async () => {
		env.sandbox.updateUser(account.id, { name: 'Nora Feld' });
		const { feedback, userSpeakerName } = await feedbackOn(await account.importMeeting({ text: rambling, filename: 'call.txt' }));
		expect(userSpeakerName).toBe('Nora Feld');
		expect(feedback.topPriority?.focus.split(' ').length).toBeGreaterThanOrEqual(3);
		for (const score of [feedback.overallScore, ...Object.values(feedback.categoryScores).map(Number)]) {
			expect(score >= 0 && score <= 10).toBe(true);
		}
		expect(Object.keys(feedback.categoryScores).toSorted()).toEqual(
			['clarity', 'collaboration', 'decisionMaking', 'listening', 'timeManagement'],
		);
	});

	test('Feedback: topPriority is absent when the call was brief', async () => {
		const { feedback } = await feedbackOn(await account.importMeeting());
		expect(feedback).not.toHaveProperty('topPriority');
	});

	test('Feedback: Unknown when no speaker is the user; then the talk-listen ratio is 50', async () => {
		const { feedback, userSpeakerName } = await feedbackOn(await account.importMeeting({ text: quillbrook }));
		expect(userSpeakerName).toBe('Unknown');
		expect(feedback.stats?.talkListenRatio).toBe(50);
	});
});

describe('Limits: read and write endpoints on every plan', () => {
	test.each(['starter', 'professional', 'enterprise'] as const)('%s', async (plan) => {
		const { call, importMeeting } = env.account(plan);
		const path = `${conversations}/${await importMeeting()}`;
		for (const [method, url, body] of [
			['GET', conversations],
			['GET', `${path}/transcript`],
			['GET', '/api/v1/user/profile'],
			['GET', '/api/v1/contacts'],
			['POST', `${path}/keypoints`],
			['POST', `${path}/share`],
			['PATCH', path, { title: 'Porto' }],
			['DELETE', path],
		] as const) {
			expect([method, url, (await call(method, url, body)).status]).toEqual([method, url, 200]);
		}
	});
});

describe('Contacts need Professional or Enterprise with the memory feature', () => {
	test.each(['professional', 'enterprise'] as const)('%s has the briefing and no `reason`', async (plan) => {
		const { call, importMeeting } = env.account(plan);
		await importMeeting({ attendees: [{ email: 'ines@duarte.example' }] });
		const list = await call('GET', '/api/v1/contacts');
		expect(list.body).not.toHaveProperty('reason');
		const [contact] = dataOf(z.array(z.object({ id: z.string() })), list);
		for (const query of ['', '?historyLimit=1', '?historyLimit=50']) {
			expect((await call('GET', `/api/v1/contacts/${contact?.id}/briefing${query}`)).status).toBe(200);
		}
	});

	test('Limits, 5: unresolved threads are 25 by default, up to 100', async () => {
		await env.sandbox.stop();
		const items = Array.from({ length: 101 }, (_, number) => `Task ${number}`);
		env = await startTestSandbox({ ai: scriptedAi([content({ actionItems: items.map((item) => actionItem(item)) })]) });
		account = env.account();
		await account.importMeeting({ attendees: [{ email: 'ines@duarte.example' }], generateKeyPoints: true });
		const total = async (query: string) =>
			z.object({ total: z.int() }).parse((await account.call('GET', `/api/v1/contacts/unresolved-threads${query}`)).body)
				.total;
		expect([await total(''), await total('?limit=100'), await total('?limit=1')]).toEqual([25, 100, 1]);
	});
});

describe('Webhooks', () => {
	const path = '/api/v1/webhooks';
	const register = async (url: string) =>
		dataOf(RegisteredWebhook, await account.call('POST', path, { url, events: eventNames }));

	test('list returns all active webhooks: a deleted one is gone', async () => {
		const [first, second] = [await register('https://hooks.example/1'), await register('https://hooks.example/2')];
		await account.call('DELETE', path, { id: first.id });
		expect(dataOf(z.array(Webhook), await account.call('GET', path)).map(({ id }) => id)).toEqual([second.id]);
	});

	test('delete works on any paid plan, and the Free plan has no API at all', async () => {
		const { id } = await register('https://hooks.example/1');
		env.sandbox.updateUser(account.id, { plan: 'free' });
		expect(errorOf(await account.call('DELETE', path, { id }))).toBe('403 forbidden');
		env.sandbox.updateUser(account.id, { plan: 'enterprise' });
		expect((await account.call('DELETE', path, { id })).status).toBe(200);
	});

	test('Limits, 8: a test delivery, and every other, has 10 seconds', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const receiver = await startReceiver();
		const { id } = await register(receiver.url);
		await account.call('POST', `${path}/test`, { id });
		await account.importMeeting();
		await env.sandbox.settled();
		expect(timeout.mock.calls).toEqual([[10_000], [10_000], [10_000]]);
		timeout.mockRestore();
		await receiver.stop();
	});

	test('Events: all eleven kinds, each with exactly the fields of the table, signed and in the order they happen', async () => {
		const receiver = await startReceiver();
		const { id: webhookId } = await register(receiver.url);
		const id = await account.importMeeting({ generateKeyPoints: true });
		await account.call('POST', `${conversations}/${id}/feedback`);
		await account.call('PATCH', `${conversations}/${id}`, { title: 'Porto' });
		await account.call('POST', `${conversations}/${id}/share`);
		await account.call('DELETE', `${conversations}/${id}`);
		env.sandbox.recordFailedMeeting(account.id, { title: 'Noise', error: 'no speech found' });
		await env.sandbox.settled();
		await account.call('POST', `${path}/test`, { id: webhookId });
		expect(receiver.events()).toEqual([
			'conversation.created',
			'transcript.ready',
			'conversation.keypoints.ready',
			'conversation.summary.ready',
			'conversation.action_items.ready',
			'conversation.feedback.ready',
			'conversation.updated',
			'conversation.shared',
			'conversation.deleted',
			'conversation.created',
			'transcript.failed',
			'webhook.test',
		]);
		expect(new Set(receiver.events())).toEqual(new Set(eventNames));
		for (const { headers, body } of receiver.received) {
			const { event, data } = z.object({ event: EventName, data: z.looseObject({}) }).parse(JSON.parse(body));
			expect(headers['x-svc-event']).toBe(event);
			expect(headers['x-svc-signature']).toMatch(/^[0-9a-f]{64}$/);
			expect(Object.keys(data)).toEqual(Object.keys(eventData[event].shape));
			eventData[event].parse(data);
		}
		await receiver.stop();
	});

	test('key points made again are announced again', async () => {
		const id = await account.importMeeting({ generateKeyPoints: true });
		const receiver = await startReceiver();
		await register(receiver.url);
		await account.call('POST', `${conversations}/${id}/keypoints`, { forceRefresh: true });
		await env.sandbox.settled();
		expect(receiver.events()).toEqual([
			'conversation.keypoints.ready',
			'conversation.summary.ready',
			'conversation.action_items.ready',
		]);
		await receiver.stop();
	});
});
