import type { INode } from 'n8n-workflow';
import * as z from 'zod/v4';
import { readWorkflowText, type PinnedWorkflow } from '../workflow.ts';

/** The node that calls a sub-workflow. */
export const CALLER = 'n8n-nodes-base.executeWorkflow';

/** The nodes at which n8n can start a sub-workflow. */
const STARTS = ['n8n-nodes-base.executeWorkflowTrigger', 'n8n-nodes-base.start', 'n8n-nodes-base.manualTrigger'];

/** The node with which a sub-workflow begins; undefined if it cannot be called. */
export function firstNodeOf({ nodes }: PinnedWorkflow): INode | undefined {
	const [first] = STARTS.flatMap((type) => nodes.find((node) => node.type === type) ?? []);
	return first;
}

/** Workflows that others may call as sub-workflows. */
export interface Library {
	/** Finds a workflow by ID, otherwise by the name that a node stores next to the ID. */
	readonly find: (id: string, name?: string) => PinnedWorkflow | undefined;
	/** Whether a node that calls a sub-workflow calls a known one, as far as is known before it runs. */
	readonly calls: (node: INode) => boolean;
	/** The sub-workflow that a node calls, if it is known before the node runs. */
	readonly calledBy: (node: INode) => PinnedWorkflow | undefined;
}

/** The value of a workflow field in n8n's form: an ID, with a name since version 1.1. */
const Choice = z.union([
	z.string().transform((value) => ({ value, cachedResultName: undefined })),
	z.looseObject({ value: z.coerce.string().catch(''), cachedResultName: z.string().optional().catch(undefined) }),
]);

/** The workflow that a resolved parameter chooses: its ID, and its name if the form knew it. */
export function chosenWorkflow(parameter: unknown): { readonly id: string; readonly name: string | undefined } {
	const { data } = Choice.safeParse(parameter);
	return { id: data?.value ?? '', name: data?.cachedResultName };
}

/** `files`: the most important first. */
export function createLibrary(files: readonly PinnedWorkflow[]): Library {
	// If there are several copies, the first one counts: the folder may contain older ones.
	const byId = new Map(files.toReversed().flatMap((file) => (file.id === undefined ? [] : [[file.id, file]])));
	const find: Library['find'] = (id, name) => {
		const found = byId.get(id) ?? files.find((file) => file.name !== undefined && (file.name === name || file.name === id));
		// When n8n calls a workflow that was found by name, it asks by ID only.
		if (found) byId.set(id, found);
		return found;
	};
	return {
		find,
		calls({ parameters }) {
			const source = parameters['source'] ?? 'database';
			if (source !== 'database') return source === 'parameter';
			const { id, name } = chosenWorkflow(parameters['workflowId']);
			return id.startsWith('=') || find(id, name) !== undefined;
		},
		calledBy({ parameters }) {
			const { source = 'database', workflowId, workflowJson } = parameters;
			if (source === 'database') {
				const { id, name } = chosenWorkflow(workflowId);
				return find(id, name);
			}
			try {
				return source === 'parameter' ? readWorkflowText(String(workflowJson), 'The workflow in the parameters') : undefined;
			} catch {
				// An expression, which is only resolved when the node runs.
				return undefined;
			}
		},
	};
}
