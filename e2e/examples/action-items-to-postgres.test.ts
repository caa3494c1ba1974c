import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { openExample, runToEnd, withFields } from './openExample.ts';
import { noServers, startPostgres } from './postgres.ts';

const { n8n } = world;

const TRIGGER = 'Every Evening';
const MEETING = 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.';
const NOTHING_TO_DO = { status: 'success', lastNode: 'Nothing to Do', message: '' };

async function open() {
	const postgres = await startPostgres();
	const credential = await n8n.createCredential('Postgres account', 'postgres', postgres.account);
	const { sandbox, startEmpty, workflow } = await openExample('action-items-to-postgres', { available: { postgres: credential } });
	const { id } = await n8n.createWorkflow(workflow);
	return {
		sandbox,
		startEmpty,
		workflow,
		end: () => runToEnd(id, TRIGGER),
		postgres,
		/** Key, task, owner and whether it is done, as PostgreSQL writes them. */
		async rowsAfterRun() {
			assert.equal((await n8n.run(id, TRIGGER)).status, 'success');
			return await postgres.query(`SELECT dedupe_key, task, owner, done FROM meeting_action_items ORDER BY dedupe_key`);
		},
		async close() {
			await sandbox.stop();
			await postgres.stop();
		},
	};
}

suite('action-items-to-postgres', { skip: noServers() }, () => {
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
		assert.deepEqual(found, [['Order sixteen scanners this week', 'Other participant', 'f']]);
	});

	test('updates, adds and marks rows, and keeps the column “done”', async () => {
		const { postgres, sandbox, rowsAfterRun } = opened;
		const before = await rowsAfterRun();
		// Of the newest meeting, which every sync reads.
		const [[changed = ''] = [], [gone = ''] = []] = await postgres.query(`SELECT dedupe_key FROM meeting_action_items ORDER BY meeting_date DESC, dedupe_key LIMIT 2`);
		await postgres.query(`UPDATE meeting_action_items SET done = true`);
		await postgres.query(`UPDATE meeting_action_items SET hash = 'of something else', owner = 'Nobody' WHERE dedupe_key = '${changed}'`);
		// A key that its meeting no longer has.
		await postgres.query(`UPDATE meeting_action_items SET dedupe_key = 'afeedfacefeedface' WHERE dedupe_key = '${gone}'`);
		await sandbox.perform(controls.meetings.import, {
			filename: 'new.txt',
			text: MEETING,
			generateKeyPoints: true,
		});
		const rows = await rowsAfterRun();
		const old = new Map(before.map(([key = '', ...rest]) => [key, rest.slice(0, 2)]));
		const expected = before.map(([key = '']) => [key, ...(old.get(key) ?? []), key === gone ? 'f' : 't']);
		assert.deepEqual(rows.filter(([key = '']) => old.has(key)), expected);
		const others = rows.filter(([key = '']) => !old.has(key) && key !== 'afeedfacefeedface').map(([, ...rest]) => rest);
		assert.deepEqual(others, [['Ana Ruiz: I will send the offer to Ben by Friday.', 'Ana Ruiz', 'f']]);
		const changes = await postgres.query(`SELECT change, done FROM meeting_action_items WHERE dedupe_key IN ('afeedfacefeedface', '${changed}', '${gone}') ORDER BY change`);
		assert.deepEqual(changes, [['changed', 't'], ['created', 'f'], ['disappeared', 't']]);
		assert.deepEqual(await rowsAfterRun(), rows);
	});

	test('leaves rows of unchanged action items alone, and ends at “Nothing to Do”', async () => {
		const { end, postgres } = opened;
		await postgres.query(`UPDATE meeting_action_items SET task = 'Written over by hand'`);
		assert.deepEqual(await end(), NOTHING_TO_DO);
		assert.deepEqual(await postgres.query(`SELECT DISTINCT task FROM meeting_action_items`), [['Written over by hand']]);
	});

	test('writes what it could read, then fails if that was not everything', async () => {
		const { postgres, sandbox, workflow } = opened;
		const { id } = await n8n.createWorkflow(withFields(workflow, 'Sync Action Items', { options: { output: 'together', limits: { maxRequests: 3 } } }));
		await postgres.query('DELETE FROM meeting_action_items');
		await sandbox.perform(controls.meetings.import, { filename: 'latest.txt', text: MEETING, generateKeyPoints: true });
		const { status, message } = await runToEnd(id, TRIGGER);
		assert.equal(status, 'error');
		assert.match(message, /could be read, because this run used up .+ What was found has been written\. Run the workflow again later\.$/);
		assert.deepEqual(await postgres.query(`SELECT task FROM meeting_action_items`), [['Ana Ruiz: I will send the offer to Ben by Friday.']]);
	});

	test('ends at “Nothing to Do” without meetings, and fails without key points', async () => {
		const { end, sandbox, startEmpty } = opened;
		await startEmpty();
		assert.deepEqual(await end(), NOTHING_TO_DO);
		await sandbox.perform(controls.meetings.import, { filename: 'new.txt', text: MEETING });
		const { status, message } = await end();
		assert.equal(status, 'error');
		assert.match(message, /^No action items were found\..+ without saved key points: 1\. Generate them/);
	});
});
