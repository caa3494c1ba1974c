import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

const MEMORY = 'polling';

/** What a node has stored last, and under which name. */
const Last = z.object({ name: z.string(), stored: z.unknown() });

const lastOf = (context: IPollFunctions): string => `${MEMORY} ${context.getNode().id}`;

/**
 * What the node has stored, whatever its name was then. n8n keeps a node's memory under the node's name: one that was
 * renamed has none there, or that of long ago, when it had this name before.
 */
export function readMemory(context: IPollFunctions): unknown {
	const { data: last } = Last.safeParse(context.getWorkflowStaticData('global')[lastOf(context)]);
	if (last && last.name !== context.getNode().name) return last.stored;
	return context.getWorkflowStaticData('node')[MEMORY];
}

/** Hands it to n8n, which saves it when it sees fit. */
export function writeMemory(context: IPollFunctions, stored: IDataObject): void {
	context.getWorkflowStaticData('node')[MEMORY] = stored;
	context.getWorkflowStaticData('global')[lastOf(context)] = { name: context.getNode().name, stored };
}
