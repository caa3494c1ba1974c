import { scriptedServer, type Scripted } from '../../support/scriptedServer.ts';
import { startHost, type Host, type Trigger } from './host.ts';

let host: Host;

beforeAll(async () => {
	host = await startHost();
});
afterAll(() => host.stop());

const publish = (trigger: Trigger): Promise<string> => trigger.activate().then(() => 'published', (error: unknown) => (error instanceof Error ? error.message : String(error)));

const refused = (status: number, code: string): Scripted => ({ status, body: { error: { code, message: 'Refused' } } });
const listed = (count: number): Scripted => ({
	status: 200,
	body: { data: Array.from({ length: count }, (_, index) => ({ id: `wh_${index}`, url: `https://hooks.example.com/${index}` })) },
});
const profile = (tier: string): Scripted => ({
	status: 200,
	body: { data: { profile: {}, subscription: { tier, status: 'active', currentPeriodEnd: null }, apiUsage: {} } },
});

/** The requests of a publish that the service refuses, by its answer. */
test.each<[string, readonly Scripted[], readonly string[], RegExp]>([
	['a plan without webhooks', [refused(403, 'forbidden')], ['GET /api/v1/webhooks'], /cannot use webhooks.*Polling Trigger/],
	['all webhooks of the plan in use', [listed(3), refused(403, 'forbidden')], ['GET /api/v1/webhooks', 'POST /api/v1/webhooks'], /allows no more/],
	[
		'fewer in use than any plan allows',
		[listed(2), refused(403, 'forbidden'), profile('professional')],
		['GET /api/v1/webhooks', 'POST /api/v1/webhooks', 'GET /api/v1/user/profile'],
		/allows no more/,
	],
	[
		'a plan without webhooks that can still list them',
		[listed(0), refused(403, 'forbidden'), profile('starter')],
		['GET /api/v1/webhooks', 'POST /api/v1/webhooks', 'GET /api/v1/user/profile'],
		/cannot use webhooks/,
	],
	[
		'a profile that cannot be read',
		[listed(2), refused(403, 'forbidden'), { status: 200, body: { data: { profile: [], subscription: null, apiUsage: 'changed' } } }],
		['GET /api/v1/webhooks', 'POST /api/v1/webhooks', 'GET /api/v1/user/profile'],
		/allows no more/,
	],
	['a wrong key', [refused(401, 'unauthorized')], ['GET /api/v1/webhooks'], /could not be registered.*enter a valid key/],
	['an address that the service cannot reach', [listed(0), refused(400, 'validation_error')], ['GET /api/v1/webhooks', 'POST /api/v1/webhooks'], /must be able to reach/],
])('%s', async (_, script, expected, message) => {
	const server = await scriptedServer(script);
	const trigger = host.trigger({ credential: { baseUrl: server.url, apiKey: `svc_${'0'.repeat(32)}` } });
	try {
		expect(await publish(trigger)).toMatch(message);
		expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(expected);
	} finally {
		await server.stop();
	}
});

test('an address without https:// costs no request', async () => {
	const server = await scriptedServer([]);
	const trigger = host.trigger({ credential: { baseUrl: server.url.replace('127.0.0.1', 'api.example.com'), apiKey: 'x' } });
	expect(await publish(trigger)).toMatch(/starts with https:\/\//);
	expect(server.seen).toEqual([]);
	await server.stop();
});

test.each([
	[{ minimumScore: 11 }, /Minimum Score.*from 0 up to 10/],
	[{ companies: '={{ undefined }}' }, /Companies.*empty/],
])('the filters %j let everything or nothing through, so they cost no request', async (filters, message) => {
	const server = await scriptedServer([]);
	const parameters = { events: ['conversation.feedback.ready'], filters };
	const trigger = host.trigger({ credential: { baseUrl: server.url, apiKey: `svc_${'0'.repeat(32)}` }, parameters });
	try {
		expect(await publish(trigger)).toMatch(message);
		expect(server.seen).toEqual([]);
	} finally {
		await server.stop();
	}
});
