import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod/v4';
import { errorOf, messageOf, startTestSandbox, type Account } from './support/harness.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

describe('Errors', () => {
	test.each([['/api/v1/conversations', 200], ['/api/v1/conversations?limit=0', 400], ['/api/v1/nothing', 404]])('the time of the answer to %s, a %i, is that of the clock that was set', async (path, status) => {
		env.clock.set('2026-03-02T09:15:00Z');
		const reply = await account.call('GET', path);
		expect([reply.status, reply.headers.get('Date')]).toEqual([status, 'Mon, 02 Mar 2026 09:15:00 GMT']);
	});

	test.each(['{', '[1]', '"text"', 'null', 'query=who'])('the body %s is 400 validation_error', async (body) => {
		const id = await account.importMeeting();
		const reply = await account.call('POST', `/api/v1/conversations/${id}/query`, body);
		expect(errorOf(reply)).toBe('400 validation_error');
		expect(messageOf(reply)).toMatch(/^body: /);
	});

	test.each([
		['GET', '/api/v1/conversations?limit=0', undefined, 'limit: must be at least 1'],
		['GET', '/api/v1/conversations?limit=101', undefined, 'limit: must be at most 100'],
		['GET', '/api/v1/conversations?limit=99999999999999999999', undefined, 'limit: must be at most 100'],
		['GET', '/api/v1/conversations?limit=many', undefined, 'limit: must be a number'],
		['GET', '/api/v1/conversations?limit=1.5', undefined, 'limit: must be a whole number'],
		['GET', '/api/v1/conversations?since=2026-03-02T09:15:00+01:00', undefined, 'since: must be a date and time with a time zone, such as 2026-03-02T09:15:00Z; in a query, write + as %2B'],
		['GET', '/api/v1/conversations?since=May', undefined, 'since: must be a date and time with a time zone, such as 2026-03-02T09:15:00Z'],
		['GET', '/api/v1/contacts?limit=0', undefined, 'limit: must be at least 1'],
		['GET', '/api/v1/contacts?limit=201', undefined, 'limit: must be at most 200'],
		['GET', '/api/v1/contacts/unresolved-threads?limit=0', undefined, 'limit: must be at least 1'],
		['GET', '/api/v1/contacts/unresolved-threads?limit=101', undefined, 'limit: must be at most 100'],
		['GET', '/api/v1/contacts/x/briefing?historyLimit=0', undefined, 'historyLimit: must be at least 1'],
		['GET', '/api/v1/contacts/x/briefing?historyLimit=51', undefined, 'historyLimit: must be at most 50'],
		['GET', '/api/v1/calendar/events?maxResults=0', undefined, 'maxResults: must be at least 1'],
		['GET', '/api/v1/calendar/events?maxResults=51', undefined, 'maxResults: must be at most 50'],
		['GET', '/api/v1/conversations?offset=-1', undefined, 'offset: must be at least 0'],
		['POST', '/api/v1/webhooks/test', {}, 'id: is missing'],
		['DELETE', '/api/v1/webhooks', undefined, 'id: is missing'],
		['DELETE', '/api/v1/webhooks', { id: '' }, 'id: must not be empty'],
		['DELETE', '/api/v1/webhooks', { id: 7 }, 'id: must be text'],
		['POST', '/api/v1/webhooks', { url: 'mine' }, 'url: must be a URL, such as https://example.com/hook'],
		['POST', '/api/v1/webhooks', { events: ['webhook.test'] }, 'url: is missing'],
		['POST', '/api/v1/webhooks', { url: 'https://x.example', events: [] }, 'events: must not be empty'],
		['POST', '/api/v1/conversations/x/query', { query: 'x'.repeat(501) }, 'query: must have at most 500 characters'],
		['POST', '/api/v1/conversations/x/query', {}, 'query: is missing'],
		['POST', '/api/v1/conversations/x/keypoints', { forceRefresh: 'yes' }, 'forceRefresh: must be true or false'],
		['PATCH', '/api/v1/conversations/x', {}, 'title: is missing'],
		['POST', '/api/v1/conversations/x/email', { tone: 'rude' }, 'tone: must be one of professional, casual, concise'],
		['POST', '/api/v1/conversations/x/email', { recipientName: 7 }, 'recipientName: must be text'],
	])('the message names the field and says what it should be: %s %s %j', async (method, path, body, message) => {
		expect(messageOf(await account.call(method, path, body))).toBe(message);
	});

	test('a sender that disconnects is not reported to the operator', async () => {
		await env.sandbox.stop();
		const heard: unknown[] = [];
		env = await startTestSandbox({ onError: (error) => void heard.push(error) });
		const { key, call: ask } = env.account();
		const { port, hostname } = new URL(env.sandbox.url);
		const sender = connect(Number(port), hostname);
		sender.write(`POST /api/v1/webhooks HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9\r\n\r\n{`);
		while ((await ask('GET', '/api/v1/user/profile')).headers.get('X-RateLimit-Remaining') === '499') continue;
		sender.destroy();
		await once(sender, 'close');
		for (let asked = 0; asked < 5; asked += 1) await ask('GET', '/api/v1/user/profile');
		expect(heard).toEqual([]);
	});

	test('a body field cannot replace a path parameter; unknown fields are ignored', async () => {
		const [mine, other] = [
			await account.importMeeting({ title: 'mine' }),
			await account.importMeeting({ title: 'other' }),
		];
		const reply = await account.call('PATCH', `/api/v1/conversations/${mine}?title=query`, {
			title: 'new',
			id: other,
			colour: 'red',
		});
		expect(reply.body).toEqual({ data: { id: mine, title: 'new' } });
	});

	test('the fields of a field __proto__ are not those of the body', async () => {
		const id = await account.importMeeting({ title: 'mine' });
		const { data } = z.object({ data: z.object({ id: z.string() }) }).parse((await account.call('POST', '/api/v1/webhooks', { url: 'https://x.example', events: ['webhook.test'] })).body);
		const before = await account.call('GET', '/api/v1/user/profile');
		for (const [method, path, fields, message] of [
			['POST', `/api/v1/conversations/${id}/query`, { query: 'pallets' }, 'query: is missing'],
			['PATCH', `/api/v1/conversations/${id}`, { title: 'new' }, 'title: is missing'],
			['DELETE', '/api/v1/webhooks', { id: data.id }, 'id: is missing'],
			['POST', '/api/v1/webhooks', { url: 'https://y.example', events: ['webhook.test'] }, 'url: is missing'],
		] as const) {
			const reply = await account.call(method, path, `{"__proto__":${JSON.stringify(fields)}}`);
			expect([errorOf(reply), messageOf(reply)]).toEqual(['400 validation_error', message]);
		}
		expect((await account.call('GET', '/api/v1/user/profile')).body).toEqual(before.body);
		expect((await account.call('GET', '/api/v1/webhooks')).body).toMatchObject({ data: [{ id: data.id }] });
		expect((await account.call('GET', '/api/v1/conversations')).body).toMatchObject({ data: [{ title: 'mine' }] });
	});

	test('an ID with path or SQL characters is simply unknown', async () => {
		for (const id of ["' OR 1=1 --", '../user/profile', 'a/b', '%', 'x\u0000y']) {
			const reply = await account.call('GET', `/api/v1/conversations/${encodeURIComponent(id)}/transcript`);
			expect(errorOf(reply)).toBe('404 not_found');
		}
	});
});
