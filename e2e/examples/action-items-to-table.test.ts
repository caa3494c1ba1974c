import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample, runToEnd, withFields } from './openExample.ts';

const { n8n } = world;

const TABLE = 'Meeting action items';
const MEETING = 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.';

async function open() {
	const { sandbox, startEmpty, workflow } = await openExample('action-items-to-table');
	const { id } = await n8n.createWorkflow(workflow);
	return {
		id,
		workflow,
		sandbox,
		startEmpty,
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
			text: MEETING,
			generateKeyPoints: true,
		});
		const rows = await (await opened.run()).rows();
		const added = rows.filter(({ dedupeKey }) => !keysOf(before).includes(dedupeKey));
		assert.deepEqual(added.map(({ task, owner }) => ({ task, owner })), [{ task: 'Send the offer to Ben by Friday', owner: 'Ana Ruiz' }]);
		assert.equal(rows.length, before.length + 1);
		const changed = rows.find(({ dedupeKey }) => dedupeKey === key);
		assert.deepEqual([changed?.task, changed?.done], [before[0]?.task, true]);
	});

	test('writes what it could read, and fails if that was not everything', async () => {
		const { sandbox, workflow } = opened;
		const { id } = await n8n.createWorkflow(withFields(workflow, 'Find Action Items', { limits: { maxRequests: 2 } }));
		await (await dataTable(TABLE)).remove();
		await sandbox.perform(controls.meetings.import, { filename: 'latest.txt', text: MEETING, generateKeyPoints: true });
		const { status, message } = await runToEnd(id, 'Every Evening');
		assert.equal(status, 'error');
		assert.match(message, /^Not all meetings from the last 7 days could be read, because this run used up/);
		assert.equal((await (await dataTable(TABLE)).rows()).length, 1);
	});

	test('ends at “Nothing to Do” without meetings, and fails without key points', async () => {
		const { id, sandbox, startEmpty } = opened;
		await startEmpty();
		assert.deepEqual(await runToEnd(id, 'Every Evening'), { status: 'success', lastNode: 'Nothing to Do', message: '' });
		await sandbox.perform(controls.meetings.import, { filename: 'new.txt', text: MEETING });
		const { status, message } = await runToEnd(id, 'Every Evening');
		assert.equal(status, 'error');
		assert.match(message, /without saved key points: 1\. Generate them/);
	});
});
