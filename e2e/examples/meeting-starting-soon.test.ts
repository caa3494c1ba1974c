import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { executionsOf } from './openExample.ts';
import { openExample, withFields } from './openExample.ts';
import { startReceiver } from '../support/localServers.ts';

const { n8n } = world;

const Message = z.object({ text: z.string(), blocks: z.array(z.object({ type: z.string() }).loose()) });

async function open() {
	const channel = await startReceiver();
	const { sandbox, workflow } = await openExample('meeting-starting-soon');
	const { id } = await n8n.createWorkflow(withFields(workflow, 'Post to Channel', { url: channel.url }));
	return {
		channel,
		sandbox,
		id,
		newest: () => Message.parse(channel.received.at(-1)?.body),
		async close() {
			await n8n.unpublish(id);
			await sandbox.stop();
			await channel.stop();
		},
	};
}

suite('meeting-starting-soon', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('shows the briefing for the next meeting', async () => {
		const { id, newest } = opened;
		assert.equal((await n8n.run(id, 'Meeting Starting Soon')).status, 'success');
		const { text, blocks } = newest();
		assert.match(text, /^Fairway Rentals: follow-up call\. Starts (on \d{1,2} \w+ at \d\d:[03]0\.|at \d\d:[03]0, in \d+ minutes?\.)/);
		assert.match(JSON.stringify(blocks), /Marcus Bell/);
	});

	test('posts it once, in time, when the workflow is published', async () => {
		const { channel, id, newest, sandbox } = opened;
		const start = new Date(Date.now() + 10 * 60_000).toISOString();
		const attendees = [{ name: 'Somebody New', email: 'new@example.com' }];
		await sandbox.perform(controls.calendar.add, { title: 'Tannery <kick-off> & plan', start, attendees });
		assert.equal(await n8n.publish(id), null);
		const [execution] = await executionsOf(id, 2);
		assert.deepEqual([execution?.mode, execution?.status], ['trigger', 'success']);
		assert.match(newest().text, /^Tannery &lt;kick-off&gt; &amp; plan\. Starts at \d\d:\d\d, in 10 minutes/);
		assert.match(JSON.stringify(newest().blocks), /Not met before.*Somebody New/);
		assert.equal(channel.received.length, 2);
	});

	test('still announces the start if people cannot be looked up', async () => {
		const { id, newest, sandbox } = opened;
		await sandbox.perform(controls.faults.add, { kind: 'internal-error', path: '/api/v1/contacts' });
		assert.equal((await n8n.run(id, 'Meeting Starting Soon')).status, 'success');
		const { text, blocks } = newest();
		assert.match(text, /in \d+ minutes\. Something went wrong on the server/);
		assert.deepEqual(blocks.map(({ type }) => type), ['context', 'section']);
	});
});
