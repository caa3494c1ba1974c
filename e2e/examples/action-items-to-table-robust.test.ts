import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { controls } from '../../sandbox/control/index.ts';
import { api } from '../../src/api/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample, runToEnd, withFields } from './openExample.ts';

const { n8n } = world;

const TRIGGER = 'Every Evening';
const TABLE = 'Action items kept in sync';
/** After a weekend, the sample’s meetings are older than two days, and not read again by each sync. */
const RECENT = 'Ana Ruiz: I will book the room by Friday.\nBen Low: I will call the printer by Monday.\nAna Ruiz: I will write the minutes by Thursday.';
const MEETING = 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.';

async function open() {
	const { sandbox, startEmpty, workflow } = await openExample('action-items-to-table-robust');
	await sandbox.perform(controls.meetings.import, { filename: 'first.txt', text: RECENT, generateKeyPoints: true });
	const { id } = await n8n.createWorkflow(workflow);
	const end = () => runToEnd(id, TRIGGER);
	return {
		sandbox,
		startEmpty,
		workflow,
		end,
		/** The path of the key points of the latest meeting with rows, which every sync reads. */
		async pathOfOneMeeting(): Promise<string> {
			const rows = (await itemsOf(await dataTable(TABLE))).toSorted((one, other) => String(other.conversationDate).localeCompare(String(one.conversationDate)));
			return api.keyPoints.get.path.replace('{id}', String(rows[0]?.conversationId));
		},
		/** How a run ends after a new meeting, and how many rows it adds. */
		async added(run: () => ReturnType<typeof end>) {
			const table = await dataTable(TABLE);
			const before = await itemsOf(table);
			await sandbox.perform(controls.meetings.import, { filename: 'latest.txt', text: MEETING, generateKeyPoints: true });
			const ending = await run();
			const rows = await itemsOf(table);
			assert.deepEqual(rows.slice(0, before.length), before);
			return { ...ending, rows: rows.length - before.length };
		},
		async run() {
			assert.equal((await n8n.run(id, TRIGGER)).status, 'success');
			return await dataTable(TABLE);
		},
		async close() {
			await (await dataTable(TABLE)).remove();
			await sandbox.stop();
		},
	};
}

const itemsOf = async (table: Awaited<ReturnType<typeof dataTable>>) => await table.rows();

const NOTHING_TO_DO = { status: 'success', lastNode: 'Nothing to Do', message: '' };

const keysOf = (rows: readonly { dedupeKey?: unknown }[]) => rows.map(({ dedupeKey }) => dedupeKey).sort();

