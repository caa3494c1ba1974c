import { api, type Endpoint } from '../../../src/api/index.ts';
import type { startTestSandbox, Reply } from './harness.ts';
import { startReceiver } from './receiver.ts';

export const table: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] => Object.values(resource));

/** Requests a non-empty 200 from every endpoint of the table, on an account created for this. */
export async function everyEndpoint({ sandbox, account }: Awaited<ReturnType<typeof startTestSandbox>>) {
	const receiver = await startReceiver();
	const { id: userId, call, importMeeting } = account();
	const id = await importMeeting({
		attendees: [{ name: 'Ines Duarte', email: 'ines@duarte.example' }],
		generateKeyPoints: true,
	});
	sandbox.connectCalendar(userId, 'google');
	const moment = { dateTime: '2026-03-03T10:00:00Z', timeZone: 'UTC' };
	sandbox.addCalendarEvent(userId, { id: 'evt-1', summary: 'Opening', start: moment, end: moment });
	const contact = sandbox.addContact(userId, { email: 'ines@duarte.example' });
	sandbox.summariseContact(contact.id, { prose: 'Runs the office.', topics: ['lease'], open_questions: ['When?'] });
	const path = `/api/v1/conversations/${id}`;
	const webhook = await call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['transcript.ready'] });
	const webhookId = api.webhooks.register.response.parse(webhook.body).data.id;
	const replies: (readonly [Endpoint, Reply])[] = [
		[api.webhooks.register, webhook],
		[api.webhooks.test, await call('POST', '/api/v1/webhooks/test', { id: webhookId })],
		[api.keyPoints.generate, await call('POST', `${path}/keypoints`)],
		[api.feedback.generate, await call('POST', `${path}/feedback`)],
		[api.question.ask, await call('POST', `${path}/query`, { query: 'Who orders the router?' })],
		[api.email.draft, await call('POST', `${path}/email`, { tone: 'concise' })],
		[api.conversations.rename, await call('PATCH', path, { title: 'Lisbon' })],
	];
	const listed = new Set<Endpoint>([...replies.map(([endpoint]) => endpoint), api.webhooks.delete, api.conversations.delete]);
	const ids: Readonly<Record<string, string>> = { conversations: id, contacts: contact.id };
	for (const endpoint of table) {
		// An endpoint that needs no more than the ID in its path is not listed here.
		if (!listed.has(endpoint)) replies.push([endpoint, await call(endpoint.method, pathOf(endpoint, ids))]);
	}
	replies.push([api.webhooks.delete, await call('DELETE', '/api/v1/webhooks', { id: webhookId })]);
	replies.push([api.conversations.delete, await call('DELETE', path)]);
	await receiver.stop();
	return replies;
}

/** The path with the ID of what it begins with: a conversation or a contact. */
const pathOf = ({ path }: Endpoint, ids: Readonly<Record<string, string>>): string =>
	path.replace('{id}', ids[path.split('/')[3] ?? ''] ?? '');
