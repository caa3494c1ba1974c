import type { Parser } from 'chrono-node';

const ENGLISH_MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const GERMAN_MONTHS = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';

const day = (...[year, month, date]: readonly [number, number, number]) => {
	const at = new Date(Date.UTC(year, month, date));
	return { day: at.getUTCDate(), month: at.getUTCMonth() + 1, year: at.getUTCFullYear() };
};

/** `by the 12th`: the next day with that number. */
export const dayOfMonth: Parser = {
	pattern: () => /(?<=\b(?:by|on|until|before|from|due|till) )the ([12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:time|one|item|question|floor|slide|point|page|version|of))/i,
	extract: ({ reference: { instant: at } }, { 1: date }) => day(at.getUTCFullYear(), at.getUTCMonth() + (Number(date) < at.getUTCDate() ? 1 : 0), Number(date)),
};

/** `31/12/2026`, which can be read in one way only. */
export const dayBeforeMonth: Parser = {
	pattern: () => /\b(1[3-9]|2\d|3[01])\/(0?[1-9]|1[0-2])\/(20\d\d)\b/,
	extract: (_context, { 1: date, 2: month, 3: year }) => ({ day: Number(date), month: Number(month), year: Number(year) }),
};

/** `bis 3.12.`, where a version or an amount has no full stop at its end or no such word before it. */
export const dayAndMonth: Parser = {
	pattern: () => /(?<=\b(?:am|bis|ab|vor|zum|dem|den|spätestens) )(0?[1-9]|[12]\d|3[01])\. ?(0?[1-9]|1[0-2])\.(?! ?\d)/i,
	extract: (_context, { 1: date, 2: month }) => ({ day: Number(date), month: Number(month) }),
};

/** The last day of a period, of a week its Friday, by the patterns of a language for `next` and for a week, and the names of its months. */
const endOfPeriod = (pattern: RegExp, next: RegExp, week: RegExp, months: string): Parser => ({
	pattern: () => pattern,
	extract: ({ reference: { instant: at } }, { 0: text, 1: period = '' }) => {
		const ahead = next.test(text) ? 1 : 0;
		if (week.test(period)) return day(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + ((5 - at.getUTCDay() + 7) % 7) + 7 * ahead);
		const named = months.toLowerCase().split('|').indexOf(period.toLowerCase());
		if (named < 0) return day(at.getUTCFullYear(), at.getUTCMonth() + ahead + 1, 0);
		return day(at.getUTCFullYear() + (named < at.getUTCMonth() ? 1 : 0), named + 1, 0);
	},
});

/** `the end of the week`, `the end of next month`, `end of May`. */
export const englishEnd = endOfPeriod(new RegExp(`\\bend of (?:(?:the|this)(?: next)? |next )?(week|month|${ENGLISH_MONTHS})\\b`, 'i'), / next /i, /week/i, ENGLISH_MONTHS);

/** `Ende der Woche`, `Ende nächsten Monats`, `Ende Mai`, `Monatsende`. */
export const germanEnd = endOfPeriod(
	new RegExp(`\\b(?:Ende (?:(?:der|des|diese[rs]|(?:(?:der|des) )?(?:nächste|kommende)[nrs]) )?(Woche|Monats|${GERMAN_MONTHS})|Monatsende)(?!\\p{L})`, 'iu'),
	/nächste|kommende/i,
	/Woche/i,
	GERMAN_MONTHS,
);
