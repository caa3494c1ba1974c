import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample } from './openExample.ts';

const { n8n } = world;

const TABLE = 'Synced action items';

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
		const tasks = rows.map(({ change, item, owner, conversationTitle, done }) => ({ change, item, owner, conversationTitle, done }));
		const conversationTitle = 'Quillbrook pilot: trial review and next steps';
		const item = 'Send the Eastport scanner logs by Friday noon';
		assert.ok(tasks.some((row) => isDeepStrictEqual(row, { change: 'created', item, owner: 'Priya Raman', conversationTitle, done: null })));
	});

	test('leaves rows of unchanged action items alone', async () => {
		const table = await opened.run();
		const before = await table.rows();
		const key = String(before.at(-1)?.dedupeKey);
		await table.update('dedupeKey', key, { item: 'Written over by hand' });
		const rows = await (await opened.run()).rows();
		assert.equal(rows.length, before.length);
		assert.equal(rows.find(({ dedupeKey }) => dedupeKey === key)?.item, 'Written over by hand');
	});

	test('updates, adds and marks rows, and keeps the column “done”', async () => {
		const table = await opened.run();
		const before = await table.rows();
		const [changed, gone] = before.map(({ dedupeKey }) => String(dedupeKey));
		await table.update('dedupeKey', changed ?? '', { done: true, hash: 'of something else', owner: 'Nobody' });
		// A key that its meeting does not have any more.
		await table.update('dedupeKey', gone ?? '', { done: true, dedupeKey: 'feedfacefeedface' });
		await opened.sandbox.perform(controls.meetings.import, {
			filename: 'new.txt',
			text: 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.',
			generateKeyPoints: true,
		});
		const rows = await (await opened.run()).rows();
		const rowOf = (key: string | undefined) => {
			const { change, item, owner, done } = rows.find(({ dedupeKey }) => dedupeKey === key) ?? {};
			return { change, item, owner, done };
		};
		const was = (index: number) => ({ item: before[index]?.item, owner: before[index]?.owner });
		assert.deepEqual(rowOf(changed), { change: 'changed', ...was(0), done: true });
		assert.deepEqual(rowOf('feedfacefeedface'), { change: 'disappeared', ...was(1), done: true });
		assert.deepEqual(rowOf(gone), { change: 'created', ...was(1), done: null });
		const added = rows.filter(({ dedupeKey }) => ![...keysOf(before), 'feedfacefeedface'].includes(dedupeKey));
		assert.deepEqual(added.map(({ item, owner }) => ({ item, owner })), [{ item: 'Send the offer to Ben by Friday', owner: 'Ana Ruiz' }]);
		assert.equal(rows.length, before.length + 2);
		assert.deepEqual(await (await opened.run()).rows(), rows);
	});
});
