import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { endWait, executionsOf, openExample, withFields } from './openExample.ts';

const { n8n, standInFor } = world;

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const CHANNEL = 'C0123ABCD';

const Button = z.object({ text: z.object({ text: z.string() }), url: z.string() });
const Message = z.object({
	channel: z.literal(CHANNEL),
	text: z.string().optional(),
	thread_ts: z.string().optional(),
	reply_broadcast: z.boolean().optional(),
	blocks: z.array(z.looseObject({ elements: z.array(Button).optional() })).optional(),
});
const NewIssue = z.object({ variables: z.object({ teamId: z.string(), title: z.string(), description: z.string(), priorityId: z.int() }) });

async function open() {
	const linear = { refuses: '' };
	const slack = standInFor('slack.com', () => ({ body: { ok: true, channel: CHANNEL, ts: `1700000000.0001${slack.length}`, message: { ts: `1700000000.0001${slack.length}` } } }));
	const calls = standInFor('api.linear.app', ({ body }) => {
		const { title } = NewIssue.parse(body).variables;
		if (title === linear.refuses) return { status: 400, body: { errors: [{ message: 'Entity not found: Team' }] } };
		return { body: { data: { issueCreate: { success: true, issue: { id: `id-${calls.length}`, identifier: `ENG-${calls.length}`, title } } } } };
	});
	const slackApi = await n8n.createCredential('Slack account', 'slackApi', { accessToken: 'xoxb-local' });
	const linearApi = await n8n.createCredential('Linear account', 'linearApi', { apiKey: 'local-key' });
	const { sandbox, startEmpty, workflow } = await openExample('ticket-approval', { available: { slackApi, linearApi } });
	await startEmpty();
	const filled = withFields(withFields(workflow, 'Propose', { channelId: { __rl: true, mode: 'id', value: CHANNEL } }), 'Create Issue', { teamId: 'team-1' });
	const { id } = await n8n.createWorkflow(filled);
	const messages = () => slack.map(({ body }) => Message.parse(body));
	return {
		id,
		linear,
		sandbox,
		issues: () => calls.map(({ body }) => NewIssue.parse(body).variables),
		/** The messages after the first `from` ones. */
		messages: (from: number) => messages().slice(from),
		/** Starts it with the latest meeting. @returns the links of its buttons, once it waits for an answer. */
		async propose(): Promise<Record<string, string>> {
			await n8n.rest('POST', `/rest/workflows/${id}/run`, z.unknown(), { triggerToStartFrom: { name: 'After a Call' } });
			await until('n8n to wait', async () => (await n8n.executions(id))[0]?.status === 'waiting');
			const buttons = (messages().at(-1)?.blocks ?? []).flatMap(({ elements = [] }) => elements);
			return Object.fromEntries(buttons.map(({ text, url }) => [text.text, url]));
		},
		async close() {
			await (await dataTable('Tickets created in Linear')).remove();
			await sandbox.stop();
		},
	};
}

const answer = async (link: string | undefined): Promise<void> => void (await fetch(link ?? '', { headers: BROWSER }));

/** With a start of its own, since a longer call that ends now would have begun before a shorter one. */
const call = (title: string, text: string) => ({ title, filename: 'call.txt', text, startTime: new Date(Date.now() - 60_000).toISOString(), generateKeyPoints: true });

suite('ticket-approval', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('proposes tickets, creates them once they are approved, and posts their links in the thread', async () => {
		const { id, issues, messages, propose, sandbox } = opened;
		await sandbox.perform(controls.meetings.import, call('Harbour pilot', 'Ana Ruiz: I will fix the <login> by 5 March 2027.\nBen Low: I will call the port on Monday.'));
		const { Create } = await propose();
		assert.deepEqual(issues(), []);
		const [proposal, question] = messages(0);
		assert.match(proposal?.text ?? '', /^\*Harbour pilot\*: 2 proposed tickets\n• .*I will fix the &lt;login> by 5 March 2027\. \(Ana Ruiz\), due 2027-03-05\n• .*call the port/);
		assert.deepEqual([question?.thread_ts, question?.reply_broadcast], ['1700000000.00011', true]);
		await answer(Create);
		assert.equal((await executionsOf(id))[0]?.status, 'success');
		const [first, second] = issues();
		assert.match(first?.title ?? '', /I will fix the <login> by 5 March 2027/);
		assert.match(first?.description ?? '', /^From the meeting “Harbour pilot”\nOwner: Ana Ruiz\nDue: 2027-03-05$/);
		assert.deepEqual([first?.teamId, second?.teamId, issues().length], ['team-1', 'team-1', 2]);
		const [posted, ...more] = messages(2);
		assert.deepEqual(more, []);
		assert.equal(posted?.thread_ts, '1700000000.00011');
		assert.match(posted?.text ?? '', /^Created:\n• <https:\/\/linear\.app\/issue\/ENG-1\|ENG-1> .*&lt;login.*\n• <https:\/\/linear\.app\/issue\/ENG-2\|ENG-2> .+$/);
	});

	test('creates nothing twice if it runs again and is approved again', async () => {
		const { id, issues, propose } = opened;
		const before = issues().length;
		const { Create } = await propose();
		await answer(Create);
		assert.equal((await executionsOf(id, 2))[0]?.status, 'success');
		assert.equal(issues().length, before);
	});

	for (const [why, text] of [['declined', 'Declined'], ['not answered', 'Nobody answered within 3 days']] as const) {
		test(`creates nothing if it is ${why}, and says so in the thread`, async () => {
			const { id, issues, messages, propose, sandbox } = opened;
			await sandbox.perform(controls.meetings.import, call(`Review, ${why}`, 'Ida Moss: I will write the report by Tuesday.\nBen Low: Thanks.'));
			const [before, created] = [messages(0).length, issues().length];
			const { Decline } = await propose();
			if (text === 'Declined') await answer(Decline);
			else endWait((await n8n.executions(id))[0]?.id ?? '');
			const thread = messages(before)[1]?.thread_ts;
			const said = await until('the answer', () => messages(before)[2]);
			assert.deepEqual([said.text, said.thread_ts], [`${text}: no tickets were created.`, thread]);
			assert.equal((await executionsOf(id))[0]?.status, 'success');
			assert.equal(issues().length, created);
		});
	}

	test('creates the others if Linear refuses one, names it in the thread, and creates it the next time', async () => {
		const { id, issues, linear, messages, propose, sandbox } = opened;
		await sandbox.perform(controls.meetings.import, call('Office', 'Ida Moss: I will order the chairs by Tuesday.\nBen Low: I will paint the office by Monday.'));
		linear.refuses = 'I will order the chairs by Tuesday.';
		const before = messages(0).length;
		await answer((await propose())['Create']);
		await executionsOf(id);
		const texts = messages(before + 2).map(({ text }) => text ?? '').toSorted();
		assert.match(texts[0] ?? '', /^Created:\n• <[^|]+\|ENG-\d+> I will paint the office by Monday\.$/);
		assert.equal(texts[1], `Not created: “${linear.refuses}”. Linear said: Entity not found: Team`);
		linear.refuses = '';
		const created = issues().length;
		await answer((await propose())['Create']);
		await executionsOf(id);
		assert.deepEqual(issues().slice(created).map(({ title }) => title), ['I will order the chairs by Tuesday.']);
	});
});
