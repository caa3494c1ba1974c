import type { Chrono } from 'chrono-node';

/** Kinds of sentences. Each pattern is for one sentence and ignores case. */
export type Kind =
	| 'promise' // Somebody says that they will do something,
	| 'need' // or that they need to, which counts if there is a date,
	| 'due' // or another time by which it is done.
	| 'later' // A time after the meeting.
	| 'plan' // Anything else that somebody will do or is asked to do, which counts if there is a day.
	| 'offer' | 'request' | 'yes' // Somebody offers or asks for something, which counts with a yes,
	| 'imperative' // A request if somebody is named,
	| 'lack' | 'takenUp' // What somebody may take up, and the words with which they do.
	| 'label' // What follows the name of the person who has to do something.
	| 'assigned' // What follows the name of whoever has to do something.
	| 'unsure' // A doubt about the clause it is in,
	| 'condition' // or about everything after it: conditions and other people's words.
	| 'idle' // Talk about the talk itself, small talk, jokes.
	| 'no' | 'negative' // A refusal; what somebody will not or cannot do, which refuses only that;
	| 'doubt' // anything else that is less than a yes.
	| 'motion' | 'consent' // A formal proposal, and the question to everybody whether they agree.
	| 'decided' | 'proposal' | 'procedure' // A proposal about how to go on decides nothing.
	| 'past' | 'future' | 'urgent' | 'unhurried';

/** What the AI knows of a language. Of other languages it knows nothing, so it claims nothing. */
export interface Language extends Readonly<Record<Kind, RegExp>> {
	readonly locale: 'en-GB' | 'de-DE';
	readonly stopWords: ReadonlySet<string>;
	readonly calendar: Chrono;
}

/** Whoever is asked, named in the middle of a request: `Can you, Ben, …`. */
export const BY_NAME = '(?:, \\p{L}+(?: \\p{L}+)?,)?';

/** Phrases, themselves patterns separated by `|`, as the source of one pattern. */
export const oneOf = (...lines: readonly string[]): string => `(?:${lines.join('|')})`;

/** A pattern for any of some phrases, as whole words. */
export const anyOf = (...lines: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(...lines)}(?![\\p{L}\\p{N}])`, 'iu');

/** The same at the start of a sentence. */
export const startsWith = (...lines: readonly string[]): RegExp => new RegExp(`^${oneOf(...lines)}(?![\\p{L}\\p{N}])`, 'iu');

/** Phrases as a list over several lines, with backslashes as they are. */
export const lines = (text: TemplateStringsArray, ...parts: readonly string[]): string =>
	String.raw(text, ...parts)
		.trim()
		.split(/\n\s*/)
		.join('|');
