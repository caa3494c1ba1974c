import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { controls } from '../sandbox/control/index.ts';
import { importable } from './importable.ts';
import { world } from './world.ts';

const { mailbox, n8n, sandbox } = world;
const { example, examples, known } = await importable(world);

const executions = async (id: string, count: number) => {
	for (let tries = 0; tries < 60; tries++) {
		const found = await n8n.executions(id);
		if (found.length >= count && found.every(({ status }) => status === 'success')) return found;
		await wait(250);
	}
	return await n8n.executions(id);
};

suite('Examples', () => {
	for (const { key, workflow } of examples) {
		test(`${key} is imported, made of nodes that this n8n has`, async () => {
			const { id } = await n8n.createWorkflow(workflow);
			assert.notEqual(id, '');
			const unknown = workflow.nodes.map(({ type }) => type).filter((type) => !known.has(type));
			assert.deepEqual(unknown, []);
		});
	}

	test('follow-up-email sends the draft to its owner', async () => {
		const workflow = example('follow-up-email');
		const { id } = await n8n.createWorkflow(workflow);
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('manualTrigger'));
		const { status } = await n8n.run(id, trigger?.name ?? '');
		assert.equal(status, 'success');
		const [mail] = mailbox.mails;
		assert.match(mail?.text ?? '', /action items/);
	});

	test('never-miss-a-meeting starts once for a meeting that both of its triggers tell of', async () => {
		const { id } = await n8n.createWorkflow(example('never-miss-a-meeting'));
		assert.equal(await n8n.publish(id), null);
		await sandbox.perform(controls.meetings.import, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt' });
		const found = await executions(id, 1);
		assert.deepEqual(found.map(({ status, mode }) => ({ status, mode })), [{ status: 'success', mode: 'webhook' }]);
		await n8n.unpublish(id);
	});
});
