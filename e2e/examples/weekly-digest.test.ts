import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { openExample, runToEnd } from './openExample.ts';

const { mailbox, n8n } = world;

const DAY_MS = 86_400_000;

/** A day of the week before this one, whatever today is, and in UTC like this n8n. */
function lastWeek(): string {
	const daysSinceMonday = (new Date().getUTCDay() + 6) % 7;
	return new Date(Date.now() - (daysSinceMonday + 4) * DAY_MS).toISOString();
}

async function open() {
	const { sandbox, startEmpty, workflow } = await openExample('weekly-digest');
	const { id } = await n8n.createWorkflow(workflow);
	return {
		id,
		sandbox,
		startEmpty,
		/** The email that a run sends. */
		async run() {
			const before = mailbox.mails.length;
			assert.equal((await n8n.run(id, 'Every Monday')).status, 'success');
			return mailbox.mails.slice(before);
		},
		close: sandbox.stop,
	};
}

suite('weekly-digest', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('sends last week’s meetings to their owner', async () => {
		const { run, sandbox } = opened;
		await sandbox.perform(controls.meetings.import, {
			title: 'Tannery <kick-off>',
			filename: 'tannery.txt',
			text: 'Nora Feld: We decided to start on Monday.\nIda Moss: I will send the plan to Nora by Friday.',
			startTime: lastWeek(),
			generateKeyPoints: true,
		});
		const [mail, ...more] = await run();
		assert.deepEqual(more, []);
		assert.deepEqual([mail?.to].flat().map((to) => to?.text), ['nora.feld@quillbrook.example']);
		assert.match(mail?.subject ?? '', /^Your week in meetings, from \d{1,2} \w+$/);
		assert.match(String(mail?.html), /Tannery &lt;kick-off&gt;/);
		assert.match(String(mail?.html), /Send the plan to Nora/i);
	});

	test('sends nothing about a week without meetings', async () => {
		const { id, startEmpty } = opened;
		await startEmpty();
		const before = mailbox.mails.length;
		assert.deepEqual(await runToEnd(id, 'Every Monday'), { status: 'success', lastNode: 'No Meetings Last Week', message: '' });
		assert.equal(mailbox.mails.length, before);
	});
});
