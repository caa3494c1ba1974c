import { z } from 'zod/v4';
import { UserProfile } from '../../../src/api/index.ts';
import { everyEndpoint, table } from '../support/everyEndpoint.ts';
import { dataOf, errorOf, startTestSandbox, type Account } from '../support/harness.ts';
import { conversations, profile } from './support.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

describe('Conventions', () => {
	test('every path starts with /api/v1, and is 404 without it or in another version (Versioning)', async () => {
		for (const { method, path } of table) {
			expect(path).toMatch(/^\/api\/v1\//);
			for (const other of [path.replace('/api/v1', ''), path.replace('v1', 'v2')]) {
				expect([method, other, errorOf(await account.call(method, other))]).toEqual([method, other, '404 not_found']);
			}
		}
	});

	test('every 200 has its result under `data`, and only lists add siblings: pagination, total', async () => {
		const siblings: Record<string, readonly string[]> = {
			'GET /api/v1/conversations': ['pagination'],
			'GET /api/v1/contacts': ['pagination'],
			'GET /api/v1/contacts/unresolved-threads': ['total'],
		};
		const replies = await everyEndpoint(env.sandbox.url);
		const failed = replies.filter(([, { status }]) => status !== 200);
		expect(failed.map(([{ method, path }, { status }]) => `${method} ${path} returns ${status}: list a request in test/sandbox/support/everyEndpoint.ts`)).toEqual([]);
		expect(new Set(replies.map(([endpoint]) => endpoint)).size).toBe(table.length);
		for (const [{ method, path }, { body }] of replies) {
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
		expect(dataOf(UserProfile, await account.call('GET', profile))).toMatchObject({
			profile: { profilePictureUrl: null },
			subscription: { status: null, currentPeriodEnd: null },
		});
	});
});

describe('What the service does', () => {
	test.each(['/api/v1/keys', '/api/v1/user/keys', profile])(
		'API keys are never created through the API: POST %s',
		async (path) => {
			expect(errorOf(await account.call('POST', path, {}))).toBe('404 not_found');
		},
	);
});
