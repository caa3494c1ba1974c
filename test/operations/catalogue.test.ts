import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type Service } from '../nodes/service.ts';
import { resultsOf, type Parameters } from './core.ts';

let service: Service;
let conversation: string;

beforeAll(async () => {
	service = await startService();
	conversation = (await service.addMeeting('Acme: contract review')).conversationId;
});

afterAll(() => service.sandbox.stop());

const run = (resource: string, operation: string, parameters: Parameters = {}) =>
	resultsOf({ credential: service.credential, parameters: { resource, operation, ...parameters } });

const conversationId = () => ({ conversationId: conversation });

describe('Conversation', () => {
	test('Get Many', async () => {
		expect(await run('conversation', 'getAll')).toEqual([
			expect.objectContaining({ id: conversation, title: 'Acme: contract review', segmentCount: 14 }),
		]);
	});

	test('Get Many takes filters', async () => {
		await service.addMeeting('Weekly', '2026-11-09T10:00:00Z');
		const search = await run('conversation', 'getAll', { filters: { search: 'acme' } });
		expect(search.map(({ title }) => title)).toEqual(['Acme: contract review']);
		const since = await run('conversation', 'getAll', { filters: { since: '2026-11-05T00:00:00' } });
		expect(since.map(({ title }) => title)).toEqual(['Weekly']);
	});

	test('Get Transcript', async () => {
		const [transcript] = await run('conversation', 'getTranscript', conversationId());
		expect(transcript).toMatchObject({ id: conversation });
		expect(transcript?.segments).toHaveLength(14);
	});

	test('Rename', async () => {
		const { conversationId: id } = await service.addMeeting('Before');
		const parameters = { conversationId: id, title: 'Ünïcode / after' };
		expect(await run('conversation', 'rename', parameters)).toEqual([{ id, title: 'Ünïcode / after' }]);
	});

	test('Delete', async () => {
		const { conversationId: id } = await service.addMeeting('Gone');
		expect(await run('conversation', 'delete', { conversationId: id })).toEqual([{ id, deleted: true }]);
		const gone = run('conversation', 'getTranscript', { conversationId: id });
		await expect(gone).rejects.toMatchObject({ details: { httpCode: 404 } });
	});

	test('Share', async () => {
		const [shared] = await run('conversation', 'share', conversationId());
		expect(shared).toEqual({ id: conversation, shareUrl: expect.stringMatching(/^http/) });
	});

	test('Ask a Question', async () => {
		const [answer] = await run('conversation', 'ask', { ...conversationId(), question: 'Who sends the contract?' });
		expect(answer).toMatchObject({ query: 'Who sends the contract?', response: expect.stringContaining('contract') });
	});

	test('Draft Follow-Up Email', async () => {
		const options = { recipientName: 'Ben', tone: 'casual' };
		const [email] = await run('conversation', 'draftEmail', { ...conversationId(), options });
		expect(email).toMatchObject({ subject: expect.any(String), body: expect.stringContaining('Ben') });
	});
});

describe('Key Points', () => {
	test('Get Saved says what to do when none are saved, Get or Generate saves them, regenerating replaces them', async () => {
		const { conversationId: id } = await service.addMeeting('Fresh');
		const parameters = { conversationId: id };
		await expect(run('keyPoints', 'get', parameters)).rejects.toMatchObject({
			description: expect.stringContaining('Key Points > Get or Generate'),
		});
		expect(await run('keyPoints', 'generate', parameters)).toEqual([expect.objectContaining({ cached: false })]);
		expect(await run('keyPoints', 'generate', parameters)).toEqual([expect.objectContaining({ cached: true })]);
		const forced = await run('keyPoints', 'generate', { ...parameters, forceRefresh: true });
		expect(forced).toEqual([expect.objectContaining({ cached: false })]);
		const [saved] = await run('keyPoints', 'get', parameters);
		expect(saved).toMatchObject({ title: 'Fresh', keypoints: { actionItems: expect.any(Array) } });
	});
});

describe('Feedback', () => {
	test('Generate, then Get', async () => {
		expect(await run('feedback', 'generate', conversationId())).toEqual([expect.objectContaining({ cached: false })]);
		const [saved] = await run('feedback', 'get', conversationId());
		expect(saved).toMatchObject({ overallScore: expect.any(Number), clarity: expect.any(Number), cached: true });
		const [raw] = await run('feedback', 'get', { ...conversationId(), simplify: false });
		expect(raw).toMatchObject({ overallScore: expect.any(Number), feedback: { strengths: expect.any(Array) } });
	});
});

