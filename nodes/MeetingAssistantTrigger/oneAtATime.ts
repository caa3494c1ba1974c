import pLimit, { type LimitFunction } from 'p-limit';
import type { TriggerContext } from './context.ts';

const limits = new Map<string, LimitFunction>();

/**
 * Runs what changes a trigger's webhook at the service one after the other: a delivery that leads to a repair while the
 * workflow is being published would else delete the webhook that has just been registered. Each ends by itself in time.
 */
export async function oneAtATime<T>(context: TriggerContext, work: () => Promise<T>): Promise<T> {
	const key = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
	const limit = limits.get(key) ?? pLimit(1);
	limits.set(key, limit);
	try {
		return await limit(work);
	} finally {
		if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
	}
}
