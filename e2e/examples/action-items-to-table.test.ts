import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample } from './openExample.ts';

const { n8n } = world;

const TABLE = 'Meeting action items';

async function open() {
	const { sandbox, workflow } = await openExample('action-items-to-table');
	const { id } = await n8n.createWorkflow(workflow);
	return {
		sandbox,
		async run() {
			assert.equal((await n8n.run(id, 'Every Evening')).status, 'success');
			return await dataTable(TABLE);
		},
		async close() {
			await (await dataTable(TABLE)).remove();
			await sandbox.stop();
		},
	};
}

const keysOf = (rows: readonly { dedupeKey?: unknown }[]) => rows.map(({ dedupeKey }) => dedupeKey).sort();

suite('action-items-to-table', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('creates its table and writes a row for each action item', async () => {
		const rows = await (await opened.run()).rows();
		assert.ok(rows.length > 1);
		assert.equal(new Set(keysOf(rows)).size, rows.length);
		const tasks = rows.map(({ task, owner, meeting, done }) => ({ task, owner, meeting, done }));
		const meeting = 'Harbour Bakery: pilot review and next steps';
		assert.ok(tasks.some((row) => isDeepStrictEqual(row, { task: 'Order sixteen scanners this week', owner: 'Priya Raman', meeting, done: null })));
	});

	test('updates existing rows, adds new ones, and keeps the column “done”', async () => {
		const table = await opened.run();
		const before = await table.rows();
		const key = String(before[0]?.dedupeKey);
		await table.update('dedupeKey', key, { done: true, task: 'Written over by hand' });
		await opened.sandbox.perform(controls.meetings.import, {
			filename: 'new.txt',
			text: 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.',
			generateKeyPoints: true,
		});
		const rows = await (await opened.run()).rows();
		const added = rows.filter(({ dedupeKey }) => !keysOf(before).includes(dedupeKey));
		assert.deepEqual(added.map(({ task, owner }) => ({ task, owner })), [{ task: 'Send the offer to Ben by Friday', owner: 'Ana Ruiz' }]);
		assert.equal(rows.length, before.length + 1);
		const changed = rows.find(({ dedupeKey }) => dedupeKey === key);
		assert.deepEqual([changed?.task, changed?.done], [before[0]?.task, true]);
	});
});
