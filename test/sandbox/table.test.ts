import { api, type Endpoint } from '../../src/api/index.ts';
import { startTestSandbox, type Reply } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';

test('Endpoints: every 200 body is of the documented shape and carries the rate-limit headers', async () => {
	const { sandbox, account } = await startTestSandbox();
	const receiver = await startReceiver();
	const { id: userId, call, importMeeting } = account();
	const id = await importMeeting({
		attendees: [{ name: 'Ines Duarte', email: 'ines@duarte.example' }],
		generateKeyPoints: true,
	});
	sandbox.connectCalendar(userId, 'google');
	const contact = sandbox.addContact(userId, { email: 'ines@duarte.example' });
	const path = `/api/v1/conversations/${id}`;
	const webhook = await call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['transcript.ready'] });
	const webhookId = api.webhooks.register.response.parse(webhook.body).data.id;

	const replies: [Endpoint, Reply][] = [
		[api.webhooks.register, webhook],
		[api.transcript.get, await call('GET', `${path}/transcript`)],
		[api.keyPoints.generate, await call('POST', `${path}/keypoints`)],
		[api.keyPoints.get, await call('GET', `${path}/keypoints`)],
		[api.feedback.generate, await call('POST', `${path}/feedback`)],
		[api.feedback.get, await call('GET', `${path}/feedback`)],
		[api.question.ask, await call('POST', `${path}/query`, { query: 'Who orders the router?' })],
		[api.email.draft, await call('POST', `${path}/email`, { tone: 'concise' })],
		[api.contacts.list, await call('GET', '/api/v1/contacts')],
		[api.contacts.briefing, await call('GET', `/api/v1/contacts/${contact.id}/briefing`)],
		[api.contacts.unresolvedThreads, await call('GET', '/api/v1/contacts/unresolved-threads')],
		[api.calendar.events, await call('GET', '/api/v1/calendar/events')],
		[api.user.profile, await call('GET', '/api/v1/user/profile')],
		[api.webhooks.list, await call('GET', '/api/v1/webhooks')],
		[api.webhooks.test, await call('POST', '/api/v1/webhooks/test', { id: webhookId })],
		[api.webhooks.delete, await call('DELETE', '/api/v1/webhooks', { id: webhookId })],
		[api.conversations.list, await call('GET', '/api/v1/conversations')],
		[api.conversations.share, await call('POST', `${path}/share`)],
		[api.conversations.rename, await call('PATCH', path, { title: 'Lisbon' })],
		[api.conversations.delete, await call('DELETE', path)],
	];

	const table = Object.values(api).flatMap((resource): Endpoint[] => Object.values(resource));
	expect(new Set(replies.map(([endpoint]) => endpoint))).toEqual(new Set(table));
	for (const [{ response, method, path: template }, { status, headers, body }] of replies) {
		expect([`${method} ${template}`, status, headers.get('Content-Type')]).toEqual([
			`${method} ${template}`,
			200,
			'application/json',
		]);
		expect(response.parse(body)).toEqual(body);
		for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
			expect(headers.get(name)).toMatch(/^\d+$/);
	}
	await sandbox.stop();
	await receiver.stop();
});
