import type { Credit, Endpoint } from '../api/index.ts';
import { mayBeDone, mayHaveCost } from '../client/index.ts';
import { Refusal } from '../words/index.ts';

/** Whether repeating a failed operation could spend, share or register something a second time. */
export const mustNotRepeat = ({ credit, endpoint }: { readonly credit: Credit; readonly endpoint?: Endpoint }, error: unknown): boolean =>
	!(error instanceof Refusal) &&
	((credit !== 'never' && mayHaveCost(error)) || (endpoint?.repeat === 'never' && mayBeDone(error)));

/** What the items of one run have claimed across all its tries, so that no work is done twice. */
export class Claims {
	private readonly keys = new Set<string>();

	/** True for the first claim of something in this run. */
	claim(what: unknown): boolean {
		const key = JSON.stringify(what);
		const isNew = !this.keys.has(key);
		this.keys.add(key);
		return isNew;
	}

	/** Lets another item or try claim what failed, unless it may have cost a credit. */
	releaseAfter(error: unknown, what: unknown): void {
		if (!mayHaveCost(error)) this.keys.delete(JSON.stringify(what));
	}
}

type Settled<R> = { readonly results: readonly R[] } | { readonly error: unknown };

/**
 * The outcomes of the input items across all tries of one run. A host that repeats a failed run repeats the items that
 * succeeded too, so without this every try would spend their AI credits again.
 */
export class Tries<R> {
	private readonly settled = new Map<number, Settled<R>>();
	/** For the runs of all tries. */
	readonly claims = new Claims();
	/** AI credits that earlier tries spent on results. */
	spent = 0;

	/** Does the work of an item, unless an earlier try did it or failed in a way that may have cost a credit. */
	async once(itemIndex: number, work: () => Promise<readonly R[]>): Promise<readonly R[]> {
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
