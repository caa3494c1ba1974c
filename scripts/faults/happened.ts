/** What one run came to, as far as whoever started it could see. Times in milliseconds of the run. */
export interface Happened {
	/** What was wanted of an operation that may cost a credit, once for each input item. */
	readonly generations: Generation[];
	/**
	 * Credits that were left before and, as the run said, after it, and failures that say that theirs may be gone too: the
	 * last item to end may be one of them. Null where the run said nothing.
	 */
	credits: { before: number; toldLeft: number; atRisk: number } | null;
	/** What there was to get, and how often it may come. */
	readonly due: { readonly key: string; readonly least: number; readonly most: number }[];
	/** What came, in order. */
	readonly came: string[];
	readonly failures: Failure[];
	readonly calls: { readonly what: string; readonly tookMs: number; readonly mostMs: number }[];
	/** All that left the run: output, errors, what is stored, what was logged. */
	readonly texts: { readonly where: string; readonly text: string }[];
	/** For whoever looks at one seed. */
	readonly steps: string[];
}

export interface Generation {
	/** As the request says it: method and path, with names in place of ids. */
	readonly request: string;
	/** A part of the body that tells it from others of the same path. */
	readonly mark: string;
	/**
	 * Whether its result or its failure says that a credit was, or may have been, spent. Null: n8n threw both away, as it
	 * does with all other items when one of them stops the workflow.
	 */
	readonly tellsOfCredit: boolean | null;
}

export interface Failure {
	readonly what: string;
	/** Whether it is one that the client or the node foresees. */
	readonly isForeseen: boolean;
}

export const nothingYet = (): Happened => ({
	...{ generations: [], credits: null, due: [], came: [], failures: [], calls: [], texts: [], steps: [] },
});
