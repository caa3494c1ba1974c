import { createHmac } from 'node:crypto';
import { scriptedServer } from '../../support/scriptedServer.ts';
import { startService, type Account, type Service } from './account.ts';
import { startHost, type Host } from './host.ts';

let service: Service;
let host: Host;
let account: Account;

const MINUTE = 60_000;

beforeAll(async () => {
	host = await startHost();
});
afterEach(() => service.sandbox.stop());
afterAll(() => host.stop());

/** A trigger whose stored secret does not belong to the service's webhook. */
async function outOfStep(webhookAgeMs: number) {
	service = await startService(() => Date.now() - webhookAgeMs);
	account = service.account('enterprise');
	const trigger = host.trigger({ credential: account.credential });
	await trigger.activate();
	const [own] = await account.webhooks();
	await account.client.webhooks.delete({ id: own?.id ?? '' });
	// By another process of n8n, which this one knows nothing about.
	await account.register(trigger.url);
	const restored = trigger;
	const testAll = async () => await Promise.all((await account.webhooks()).map(({ id }) => account.test(id)));
	return { restored, testAll };
}

test('after restoring an old database, the first wrong signature leads to a new registration', async () => {
	const { restored, testAll } = await outOfStep(MINUTE);
	expect(await testAll()).toEqual([401]);
	for (let tries = 0; tries < 50 && !restored.logs.join().includes('registered anew'); tries++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	expect(await testAll()).toEqual([200]);
	expect(restored.started).toEqual([]);
});

test('a new webhook is left alone: n8n may be about to store its secret', async () => {
	const { testAll } = await outOfStep(0);
	const before = (await account.webhooks()).map(({ id }) => id);
	expect(await testAll()).toEqual([401]);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect((await account.webhooks()).map(({ id }) => id)).toEqual(before);
});

describe('when another trigger of the workflow writes its old copy of what is stored back', () => {
	const signed = (secret: string, body: string) => ({
		method: 'POST',
		headers: { 'x-svc-signature': createHmac('sha256', secret).update(body).digest('hex') },
		body,
	});
	const secretIn = (staticData: object): string => /"secret":"([^"]+)"/.exec(JSON.stringify(staticData))?.[1] ?? '';
	const eventAt = (timestamp: number): string =>
		JSON.stringify({ event: 'conversation.created', data: { conversationId: 'c1' }, timestamp: new Date(timestamp).toISOString() });

	/** n8n calls with what it has stored, which is the first registration, while the service has the second. */
	async function writtenBack(oldCopy: (first: Record<string, object>) => Record<string, object>) {
		service = await startService();
		account = service.account('enterprise');
		const trigger = host.trigger({ credential: account.credential });
		await trigger.activate();
		const first = trigger.staticData();
		await trigger.hook('create');
		const stale = host.trigger({ ...trigger.identity, credential: account.credential, staticData: oldCopy(first) });
		stale.listen();
		return { stale, first, second: trigger.staticData() };
	}

	test.each([
		['an older registration', (first: Record<string, object>) => first],
		['none at all', () => ({})],
	])('%s: the first delivery is accepted, and the stored data is corrected', async (_, oldCopy) => {
		const { stale, second } = await writtenBack(oldCopy);
		const [webhook] = await account.webhooks();
		expect(await account.test(webhook?.id ?? '')).toBe(200);
		expect(stale.staticData()).toEqual(second);
	});

	test('a delivery signed with the old secret is refused', async () => {
		const { stale, first, second } = await writtenBack((copy) => copy);
		const body = eventAt(Date.now());
		expect((await fetch(stale.url, signed(secretIn(first), body))).status).toBe(401);
		expect((await fetch(stale.url, signed(secretIn(second), body))).status).toBe(200);
		expect(stale.started).toHaveLength(1);
	});

	test('after removal, nothing is accepted any more', async () => {
		const { stale, second } = await writtenBack((copy) => copy);
		await stale.hook('delete');
		const late = host.trigger({ ...stale.identity, credential: account.credential });
		late.listen();
		expect((await fetch(late.url, signed(secretIn(second), eventAt(Date.now())))).status).toBe(401);
		expect(late.started).toEqual([]);
	});
});

test('however many deliveries are forged, the service is asked once', async () => {
	service = await startService();
	account = service.account('enterprise');
	const trigger = host.trigger({ credential: account.credential });
	await trigger.activate();
	const staticData = trigger.staticData();
	const webhooks = await account.webhooks();
	const server = await scriptedServer([{ status: 200, body: { data: webhooks } }]);
	const attacked = host.trigger({ ...trigger.identity, credential: { ...account.credential, baseUrl: server.url }, staticData });
	attacked.listen();
	for (let count = 0; count < 20; count++) await fetch(trigger.url, { method: 'POST', body: `{"forged":${count}}` });
	expect(server.seen.map(({ method }) => method)).toEqual(['GET']);
	expect(await account.webhooks()).toEqual(webhooks);
	await server.stop();
});

describe('a webhook that the service no longer has', () => {
	async function lost() {
		service = await startService();
		account = service.account('professional');
		const trigger = host.trigger({ credential: account.credential });
		await trigger.activate();
		const [own] = await account.webhooks();
		await trigger.watch(0);
		return { trigger, forget: () => account.client.webhooks.delete({ id: own?.id ?? '' }) };
	}
	const listed = async () => (await account.webhooks()).map(({ url }) => url);

	test('is registered again, by the process that takes deliveries', async () => {
		const { trigger, forget } = await lost();
		await trigger.watch(MINUTE);
		expect(trigger.logs).toEqual([]);
		await forget();
		await trigger.watch(2 * MINUTE);
		const [again] = await account.webhooks();
		expect(again?.url).toBe(trigger.url);
		expect(await account.test(again?.id ?? '')).toBe(200);
	});

	test('is reported if others took its place, and then checked less and less often', async () => {
		const { trigger, forget } = await lost();
		await forget();
		const others = ['one', 'two', 'three'].map((name) => `https://hooks.example.com/${name}`);
		for (const url of others) await account.register(url);
		const failures: number[] = [];
		for (let minute = 10; minute <= 400; minute += 10) await trigger.watch(minute * MINUTE).catch(() => failures.push(minute));
		expect(failures).toEqual([20, 40, 80, 160, 320]);
		await expect(trigger.watch(2000 * MINUTE)).rejects.toThrow(/no longer has the webhook of this workflow, so no events arrive/);
		expect(await listed()).toEqual(others);
	});

	test('is not looked for while the service is down, and an n8n that starts meanwhile keeps the webhook it has', async () => {
		const { trigger } = await lost();
		const credential = { ...account.credential, baseUrl: 'http://127.0.0.1:9' };
		const offline = host.trigger({ ...trigger.identity, credential, staticData: trigger.staticData() });
		await offline.watch(MINUTE);
		expect(offline.logs.join()).toContain('could not be checked');
		expect(await offline.hook('checkExists', { activation: 'init' })).toBe(true);
		await expect(offline.hook('checkExists')).rejects.toThrow('could not be looked up');
		expect(await listed()).toEqual([trigger.url]);
	});
});
