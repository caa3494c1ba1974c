import { mayHaveCost } from '../client/index.ts';

/** Answers to the questions of a run. Inputs with the same question share one, so that it costs a single AI credit. */
export class Answers<R extends { readonly json: unknown }> {
	/** Resolves with null if the answer was incomplete; rejects if asking again could cost another credit. */
	private readonly known = new Map<string, Promise<readonly R[] | null>>();
	private count = 0;

	/** How many inputs were given another's answer. */
	get shared(): number {
		return this.count;
	}

	/** Yields what `ask` yields, or what it yielded earlier for the same question. Throws what `ask` throws. */
	async *share(question: string, ask: () => AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
		for (let earlier = this.known.get(question); earlier; earlier = this.known.get(question)) {
			const results = await earlier;
			if (!results) continue;
			this.count += 1;
			// Callers may change their results, so each gets a copy.
			return yield* results.map((one) => ({ ...one, json: one.json === undefined ? one.json : JSON.parse(JSON.stringify(one.json)) }));
		}
		const results: R[] = [];
		let settle = (_whole: readonly R[] | null): void => {};
		let fail = (_error: unknown): void => {};
		const answer = new Promise<readonly R[] | null>((resolve, reject) => {
			settle = resolve;
			fail = reject;
		});
		// Most often, no other input asks the same question.
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
			// It failed in a way that may pass, or the caller stopped reading.
			if (!isKept) {
				this.known.delete(question);
				settle(null);
			}
		}
	}
}
