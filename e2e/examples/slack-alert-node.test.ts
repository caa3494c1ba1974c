import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { executionsOf, openExample, runToEnd, withFields } from './openExample.ts';

const { n8n, standInFor } = world;

const TRIGGER = 'Action Items Ready';
const CHANNEL = 'C0123ABCD';

const Message = z.object({
	channel: z.string(),
	text: z.string(),
	blocks: z.array(z.object({ text: z.object({ text: z.string() }).optional(), elements: z.array(z.object({ text: z.string() })).optional() })),
});

const meeting = {
	title: 'Harbour renewal',
	filename: 'harbour.txt',
	text: [
		'Nora Feld: I will send the <draft> contract & annex by Friday, this is urgent.',
		'Priya Raman: I will send the training plan by Monday, this is urgent.',
		'Priya Raman: Good. I will book the training room some day, no hurry.',
	].join('\n'),
	generateKeyPoints: true,
};

async function open() {
	const calls = standInFor('slack.com', () => ({ body: { ok: true, channel: CHANNEL, ts: '1700000000.000100' } }));
	const slackApi = await n8n.createCredential('Slack account', 'slackApi', { accessToken: 'xoxb-local' });
	const { sandbox, workflow } = await openExample('slack-alert-node', { available: { slackApi } });
	const channelId = { __rl: true, mode: 'id', value: CHANNEL };
	const { id } = await n8n.createWorkflow(withFields(workflow, 'Post to Slack', { channelId }));
	return {
		calls,
		id,
		sandbox,
		workflow,
		/** The text of a message, without its layout. */
		message(index: number) {
			const { channel, text, blocks } = Message.parse(calls[index]?.body);
			return { channel, text, lines: blocks.map((block) => block.text?.text ?? block.elements?.[0]?.text) };
		},
		async close() {
			await n8n.unpublish(id);
			await sandbox.stop();
		},
	};
}

suite('slack-alert-node', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('shows a sample before anything is recorded', async () => {
		const { calls, id, message } = opened;
		assert.equal((await n8n.run(id, TRIGGER)).status, 'success');
		assert.deepEqual(calls.map(({ request, authorization }) => [request, authorization]), [['POST /api/chat.postMessage', 'Bearer xoxb-local']]);
		assert.deepEqual(message(0), {
			channel: CHANNEL,
			text: 'High priority: Send the contract to Priya',
			lines: ['High-priority action items', 'Send the contract to Priya', 'For Nora · Pilot review with Harbour'],
		});
	});

	test('posts the urgent items of a call in one message', async () => {
		const { calls, id, message, sandbox } = opened;
		assert.equal(await n8n.publish(id), null);
		await sandbox.perform(controls.meetings.import, meeting);
		const [newest] = await executionsOf(id, 2);
		assert.deepEqual([newest?.mode, newest?.status], ['webhook', 'success']);
		assert.equal(calls.length, 2);
		const { lines, text } = message(1);
		assert.equal(text, '2 high-priority action items');
		assert.ok(lines.includes('Nora Feld: I will send the <draft> contract & annex by Friday, this is urgent.'));
		assert.ok(lines.includes('For Priya Raman · Harbour renewal'));
		assert.equal(lines.length, 5);
	});

	test('fails if Slack refuses the message, and if no channel is chosen', async () => {
		const { id, workflow } = opened;
		standInFor('slack.com', () => ({ body: { ok: false, error: 'not_in_channel' } }));
		assert.match((await runToEnd(id, TRIGGER)).message, /not_in_channel/);
		const unset = await n8n.createWorkflow(workflow);
		assert.match((await runToEnd(unset.id, TRIGGER)).message, /Channel.*required/);
	});
});
