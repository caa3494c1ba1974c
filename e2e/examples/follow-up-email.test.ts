import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { world } from '../support/world.ts';
import { openExample, runToEnd } from './openExample.ts';

const { mailbox, n8n } = world;

const START = 'When clicking ‘Execute workflow’';

suite('follow-up-email', () => {
	test('sends the draft to its owner', async () => {
		const { sandbox, workflow } = await openExample('follow-up-email');
		const { id } = await n8n.createWorkflow(workflow);
		const before = mailbox.mails.length;
		assert.equal((await n8n.run(id, START)).status, 'success');
		const [mail, ...more] = mailbox.mails.slice(before);
		assert.deepEqual(more, []);
		assert.deepEqual([mail?.to].flat().map((to) => to?.text), ['nora.feld@quillbrook.example']);
		assert.match(mail?.text ?? '', /Who gets it: .+\n\nThe most urgent action items:\n- /);
		await sandbox.stop();
	});

	test('fails if there is no meeting yet', async () => {
		const { sandbox, startEmpty, workflow } = await openExample('follow-up-email');
		await startEmpty();
		const { id } = await n8n.createWorkflow(workflow);
		const { status, message } = await runToEnd(id, START);
		assert.equal(status, 'error');
		assert.match(message, /^There is no meeting yet\./);
		await sandbox.stop();
	});
});
