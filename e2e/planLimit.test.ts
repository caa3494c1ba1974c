import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Named } from '../scripts/n8n/n8nApi.ts';
import { FOREIGN, openLedger, type Expected } from './support/webhookLedger.ts';
import type { Account } from './support/triggerWorld.ts';
import { CREATED, instantWorkflow } from './support/workflows.ts';
import { startTriggerWorld, type TriggerWorld } from './support/triggerWorld.ts';

suite('When the plan’s webhook limit is reached', () => {
	const ledger = openLedger();
	let world: TriggerWorld;
	let account: Account;
	let credential: Named;
	before(async () => {
		world = await startTriggerWorld();
		account = world.service.account('professional');
		credential = await world.credentialOf('professional', account);
		await account.register(FOREIGN);
	});
	after(async () => {
		ledger.print();
		await world.stop();
	});

	const check = (step: string, webhookIds: readonly string[]): Promise<void> => {
		const expected: Expected = Object.fromEntries(webhookIds.map((id) => [world.urlOf(id), CREATED]));
		return ledger.check(step, expected, { of: account });
	};
	const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
	const ids = new Map<string, string>();
	const publish = async (webhookId: string): Promise<string | null> => {
		const id = ids.get(webhookId) ?? (await world.n8n.createWorkflow(instantWorkflow(webhookId, { webhookId, credential }))).id;
		ids.set(webhookId, id);
		return await world.n8n.publish(id);
	};

	test('the error names who uses the webhooks', async () => {
		assert.deepEqual([await publish(one), await publish(two)], [null, null]);
		assert.match((await publish(three)) ?? '', /allows no more webhooks.*somebody-else/);
		await check('limit reached', [one, two]);
	});

	test('one that is given up makes room', async () => {
		await world.n8n.unpublish(ids.get(three) ?? '');
		await world.n8n.unpublish(ids.get(two) ?? '');
		assert.equal(await publish(three), null);
		await check('one given up', [one, three]);
	});

	test('on Starter, the error suggests the other trigger', async () => {
		const starter = world.service.account('starter');
		const { id: webhookId, name } = await world.credentialOf('starter', starter);
		const workflow = instantWorkflow('starter', { webhookId: randomUUID(), credential: { id: webhookId, name } });
		const { id } = await world.n8n.createWorkflow(workflow);
		assert.match((await world.n8n.publish(id)) ?? '', /Meeting Assistant Polling Trigger/);
	});
});
