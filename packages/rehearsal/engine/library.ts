import type { INode } from 'n8n-workflow';
import * as z from 'zod/v4';
import { UserError } from '../terminal.ts';
import { readLibrary, readWorkflow, readWorkflows, readWorkflowText, type PinnedWorkflow } from '../workflow.ts';

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

/** Whether an expression chooses what a node calls, so that it may be any workflow. */
const callsAny = ({ parameters: { workflowId, workflowJson } }: INode): boolean => [chosenWorkflow(workflowId).id, String(workflowJson)].some((given) => given.startsWith('='));

/**
 * Checks that the workflow in the first file may call each of the others, itself or through what it calls: one that nothing
 * calls would pass for rehearsed.
 * @throws UserError
 */
export function checkCalled(first: string, others: readonly string[]): void {
	if (others.length === 0) return;
	const main = readWorkflow(first);
	const files = others.map((file) => ({ file, workflows: readWorkflows(file) }));
	const library = createLibrary([main, ...files.flatMap(({ workflows }) => workflows), ...readLibrary(first, [])]);
	const called = new Set([main]);
	for (const { nodes } of called) {
		if (nodes.some(callsAny)) return;
		for (const node of nodes) {
			const next = library.calledBy(node);
			if (next) called.add(next);
		}
	}
	const unused = files.find(({ workflows }) => !workflows.some((one) => called.has(one)));
	if (unused) throw new UserError(`${unused.file} is not called by ${first}, so it would not be rehearsed. Leave it out, and rehearse it by itself.`);
}
