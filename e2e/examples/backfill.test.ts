import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { api, plans } from '../../src/api/index.ts';
import { controls } from '../../sandbox/control/index.ts';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { openExample } from './openExample.ts';
import { startRecordingProxy, type Seen } from '../support/localServers.ts';
import { endWait, runToEnd } from './openExample.ts';

const { n8n } = world;

const TABLE = 'Archive of past meetings';
const START = 'When clicking ‘Execute workflow’';
const HOUR_MS = 3_600_000;
/** Two pages of the list, and two hours and a half of a small plan. */
const MEETINGS = 170;
const RESERVED_REQUESTS = 20;

const ENDED = new Set(['success', 'error', 'crashed', 'canceled']);

async function open() {
	let stopProxy = async () => {};
	const seen: Seen[] = [];
	const { sandbox, client, changeKey, startEmpty, workflow } = await openExample('backfill', {
		through: async (url) => {
			const proxy = await startRecordingProxy(url, seen);
			stopProxy = proxy.stop;
			return proxy.url;
		},
	});
	await sandbox.perform(controls.users.update, { plan: 'enterprise' });
	const { total } = (await client.conversations.list()).pagination;
	for (let number = total; number < MEETINGS; number++) {
		const text = `Ana Ruiz: I will send offer ${number} to Ben by Friday.\nBen Low: Good.`;
		await sandbox.perform(controls.meetings.import, { filename: `${number}.txt`, text, generateKeyPoints: true });
	}
	await sandbox.perform(controls.users.update, { plan: 'starter' });
	// The limit resets at each full hour, which must not pass while the workflow runs.
	sandbox.clock.set(Math.ceil(sandbox.clock.now() / HOUR_MS) * HOUR_MS, false);
	const { id } = await n8n.createWorkflow(workflow);
	/** With another key: n8n remembers what is left of the hour for each key, by its own clock. */
	async function startNextHour(): Promise<void> {
		sandbox.clock.advance(HOUR_MS);
		// The plan allows one key.
		const active = (await sandbox.perform(controls.keys.list, {})).find(({ revokedAt }) => revokedAt === null);
		if (active) await sandbox.perform(controls.keys.revoke, { key: active.lastFour });
		await changeKey((await sandbox.perform(controls.keys.create, {})).key);
	}
	return {
		id,
		sandbox,
		startNextHour,
		startEmpty,
		/** Runs the workflow through all the hours it takes, an hour each time that it waits. */
		async run() {
			const from = seen.length;
			const executionId = await n8n.start(id, START);
			for (let hours = 1; ; hours++) {
				const { status } = await until('the hour’s end', async () => {
					const execution = await n8n.execution(executionId);
					return (ENDED.has(execution.status) || execution.status === 'waiting') && execution;
				});
				if (ENDED.has(status)) return { status, hours, requests: seen.slice(from) };
				await startNextHour();
				endWait(executionId);
				await until('n8n to resume', async () => (await n8n.execution(executionId)).status !== 'waiting');
			}
		},
		async close() {
			await (await dataTable(TABLE)).remove();
			await stopProxy();
			await sandbox.stop();
		},
	};
}

suite('backfill', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('reads every meeting once, over as many hours as needed, and is never refused', async () => {
		const { run } = opened;
		const { status, hours, requests } = await run();
		assert.equal(status, 'success');
		const perHour = plans.starter.requestsPerHour - RESERVED_REQUESTS;
		assert.ok(hours >= Math.ceil(MEETINGS / perHour));
		// The error about the meeting without key points names it by its title, for which the first page of the list is read once more.
		assert.equal(new Set(requests.map(({ request }) => request)).size, requests.length - 1);
		// The answer for the meeting without key points does not say how many requests are left. If it is the first of an hour, the
		// profile is read, too.
		const reads = requests.filter(({ request }) => request !== `GET ${api.user.profile.path}`);
		assert.equal(reads.length, MEETINGS + 3);
		assert.deepEqual(requests.filter((asked) => asked.status === 429), []);
		assert.ok(requests.every(({ request }) => request.startsWith('GET ')));
		const rows = await (await dataTable(TABLE)).rows();
		assert.equal(new Set(rows.map(({ conversationId }) => conversationId)).size, MEETINGS);
		assert.equal(rows.length, MEETINGS);
		// One of the sample meetings has no transcript, and so no key points.
		assert.equal(rows.filter(({ keyPoints }) => keyPoints).length, MEETINGS - 1);
	});

	test('requests only new meetings on the next run', async () => {
		const { run, sandbox, startNextHour } = opened;
		const text = 'Ana Ruiz: I will send the last offer to Ben by Friday.\nBen Low: Good.';
		await startNextHour();
		const { conversationId } = await sandbox.perform(controls.meetings.import, { filename: 'last.txt', text });
		const { status, requests } = await run();
		assert.equal(status, 'success');
		const details = requests.map(({ request }) => request).filter((request) => !request.includes('?'));
		assert.deepEqual(details, [`GET ${api.keyPoints.get.path.replace('{id}', conversationId)}`]);
	});

	test('says when nothing is left to archive', async () => {
		const { id, startEmpty, startNextHour } = opened;
		await startNextHour();
		assert.deepEqual(await runToEnd(id, START), { status: 'success', lastNode: 'Everything Is Archived', message: '' });
		await startEmpty();
		assert.deepEqual(await runToEnd(id, START), { status: 'success', lastNode: 'All Meetings', message: '' });
	});
});