describe('Contact and Action Item', () => {
	test('Get Many and Get Briefing', async () => {
		const [contact] = await run('contact', 'getAll', { filters: { search: 'BEN' } });
		expect(contact).toMatchObject({ email: 'ben@acme.example', companyDomain: 'acme.example' });
		const parameters = { contactId: contact?.id, options: { historyLimit: 1 } };
		const [briefing] = await run('contact', 'getBriefing', parameters);
		expect(briefing).toMatchObject({ contactId: contact?.id, company: 'acme.example', recentMeetings: [expect.anything()] });
		const [raw] = await run('contact', 'getBriefing', { ...parameters, simplify: false });
		expect(raw).toMatchObject({ contact: { id: contact?.id }, recentMeetings: [expect.anything()] });
		for (const contactId of ['Ben@acme.example', 'ben']) expect(await run('contact', 'getBriefing', { ...parameters, contactId })).toEqual([briefing]);
	});

	test('Get Many action items', async () => {
		await run('keyPoints', 'generate', conversationId());
		const items = await run('actionItem', 'getOpen');
		expect(items).toContainEqual(expect.objectContaining({ conversationId: conversation, contactName: 'Ben' }));
	});
});

test('Calendar Event: Get Many takes a time range in the flow’s time zone', async () => {
	const { sandbox, user } = service;
	sandbox.connectCalendar(user.id, 'google');
	const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
	// 08:00 in Berlin is 07:00 UTC in winter.
	for (const [id, hour] of [['early', '06'], ['in', '07'], ['late', '09']]) {
		const [start, end] = [at(`2027-01-11T${hour}:00:00Z`), at(`2027-01-11T${hour}:30:00Z`)];
		sandbox.addCalendarEvent(user.id, { id, summary: id, start, end, error: 'a field of the provider' });
	}
	const filters = { since: '2027-01-11T08:00:00', until: '2027-01-11T10:00:00' };
	expect(await run('calendarEvent', 'getAll', { filters, simplify: false })).toEqual([expect.objectContaining({ id: 'in', error: 'a field of the provider' })]);
});

test('User: Get Profile', async () => {
	const [raw] = await run('user', 'getProfile', { simplify: false });
	expect(raw).toMatchObject({ profile: { name: 'Anna' }, subscription: { tier: 'enterprise' } });
	expect(await run('user', 'getProfile')).toEqual([
		{
			name: 'Anna',
			email: 'anna@example.com',
			timezone: expect.any(String),
			language: expect.any(String),
			profilePictureUrl: null,
			createdAt: expect.stringMatching(/Z$/),
			plan: 'enterprise',
			planStatus: 'active',
			planPeriodEnd: null,
			creditsUsed: expect.any(Number),
			creditsLimit: null,
			creditsLeft: null,
			creditsResetAt: expect.stringMatching(/-01T00:00:00.000Z$/),
		},
	]);
});

test('User: Get Profile says that no credits are left, not fewer, on a smaller plan than they were used on', async () => {
	const { sandbox, user } = service;
	sandbox.useCreditsInApplication(user.id, 40);
	sandbox.updateUser(user.id, { plan: 'starter' });
	expect(await run('user', 'getProfile')).toMatchObject([{ creditsUsed: expect.any(Number), creditsLimit: 10, creditsLeft: 0 }]);
	sandbox.updateUser(user.id, { plan: 'enterprise' });
});

test('Webhook: Register, Get Many, Send Test, Delete', async () => {
	const received: (string | undefined)[] = [];
	const receiver = createServer((request, response) => {
		received.push(request.headers['x-svc-event']?.toString());
		response.writeHead(204).end();
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	const { port } = receiver.address() as AddressInfo;
	try {
		const url = `http://127.0.0.1:${port}/hook`;
		const [webhook] = await run('webhook', 'register', { url, events: ['transcript.ready'] });
		expect(webhook).toMatchObject({ url, secret: expect.any(String) });
		const webhookId = webhook?.id;
		const [listed] = await run('webhook', 'getAll');
		expect(listed).toMatchObject({ id: webhook?.id, url });
		expect(listed).not.toHaveProperty('secret');
		expect(await run('webhook', 'sendTest', { webhookId })).toEqual([{ id: webhook?.id, statusCode: 204 }]);
		expect(received).toEqual(['webhook.test']);
		expect(await run('webhook', 'delete', { webhookId })).toEqual([{ id: webhook?.id, deleted: true, url, events: ['transcript.ready'], usedBy: null }]);
		expect(await run('webhook', 'getAll')).toEqual([]);
	} finally {
		await new Promise((resolve) => receiver.close(resolve));
	}
});
