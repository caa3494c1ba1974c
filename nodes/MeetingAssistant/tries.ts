import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Tries } from '../../src/limits/index.ts';
import type { Operation } from '../../src/operations/index.ts';

/** Keyed by n8n's execution data, which all tries of a run share. */
const byRun = new WeakMap<object, Tries<INodeExecutionData>>();

/** The tries of this run of the node. Runs that cannot be repeated, or cost nothing, remember nothing between tries. */
export function triesOf(context: IExecuteFunctions, { credit }: Operation): Tries<INodeExecutionData> {
	const { name, retryOnFail } = context.getNode();
	if (credit === 'never' || retryOnFail !== true) return new Tries<INodeExecutionData>();
	const { node, data } = context.getExecuteData();
	// All calls of a tool may belong to one run of an agent: n8n does not repeat those, and each is a separate question.
	if (node.name !== name) return new Tries<INodeExecutionData>();
	const tries = byRun.get(data) ?? new Tries<INodeExecutionData>();
	byRun.set(data, tries);
	return tries;
}
