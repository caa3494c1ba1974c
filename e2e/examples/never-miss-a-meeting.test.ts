import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { executionsOf, openExample, withFields, withNode } from './openExample.ts';
import { startReceiver } from '../support/localServers.ts';

const { n8n } = world;

async function open() {
	const work = await startReceiver();
	const { sandbox, workflow } = await openExample('never-miss-a-meeting');
	const jsonBody = '={{ { key: $json.dedupeKey } }}';
	const post = { method: 'POST', url: work.url, sendBody: true, specifyBody: 'json', jsonBody, options: {} };
	// Makes both triggers emit the same meeting, and soon.
	const quicker = withFields(workflow, 'Every Five Minutes', {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		options: { leaveMinutes: 0, repeatAfterRestart: true },
	});
	const { id } = await n8n.createWorkflow(
		withNode(quicker, 'Your Work Here', { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: post }),
	);
	return {
		work,
		sandbox,
		id,
		async close() {
			await n8n.unpublish(id);
			await sandbox.stop();
			await work.stop();
		},
	};
}

suite('never-miss-a-meeting', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('runs its steps once for a meeting that both triggers emit', async () => {
		const { id, sandbox, work } = opened;
		assert.equal(await n8n.publish(id), null);
		const { conversationId } = await sandbox.perform(controls.meetings.import, {
			text: 'Ana Ruiz: Shall we begin?\nBen Low: Yes.',
			filename: 'new.txt',
		});
		const executions = await executionsOf(id, 2);
		assert.deepEqual(executions.map(({ mode, status }) => [mode, status]), [['trigger', 'success'], ['webhook', 'success']]);
		assert.deepEqual(work.received.map(({ body }) => body), [{ key: `conversation.created:${conversationId}` }]);
	});

	test('fails until its placeholder is replaced, and marks nothing as done', async () => {
		const { sandbox, workflow } = await openExample('never-miss-a-meeting');
		const { id } = await n8n.createWorkflow(workflow);
		assert.equal(await n8n.publish(id), null);
		await sandbox.perform(controls.meetings.import, { text: 'Ana Ruiz: Shall we begin?\nBen Low: Yes.', filename: 'new.txt' });
		const [execution] = await executionsOf(id);
		assert.equal(execution?.status, 'error');
		assert.deepEqual(await (await dataTable(`meeting-events-done-${id}`)).rows(), []);
		await n8n.unpublish(id);
		await sandbox.stop();
	});
});
