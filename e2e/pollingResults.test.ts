import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { connect } from '../packages/client/index.ts';
import { startSandbox, type Sandbox } from '../sandbox/index.ts';
import { controls } from '../sandbox/control/index.ts';
import type { Named } from '../scripts/n8n/n8nApi.ts';
import { fillService } from '../scripts/n8n/service.ts';
import { startReceiver } from './support/localServers.ts';
import { CREATED, pollingTrigger } from './support/workflows.ts';
import { CREDENTIAL } from './support/startWorld.ts';
import { world } from './support/world.ts';

const { n8n } = world;

const Told = z.object({
	event: z.string(),
	data: z.looseObject({ title: z.string().optional(), overallScore: z.number().optional() }),
	actionItem: z.looseObject({ owner: z.string().nullable() }).optional(),
});

const triggerOf = (credential: Named) =>
	pollingTrigger(credential, {
		events: ['conversation.keypoints.ready', 'conversation.action_items.ready', 'conversation.feedback.ready'],
		filters: { ownerContains: 'ruiz' },
	});

function workflowOf(trigger: { readonly name: string; readonly parameters: object }, url: string) {
	const post = {
		id: 'post',
		name: 'Post',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [220, 0],
		parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '={{ $json }}', options: {} },
	};
	const connections = { [trigger.name]: { main: [[{ node: 'Post', type: 'main', index: 0 }]] } };
	return { name: 'Polling', nodes: [trigger, post], connections };
}

const LINE = 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: I will call Acme about the contract tomorrow.\n';

/** Feedback needs ten segments. */
const SMALL_TALK = 'Ana Ruiz: The weather is fine here.\nBen Low: It is raining here.\n'.repeat(5);

suite('The polling trigger of a published workflow', () => {
	let sandbox: Sandbox;
	let account: { readonly apiKey: string; readonly baseUrl: string };
	let receiver: Awaited<ReturnType<typeof startReceiver>>;
	let trigger: ReturnType<typeof triggerOf>;
	let id = '';
	// Not in the body of the suite, because the bodies of all suites run first.
	before(async () => {
		sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true });
		account = { apiKey: await fillService(sandbox), baseUrl: sandbox.url };
		receiver = await startReceiver();
		const credential = await n8n.createCredential('Account for polling', CREDENTIAL, account);
		trigger = triggerOf(credential);
		({ id } = await n8n.createWorkflow(workflowOf(trigger, receiver.url)));
	});
	after(async () => {
		await n8n.unpublish(id);
		await receiver.stop();
		await sandbox.stop();
	});

	const record = (title: string) =>
		sandbox.perform(controls.meetings.import, { filename: 'new.txt', text: LINE + SMALL_TALK, title, generateKeyPoints: true });

	test('emits key points, the action items of one owner, and feedback, once each', async () => {
		assert.equal(await n8n.publish(id), null);
		const { conversationId } = await record('Offer');
		await connect(account).feedback.generate({ id: conversationId });
		const told = (await receiver.first(3)).map(({ body }) => Told.parse(body));
		const shown = told.map(({ event, data, actionItem }) => [event, actionItem?.owner ?? data.title ?? typeof data.overallScore]);
		assert.deepEqual(shown.toSorted(), [
			['conversation.action_items.ready', 'Ana Ruiz'],
			['conversation.feedback.ready', 'number'],
			['conversation.keypoints.ready', 'Offer'],
		]);
	});

	test('resumes where it was after its node is renamed', async () => {
		await record('Renewal');
		await n8n.changeWorkflow(id, workflowOf({ ...trigger, name: 'Recordings' }, receiver.url));
		assert.equal(await n8n.publish(id), null);
		const told = (await receiver.first(5)).slice(3).map(({ body }) => Told.parse(body));
		assert.deepEqual(told.map(({ event }) => event).toSorted(), ['conversation.action_items.ready', 'conversation.keypoints.ready']);
		assert.deepEqual(told.flatMap(({ data }) => data.title ?? []), ['Renewal']);
	});

	test('goes on when another trigger of the workflow, which polls at the same time, has less to read', async () => {
		const before = receiver.received.length;
		const soon = new Date(Date.now() + 10_000).getSeconds();
		const pollTimes = { item: [{ mode: 'custom', cronExpression: `${soon} * * * * *` }] };
		const { nodes, connections, ...rest } = workflowOf({ ...trigger, parameters: { ...trigger.parameters, filters: {}, pollTimes } }, receiver.url);
		const quick = { ...trigger, id: randomUUID(), name: 'Quick', parameters: { events: CREATED, pollTimes } };
		await n8n.changeWorkflow(id, { ...rest, nodes: [quick, ...nodes], connections });
		assert.equal(await n8n.publish(id), null);
		await Promise.all(['Kick-off', 'Review', 'Closing'].map(record));
		// Key points and two action items of each meeting.
		await receiver.first(before + 9);
	});

	// The editor leaves out what is a default.
	for (const item of [{ mode: 'everyHour' }, { hour: 9 }, { mode: 'everyX', value: 3 }, { mode: 'everyWeek', weekday: '2' }]) {
		test(`polls at the times ${JSON.stringify(item)}, as the editor saves them`, async () => {
			await n8n.changeWorkflow(id, workflowOf({ ...trigger, parameters: { ...trigger.parameters, pollTimes: { item: [item] } } }, receiver.url));
			assert.equal(await n8n.publish(id), null);
		});
	}
});
