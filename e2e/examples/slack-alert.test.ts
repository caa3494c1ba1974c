import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { executionsOf } from './openExample.ts';
import { openExample, withFields } from './openExample.ts';
import { startReceiver } from '../support/localServers.ts';

const { n8n } = world;

const meeting = {
	title: 'Harbour renewal',
	filename: 'harbour.txt',
	text: [
		'Nora Feld: Thank you for the time today, Priya.',
		'Nora Feld: I will send the <draft> contract & annex by Friday, this is urgent.',
		'Priya Raman: Good. I will book the training room some day, no hurry.',
	].join('\n'),
	generateKeyPoints: true,
};

/** The message that Slack gets. */
const alert = (text: string, what: string, details: string) => ({
	text: `High priority: ${text}`,
	blocks: [
		{ type: 'header', text: { type: 'plain_text', text: 'High-priority action item', emoji: false } },
		{ type: 'section', text: { type: 'plain_text', text: what, emoji: false } },
		{ type: 'context', elements: [{ type: 'plain_text', text: details, emoji: false }] },
	],
});

async function open() {
	const slack = await startReceiver();
	const { sandbox, workflow } = await openExample('slack-alert');
	const { id } = await n8n.createWorkflow(withFields(workflow, 'Post to Slack', { url: slack.url }));
	return {
		slack,
		sandbox,
		id,
		async close() {
			await n8n.unpublish(id);
			await sandbox.stop();
			await slack.stop();
		},
	};
}

suite('slack-alert', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('shows a sample before anything is recorded', async () => {
		const { id, slack } = opened;
		assert.equal((await n8n.run(id, 'Action Items Ready')).status, 'success');
		const what = 'Send the contract to Priya';
		assert.deepEqual(slack.received.map(({ body }) => body), [alert(what, what, 'For Nora · Pilot review with Harbour')]);
	});

	test('posts only urgent items, and escapes Slack markup in what was said', async () => {
		const { id, sandbox, slack } = opened;
		assert.equal(await n8n.publish(id), null);
		await sandbox.perform(controls.meetings.import, meeting);
		const [newest] = await executionsOf(id, 2);
		assert.deepEqual([newest?.mode, newest?.status], ['webhook', 'success']);
		const what = 'Nora Feld: I will send the <draft> contract & annex by Friday, this is urgent.';
		const text = 'Nora Feld: I will send the &lt;draft&gt; contract &amp; annex by Friday, this is urgent.';
		assert.deepEqual(slack.received.slice(1).map(({ body }) => body), [alert(text, what, 'For Nora Feld · Harbour renewal')]);
	});
});
