import type { Execution } from '../../scripts/n8n/n8nApi.ts';
import { until } from '../until.ts';
import { world } from '../world.ts';

const RUNNING = new Set(['new', 'running', 'waiting']);

/** A workflow's executions, newest first, once there are that many and all have ended. */
export const executionsOf = (workflowId: string, count = 1): Promise<readonly Execution[]> =>
	until(`${count} executions`, async () => {
		const found = await world.n8n.executions(workflowId);
		return found.length >= count && !found.some(({ status }) => RUNNING.has(status)) && found;
	});
