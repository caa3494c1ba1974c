import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import type { AvailableCredentials, Workflow } from '../../scripts/n8n/examples.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { startOpenAiStub } from './openAiStub.ts';
import { openExample, runToEnd, withFields } from './openExample.ts';

const { mailbox, n8n, standInFor } = world;

const DAY_MS = 86_400_000;
const YOU = 'you@example.com';

/** “Execute workflow”, with what a person has filled in. @returns the emails that it sent. */
async function execute(key: string, trigger: string, { available = {}, fill = (workflow) => workflow }: { available?: AvailableCredentials; fill?: (workflow: Workflow) => Workflow } = {}) {
	const { sandbox, workflow } = await openExample(key, { available });
	const { id } = await n8n.createWorkflow(fill(workflow));
	const before = mailbox.mails.length;
	assert.deepEqual(await runToEnd(id, trigger), { status: 'success', lastNode: workflow.nodes.at(-1)?.name, message: '' });
	await sandbox.stop();
	return mailbox.mails.slice(before);
}

const textOf = (address: { readonly text: string } | readonly { readonly text: string }[] | undefined) => [address ?? []].flat().map(({ text }) => text);

suite('A small example, imported and executed in the editor', () => {
	test('follow-up-email sends its owner the draft for the latest meeting', async () => {
		const [mail, ...more] = await execute('follow-up-email', 'After a Call');
		assert.deepEqual(more, []);
		assert.deepEqual(textOf(mail?.to), [YOU]);
		assert.match(mail?.subject ?? '', /^Follow-up: /);
		assert.match(mail?.text ?? '', /^Hello,\n\nThank you for /);
	});

	test('meeting-briefing emails who comes to the next meeting', async () => {
		const [mail] = await execute('meeting-briefing', 'Meeting Starting Soon');
		assert.deepEqual(textOf(mail?.to), [YOU]);
		assert.match(mail?.subject ?? '', /^Meeting in \d+ (minutes?|hours?|days?): Fairway Rentals: follow-up call$/);
		assert.match(String(mail?.html), /Marcus Bell/);
	});

	test('weekly-digest emails last week’s meetings', async () => {
		const { sandbox, workflow } = await openExample('weekly-digest');
		// A day of the week before this one, whatever today is, and in UTC like this n8n.
		const daysSinceMonday = (new Date().getUTCDay() + 6) % 7;
		await sandbox.perform(controls.meetings.import, {
			title: 'Tannery <kick-off>',
			filename: 'tannery.txt',
			text: 'Nora Feld: We decided to start on Monday.\nIda Moss: I will send the plan to Nora by Friday.',
			startTime: new Date(Date.now() - (daysSinceMonday + 4) * DAY_MS).toISOString(),
			generateKeyPoints: true,
		});
		const { id } = await n8n.createWorkflow(workflow);
		const before = mailbox.mails.length;
		assert.equal((await n8n.run(id, 'Every Monday')).status, 'success');
		const [mail, ...more] = mailbox.mails.slice(before);
		assert.deepEqual(more, []);
		assert.deepEqual(textOf(mail?.to), [YOU]);
		assert.match(mail?.subject ?? '', /^Meetings, /);
		assert.match(String(mail?.html), /Tannery &lt;kick-off&gt;/);
		await sandbox.stop();
	});

	test('overdue-reminders email each colleague what is theirs, and guests nothing', async () => {
		const { sandbox, workflow } = await openExample('overdue-reminders');
		await sandbox.perform(controls.meetings.import, {
			title: 'Tannery kick-off',
			filename: 'tannery.txt',
			text: 'Nora Feld: I will send the plan by tomorrow.\nPriya Raman: I will sign the contract by tomorrow.',
			startTime: new Date(Date.now() - 5 * DAY_MS).toISOString(),
			generateKeyPoints: true,
		});
		const { id } = await n8n.createWorkflow(workflow);
		const before = mailbox.mails.length;
		assert.equal((await n8n.run(id, 'Every Monday')).status, 'success');
		const mails = mailbox.mails.slice(before);
		const nora = mails.filter(({ to }) => textOf(to).includes('nora.feld@quillbrook.example'));
		assert.equal(nora.length, 1);
		assert.match(nora[0]?.subject ?? '', /^\d action items?, overdue, /);
		assert.match(String(nora[0]?.html), /send the plan/);
		assert.deepEqual(mails.filter(({ to, html }) => !textOf(to).every((address) => address.endsWith('@quillbrook.example')) || /sign the contract/.test(String(html))), []);
		await sandbox.stop();
	});

	test('action-items-to-table adds a row for each action item, once, and leaves alone what was edited', async () => {
		const { sandbox, workflow } = await openExample('action-items-to-table');
		const { id } = await n8n.createWorkflow(workflow);
		assert.equal((await n8n.run(id, 'New Action Items')).status, 'success');
		const table = await dataTable('Action items from calls');
		const rows = await table.rows();
		assert.ok(rows.length > 1);
		for (const { item, meeting, dedupeKey } of rows) assert.ok(item && meeting && dedupeKey);
		assert.ok(rows.some(({ ownerEmail }) => /^[^@]+@[^@]+$/.test(String(ownerEmail))));
		await table.update('dedupeKey', String(rows[0]?.['dedupeKey']), { owner: 'Bruno', dueDate: '2026-12-05' });
		const edited = await table.rows();
		assert.equal((await n8n.run(id, 'New Action Items')).status, 'success');
		assert.deepEqual(await table.rows(), edited);
		await table.remove();
		await sandbox.stop();
	});

	test('action-items-to-hubspot adds a task for each', async () => {
		const calls = standInFor('api.hubapi.com', () => ({ body: { engagement: { id: 1, type: 'TASK' } } }));
		const hubspotAppToken = await n8n.createCredential('HubSpot account', 'hubspotAppToken', { appToken: 'local-key' });
		await execute('action-items-to-hubspot', 'New Action Items', { available: { hubspotAppToken } });
		const Task = z.object({ engagement: z.object({ type: z.literal('TASK'), timestamp: z.number() }), metadata: z.object({ subject: z.string().min(1), body: z.string().regex(/^.+<br>Owner: .+<br>Priority: \w/) }) });
		assert.ok(calls.length > 1);
		for (const { body } of calls) Task.parse(body);
	});

	test('slack-alert posts only what is urgent', async () => {
		const calls = standInFor('slack.com', () => ({ body: { ok: true, channel: 'C0123ABCD', ts: '1700000000.000100' } }));
		const slackApi = await n8n.createCredential('Slack account', 'slackApi', { accessToken: 'xoxb-local' });
		const fill = (workflow: Workflow) => withFields(workflow, 'Post to Slack', { channelId: { __rl: true, mode: 'id', value: 'C0123ABCD' } });
		await execute('slack-alert', 'Urgent Action Items', { available: { slackApi }, fill });
		const Message = z.object({ channel: z.literal('C0123ABCD'), text: z.string().regex(/^\*.+\*\nFor .+ · .+/) });
		assert.ok(calls.length > 0);
		for (const { body } of calls) Message.parse(body);
	});

	test('meeting-notes saves a file', async () => {
		const allowed = join(homedir(), '.n8n-files');
		mkdirSync(allowed, { recursive: true });
		const folder = mkdtempSync(join(allowed, 'notes-'));
		await execute('meeting-notes', 'After a Call', { fill: (workflow) => withFields(workflow, 'Save Note', { fileName: `=${folder}/{{ $json.fileName }}` }) });
		const [note, ...more] = readdirSync(folder);
		assert.deepEqual(more, []);
		assert.match(readFileSync(join(folder, note ?? ''), 'utf8'), /^---\ntitle: "/);
		rmSync(folder, { recursive: true });
	});

	test('ai-agent finds a meeting and reads it', async () => {
		const model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
		const { sandbox, client, workflow } = await openExample('ai-agent', { available: { openAiApi } });
		const [harbour] = (await client.conversations.list({ search: 'Harbour Bakery: pilot review' })).data;
		model.script.push({ calls: { Find_Conversations: { Title_Contains: 'harbour bakery: pilot' } } }, { calls: { Read_Key_Points: { Conversation_ID: harbour?.id } } }, { text: 'Done.' });
		const trigger = 'When chat message received';
		const json = { sessionId: '1', action: 'sendMessage', chatInput: 'What did we decide with Harbour?' };
		const { id } = await n8n.createWorkflow({ ...workflow, pinData: { [trigger]: [{ json }] } });
		assert.equal((await n8n.run(id, trigger)).status, 'success');
		assert.match(model.toolOutputs().at(-1) ?? '', /Turn on offline mode for Eastport/);
		await sandbox.stop();
		await model.stop();
	});
});
