import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { openExample } from './openExample.ts';
import { noPostgres, startPostgres } from './postgres.ts';

const { n8n } = world;

async function open() {
	const postgres = await startPostgres();
	const credential = await n8n.createCredential('Postgres account', 'postgres', postgres.account);
	const { sandbox, workflow } = await openExample('action-items-to-postgres', { available: { postgres: credential } });
	const { id } = await n8n.createWorkflow(workflow);
	return {
		sandbox,
		postgres,
		/** Key, task, owner and whether it is done, as PostgreSQL writes them. */
		async rowsAfterRun() {
			assert.equal((await n8n.run(id, 'Every Evening')).status, 'success');
			return await postgres.query('SELECT dedupe_key, task, owner, done FROM meeting_action_items ORDER BY dedupe_key');
		},
		async close() {
			await sandbox.stop();
			await postgres.stop();
		},
	};
}

suite('action-items-to-postgres', { skip: noPostgres() }, () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('creates its table and writes a row for each action item', async () => {
		const { rowsAfterRun } = opened;
		const rows = await rowsAfterRun();
		assert.ok(rows.length > 1);
		const found = rows.filter(([, task]) => task === 'Order sixteen scanners this week').map(([, ...rest]) => rest);
		assert.deepEqual(found, [['Order sixteen scanners this week', 'Priya Raman', 'f']]);
	});

	test('updates existing rows, adds new ones, and keeps the column “done”', async () => {
		const { postgres, sandbox, rowsAfterRun } = opened;
		const before = await rowsAfterRun();
		await postgres.query(`UPDATE meeting_action_items SET done = true, task = 'Written over by hand'`);
		await sandbox.perform(controls.meetings.import, {
			filename: 'new.txt',
			text: 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.',
			generateKeyPoints: true,
		});
		const rows = await rowsAfterRun();
		const isOld = ([key]: readonly string[]) => before.some(([known]) => known === key);
		assert.deepEqual(rows.filter(isOld), before.map(([key, task, owner]) => [key, task, owner, 't']));
		const added = rows.filter((row) => !isOld(row)).map(([, ...rest]) => rest);
		assert.deepEqual(added, [['Send the offer to Ben by Friday', 'Ana Ruiz', 'f']]);
	});
});
