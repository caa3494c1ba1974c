import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { world } from '../support/world.ts';
import { openExample } from './openExample.ts';

const { mailbox, n8n } = world;

suite('follow-up-email', () => {
	test('sends the draft to its owner', async () => {
		const { sandbox, workflow } = await openExample('follow-up-email');
		const { id } = await n8n.createWorkflow(workflow);
		const before = mailbox.mails.length;
		assert.equal((await n8n.run(id, 'When clicking ‘Execute workflow’')).status, 'success');
		const [mail, ...more] = mailbox.mails.slice(before);
		assert.deepEqual(more, []);
		assert.deepEqual([mail?.to].flat().map((to) => to?.text), ['nora.feld@quillbrook.example']);
		assert.match(mail?.text ?? '', /the most urgent action items:\n- /);
		await sandbox.stop();
	});
});
