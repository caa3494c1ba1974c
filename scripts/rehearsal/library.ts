import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { PinnedWorkflow } from './arguments.ts';

/** Workflows that others may call as sub-workflows. */
export interface Library {
	/** By ID; otherwise by the name that a node keeps beside it. */
	readonly find: (id: string, name?: string) => PinnedWorkflow | undefined;
	/** Whether a node that calls a sub-workflow calls a known one, as far as can be said before it runs. */
	readonly calls: (node: INode) => boolean;
}

/** The choice of a workflow in n8n's form: an ID, in versions before 1.1 without its name. */
const Choice = z.union([
	z.string().transform((value) => ({ value, cachedResultName: undefined })),
	z.looseObject({ value: z.coerce.string().catch(''), cachedResultName: z.string().optional().catch(undefined) }),
]);

/** The workflow that a resolved parameter chooses: its ID, and its name if the form knew it. */
export function chosenWorkflow(parameter: unknown): { readonly id: string; readonly name: string | undefined } {
	const { data } = Choice.safeParse(parameter);
	return { id: data?.value ?? '', name: data?.cachedResultName };
}

export function createLibrary(files: readonly PinnedWorkflow[]): Library {
	const byId = new Map(files.flatMap((file) => (file.id === undefined ? [] : [[file.id, file]])));
	const find: Library['find'] = (id, name) => {
		const found = byId.get(id) ?? files.find((file) => file.name !== undefined && (file.name === name || file.name === id));
		// n8n asks by ID alone when it calls what a name has found.
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
	};
}
