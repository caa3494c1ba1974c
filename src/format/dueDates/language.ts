import type { Chrono } from 'chrono-node/en';

/** How a language says by when something is to be done. Patterns for what stands before a date end at it. */
export interface Language {
	/** Finds dates, seen from a clock that is written as if it were UTC. */
	readonly calendar: Chrono;
	/** A word without which no text of this language names a day: quick, for the many texts that do not. */
	readonly hint: RegExp;
	/** A deadline: `by `. */
	readonly by: RegExp;
	/** The day itself is too late, unless something happens on it: `before `. */
	readonly before: RegExp;
	/** A day on which something is to be done, unless something else in the sentence is on that day: `on `. */
	readonly on: RegExp;
	/** What makes a date no deadline: `from `, `every `, `around `. */
	readonly noDeadline: RegExp;
	/** What follows a date that is none: `’s meeting`, `or later`. */
	readonly noDeadlineAfter: RegExp;
	/** What may follow the date of an event that the task is to be done before: `before Friday’s meeting`. */
	readonly event: RegExp;
	/** Words after which a date without a deadline’s word is that of an event: `the meeting on Friday`. */
	readonly eventBefore: RegExp;
	/** What may stand between such a date and the rest of the sentence. */
	readonly functionWord: RegExp;
	/** How a sentence starts that sets no task by itself. */
	readonly subject: RegExp;
	/** Tasks that are about a date rather than done on it: `schedule`, `tell`. */
	readonly aboutDates: RegExp;
	/** A verb or a subject that a day may belong to instead: `the offer expires on`. */
	readonly statement: RegExp;
	/** A clause that a date may belong to instead: `who can deliver by`. */
	readonly subordinate: RegExp;
	/** Sentences that set no date: what is past, doubtful, denied or repeated. */
	readonly unsure: RegExp;
	/** A sentence that starts with what was done. */
	readonly past: RegExp;
	/** A verb about the past, with which a day without a deadline’s word may go. */
	readonly done: RegExp;
	/** Days that are never past. */
	readonly coming: RegExp;
	readonly condition: RegExp;
	/** A question to find the answer to, which is no condition. */
	readonly askedFor: RegExp;
	/** Marks a sentence of a meeting that gives somebody a task. */
	readonly task: RegExp;
	/** Dates that name no certain day: `next week`, `in a few days`. */
	readonly vague: RegExp;
	/** A weekday that some take for this week's and some for next week's. */
	readonly next: RegExp;
	readonly thisWeek: RegExp;
	/** A time on a 24-hour clock. */
	readonly clock24: RegExp;
}

/** Phrases, themselves patterns separated by `|`, as the source of one pattern. */
const oneOf = (lines: readonly string[]): string => `(?:${lines.join('|')})`;

/** A pattern for any of some phrases, as whole words. */
export const words = (...lines: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(lines)}(?![\\p{L}\\p{N}])`, 'iu');

/** Matches the phrases only at the end of a text, right before a date. */
export const wordsBefore = (...lines: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(lines)}[\\s:]*$`, 'iu');

/** The date a number of days after a date, in UTC, as dates are found. */
export function dayAfter(at: Date, days: number) {
	const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days));
	return { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() };
}

/** The last day of a month, counted from 0 for January of the year of a date. */
export function lastOfMonth(at: Date, month: number) {
	const day = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0));
	return { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() };
}

/** The Friday of a week, that many weeks from this one. Null at a weekend, which may be the end of one or the start of the next. */
export function fridayOf(at: Date, weeks: number) {
	const weekday = at.getUTCDay();
	return weekday === 0 || weekday === 6 ? null : dayAfter(at, 5 - weekday + 7 * weeks);
}

/** The weekday (0 for Sunday) of the week after this one, from Monday on. */
export const inNextWeek = (at: Date, weekday: number) => dayAfter(at, 7 - ((at.getUTCDay() + 6) % 7) + ((weekday + 6) % 7));

/** The next day with this number; null for today’s. */
export function nextDayOfMonth(at: Date, date: number) {
	if (date === at.getUTCDate()) return null;
	const month = at.getUTCMonth() + (date < at.getUTCDate() ? 1 : 0);
	return date > lastOfMonth(at, month).day ? null : { ...lastOfMonth(at, month), day: date };
}
