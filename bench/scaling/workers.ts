import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { publishInstant } from '../../e2e/support/workflows.ts';
import { signedDelivery } from '../../e2e/support/signedDelivery.ts';
import { startSink } from '../../e2e/support/localServers.ts';
import { startQueueWorld } from '../../e2e/support/queueWorld.ts';

const AT_ONCE = 20;
const ASK_MS = 250;
const PATIENCE_MS = 600_000;

/** Executions per second of a workflow with the instant trigger and one HTTP request, with this many workers. */
export async function executionsPerSecond(workers: number, deliveries: number) {
	const world = await startQueueWorld(workers);
	const sink = await startSink();
	try {
		const { workflowId, path, secret } = await publishInstant(world.n8n, world.credential, sink.node);
		const ended = async (): Promise<number> =>
			Number((await world.host.query(`SELECT count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status = 'success'`))[0]?.[0]);
		const limit = pLimit(AT_ONCE);
		const send = async (name: string, amount: number): Promise<number> => {
			const before = await ended();
			const started = performance.now();
			const statuses = await limit.map(Array.from({ length: amount }), async (_, index) => {
				const delivery = signedDelivery(`conv_${name}_${index}`, secret, Date.now());
				return (await fetch(world.host.webhookUrl + path, { method: 'POST', ...delivery })).status;
			});
			if (statuses.some((status) => status !== 200)) throw new Error(`Not accepted: ${statuses.filter((status) => status !== 200)}`);
			for (let waited = 0; waited < PATIENCE_MS && (await ended()) < before + amount; waited += ASK_MS) await wait(ASK_MS);
			return (performance.now() - started) / 1000;
		};
		await send('warm', Math.ceil(deliveries / 10));
		const seconds = await send('measured', deliveries);
		const lost = deliveries - [...sink.received].filter(([id, times]) => id.startsWith('conv_measured') && times === 1).length;
		return { rate: deliveries / seconds, lost };
	} finally {
		await world.stop();
		await sink.stop();
	}
}
