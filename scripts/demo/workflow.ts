import { readFileSync } from 'node:fs';
import { loadPackages, runWorkflow, type Credentials, type NodeRun, type WorkflowFile } from '../engine/index.ts';
import { DemoError } from './demoError.ts';
import { WORKFLOW } from './files.ts';

export interface Ran {
	readonly node: string;
	readonly items: number;
	readonly milliseconds: number;
}

const ranOf = ({ node, outputs, executionTime }: NodeRun): Ran => ({
	node,
	items: outputs.reduce((sum, items) => sum + items.length, 0),
	milliseconds: executionTime,
});

/** Runs the example workflow as it stands, in n8n's own engine, with this package as it is built. */
export async function runFollowUp(credentials: Credentials, onNode: (node: string) => void): Promise<Ran[]> {
	const workflow: WorkflowFile = JSON.parse(readFileSync(WORKFLOW, 'utf8'));
	const { nodes, error } = await runWorkflow(workflow, {
		packages: await loadPackages(),
		credentials,
		onNodeStart: onNode,
	});
	if (error) throw new DemoError(`The workflow stopped at “${nodes.at(-1)?.node ?? 'its start'}”: ${error.message}`);
	return nodes.map(ranOf);
}
