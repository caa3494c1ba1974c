import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v4';
import { ROOT } from './root.ts';

const CredentialRef = z.looseObject({ id: z.string().nullable(), name: z.string() });
const Node = z.looseObject({
	name: z.string(),
	type: z.string(),
	parameters: z.looseObject({}).default({}),
	webhookId: z.string().optional(),
	credentials: z.record(z.string(), CredentialRef).optional(),
});
const Workflow = z.object({
	name: z.string(),
	nodes: z.array(Node),
	connections: z.looseObject({}),
	settings: z.looseObject({}).optional(),
	pinData: z.looseObject({}).optional(),
});
export type Workflow = z.output<typeof Workflow>;

export interface Example {
	/** Name of its file, without folder and ending. */
	readonly key: string;
	readonly workflow: Workflow;
}

/** The workflows that this package brings, as anybody can import them. */
export const readExamples = (folder: string = join(ROOT, 'examples')): readonly Example[] =>
	globSync('*.json', { cwd: folder })
		.sort()
		.map((file) => ({
			key: basename(file, '.json'),
			workflow: Workflow.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
		}));

/** Credentials by type. */
export type Available = Readonly<Record<string, { readonly id: string; readonly name: string }>>;

/**
 * The workflow with the credentials that are there, as if they had been chosen by hand; of other types none is chosen. Nodes
 * that can be called get an address of their own, which n8n's editor gives them on import and n8n's server does not.
 */
export const prepare = (workflow: Workflow, available: Available, callable: ReadonlySet<string>): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const wanted = Object.keys(node.credentials ?? {});
		const credentials = Object.fromEntries(wanted.flatMap((type) => (available[type] ? [[type, available[type]]] : [])));
		return {
			...node,
			...(node.credentials && { credentials }),
			...(callable.has(node.type) && { webhookId: node.webhookId ?? randomUUID() }),
		};
	}),
});
