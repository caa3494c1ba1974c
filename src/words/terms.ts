/**
 * The words a platform uses for what all of them have. Texts of the catalogue that need one are functions of these,
 * so that each reads as its host's own.
 */
export interface Terms {
	/** What the platform is called: “n8n”. */
	readonly platform: string;
	/** One unit of work on the platform: “node”, “step”. */
	readonly step: string;
	/** What steps are put together to: “workflow”, “Zap”. */
	readonly flow: string;
	/** Where the API key is kept: “credential”, “connected account”. */
	readonly account: string;
	/** What an operation that returns a list is called, and the verb its action starts with: “Get Many”, “Get many”. */
	readonly list: { readonly name: string; readonly verb: string };
	/** How people find an operation, from what the catalogue calls its resource and itself: “User > Get Profile”. */
	readonly operation: (resource: string, operation: string) => string;
	/** How to wait for `retryAfterSeconds` of an error's details; empty where a platform has no way. */
	readonly waitForRetry: string;
	/** How to see the input items that were not processed when a run stopped early; empty where there is one item. */
	readonly listUnprocessed: string;
	/** Where the limits of a run are set: “Requests and Credits”. */
	readonly runLimits: string;
	/** The option of the account that lets the key travel unencrypted. */
	readonly allowHttp: string;
	/** Where a list with more results is asked for: “Raise Limit, or turn on Return All”. */
	readonly raiseLimit: string;
	/** How an expression, or whatever fills a field with data, is checked: “if it is an expression, …”. */
	readonly checkValue: string;
	/** What the trigger is called that starts with deliveries, and the one that asks for news: “Meeting Assistant Trigger”. */
	readonly instantTrigger: string;
	readonly pollingTrigger: string;
	/** How the platform is told the public https:// address at which it can be reached. */
	readonly setPublicAddress: string;
	/** The trigger for meetings that start soon. */
	readonly startingSoonTrigger: string;
}

/** A text for people: the same everywhere, or in the host's words. */
export type Text = string | ((terms: Terms) => string);

export const textIn = (text: Text, terms: Terms): string => (typeof text === 'string' ? text : text(terms));
