import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../packages/client/index.ts';
import { controls } from '../sandbox/control/index.ts';
import { unnamedAddress } from '../src/triggers/register/address.ts';
import { byTestId, noChromium, openEditor } from './support/editor.ts';
import { until } from './support/until.ts';
import { CREATED, instantWorkflow } from './support/workflows.ts';
import { world } from './support/world.ts';

const { account, credential, host, n8n, sandbox } = world;
const { webhooks } = connect(account);

const webhookId = randomUUID();
const url = `${host.url}/webhook/${webhookId}/meeting-assistant`;
const workflow = instantWorkflow('Listening', { webhookId, credential, events: [...CREATED, 'conversation.action_items.ready'] });

const registered = async () =>
	(await webhooks.list()).data
		.map((webhook) => ({ ...webhook, url: unnamedAddress(webhook.url ?? '') }))
		.filter((webhook) => webhook.url.includes(webhookId));
/** Executions started by a delivery. Listening in the editor starts another one. */
const started = async (id: string) => (await n8n.executions(id)).filter(({ mode }) => mode === 'webhook');

suite('The instant trigger of a published workflow', () => {
	let id = '';
	before(async () => {
		({ id } = await n8n.createWorkflow(workflow));
		assert.equal(await n8n.publish(id), null);
	});
	after(() => n8n.unpublish(id));

	test('listens in the editor with its own webhook and shows a test delivery', { skip: noChromium() }, async () => {
		const { page, close } = await openEditor(host.url);
		try {
			await page.goto(`${host.url}/workflow/${id}`);
			await page.locator('[data-test-id="canvas-node"][data-node-name="Instant"]').dblclick();
			await byTestId(page, 'node-execute-button').first().click();
			await until('a second webhook', async () => (await registered()).length === 2);
			const listening = (await registered()).find((webhook) => webhook.url !== url);
			assert.equal((await webhooks.test({ id: listening?.id ?? '' })).data.statusCode, 200);
			await byTestId(page, 'output-panel').getByText('webhook.test').first().waitFor();
			await until('the first one alone', async () => (await registered()).map((webhook) => webhook.url).join() === url);
		} finally {
			await close();
		}
	});

	test('is not started by forged, broken or unusual requests', async () => {
		const post = async (body: string | Buffer, headers: Record<string, string> = {}) =>
			(await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })).status;
		const event = '{"event":"conversation.created","data":{"conversationId":"x"}}';
		assert.equal(await post(event), 401);
		assert.equal(await post(event, { 'X-Svc-Signature': '0'.repeat(64) }), 401);
		assert.equal(await post(Buffer.from([0xff, 0x00]), { 'content-type': 'application/octet-stream' }), 401);
		// n8n itself rejects invalid JSON.
		assert.ok((await post('{"event":')) < 500);
		await wait(1500);
		assert.deepEqual(await started(id), []);
	});

	test('is started once by a recorded meeting', async () => {
		await sandbox.perform(controls.meetings.import, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'real.txt' });
		await until('an execution', async () => (await started(id)).some(({ status }) => status === 'success'));
		assert.equal((await started(id)).length, 1);
	});

	test('leaves no webhook behind when it is unpublished', async () => {
		await n8n.unpublish(id);
		assert.deepEqual(await registered(), []);
	});
});
