import { mayHaveCost } from '../client/errors.ts';

/** What the inputs of one run have asked for: alike ones share an answer, so that it costs an AI credit once. */
export class Answers<R extends { readonly json: unknown }> {
	/** Null where it did not come whole; rejected where asking again could cost another credit. */
	private readonly known = new Map<string, Promise<readonly R[] | null>>();
	private count = 0;

	/** How many inputs were given the answer of another. */
	get shared(): number {
		return this.count;
	}

	/** Yields what `ask` does, or what it yielded for the same question. Throws what `ask` throws. */
	async *share(question: string, ask: () => AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
		for (let earlier = this.known.get(question); earlier; earlier = this.known.get(question)) {
			const results = await earlier;
			if (!results) continue;
			this.count += 1;
			// Whoever gets one may change it.
			return yield* results.map((one) => ({ ...one, json: one.json === undefined ? one.json : JSON.parse(JSON.stringify(one.json)) }));
		}
		const results: R[] = [];
		let settle = (_whole: readonly R[] | null): void => {};
		let fail = (_error: unknown): void => {};
		const answer = new Promise<readonly R[] | null>((resolve, reject) => {
			settle = resolve;
			fail = reject;
		});
		// Most often, nobody asks for the same.
		answer.catch(() => {});
		this.known.set(question, answer);
		let isKept = false;
		try {
			for await (const one of ask()) {
				results.push(one);
				yield one;
			}
			isKept = true;
			settle(results);
		} catch (error) {
			isKept = mayHaveCost(error);
			if (isKept) fail(error);
			throw error;
		} finally {
			// Failed in a way that may pass, or whoever asked has enough.
			if (!isKept) {
				this.known.delete(question);
				settle(null);
			}
		}
	}
}
