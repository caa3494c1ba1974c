/** The outcome of one run, as far as whoever started it could see. Times in milliseconds of the run. */
export interface Happened {
	/** Requests to an operation that may cost a credit, one for each input item. */
	readonly generations: Generation[];
	/**
	 * Credits left before the run and, according to its report, after it; and the number of failures that say that their
	 * credit may be lost too. The last item to end may be one of them. Null if the run reported nothing.
	 */
	credits: { before: number; toldLeft: number; atRisk: number } | null;
	/** What should arrive, and how often each of it may. */
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
	 * Whether its result or its failure says that a credit was, or may have been, spent. Null: n8n discarded both, as it does
	 * with all other items when one item stops the workflow.
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
