import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Named } from '../scripts/n8n/n8nApi.ts';
import { FOREIGN, openLedger, type Expected } from './support/webhookLedger.ts';
import type { Account } from './support/triggerWorld.ts';
import { until } from './support/until.ts';
import { bothTriggers, CREATED, instantWorkflow } from './support/workflows.ts';
import { startTriggerWorld, type TriggerWorld } from './support/triggerWorld.ts';

const SHARED = ['conversation.shared', 'transcript.ready'];

/** Younger webhooks are left alone: their secret may be about to be stored. */
const SETTLING_MS = 30_000;

suite('The webhooks at the service after each step in the life of an instant trigger', () => {
	const ledger = openLedger();
	let world: TriggerWorld;
	let account: Account;
	let credential: Named;
	before(async () => {
		world = await startTriggerWorld();
		account = world.service.account('enterprise');
		credential = await world.credentialOf('enterprise', account);
		await account.register(FOREIGN);
	});
	after(async () => {
		ledger.print();
		await world.stop();
	});

	const step = (name: string, act: () => Promise<unknown>, expected: () => Expected, dead = 0): void =>
		void test(name, async () => {
			await act();
			await ledger.check(name, expected(), { of: account, dead });
		});
	const at = (webhookId: string, events: readonly string[] = CREATED): Expected => ({ [world.urlOf(webhookId)]: events });
	const none = (): Expected => ({});

	const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
	let first = '';
	let other = '';
	const create = async (name: string, webhookId: string, events = CREATED): Promise<string> =>
		(await world.n8n.createWorkflow(instantWorkflow(name, { webhookId, credential, events }))).id;
	const change = async (events: readonly string[], name?: string): Promise<unknown> => {
		await world.n8n.changeWorkflow(first, instantWorkflow('first', { webhookId: one, credential, events, name }));
		return await publish(first);
	};
	const publish = async (id: string): Promise<void> => assert.equal(await world.n8n.publish(id), null);
	const unpublish = (id: string) => world.n8n.unpublish(id);

	step('saved, not published', async () => (first = await create('first', one)), none);
	step('published', () => publish(first), () => at(one));
	step('unpublished', () => unpublish(first), none);
	step('published again', () => publish(first), () => at(one));
	step('events changed', () => change(SHARED), () => at(one, SHARED));
	step('renamed', () => change(CREATED, 'Renamed'), () => at(one));

	step('duplicated', async () => (other = await create('copy', two)), () => at(one));
	step('duplicate published', () => publish(other), () => ({ ...at(one), ...at(two) }));
	step('duplicate unpublished', () => unpublish(other), () => at(one));
	step('imported twice', async () => (other = await create('again', one, SHARED)), () => at(one));
	step('second import published', () => world.n8n.publish(other).catch(() => 'n8n refuses'), () => at(one));
	step('second import deleted', () => world.archive(other).then(() => world.remove(other)), () => at(one));

	step('service down when unpublished', async () => {
		await world.service.down();
		await unpublish(first);
		await world.service.up();
	}, () => at(one), 1);
	step('published after that', () => publish(first), () => at(one));
	step('service down for four seconds when published', async () => {
		await unpublish(first);
		await world.service.down();
		const published = publish(first);
		await wait(4000);
		await world.service.up();
		await published;
	}, () => at(one));
	step('service down for good when published', async () => {
		await unpublish(first);
		await world.service.down();
		assert.match((await world.n8n.publish(first)) ?? '', /could not be registered/);
		await world.service.up();
	}, none);
	step('published once it is back', () => unpublish(first).then(() => publish(first)), () => at(one));

	step('n8n killed and started', () => world.host.stop('SIGKILL').then(world.host.start), () => at(one));
	step('published anew after a backup', async () => {
		await world.host.stop();
		world.backUp();
		await world.host.start();
		await unpublish(first);
		await publish(first);
	}, () => at(one));
	step('backup restored: the first delivery', async () => {
		await world.host.stop();
		world.restore();
		await world.host.start();
		await wait(SETTLING_MS);
	}, () => at(one), 1);
	step('and after it', () => wait(3000), () => at(one));
	step('archived', () => world.archive(first).then(() => wait(2000)), none);
	step('deleted', () => world.remove(first), none);

	const both = bothTriggers('both');
	step('both triggers published', async () => {
		other = (await world.n8n.createWorkflow(both({ webhookId: three, credential }))).id;
		await publish(other);
	}, () => at(three));
	step('of both, the instant one changed', async () => {
		await world.n8n.changeWorkflow(other, both({ webhookId: three, credential, events: SHARED }));
		await publish(other);
	}, () => at(three, SHARED));
	step('and the other writes what it had stored', async () => {
		await account.record('New');
		await until('a poll', async () => (await world.n8n.executions(other)).some(({ mode }) => mode === 'trigger'));
	}, () => at(three, SHARED));
	step('both triggers unpublished', () => unpublish(other), none);
});
