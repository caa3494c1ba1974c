/**
 * What a platform calls the things that all of them have. Texts of the catalogue that need such a word are functions of
 * these terms, so that they read as the platform’s own.
 */
export interface Terms {
	/** What the platform is called: “n8n”. */
	readonly platform: string;
	/** One unit of work on the platform: “node”, “step”. */
	readonly step: string;
	/** What steps are combined into: “workflow”, “Zap”. */
	readonly flow: string;
	/** What a flow is once it runs by itself: “published”, “deployed”. */
	readonly activated: string;
	/** The time zone of days, and of times without an offset: “the workflow’s time zone”. */
	readonly timezone: string;
	/** Where the API key is kept: “credential”, “connected account”. */
	readonly account: string;
	/** The name of operations that return a list, and how their actions start: “Get Many”, “Get many”. */
	readonly list: { readonly name: string; readonly verb: string };
	/** How people find an operation, from the names of its resource and itself: “User > Get Profile”. */
	readonly operation: (resource: string, operation: string) => string;
	/** How to wait for `retryAfterSeconds` of an error’s details; empty if the platform cannot. */
	readonly waitForRetry: string;
	/** How to see the inputs that were not processed when a run stopped early; empty where a run has only one. */
	readonly listUnprocessed: string;
	/** Where the limits of a run are set, in quotation marks if that is a label: “Requests and Credits”. */
	readonly runLimits: string;
	/** The page on what a plan allows and what uses it, as a link where forms show links. */
	readonly limits: string;
	/** What to change so that more AI credits may be spent: “AI Credits to Reserve”, and where it is. */
	readonly creditReserve: string;
	/** The option of the account that allows sending the key unencrypted. Empty where there is none. */
	readonly allowHttp: string;
	/** How to get more results of a list: “Raise Limit or turn on Return All”. */
	readonly raiseLimit: string;
	/** How to check whatever fills a field with data: “If it is an expression, check what it returns”. */
	readonly checkValue: string;
	/** How a list of all inputs is written; empty where a run has only one. */
	readonly allInputs: string;
	/** How to read saved results where some are missing; empty where a missing one does not end a run. */
	readonly withoutSaved: string;
	/** What the trigger is called that starts with deliveries, and the one that asks for news: “Meeting Assistant Trigger”. Empty where there is none. */
	readonly instantTrigger: string;
	readonly pollingTrigger: string;
	/** How to free a trigger’s webhook: “unpublish the workflow that uses one of them”. */
	readonly freeWebhook: string;
	/** How to set the public https:// address of the platform. */
	readonly setPublicAddress: string;
	/** The trigger for meetings that start soon. Empty where there is none. */
	readonly startingSoonTrigger: string;
}

/** A text for people: the same everywhere, or in the host's words. */
export type Text = string | ((terms: Terms) => string);

export const textIn = (text: Text, terms: Terms): string => (typeof text === 'string' ? text : text(terms));

/** However many there are; an ellipsis stays. */
export const withoutFullStop = (text: string): string => (text.endsWith('...') ? text : text.replace(/\.{1,2}$/, ''));

/** With one full stop at its end, unless it ends in another mark. */
export const sentence = (text: string): string => {
	const trimmed = text.trim();
	return /(?:\.{3}|[!?…])$/.test(trimmed) ? trimmed : `${withoutFullStop(trimmed)}.`;
};

/** Texts one after the other, without those that are missing or empty. */
export const sentences = (terms: Terms, ...texts: readonly (Text | undefined)[]): string =>
	texts.flatMap((text) => (text && textIn(text, terms) ? [sentence(textIn(text, terms))] : [])).join(' ');