suite('action-items-to-table-robust', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('creates its table and writes a row for each action item', async () => {
		const rows = await itemsOf(await opened.run());
		assert.ok(rows.length > 1);
		assert.equal(new Set(keysOf(rows)).size, rows.length);
		assert.ok(rows.some(({ ownerEmail }) => /^[^@]+@[^@]+$/.test(String(ownerEmail))));
		const tasks = rows.map(({ change, item, owner, conversationTitle, done }) => ({ change, item, owner, conversationTitle, done }));
		const conversationTitle = 'Harbour Bakery: pilot review and next steps';
		const item = 'Order sixteen scanners this week';
		assert.ok(tasks.some((row) => isDeepStrictEqual(row, { change: 'created', item, owner: 'Other participant', conversationTitle, done: null })));
	});

	test('leaves rows of unchanged action items alone, and ends at “Nothing to Do”', async () => {
		const table = await opened.run();
		const before = await itemsOf(table);
		const key = String(before.at(-1)?.dedupeKey);
		await table.update('dedupeKey', key, { item: 'Written over by hand' });
		assert.deepEqual(await opened.end(), NOTHING_TO_DO);
		const rows = await itemsOf(table);
		assert.equal(rows.length, before.length);
		assert.equal(rows.find(({ dedupeKey }) => dedupeKey === key)?.item, 'Written over by hand');
	});

	test('updates, adds and marks rows, and keeps the column “done”, what was edited, and rows added by hand', async () => {
		const table = await opened.run();
		const before = await itemsOf(table);
		const [changed, gone, replaced] = before.map(({ dedupeKey }) => String(dedupeKey));
		await table.update('dedupeKey', changed ?? '', { done: true, hash: 'of something else', owner: 'Nobody' });
		// A key that its meeting no longer has.
		await table.update('dedupeKey', gone ?? '', { done: true, dedupeKey: 'afeedfacefeedface' });
		const edited = { item: 'Edited', owner: 'Bruno', dueDate: '2026-12-05' };
		await table.update('dedupeKey', 'afeedfacefeedface', edited);
		await table.update('dedupeKey', replaced ?? '', { dedupeKey: null, item: 'Call Rosa back' });
		await opened.sandbox.perform(controls.meetings.import, {
			filename: 'new.txt',
			text: MEETING,
			generateKeyPoints: true,
		});
		const rows = await itemsOf(await opened.run());
		const rowOf = (key: string | undefined) => {
			const { change, item, owner, dueDate, done } = rows.find(({ dedupeKey }) => dedupeKey === key) ?? {};
			return { change, item, owner, dueDate, done };
		};
		const was = (index: number) => ({ item: before[index]?.item, owner: before[index]?.owner, dueDate: before[index]?.dueDate });
		assert.deepEqual(rowOf(changed), { change: 'changed', ...was(0), done: true });
		assert.deepEqual(rowOf('afeedfacefeedface'), { change: 'disappeared', ...edited, done: true });
		assert.deepEqual(rowOf(gone), { change: 'created', ...was(1), done: null });
		assert.deepEqual(rowOf(replaced), { change: 'created', ...was(2), done: null });
		assert.ok(rows.some(({ dedupeKey, item }) => dedupeKey === null && item === 'Call Rosa back'));
		const added = rows.filter(({ dedupeKey }) => ![...keysOf(before), 'afeedfacefeedface', null].includes(dedupeKey));
		assert.deepEqual(added.map(({ item, owner }) => ({ item, owner })), [{ item: 'I will send the offer to Ben by Friday.', owner: 'Ana Ruiz' }]);
		assert.equal(rows.length, before.length + 3);
		assert.deepEqual(await itemsOf(await opened.run()), rows);
	});

	test('writes what it could read, then fails if the run’s requests are used up', async () => {
		const { added, workflow } = opened;
		const { id } = await n8n.createWorkflow(withFields(workflow, 'Sync Action Items', { options: { output: 'together', withOwnerEmail: true, limits: { maxRequests: 3 } } }));
		const { status, message, rows } = await added(() => runToEnd(id, TRIGGER));
		assert.deepEqual([status, rows], ['error', 1]);
		assert.match(message, /could be read, because this run used up .+ What was found has been written\. Run the workflow again later\.$/);
	});

	test('writes what it could read, then fails if a meeting could not be read', async () => {
		const { added, end, sandbox } = opened;
		await sandbox.perform(controls.faults.add, { kind: 'internal-error', path: await opened.pathOfOneMeeting() });
		const { status, message, rows } = await added(end);
		await sandbox.perform(controls.faults.clear, {});
		assert.deepEqual([status, rows], ['error', 1]);
		assert.match(message, /could be read: .+[^.]\. What was found has been written\./);
	});

	// n8n then sends no request with this key until the hour ends, so the next test uses another key.
	test('writes what it could read, then fails if the service refuses requests until the next hour', async () => {
		const { added, end, sandbox } = opened;
		await sandbox.perform(controls.faults.add, { kind: 'rate-limited', path: await opened.pathOfOneMeeting() });
		const { status, message, rows } = await added(end);
		await sandbox.perform(controls.faults.clear, {});
		assert.deepEqual([status, rows], ['error', 1]);
		assert.match(message, /could be read, because this hour’s requests are used up\. .+ again after \d+ \w+, \d\d:\d\d\.$/);
	});

	test('ends at “Nothing to Do” without meetings, and fails without key points', async () => {
		const { end, sandbox, startEmpty } = opened;
		await startEmpty();
		assert.deepEqual(await end(), NOTHING_TO_DO);
		await sandbox.perform(controls.meetings.import, { filename: 'new.txt', text: MEETING });
		const { status, message } = await end();
		assert.equal(status, 'error');
		assert.match(message, /^No action items were found\..+ without saved key points: 1\. Generate them/);
		await sandbox.perform(controls.meetings.import, { filename: 'newer.txt', text: MEETING, generateKeyPoints: true });
		assert.deepEqual([(await end()).lastNode, await end()], ['Write Row', NOTHING_TO_DO]);
	});
});
