import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../packages/client/index.ts';
import type { Named } from '../scripts/n8n/n8nApi.ts';
import { startTriggerWorld, type Account, type TriggerWorld } from './support/triggerWorld.ts';
import { until } from './support/until.ts';
import { instantWorkflow } from './support/workflows.ts';

suite('A published workflow whose webhook the service no longer has', () => {
	let world: TriggerWorld;
	let account: Account;
	let credential: Named;
	let id = '';
	const webhookId = randomUUID();
	// By default, n8n checks every ten minutes. One minute is the minimum.
	const workflow = () => instantWorkflow('Sales calls to CRM', { webhookId, credential, parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] } } });

	before(async () => {
		world = await startTriggerWorld();
		account = world.service.account('professional');
		credential = await world.credentialOf('professional', account);
		({ id } = await world.n8n.createWorkflow(workflow()));
		assert.equal(await world.n8n.publish(id), null);
	});
	after(() => world.stop());

	const own = async () => (await account.webhooks()).filter(({ url }) => url === world.urlOf(webhookId));
	const forget = async (): Promise<void> => {
		for (const webhook of await own()) await account.forget(webhook.id);
	};
	/** Waits for a webhook whose deliveries the workflow accepts. Returns its ID. */
	const repaired = (): Promise<string> =>
		until('the webhook to be registered again', async () => {
			// Each request counts towards the hourly limit.
			await wait(3000);
			const [webhook] = await own();
			return webhook && (await account.test(webhook.id)) === 200 && webhook.id;
		});

	test('names the workflow at the service', async () => {
		const { webhooks } = connect(account.credential);
		assert.deepEqual((await webhooks.list()).data.map(({ url }) => url), [`${world.urlOf(webhookId)}?usedBy=Sales+calls+to+CRM`]);
	});

	test('somebody deleted it: it is registered again, and its secret is kept', async () => {
		await forget();
		const again = await repaired();
		await world.host.stop('SIGKILL');
		await world.host.start();
		assert.equal(await account.test(again), 200);
		assert.deepEqual((await own()).map(({ id: only }) => only), [again]);
	});

	test('n8n was killed, and the webhook deleted before it came back', async () => {
		await world.host.stop('SIGKILL');
		await forget();
		await world.host.start();
		await repaired();
	});

	test('n8n was killed, a backup older than the webhook was restored, and the webhook deleted', async () => {
		await world.host.stop();
		world.backUp();
		await world.host.start();
		const [before] = await own();
		await world.n8n.unpublish(id);
		assert.equal(await world.n8n.publish(id), null);
		assert.notEqual((await own())[0]?.id, before?.id);
		await world.host.stop('SIGKILL');
		world.restore();
		await forget();
		await world.host.start();
		await repaired();
	});

	test('the service was down while n8n started: the same webhook continues to work', async () => {
		const [before] = await own();
		await world.host.stop();
		await world.service.down();
		await world.host.start();
		await world.service.up();
		assert.equal(await account.test(before?.id ?? ''), 200);
	});

	test('published again and unpublished: nothing is left', async () => {
		for (const webhook of await account.webhooks()) await account.forget(webhook.id);
		await world.n8n.unpublish(id);
		assert.equal(await world.n8n.publish(id), null);
		await repaired();
		await world.n8n.unpublish(id);
		assert.deepEqual(await account.webhooks(), []);
	});
});
