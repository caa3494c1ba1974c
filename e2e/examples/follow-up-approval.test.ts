import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { ROOT } from '../../scripts/n8n/folders.ts';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';
import { noChromium, openEditor } from '../support/editor.ts';
import { endWait, executionsOf, openExample, withPollingTrigger } from './openExample.ts';

const { host, mailbox, n8n } = world;

const OWNER = 'nora.feld@quillbrook.example';
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const filename = 'linden-onboarding.txt';
const title = 'Linden <b>onboarding</b> & next steps';
const call = { text: readFileSync(join(ROOT, 'examples/meetings', filename), 'utf8'), filename, title };

const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => [to].flat().some((one) => one?.text === address));

async function answer(form: string, answers: readonly string[]): Promise<Response> {
	const body = new FormData();
	answers.forEach((value, index) => body.append(`field-${index}`, value));
	return await fetch(form, { method: 'POST', body, headers: BROWSER });
}

/** The form that an email links to. */
function formOf({ html }: (typeof mailbox.mails)[number]): string {
	const [, form = ''] = /href="([^"]+)"/.exec(String(html)) ?? [];
	return form.replaceAll('&amp;', '&');
}

async function open() {
	const { sandbox, client, workflow } = await openExample('follow-up-approval');
	const { id } = await n8n.createWorkflow(workflow);
	assert.equal(await n8n.publish(id), null);
	/** The next email to the owner, once n8n can take an answer: the email is sent a moment earlier. */
	async function nextForm(before: number, workflowId = id): Promise<{ form: string; subject: string }> {
		const mail = await until('the form', () => mailsTo(OWNER)[before]);
		await until('n8n to wait', async () => (await n8n.executions(workflowId))[0]?.status === 'waiting');
		return { form: formOf(mail), subject: mail.subject ?? '' };
	}
	return {
		sandbox,
		id,
		creditsUsed: async () => (await client.user.profile()).data.apiUsage.aiGenerations.used,
		/** Records a call, and waits for the email that asks for a review. */
		async draft(): Promise<{ form: string; subject: string }> {
			const before = mailsTo(OWNER).length;
			await sandbox.perform(controls.meetings.import, call);
			return await nextForm(before);
		},
		/** Answers a form, and waits for the email that asks again. */
		async answerInVain(form: string, answers: readonly string[]): Promise<{ form: string; subject: string }> {
			const before = mailsTo(OWNER).length;
			await answer(form, answers);
			return await nextForm(before);
		},
		/** “Execute workflow” after its trigger was replaced as its note says. */
		async runWithPolling(): Promise<{ form: string; subject: string }> {
			const before = mailsTo(OWNER).length;
			const fields = { events: ['conversation.created'], filters: { minimumSegments: 10 }, options: { repeatAfterRestart: true } };
			const polling = withPollingTrigger(workflow, 'Transcript Ready', fields);
			const { id: workflowId } = await n8n.createWorkflow(polling.workflow);
			await n8n.rest('POST', `/rest/workflows/${workflowId}/run`, z.unknown(), { triggerToStartFrom: { name: polling.trigger } });
			return await nextForm(before, workflowId);
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
		assert.match(page, /Nothing is sent to anyone before you choose/);
		assert.match(page, /Thank you/);
		const [review] = mailsTo(OWNER);
		assert.match(String(review?.html), /Linden <\u200Bb>onboarding<\u200B\/b> &\u200B next steps/);
		assert.doesNotMatch(String(review?.html), /<b>onboarding/);
		assert.deepEqual(mailsTo('samira.okafor@linden.example'), []);
		// As mail programs copy it.
		const answered = await answer(form, ['Samira Okafor <samira.okafor@linden.example>;', 'Our next steps', 'Dear Samira, here they are.', 'Send it']);
		assert.equal(answered.status, 200);
		const sent = await until('the email', () => mailsTo('samira.okafor@linden.example')[0]);
		assert.deepEqual([sent.subject, sent.text?.trim()], ['Our next steps', 'Dear Samira, here they are.']);
		assert.equal((await creditsUsed()) - before, 1);
	});

	for (const [why, recipient] of [
		['empty', ''],
		['blank', '   '],
		['no address', 'samira'],
		['refused by the mail server', 'samira@refused.example'],
	] as const) {
		test(`asks again, with what was entered, if the recipient is ${why}`, async () => {
			const { answerInVain, creditsUsed, draft } = opened;
			const before = await creditsUsed();
			const { form } = await draft();
			const again = await answerInVain(form, [recipient, `Steps (${why})`, 'Dear Samira, edited.', 'Send it']);
			assert.equal(again.subject, `Not sent yet: Steps (${why})`);
			const page = await (await fetch(again.form, { headers: BROWSER })).text();
			assert.match(page, /has not been sent yet/);
			assert.match(page, /Dear Samira, edited\./);
			const recipients = mailsTo('ines@linden.example').length;
			await answer(again.form, ['ines@linden.example', `Steps (${why})`, 'Dear Ines.', 'Send it']);
			const sent = await until('the email', () => mailsTo('ines@linden.example')[recipients]);
			assert.equal(sent.text?.trim(), 'Dear Ines.');
			assert.equal((await creditsUsed()) - before, 1);
		});
	}

	test('has a form that shows the whole draft and cannot be sent without a recipient', { skip: noChromium() }, async () => {
		const { draft, id } = opened;
		const { form } = await draft();
		const { page, close } = await openEditor(host.url);
		try {
			await page.goto(form);
			const text = page.locator('textarea');
			assert.ok(await text.evaluate((box) => box.scrollHeight <= box.clientHeight), 'The text does not fit its box');
			await page.selectOption('select', 'Send it');
			await page.getByText('Done').click({ trial: true, timeout: 1000 }).then(
				() => assert.fail('The form can be sent without a recipient'),
				() => {},
			);
			await page.fill('#field-0', 'samira.okafor@linden.example, ines@linden.example');
			await page.getByText('Done').click({ trial: true });
			assert.equal((await n8n.executions(id))[0]?.status, 'waiting');
			await answer(form, ['', 'No', 'No.', 'Do not send']);
		} finally {
			await close();
		}
	});

	test('says so, and returns the draft, if nobody answers in time', async () => {
		const { draft, id } = opened;
		const { subject } = await draft();
		const before = mailsTo(OWNER).length;
		const [waiting] = await n8n.executions(id);
		endWait(waiting?.id ?? '');
		const mail = await until('the notice', () => mailsTo(OWNER)[before]);
		assert.equal(mail.subject, subject.replace('To review:', 'Not sent:'));
		assert.match(mail.text ?? '', /^You did not answer within 3 days.*Thank you/s);
		assert.equal((await executionsOf(id))[0]?.status, 'success');
	});

	test('sends nothing if that is the answer', async () => {
		const { draft, id } = opened;
		const { form } = await draft();
		const before = mailbox.mails.length;
		await answer(form, ['samira.okafor@linden.example', 'No', 'No.', 'Do not send']);
		const [execution] = await executionsOf(id);
		assert.equal(execution?.status, 'success');
		assert.equal(mailbox.mails.length, before);
	});

	test('drafts nothing after a very short call', async () => {
		const { creditsUsed, id, sandbox } = opened;
		const before = await creditsUsed();
		const executions = (await n8n.executions(id)).length;
		await sandbox.perform(controls.meetings.import, { text: 'Ana Ruiz: Hello?\nBen Low: Wrong number.', filename: 'short.txt' });
		await sandbox.settled();
		assert.equal((await n8n.executions(id)).length, executions);
		assert.equal(await creditsUsed(), before);
	});

	test('drafts for the latest meeting that is long enough with the polling trigger in place of the first node, as on the Starter plan', async () => {
		const { runWithPolling } = opened;
		const { form, subject } = await runWithPolling();
		assert.match(subject, /^To review: /);
		await answer(form, ['polled@linden.example', 'Our next steps', 'Dear Samira.', 'Send it']);
		await until('the email', () => mailsTo('polled@linden.example')[0]);
	});
});
