import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { signedDelivery } from '../../e2e/support/signedDelivery.ts';
import { startQueueWorld } from '../../e2e/support/queueWorld.ts';
import { CREDENTIAL } from '../../e2e/support/startWorld.ts';
import { publishInstant } from '../../e2e/support/workflows.ts';
import { connect } from '../../packages/client/index.ts';

const ASK_MS = 250;

interface Trial {
	readonly workers: number;
	/** Deliveries sent at the same time. */
	readonly atOnce: number;
	/** Requests to reserve. */
	readonly reserved: number;
	/** Requests that are left above them. */
	readonly allowed: number;
}

/** The requests that are left in the hour after twice as many executions as the reservation allows, each with one request. */
export async function requestsLeft({ workers, atOnce, reserved, allowed }: Trial): Promise<number> {
	const world = await startQueueWorld(workers);
	try {
		const { path, secret, workflowId } = await publishInstant(world.n8n, world.credential, {
			type: 'n8n-nodes-meeting-assistant.meetingAssistant',
			typeVersion: 1,
			parameters: { resource: 'conversation', operation: 'getAll', limit: 1, options: { limits: { reserveRequests: reserved } } },
			credentials: { [CREDENTIAL]: world.credential },
		});
		const client = connect(world.account);
		const left = async (): Promise<number> => (await client.user.profile().withResponse()).response.rateLimit?.remaining ?? Number.NaN;
		while ((await left()) > reserved + allowed);
		const runs = 2 * allowed;
		// Those that find nothing left above the reservation end without an item, and with success.
		const ended = async (): Promise<number> =>
			Number((await world.host.query(`SELECT count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status = 'success'`))[0]?.[0]);
		await pLimit(atOnce).map(Array.from({ length: runs }), async (_, index) => {
			const { ok, status } = await fetch(world.host.webhookUrl + path, { method: 'POST', ...signedDelivery(`conv_${index}`, secret, Date.now()) });
			if (!ok) throw new Error(`Not accepted: ${status}`);
		});
		while ((await ended()) < runs) await wait(ASK_MS);
		// Reading the count takes one.
		return (await left()) + 1;
	} finally {
		await world.stop();
	}
}
