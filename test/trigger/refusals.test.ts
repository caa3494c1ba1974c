import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { startService, type Service } from './account.ts';
import { startHost, type Host, type Trigger } from './host.ts';

let service: Service;
let host: Host;

beforeAll(async () => {
	service = await startService();
	host = await startHost();
});
afterAll(async () => {
	await service.sandbox.stop();
	await host.stop();
});

const start = Date.now();
const at = (seconds: number) => jest.setSystemTime(start + seconds * 1000);
beforeEach(() => jest.useFakeTimers({ now: start, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'performance'] }));
afterEach(() => jest.useRealTimers());

/** What n8n does when a person publishes: it tries again after 1, 2, 4 and 8 seconds, and cleans up after each try. */
async function publish(trigger: Trigger, from = 0): Promise<string> {
	let message = '';
	for (const second of [0, 1, 3, 7, 15]) {
		at(from + second);
		try {
			await trigger.activate();
			return 'published';
		} catch (error) {
			message = error instanceof Error ? error.message : String(error);
			await trigger.deactivate();
		}
	}
	return message;
}

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

test('a failed connection is tried again', async () => {
	const server = await scriptedServer(['reset', refused(500, 'internal_error'), refused(403, 'forbidden')]);
	const trigger = host.trigger({ credential: { baseUrl: server.url, apiKey: 'x' } });
	expect(await publish(trigger)).toMatch(/cannot use webhooks/);
	expect(server.seen).toHaveLength(3);
	await server.stop();
});

describe('a refused trigger', () => {
	test('is registered as soon as its form is changed', async () => {
		const account = service.account('professional');
		for (const name of ['one', 'two', 'three']) await account.register(`https://hooks.example.com/${name}`);
		const trigger = host.trigger({ credential: account.credential, parameters: { events: [] } });
		expect(await publish(trigger)).toMatch(/Choose at least one event/);
		trigger.change({ events: ['any'] });
		expect(await publish(trigger)).toMatch(/allows no more/);
	});

	test('is registered at a later try of n8n once the reason is gone', async () => {
		const account = service.account('professional');
		const others = await Promise.all(['one', 'two', 'three'].map((name) => account.register(`https://hooks.example.com/${name}`)));
		const trigger = host.trigger({ credential: account.credential });
		expect(await publish(trigger)).toMatch(/allows no more/);
		await account.client.webhooks.delete({ id: others[0]?.id ?? '' });
		expect(await publish(trigger, 16)).toBe('published');
	});

	test('is asked for at once by a person who tries it in the editor', async () => {
		const account = service.account('professional');
		const others = await Promise.all(['one', 'two', 'three'].map((name) => account.register(`https://hooks.example.com/${name}`)));
		const trigger = host.trigger({ credential: account.credential });
		await expect(trigger.activate({ isTest: true })).rejects.toThrow(/allows no more/);
		await account.client.webhooks.delete({ id: others[0]?.id ?? '' });
		await expect(trigger.activate({ isTest: true })).resolves.toBeUndefined();
		await trigger.deactivate({ isTest: true });
	});
});
