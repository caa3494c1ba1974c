import { casual, type ParsedResult, type Parser } from 'chrono-node';
import { anyOf } from './language.ts';

/** A day mentioned in speech. */
export interface NamedDate {
	/** As said: `by Friday`. */
	readonly text: string;
	/** Where in the sentence. */
	readonly index: number;
	/** `2026-03-06`; `2026-03` when only the month was named. */
	readonly date: string;
	/** Whether it is a specific day rather than any day of a week. */
	readonly exact: boolean;
	/** Days from the meeting; negative before it. */
	readonly daysAway: number;
}

const DAY_MS = 86_400_000;
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const months = MONTHS.toLowerCase().split('|');
/** With its capital: `may` and `march` are verbs. */
const MONTH = new RegExp(`\\b(?:${MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b`);
const PERIOD_END = new RegExp(`\\bend of (?:the |this )?(week|month|${MONTHS})\\b`, 'i');
const RELATIVE = anyOf('tomorrow|tonight|next week|in (?:\\w+ )+(?:days?|weeks?)|end of');
const NUMERIC = /\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{2,4}/;
/** Two bare numbers may be a share, a score or a class, so a preceding word must mark them as a day. */
const SLASHED = /^\d{1,2}\/\d{1,2}$/;
const PAST = /\b(?:last|ago|previous|yesterday)\b/i;

/** `the 12th`: the next day of that number. */
const dayOfMonth: Parser = {
	pattern: () =>
		/\bthe ([12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:time|one|item|question|floor|slide|point|page|version|of))/i,
	extract: (context, match) => {
		const day = Number(match[1]);
		const { reference } = context;
		const { year, month, today } = calendarDay(reference.instant);
		const passed = day < today;
		return {
			day,
			month: ((month + (passed ? 1 : 0) - 1) % 12) + 1,
			year: passed && month === 12 ? year + 1 : year,
		};
	},
};

/** `the end of the week` (its Friday), `the end of May`, `end of the month`. */
const endOfPeriod: Parser = {
	pattern: () => PERIOD_END,
	extract: (context, match) => {
		const { year, month, today } = calendarDay(context.reference.instant);
		const period = (match[1] ?? '').toLowerCase();
		if (period === 'week') {
			const weekday = new Date(Date.UTC(year, month - 1, today)).getUTCDay();
			return parts(new Date(Date.UTC(year, month - 1, today + ((5 - weekday + 7) % 7))));
		}
		const named = months.indexOf(period) + 1;
		const ends = named === 0 ? month : named;
		return parts(new Date(Date.UTC(named !== 0 && named < month ? year + 1 : year, ends, 0)));
	},
};

const parts = (day: Date): { day: number; month: number; year: number } => ({
	day: day.getUTCDate(),
	month: day.getUTCMonth() + 1,
	year: day.getUTCFullYear(),
});

const calendarDay = (instant: Date): { year: number; month: number; today: number } => ({
	year: instant.getUTCFullYear(),
	month: instant.getUTCMonth() + 1,
	today: instant.getUTCDate(),
});

const calendar = casual.clone();
calendar.parsers.push(dayOfMonth, endOfPeriod);

/** The days a sentence names, relative to the meeting's day (UTC). Clock times and `now` are not days. */
export function datesIn(sentence: string, meetingStart: string): NamedDate[] {
	const instant = new Date(meetingStart);
	return calendar.parse(sentence, { instant, timezone: 0 }, { forwardDate: true }).flatMap((result) => {
		if (!namesDay(result, sentence)) return [];
		const day = dayOf(result, instant);
		const daysAway = Math.round((day - Math.floor(instant.getTime() / DAY_MS) * DAY_MS) / DAY_MS);
		const monthOnly = MONTH.test(result.text) && !result.start.isCertain('day');
		const date = new Date(day).toISOString().slice(0, monthOnly ? 7 : 10);
		return [{ text: result.text, index: result.index, date, daysAway, exact: !/next week/i.test(result.text) }];
	});
}

function namesDay({ text, index, start }: ParsedResult, sentence: string): boolean {
	const before = sentence.slice(Math.max(0, index - 10), index);
	if (PAST.test(text) || PAST.test(before)) return false;
	if (WEEKDAY.test(text) || RELATIVE.test(text) || NUMERIC.test(text)) return true;
	if (SLASHED.test(text)) return /\b(?:by|on|until|before|from|due|till)\s$/i.test(before);
	if (/^the \d/i.test(text)) return /\b(?:by|on|until|before|from|due|till)\s$/i.test(before);
	// A bare month is a date only after a word that marks it: `March` may also be a name or a verb.
	if (!MONTH.test(text)) return false;
	return start.isCertain('day') || start.isCertain('year') || /\b(?:by|until|before|in|next|this)\s$/i.test(before);
}

/** `forwardDate` reads a day of recent weeks as next year's. Without a stated year, the nearest year is meant. */
function dayOf({ start, text }: ParsedResult, instant: Date): number {
	const year = start.get('year') ?? instant.getUTCFullYear();
	const at = (of: number): number => Date.UTC(of, (start.get('month') ?? 1) - 1, start.get('day') ?? 1);
	const nearest = !start.isCertain('year') && MONTH.test(text) && at(year) - instant.getTime() > 270 * DAY_MS;
	return at(nearest ? year - 1 : year);
}
