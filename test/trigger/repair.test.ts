import { scriptedServer } from '../support/scriptedServer.ts';
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

/** A trigger whose stored secret is not that of the webhook the service has for it. */
async function outOfStep(webhookAgeMs: number) {
	service = await startService(() => Date.now() - webhookAgeMs);
	account = service.account('enterprise');
	const trigger = host.trigger({ credential: account.credential });
	await trigger.activate();
	const staticData = trigger.staticData();
	await trigger.hook('create');
	const restored = host.trigger({ ...trigger.identity, credential: account.credential, staticData });
	restored.listen();
	const testAll = async () => await Promise.all((await account.webhooks()).map(({ id }) => account.test(id)));
	return { restored, testAll };
}

test('after restoring an old data base, the first wrong signature leads to a new registration', async () => {
	const { restored, testAll } = await outOfStep(MINUTE);
	expect(await testAll()).toEqual([401]);
	for (let tries = 0; tries < 50 && !restored.logs.join().includes('registered anew'); tries++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	expect(await testAll()).toEqual([200]);
	expect(restored.started).toEqual([]);
});

test('a webhook that is new is left alone: n8n may be about to store its secret', async () => {
	const { testAll } = await outOfStep(0);
	const before = (await account.webhooks()).map(({ id }) => id);
	expect(await testAll()).toEqual([401]);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect((await account.webhooks()).map(({ id }) => id)).toEqual(before);
});

test('however many are forged, the service is asked once', async () => {
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
