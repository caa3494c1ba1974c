import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';
import { executionsOf, openExample, runToEnd, withFields, withPollingTrigger } from './openExample.ts';

const { n8n } = world;

/** The folder in which n8n may use files. */
const ALLOWED = join(homedir(), '.n8n-files');

async function open() {
	mkdirSync(ALLOWED, { recursive: true });
	const base = mkdtempSync(join(ALLOWED, 'notes-'));
	const folder = join(base, 'Meetings');
	mkdirSync(folder);
	const { sandbox, client, workflow } = await openExample('meeting-notes-robust');
	const assignments = [{ id: 'folder', name: 'folder', value: folder, type: 'string' }];
	const filledIn = withFields(workflow, 'Folder', { assignments: { assignments } });
	const { id: workflowId } = await n8n.createWorkflow(filledIn);
	assert.equal(await n8n.publish(workflowId), null);
	const [meeting] = (await client.conversations.list({ limit: 1 })).data;
	assert.ok(meeting);
	let runs = 0;
	return {
		client,
		folder,
		meeting,
		note: join(folder, `${meeting.id}.md`),
		/** Generates the key points again, and waits for the workflow's note. */
		async generate() {
			await client.keyPoints.generate({ id: meeting.id, forceRefresh: true });
			runs += 1;
			const [newest] = await executionsOf(workflowId, runs);
			return newest?.status;
		},
		/** “Execute workflow” after its trigger was replaced as its note says. */
		async runWithPolling() {
			const polling = withPollingTrigger(filledIn, 'Key Points Ready', { events: ['conversation.keypoints.ready'] });
			const { id } = await n8n.createWorkflow(polling.workflow);
			return await runToEnd(id, polling.trigger);
		},
		async close() {
			await n8n.unpublish(workflowId);
			rmSync(base, { recursive: true, force: true });
			await sandbox.stop();
		},
	};
}

suite('meeting-notes-robust', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('writes a note, named after the ID of the meeting', async () => {
		const { folder, generate, meeting, note } = opened;
		assert.equal(await generate(), 'success');
		await until('the note', () => existsSync(note));
		assert.deepEqual(readdirSync(folder), [`${meeting.id}.md`]);
		const text = readFileSync(note, 'utf8');
		assert.ok(text.startsWith(`---\ntitle: ${JSON.stringify(meeting.title)}\n`), text);
		assert.match(text, /\ndate: \d{4}-\d\d-\d\d\nstartTime: "/);
		assert.match(text, /\ntags:\n {2}- "meeting"\nid: "conv_/);
	});

	test('writes the same file when key points are generated again, and keeps what a person added', async () => {
		const { client, folder, generate, meeting, note } = opened;
		writeFileSync(note, `${readFileSync(note, 'utf8').replace(/^# .*$/m, '# Gone')}My own words, [[Ana]] – 你好.\n`);
		await client.conversations.rename({ id: meeting.id, title: 'Renamed: "yes" / no' });
		assert.equal(await generate(), 'success');
		const text = readFileSync(note, 'utf8');
		assert.ok(text.startsWith('---\ntitle: "Renamed: \\"yes\\" / no"\n'), text);
		assert.ok(text.endsWith('-->\nMy own words, [[Ana]] – 你好.\n'), text);
		assert.deepEqual(readdirSync(folder), [`${meeting.id}.md`]);
	});

	test('fails, and changes nothing, if the note is there and cannot be read', async () => {
		const { generate, note } = opened;
		// n8n reads no files outside the folders it may use, not even through a link.
		rmSync(note);
		symlinkSync('/etc/hostname', note);
		assert.equal(await generate(), 'error');
		assert.equal(readlinkSync(note), '/etc/hostname');
	});

	test('writes a note for the latest meeting with the polling trigger in place of the first node, as on the Starter plan', async () => {
		const { folder, note, runWithPolling } = opened;
		rmSync(note);
		assert.deepEqual(await runWithPolling(), { status: 'success', lastNode: 'Save Note', message: '' });
		assert.equal(readdirSync(folder).length, 1);
	});
});
