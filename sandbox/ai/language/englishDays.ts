import type { Parser } from 'chrono-node';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const months = MONTHS.toLowerCase().split('|');

const day = (...[year, month, date]: readonly [number, number, number]) => {
	const at = new Date(Date.UTC(year, month, date));
	return { day: at.getUTCDate(), month: at.getUTCMonth() + 1, year: at.getUTCFullYear() };
};

/** `by the 12th`: the next day with that number. */
export const dayOfMonth: Parser = {
	pattern: () => /(?<=\b(?:by|on|until|before|from|due|till) )the ([12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:time|one|item|question|floor|slide|point|page|version|of))/i,
	extract: ({ reference: { instant: at } }, { 1: date }) => day(at.getUTCFullYear(), at.getUTCMonth() + (Number(date) < at.getUTCDate() ? 1 : 0), Number(date)),
};

/** `the end of the week` (its Friday), `the end of May`, `end of the month`. */
export const endOfPeriod: Parser = {
	pattern: () => new RegExp(`\\bend of (?:the |this )?(week|month|${MONTHS})\\b`, 'i'),
	extract: ({ reference: { instant: at } }, { 1: period = '' }) => {
		if (period.toLowerCase() === 'week') return day(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + ((5 - at.getUTCDay() + 7) % 7));
		const named = months.indexOf(period.toLowerCase());
		return day(at.getUTCFullYear() + (named >= 0 && named < at.getUTCMonth() ? 1 : 0), (named < 0 ? at.getUTCMonth() : named) + 1, 0);
	},
};
