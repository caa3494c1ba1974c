import { z } from 'zod/v4';
import { dataOf, errorOf, startTestSandbox } from '../support/harness.ts';
import { table } from '../support/everyEndpoint.ts';
import { actionItem, content, scriptedAi } from '../support/ai.ts';
import { conversations, profile, usageOf } from './support.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => void (env = await startTestSandbox()));
afterEach(() => env.sandbox.stop());

describe('Limits, table', () => {
	test.each(['starter', 'professional', 'enterprise'] as const)('read and write endpoints: %s', async (plan) => {
		const account = env.account(plan);
		const path = `${conversations}/${await account.importMeeting()}`;
		for (const [method, url, body] of [
			['GET', conversations],
			['GET', `${path}/transcript`],
			['GET', profile],
			['GET', '/api/v1/contacts'],
			['POST', `${path}/keypoints`],
			['POST', `${path}/share`],
			['PATCH', path, { title: 'Porto' }],
			['DELETE', path],
		] as const) {
			expect([method, url, (await account.call(method, url, body)).status]).toEqual([method, url, 200]);
		}
	});
});

describe('Limits, rules', () => {
	test('1: requests to every endpoint count, errors too, and none is answered when all are used; errors have no rate-limit headers', async () => {
		const account = env.account('starter');
		const ask = ({ method, path }: (typeof table)[number]) => account.call(method, path.replace('{id}', 'x'));
		for (let used = 0; used < 100; ) {
			for (const endpoint of table.slice(0, 100 - used)) {
				const { status, headers } = await ask(endpoint);
				expect([endpoint.path, headers.has('X-RateLimit-Remaining')]).toEqual([endpoint.path, status === 200]);
				used += 1;
			}
		}
		for (const endpoint of table) expect([endpoint.path, errorOf(await ask(endpoint))]).toEqual([endpoint.path, '429 rate_limited']);
	});

	test.each([
		['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
		['2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00.000Z', '2028-04-01T00:00:00.000Z'],
	])('3: credits used at %s are back at %s', async (used, resets, after) => {
		const account = env.account('starter');
		env.clock.set(used);
		env.sandbox.useCreditsInApplication(account.id, 3);
		expect(await usageOf(account)).toMatchObject({ used: 3, remaining: 7, resetsAt: resets });
		env.clock.set(resets);
		expect(await usageOf(account)).toMatchObject({ used: 0, remaining: 10, resetsAt: after });
		env.sandbox.useCreditsInApplication(account.id, 1);
		expect((await usageOf(account)).used).toBe(1);
	});

	test('5: conversations, contacts, unresolved threads and calendar give as many as asked for, up to their bound', async () => {
		const items = Array.from({ length: 101 }, (_, number) => actionItem(`Task ${number}`));
		await env.sandbox.stop();
		env = await startTestSandbox({ ai: scriptedAi([content({ actionItems: items })]) });
		const account = env.account();
		const attendees = Array.from({ length: 201 }, (_, number) => ({ email: `person${number}@x.example` }));
		await account.importMeeting({ attendees, generateKeyPoints: true });
		for (let made = 1; made < 101; made += 1) await account.importMeeting({ text: 'Ada: Yes.', filename: 'call.txt' });
		env.sandbox.connectCalendar(account.id, 'google');
		const moment = { dateTime: '2026-03-03T10:00:00Z', timeZone: 'UTC' };
		for (let made = 0; made < 51; made += 1) {
			env.sandbox.addCalendarEvent(account.id, { id: `event ${made}`, summary: 'Opening', start: moment, end: moment });
		}
		const lengths = async (path: string, queries: readonly string[]) =>
			Promise.all(
				queries.map(async (query) => dataOf(z.array(z.unknown()), await account.call('GET', path + query)).length),
			);
		expect(await lengths(conversations, ['', '?limit=1', '?limit=100'])).toEqual([20, 1, 100]);
		expect(await lengths('/api/v1/contacts', ['', '?limit=1', '?limit=200'])).toEqual([50, 1, 200]);
		expect(await lengths('/api/v1/contacts/unresolved-threads', ['', '?limit=1', '?limit=100'])).toEqual([25, 1, 100]);
		expect(await lengths('/api/v1/calendar/events', ['', '?maxResults=1', '?maxResults=50'])).toEqual([10, 1, 50]);
	});
});
