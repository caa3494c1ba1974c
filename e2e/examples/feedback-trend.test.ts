import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample, runToEnd, withFields } from './openExample.ts';

const { n8n } = world;

const TABLE = 'Feedback scores by meeting';
const CALL = 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: Good.';

async function open() {
	const { sandbox, client, workflow } = await openExample('feedback-trend');
	const creditsUsed = async () => (await client.user.profile()).data.apiUsage.aiGenerations.used;
	return {
		sandbox,
		saved: await n8n.createWorkflow(workflow),
		made: await n8n.createWorkflow(withFields(workflow, 'Saved Feedback', { operation: 'generate' })),
		/** Runs the workflow. Resolves with the rows of the table and the credits spent. */
		async run({ id }: { readonly id: string }) {
			const before = await creditsUsed();
			assert.equal((await n8n.run(id, 'Every Friday')).status, 'success');
			return { rows: await (await dataTable(TABLE)).rows(), spent: (await creditsUsed()) - before };
		},
		async close() {
			await (await dataTable(TABLE)).remove();
			await sandbox.stop();
		},
	};
}

suite('feedback-trend', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('says that there was nothing to do, and fails if no call has feedback', async () => {
		const { sandbox, startEmpty, workflow } = await openExample('feedback-trend');
		await startEmpty();
		const { id } = await n8n.createWorkflow(workflow);
		const nothing = { status: 'success', lastNode: 'No Meetings in 30 Days', message: '' };
		assert.deepEqual(await runToEnd(id, 'Every Friday'), nothing);
		await sandbox.perform(controls.meetings.import, { filename: 'call.txt', text: CALL });
		const { status, message } = await runToEnd(id, 'Every Friday');
		assert.equal(status, 'error');
		assert.match(message, /^None of your calls from the last 30 days has saved feedback/);
		await sandbox.stop();
	});

	test('writes a row for each call with feedback, skips the others, and uses no credit', async () => {
		const { run, saved } = opened;
		const { rows, spent } = await run(saved);
		assert.equal(spent, 0);
		assert.ok(rows.length > 10);
		assert.ok(rows.every(({ topPriority }) => String(topPriority).length > 10));
	});

	test('generates missing feedback when set to', async () => {
		const { made, run, saved } = opened;
		const before = (await run(saved)).rows.length;
		const { rows, spent } = await run(made);
		assert.ok(spent > 0);
		assert.equal(rows.length, before + spent);
		for (const { overallScore, clarity, date } of rows) {
			assert.ok(Number(overallScore) > 0 && Number(clarity) > 0 && Date.parse(String(date)) > 0);
		}
	});

	test('reads saved feedback without a credit, and writes no row twice', async () => {
		const { made, run, saved } = opened;
		const { rows } = await run(made);
		const again = await run(saved);
		assert.equal(again.spent, 0);
		assert.deepEqual(again.rows.map(({ conversationId }) => conversationId), rows.map(({ conversationId }) => conversationId));
	});

	test('fails on errors other than missing feedback', async () => {
		const { sandbox, saved } = opened;
		sandbox.faults.add({ kind: 'rate-limited', path: '/api/v1/conversations/{id}/feedback' });
		assert.equal((await n8n.run(saved.id, 'Every Friday')).status, 'error');
	});
});
