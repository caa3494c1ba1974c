/**
 * A platform's words for the things that all platforms have. Texts of the catalogue that need such a word are functions of
 * these terms, so that they read as the platform’s own.
 */
export interface Terms {
	/** What the platform is called: “n8n”. */
	readonly platform: string;
	/** One unit of work on the platform: “node”, “step”. */
	readonly step: string;
	/** What steps are combined into: “workflow”, “Zap”. */
	readonly flow: string;
	/** The time zone of days, and of times without an offset: “the workflow’s time zone”. */
	readonly timezone: string;
	/** Where the API key is kept: “credential”, “connected account”. */
	readonly account: string;
	/** The name of operations that return a list, and how their actions start: “Get Many”, “Get many”. */
	readonly list: { readonly name: string; readonly verb: string };
	/** How people find an operation, from the names of its resource and itself: “User > Get Profile”. */
	readonly operation: (resource: string, operation: string) => string;
	/** Where the limits of a run are set, in quotation marks if that is a label: “Requests and Credits”. Empty if they are fixed. */
	readonly runLimits: string;
	/** The option of the account that allows sending the key unencrypted. Empty if there is none. */
	readonly allowHttp: string;
	/** The names of the trigger that waits for deliveries and of the trigger that polls: “Meeting Assistant Trigger”. Empty if there is none. */
	readonly instantTrigger: string;
	readonly pollingTrigger: string;
}

/** A text for people: the same everywhere, or in the host's words. */
export type Text = string | ((terms: Terms) => string);

export const textIn = (text: Text, terms: Terms): string => (typeof text === 'string' ? text : text(terms));

/** Removes the full stop at the end, single or doubled. An ellipsis stays. */
export const withoutFullStop = (text: string): string => (text.endsWith('...') ? text : text.replace(/\.{1,2}$/, ''));

/** With one full stop at its end, unless it ends in another mark. */
export const sentence = (text: string): string => {
	const trimmed = text.trim();
	return /(?:\.{3}|[!?…])$/.test(trimmed) ? trimmed : `${withoutFullStop(trimmed)}.`;
};

/** Texts one after the other, without those that are missing or empty. */
export const sentences = (terms: Terms, ...texts: readonly (Text | undefined)[]): string =>
	texts.flatMap((text) => (text && textIn(text, terms) ? [sentence(textIn(text, terms))] : [])).join(' ');
