import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { api, type Endpoint } from '../../../src/api/index.ts';
import { call as request, dataOf, type Reply } from './harness.ts';
import { vtt } from './meeting.ts';
import { startReceiver } from './receiver.ts';

export const table: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] => Object.values(resource));

const Created = z.object({ id: z.string(), key: z.string(), conversationId: z.string() }).partial();

/** Requests a non-empty 200 from every endpoint of a running sandbox, however it was started, with an account created for this. */
export async function everyEndpoint(url: string) {
	const receiver = await startReceiver();
	const email = `${randomUUID()}@lind.example`;
	const control = async (method: string, path: string, body: object) =>
		dataOf(Created, await request(url, null, method, `/sandbox/${path}`, { ...body, ...(path !== 'users' && { user: email }) }));
	await control('POST', 'users', { name: 'Vera Lind', email, plan: 'professional' });
	const { key = '' } = await control('POST', 'keys', {});
	const call = (method: string, path: string, body?: unknown) => request(url, key, method, path, body);
	const attendees = [{ name: 'Ines Duarte', email: 'ines@duarte.example' }];
	const meeting = { text: vtt(), filename: 'lisbon.vtt', title: 'Lisbon office', attendees, generateKeyPoints: true };
	const { conversationId: id = '' } = await control('POST', 'meetings', meeting);
	await control('PUT', 'calendar', { provider: 'google' });
	await control('POST', 'calendar/events', { title: 'Opening', start: '2026-03-03T10:00:00Z' });
	const [contact] = dataOf(z.array(z.object({ id: z.string() })), await call('GET', api.contacts.list.path));
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
	const ids: Readonly<Record<string, string>> = { conversations: id, contacts: contact?.id ?? '' };
	for (const endpoint of table) {
		// Endpoints that need only the ID in their path are not listed here.
		if (!listed.has(endpoint)) replies.push([endpoint, await call(endpoint.method, pathOf(endpoint, ids))]);
	}
	replies.push([api.webhooks.delete, await call('DELETE', '/api/v1/webhooks', { id: webhookId })]);
	replies.push([api.conversations.delete, await call('DELETE', path)]);
	await receiver.stop();
	return replies;
}

/** The path with the ID of its first part: a conversation or a contact. */
const pathOf = ({ path }: Endpoint, ids: Readonly<Record<string, string>>): string =>
	path.replace('{id}', ids[path.split('/')[3] ?? ''] ?? '');
