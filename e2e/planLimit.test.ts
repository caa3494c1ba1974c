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

	const check = (step: string, webhookIds: readonly string[], dead = 0): Promise<void> => {
		const expected: Expected = Object.fromEntries(webhookIds.map((id) => [world.urlOf(id), CREATED]));
		return ledger.check(step, expected, { of: account, dead });
	};
	const create = async (webhookId: string, options = {}): Promise<string> =>
		(await world.n8n.createWorkflow(instantWorkflow(webhookId, { webhookId, credential, options }))).id;
	const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
	const ids = new Map<string, string>();
	const publish = async (webhookId: string, options = {}): Promise<string | null> => {
		const id = ids.get(webhookId) ?? (await create(webhookId));
		ids.set(webhookId, id);
		await world.n8n.changeWorkflow(id, instantWorkflow(webhookId, { webhookId, credential, options }));
		return await world.n8n.publish(id);
	};

	test('the error names who uses the webhooks', async () => {
		assert.deepEqual([await publish(one), await publish(two)], [null, null]);
		assert.match((await publish(three)) ?? '', /allows no more webhooks.*somebody-else/);
		await check('limit reached', [one, two]);
	});

	test('a webhook that this n8n left behind is reported as dead and kept', async () => {
		await world.service.down();
		await world.n8n.unpublish(ids.get(two) ?? '');
		await world.archive(ids.get(two) ?? '');
		await world.remove(ids.get(two) ?? '');
		await world.service.up();
		await world.n8n.unpublish(ids.get(three) ?? '');
		assert.match((await publish(three)) ?? '', /dead: left behind by this n8n/);
		await check('one of them left behind', [one, two], 1);
	});

	test('“Remove Dead Webhooks” makes room', async () => {
		await world.n8n.unpublish(ids.get(three) ?? '');
		assert.equal(await publish(three, { removeDeadWebhooks: true }), null);
		await check('“Remove Dead Webhooks” on', [one, three]);
	});

	test('without dead webhooks, none is removed', async () => {
		assert.match((await publish(four, { removeDeadWebhooks: true })) ?? '', /allows no more webhooks/);
		await check('nothing dead, option on', [one, three]);
	});

	test('on Starter, the error suggests the other trigger and costs three requests', async () => {
		const starter = world.service.account('starter');
		const { id: webhookId, name } = await world.credentialOf('starter', starter);
		const workflow = instantWorkflow('starter', { webhookId: randomUUID(), credential: { id: webhookId, name } });
		const { id } = await world.n8n.createWorkflow(workflow);
		const before = await starter.requestsLeft();
		assert.match((await world.n8n.publish(id)) ?? '', /Meeting Assistant Polling Trigger/);
		// n8n tries five times, but only the first try sends requests. One request is the count itself.
		assert.equal(before - (await starter.requestsLeft()) - 1, 3);
	});
});
