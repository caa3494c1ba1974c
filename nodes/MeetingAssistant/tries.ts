import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mayHaveCost } from '../../src/client/errors.ts';
import type { Operation } from '../../src/operations/index.ts';

type Settled = { readonly results: readonly INodeExecutionData[] } | { readonly error: unknown };

/**
 * What became of the input items in all tries of one run. Retry On Fail runs the whole node again, also for items that
 * succeeded, so without this every try would spend their AI credits again.
 */
export class Tries {
	private readonly settled = new Map<number, Settled>();
	/** For the sessions of all tries. */
	readonly claims = new Set<string>();
	/** AI credits that earlier tries spent on results. */
	spent = 0;

	/** Does the work of an item, unless an earlier try did it or failed in a way that may have cost a credit. */
	async once(itemIndex: number, work: () => Promise<readonly INodeExecutionData[]>): Promise<readonly INodeExecutionData[]> {
		const earlier = this.settled.get(itemIndex);
		if (earlier && 'error' in earlier) throw earlier.error;
		if (earlier) return earlier.results;
		const results = await work().catch((error: unknown) => {
			if (mayHaveCost(error)) this.settled.set(itemIndex, { error });
			throw error;
		});
		this.settled.set(itemIndex, { results });
		return results;
	}

	/** Failures that may have cost a credit, by item: no try repeats them. */
	get final(): ReadonlyMap<number, unknown> {
		return new Map([...this.settled].flatMap(([index, settled]) => ('error' in settled ? [[index, settled.error] as const] : [])));
	}
}

/** By what stays the same object in all tries of a run, and is another for every other run. It goes when the run does. */
const byRun = new WeakMap<object, Tries>();

/** The tries of this run of the node. Runs that cannot be repeated, or cost nothing, remember nothing from try to try. */
export function triesOf(context: IExecuteFunctions, { credit }: Operation): Tries {
	const { name, retryOnFail } = context.getNode();
	if (credit === 'never' || retryOnFail !== true) return new Tries();
	const { node, data } = context.getExecuteData();
	// All calls of a tool may belong to one run of an agent: n8n does not repeat those, and each is a question of its own.
	if (node.name !== name) return new Tries();
	const tries = byRun.get(data) ?? new Tries();
	byRun.set(data, tries);
	return tries;
}
