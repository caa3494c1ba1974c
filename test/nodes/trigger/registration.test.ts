import { terms } from '../../../nodes/shared/terms.ts';
import { eventNames } from '../../../src/api/index.ts';
import { explainFailure } from '../../../src/triggers/failures.ts';
import { addressProblem } from '../../../src/triggers/register/target.ts';
import { scriptedServer, type Scripted } from '../../support/scriptedServer.ts';
import { startService, type Account, type Service } from './account.ts';
import { startHost, type Host, type Trigger } from './host.ts';

let service: Service;
let host: Host;
let account: Account;
let trigger: Trigger;

beforeAll(async () => {
	service = await startService();
	host = await startHost();
});
afterAll(async () => {
	await service.sandbox.stop();
	await host.stop();
});
beforeEach(() => {
	account = service.account('enterprise');
	trigger = host.trigger({ credential: account.credential });
});

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
});
async function scripted(script: readonly Scripted[]) {
	const server = await scriptedServer(script);
	stops.push(server.stop);
	return server;
}

const FOREIGN = 'https://hooks.example.com/somebody-else';

/** The account's webhooks by URL, and the receiver's answer to a signed test delivery to each of ours. */
async function found(of = account) {
	const webhooks = await of.webhooks();
	const ours = webhooks.filter(({ url }) => url?.startsWith(host.base));
	return { urls: webhooks.map(({ url }) => url), statuses: await Promise.all(ours.map(({ id }) => of.test(id))) };
}

describe('a webhook and its secret', () => {
	test('activating registers one, which can be verified', async () => {
		await trigger.activate();
		expect(await found()).toEqual({ urls: [trigger.url], statuses: [200] });
		expect(await trigger.hook('checkExists')).toBe(true);
	});

	test('creating again leaves one', async () => {
		await trigger.activate();
		await trigger.hook('create');
		expect(await found()).toEqual({ urls: [trigger.url], statuses: [200] });
	});

	test('one whose secret is not held is replaced, not adopted', async () => {
		await account.register(trigger.url);
		await account.register(trigger.url);
		await account.register(FOREIGN);
		expect(await trigger.hook('checkExists')).toBe(false);
		await trigger.activate();
		expect(await found()).toEqual({ urls: [FOREIGN, trigger.url], statuses: [200] });
	});

	test('a second one at the same URL is cleared away', async () => {
		await trigger.activate();
		await account.register(trigger.url);
		expect(await trigger.hook('checkExists')).toBe(false);
		await trigger.activate();
		expect(await found()).toEqual({ urls: [trigger.url], statuses: [200] });
	});

	test('other events lead to a new one', async () => {
		await trigger.activate();
		trigger.change({ events: ['any'] });
		expect(await trigger.hook('checkExists')).toBe(false);
		await trigger.activate();
		const [webhook] = await account.webhooks();
		expect(webhook?.events?.toSorted()).toEqual(eventNames.filter((name) => name !== 'webhook.test').toSorted());
		expect(await found()).toEqual({ urls: [trigger.url], statuses: [200] });
	});

	test('listening in the editor has one of its own', async () => {
		await trigger.activate();
		await trigger.activate({ isTest: true });
		expect(await found()).toEqual({ urls: [trigger.url, trigger.testUrl], statuses: [200, 200] });
		await trigger.deactivate({ isTest: true });
		expect(await found()).toEqual({ urls: [trigger.url], statuses: [200] });
	});

	test('without an event there is none', async () => {
		trigger.change({ events: [] });
		await expect(trigger.hook('create')).rejects.toThrow('Choose at least one event');
		trigger.change({ events: ['conversation.created', 'conversation.keypoints_ready'] });
		await expect(trigger.hook('checkExists')).rejects.toThrow(/^This trigger has no event “conversation\.keypoints_ready”\. It has .*conversation\.keypoints\.ready/);
		expect((await found()).urls).toEqual([]);
	});
});

describe('removing', () => {
	test('deactivating removes it and forgets the secret', async () => {
		await account.register(FOREIGN);
		await trigger.activate();
		await trigger.deactivate();
		expect((await found()).urls).toEqual([FOREIGN]);
		expect(JSON.stringify(trigger.staticData())).not.toContain('secret');
		await trigger.deactivate();
	});

	test('already gone counts as removed', async () => {
		await trigger.activate();
		const [webhook] = await account.webhooks();
		await account.client.webhooks.delete({ id: webhook?.id ?? '' });
		await expect(trigger.deactivate()).resolves.toBeUndefined();
	});

	test('with an old database, every webhook that points here is removed too', async () => {
		await trigger.activate();
		const old = trigger.staticData();
		await trigger.hook('create');
		const restored = host.trigger({ ...trigger.identity, credential: account.credential, staticData: old });
		await restored.deactivate();
		expect((await found()).urls).toEqual([]);
	});

	test('the webhook of a workflow that this one is a copy of stays', async () => {
		await trigger.activate();
		const copy = host.trigger({ credential: account.credential, webhookId: trigger.identity.webhookId, staticData: trigger.staticData() });
		await copy.hook('delete');
		expect((await found()).urls).toEqual([trigger.url]);
	});

	test('when the service is down, the error says so and the secret is kept for later', async () => {
		const down = await scripted([{ status: 503, body: 'maintenance' }]);
		await trigger.activate();
		const held = trigger.staticData();
		const unlucky = host.trigger({ ...trigger.identity, credential: { ...account.credential, baseUrl: down.url }, staticData: held });
		await expect(unlucky.hook('delete')).rejects.toThrow(/could not be removed and is still at the service/);
		expect(unlucky.staticData()).toEqual(held);
		await trigger.deactivate();
		expect((await found()).urls).toEqual([]);
	});
});

