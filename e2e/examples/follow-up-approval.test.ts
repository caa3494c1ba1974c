import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { ROOT } from '../../scripts/n8n/folders.ts';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';
import { executionsOf } from './openExample.ts';
import { openExample } from './openExample.ts';

const { mailbox, n8n } = world;

const OWNER = 'nora.feld@quillbrook.example';
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const filename = 'linden-onboarding.txt';
const call = { text: readFileSync(join(ROOT, 'examples/meetings', filename), 'utf8'), filename };

const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => [to].flat().some((one) => one?.text === address));

async function answer(form: string, answers: readonly string[]): Promise<Response> {
	const body = new FormData();
	answers.forEach((value, index) => body.append(`field-${index}`, value));
	return await fetch(form, { method: 'POST', body, headers: BROWSER });
}

async function open() {
	const { sandbox, client, workflow } = await openExample('follow-up-approval');
	const { id } = await n8n.createWorkflow(workflow);
	assert.equal(await n8n.publish(id), null);
	return {
		sandbox,
		id,
		creditsUsed: async () => (await client.user.profile()).data.apiUsage.aiGenerations.used,
		/** Records a call, and waits for the e-mail that asks for a review. @returns the address of the form. */
		async draft(): Promise<{ form: string; subject: string }> {
			const before = mailsTo(OWNER).length;
			await sandbox.perform(controls.meetings.import, call);
			const mail = await until('the draft', () => mailsTo(OWNER)[before]);
			// The e-mail is sent a moment before n8n can take an answer.
			await until('n8n to wait', async () => (await n8n.executions(id))[0]?.status === 'waiting');
			const [, form = ''] = /href="([^"]+)"/.exec(String(mail.html)) ?? [];
			return { form: form.replaceAll('&amp;', '&'), subject: mail.subject ?? '' };
		},
		async close() {
			await n8n.unpublish(id);
			await sandbox.stop();
		},
	};
}

suite('follow-up-approval', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('sends the approved email as edited in the form', async () => {
		const { creditsUsed, draft } = opened;
		const before = await creditsUsed();
		const { form, subject } = await draft();
		assert.match(subject, /^To review: /);
		const page = await (await fetch(form, { headers: BROWSER })).text();
		assert.match(page, /Nothing is sent before you choose/);
		assert.match(page, /Thank you/);
		assert.deepEqual(mailsTo('samira.okafor@linden.example'), []);
		const answered = await answer(form, ['samira.okafor@linden.example', 'Our next steps', 'Dear Samira, here they are.', 'Send it']);
		assert.equal(answered.status, 200);
		const sent = await until('the e-mail', () => mailsTo('samira.okafor@linden.example')[0]);
		assert.deepEqual([sent.subject, sent.text?.trim()], ['Our next steps', 'Dear Samira, here they are.']);
		assert.equal((await creditsUsed()) - before, 1);
	});

	test('sends nothing if that is the answer', async () => {
		const { draft, id } = opened;
		const { form } = await draft();
		const before = mailbox.mails.length;
		await answer(form, ['samira.okafor@linden.example', 'No', 'No.', 'Do not send']);
		const [execution] = await executionsOf(id, 2);
		assert.equal(execution?.status, 'success');
		assert.equal(mailbox.mails.length, before);
	});

	test('drafts nothing after a very short call', async () => {
		const { creditsUsed, id, sandbox } = opened;
		const before = await creditsUsed();
		await sandbox.perform(controls.meetings.import, { text: 'Ana Ruiz: Hello?\nBen Low: Wrong number.', filename: 'short.txt' });
		await sandbox.settled();
		assert.equal((await n8n.executions(id)).length, 2);
		assert.equal(await creditsUsed(), before);
	});
});
