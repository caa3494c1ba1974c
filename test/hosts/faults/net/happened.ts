/** The outcome of one run, as far as whoever started it could see. Times in milliseconds of the run. */
export interface Happened {
	/** What was requested of an operation that may cost a credit, once for each input item. */
	readonly generations: Generation[];
	/**
	 * Credits left before and, as the run reported, after it, and failures that say that theirs may be gone too: the last item
	 * to end may be one of them. Null if the run reported nothing.
	 */
	credits: { before: number; toldLeft: number; atRisk: number } | null;
	/** What there was to get, and how often each may arrive. */
	readonly due: { readonly key: string; readonly least: number; readonly most: number }[];
	/** What arrived, in order. */
	readonly came: string[];
	readonly failures: Failure[];
	readonly calls: { readonly what: string; readonly tookMs: number; readonly mostMs: number }[];
	/** Everything that left the run: output, errors, stored data, logs. */
	readonly texts: { readonly where: string; readonly text: string }[];
	/** For people who look at a single seed. */
	readonly steps: string[];
}

export interface Generation {
	/** As in the request: method and path, with names in place of IDs. */
	readonly request: string;
	/** A part of the body that tells the request from others with the same path. */
	readonly mark: string;
	/**
	 * Whether its result or its failure says that a credit was, or may have been, spent. Null: n8n threw both away, as it does
	 * with all other items when one of them stops the workflow.
	 */
	readonly tellsOfCredit: boolean | null;
}

export interface Failure {
	readonly what: string;
	/** Whether it is an error that the client or the node expects. */
	readonly isForeseen: boolean;
}

export const nothingYet = (): Happened => ({
	...{ generations: [], credits: null, due: [], came: [], failures: [], calls: [], texts: [], steps: [] },
});
