import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample, runToEnd } from './openExample.ts';

const { n8n, standInFor } = world;

const TRIGGER = 'Every Evening';
const TABLE = 'Action items added to HubSpot';

const Task = z.object({
	engagement: z.object({ type: z.literal('TASK'), timestamp: z.number() }),
	metadata: z.object({ subject: z.string(), body: z.string(), status: z.string() }),
});

const meeting = (title: string, text: string) => ({ title, filename: 'call.txt', text, generateKeyPoints: true });

async function open() {
	/** Subjects that HubSpot rejects. */
	const refused = new Set<string>();
	let made = 0;
	const calls = standInFor('api.hubapi.com', ({ body }) => {
		const { metadata } = Task.parse(body);
		if (refused.has(metadata.subject)) return { status: 400, body: { status: 'error', message: 'Property values were not valid' } };
		made += 1;
		return { body: { engagement: { id: 1000 + made, type: 'TASK' }, metadata } };
	});
	const hubspotAppToken = await n8n.createCredential('HubSpot account', 'hubspotAppToken', { appToken: 'local-key' });
	const { sandbox, startEmpty, workflow } = await openExample('action-items-to-hubspot-robust', { available: { hubspotAppToken } });
	await startEmpty();
	const { id } = await n8n.createWorkflow(workflow);
	return {
		refused,
		sandbox,
		calls,
		run: () => runToEnd(id, TRIGGER),
		subjects: () => calls.map(({ body }) => Task.parse(body).metadata.subject),
		async close() {
			await (await dataTable(TABLE)).remove();
			await sandbox.stop();
		},
	};
}

suite('action-items-to-hubspot-robust', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('adds a task for each action item', async () => {
		const { calls, run, sandbox } = opened;
		const text = 'Ana Ruiz: I will send the offer to Ben by Friday.\nBen Low: I will call the <port> on Monday.';
		await sandbox.perform(controls.meetings.import, meeting('Harbour & <Sons>', text));
		assert.equal((await run()).status, 'success');
		assert.deepEqual(calls.map(({ request, authorization }) => [request, authorization])[0], ['POST /engagements/v1/engagements', 'Bearer local-key']);
		const tasks = calls.map(({ body }) => Task.parse(body));
		const offer = tasks.find(({ metadata }) => metadata.subject === 'I will send the offer to Ben by Friday.');
		assert.match(offer?.metadata.body ?? '', /^From: Harbour &amp; &lt;Sons&gt;<br>Owner: Ana Ruiz<br>Priority: \w+$/);
		assert.equal(offer?.metadata.status, 'NOT_STARTED');
		assert.ok(Number(offer?.engagement.timestamp) > Date.now());
		assert.equal(tasks.length, 2);
		const rows = await (await dataTable(TABLE)).rows();
		assert.deepEqual(rows.map(({ hubspotTaskId }) => hubspotTaskId), ['1001', '1002']);
	});

	test('adds only new action items on the next evening', async () => {
		const { run, sandbox, subjects } = opened;
		const before = subjects();
		await run();
		assert.deepEqual(subjects(), before);
		await sandbox.perform(controls.meetings.import, meeting('Review', 'Ida Moss: I will write the report by Tuesday.\nBen Low: Thanks.'));
		assert.equal((await run()).status, 'success');
		assert.deepEqual(subjects().slice(before.length), ['I will write the report by Tuesday.']);
	});

	test('fails if HubSpot refuses a task, adds the others, and tries again', async () => {
		const { refused, run, sandbox, subjects } = opened;
		const text = 'Ida Moss: I will order the chairs by Tuesday.\nBen Low: I will paint the office by Monday.';
		await sandbox.perform(controls.meetings.import, meeting('Office', text));
		refused.add('I will order the chairs by Tuesday.');
		const { status, message } = await run();
		assert.equal(status, 'error');
		assert.match(message, /^HubSpot did not accept “I will order the chairs by Tuesday\.”: .+[^.]\. Those that were accepted are in HubSpot\. The next run tries again\.$/);
		refused.clear();
		const before = subjects().length;
		assert.equal((await run()).status, 'success');
		assert.deepEqual(subjects().slice(before), ['I will order the chairs by Tuesday.']);
	});
});