describe('when registering fails', () => {
	test('the answer is lost: nothing is left behind', async () => {
		const broken = await scripted([
			{ status: 200, body: { data: [] } },
			'reset',
			{ status: 200, body: { data: [{ id: 'wh_1', url: trigger.url }, { id: 'wh_2', url: FOREIGN }] } },
			{ status: 200, body: { data: { id: 'wh_1', deleted: true } } },
		]);
		const unlucky = host.trigger({ ...trigger.identity, credential: { ...account.credential, baseUrl: broken.url } });
		await expect(unlucky.hook('create')).rejects.toThrow();
		expect(broken.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'DELETE']);
		expect(broken.seen[3]?.body).toBe('{"id":"wh_1"}');
		expect(JSON.stringify(unlucky.staticData())).not.toContain('wh_1');
	});

	test('a wrong key is explained without showing it', async () => {
		const apiKey = `svc_${'0'.repeat(32)}`;
		const unlucky = host.trigger({ credential: { ...account.credential, apiKey } });
		const error: Error = await unlucky.hook('create').then(() => new Error('registered'), (reason) => reason);
		expect(error.message).toMatch(/could not be registered.*enter a valid key/);
		expect(JSON.stringify(error) + unlucky.logs.join()).not.toContain(apiKey);
	});

	test('on the Starter plan, the error recommends the polling trigger', async () => {
		const starter = host.trigger({ credential: service.account('starter').credential });
		await expect(starter.hook('create')).rejects.toThrow(/cannot use webhooks.*Meeting Assistant Polling Trigger works on every paid plan/);
	});
});

test('activating again after a downgrade is refused, although the service still lists the webhook', async () => {
	account = service.account('professional');
	trigger = host.trigger({ credential: account.credential });
	await trigger.activate();
	service.sandbox.updateUser(account.userId, { plan: 'starter' });
	await expect(trigger.hook('checkExists')).rejects.toThrow(/cannot use webhooks.*Polling Trigger/);
	await trigger.deactivate();
	expect(await account.webhooks()).toEqual([]);
});

describe('when the plan allows no more', () => {
	let other: Trigger;
	beforeEach(async () => {
		account = service.account('professional');
		[other, trigger] = [1, 2].map(() => host.trigger({ credential: account.credential })) as [Trigger, Trigger];
		await account.register(`${FOREIGN}?token=s3cret`);
		await account.register(`${FOREIGN}/two`);
		await other.activate();
	});

	test('the error lists who uses them', async () => {
		const error: Error = await trigger.activate().then(() => new Error('registered'), (reason) => reason);
		expect(error.message).toContain(`(1) Conversation Created to ${FOREIGN};`);
		expect(error.message).not.toContain('s3cret');
		expect(error.message).toMatch(new RegExp(`to the workflow “workflow” \\(.*${other.identity.webhookId}/meeting-assistant\\)\\.?$`));
		expect((await account.webhooks()).length).toBe(3);
	});
});

test.each([
	['https://n8n.example.com/webhook/1/x', 'https://api.example.com', true],
	['http://n8n.example.com/webhook/1/x', 'https://api.example.com', false],
	['http://localhost:5678/webhook/1/x', 'https://api.example.com', false],
	['http://localhost:5678/webhook/1/x', 'http://127.0.0.1:4010', true],
	['http://10.0.0.5:5678/webhook/1/x', 'http://127.0.0.1:4010', false],
])('%s with the service at %s', (url, serviceUrl, usable) => {
	const problem = addressProblem({ ownUrl: () => url, terms, givePublicAddress: 'Set WEBHOOK_URL' }, serviceUrl);
	if (usable) expect(problem).toBeNull();
	else expect(explainFailure(problem, terms)?.message).toMatch(/WEBHOOK_URL.*Polling Trigger/);
});

test('an address without https is refused before the service is asked', async () => {
	const silent = await scripted([]);
	const remote = host.trigger({ credential: { ...account.credential, baseUrl: silent.url.replace('127.0.0.1', 'api.example.com') } });
	await expect(remote.hook('create')).rejects.toThrow(/starts with https:\/\//);
	expect(silent.seen).toEqual([]);
});
