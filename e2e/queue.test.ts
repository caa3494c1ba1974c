import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { controls } from '../sandbox/control/index.ts';
import type { Worker } from '../scripts/n8n/queue/queueHost.ts';
import { publishInstant, type Instant } from './support/workflows.ts';
import { pollingWorkflow } from './support/workflows.ts';
import { signedDelivery } from './support/signedDelivery.ts';
import { startSink } from './support/localServers.ts';
import { startQueueWorld, type QueueWorld } from './support/queueWorld.ts';
import { noServers } from './support/servers.ts';
import { until } from './support/until.ts';

const DELIVERIES = 200;
const AT_ONCE = 20;
const PATIENCE_MS = 480_000;

/** Executions that a worker started or finished, according to its log. */
const executionsIn = (log: string, dealtWith: 'started' | 'finished') =>
	new Set([...readFileSync(log, 'utf8').matchAll(new RegExp(`Worker ${dealtWith} execution (\\d+)`, 'g'))].map(([, id]) => id));

const ids = Array.from({ length: DELIVERIES }, (_, index) => `conv_${index}`);

suite('Queue mode, with a webhook process and two workers', { skip: noServers() }, () => {
	let world: QueueWorld;
	let sink: Awaited<ReturnType<typeof startSink>>;
	let instant: Instant;

	before(async () => {
		world = await startQueueWorld(2);
		sink = await startSink();
		instant = await publishInstant(world.n8n, world.credential, sink.node);
	});
	after(async () => {
		await world.stop();
		await sink.stop();
	});

	/** Executions by status, from the database. */
	const executions = async () =>
		Object.fromEntries(
			await world.host.query(
				`SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${instant.workflowId}' GROUP BY status`,
			),
		);

	test('the main process and the webhook process accept deliveries', async () => {
		const places = [world.host.url, world.host.webhookUrl];
		assert.equal(new Set(places).size, 2);
		const limit = pLimit(AT_ONCE);
		const statuses = await limit.map(ids, async (id, index) => {
			const url = `${places[index % places.length]}${instant.path}`;
			return (await fetch(url, { method: 'POST', ...signedDelivery(id, instant.secret, Date.now()) })).status;
		});
		assert.deepEqual([...new Set(statuses)], [200]);
	});

	test('each delivery becomes one execution, and each execution succeeds', async () => {
		for (let waited = 0; waited < PATIENCE_MS; waited += 500) {
			if ((await executions())['success'] === String(DELIVERIES)) break;
			await wait(500);
		}
		assert.deepEqual(await executions(), { success: String(DELIVERIES) });
	});

	test('the workflow’s steps run once for each delivery', () => {
		assert.deepEqual([...sink.received.keys()].sort(), [...ids].sort());
		assert.deepEqual([...new Set(sink.received.values())], [1]);
	});

	test('both workers take part, and no execution runs on both', () => {
		const finished = world.host.workers.map(({ log }) => executionsIn(log, 'finished'));
		assert.equal(finished.length, 2);
		for (const worker of finished) assert.notEqual(worker.size, 0);
		assert.equal(new Set(finished.flatMap((worker) => [...worker])).size, DELIVERIES);
		assert.equal(finished.reduce((sum, { size }) => sum + size, 0), DELIVERIES);
	});

	test('both processes reject a delivery with a wrong signature', async () => {
		for (const place of [world.host.url, world.host.webhookUrl]) {
			const answer = await fetch(`${place}${instant.path}`, { method: 'POST', ...signedDelivery('conv_x', 'whsec_wrong', Date.now()) });
			assert.equal(answer.status, 401);
		}
		assert.deepEqual(await executions(), { success: String(DELIVERIES) });
	});

	test('the polling trigger emits the interrupted events of a killed worker again', async (context) => {
		const { n8n, credential, sandbox, host } = world;
		const { promise: opened, resolve: open } = Promise.withResolvers<void>();
		const sink = await startSink(opened);
		context.after(sink.stop);
		const { id } = await n8n.createWorkflow(pollingWorkflow(credential, sink.node));
		assert.equal(await n8n.publish(id), null);
		const told: string[] = [];
		for (let number = 0; number < 8; number++) {
			const meeting = { filename: `${number}.txt`, text: 'Ana Ruiz: I will call Ben.\nBen Low: Good.' };
			told.push((await sandbox.perform(controls.meetings.import, meeting)).conversationId);
		}
		await until('executions that wait for an answer', () => sink.received.size >= 5);
		const underWay = ({ log }: Worker): number => executionsIn(log, 'started').size - executionsIn(log, 'finished').size;
		const [victim] = host.workers.toSorted((one, other) => underWay(other) - underWay(one));
		await victim?.stop('SIGKILL');
		open();
		// n8n notices only after a minute and a half, and the next poll may be a minute away.
		await until('everything to be done', () => sink.answered.size === told.length, PATIENCE_MS);
		assert.deepEqual([...sink.answered].toSorted(), told.toSorted());
	});
});
