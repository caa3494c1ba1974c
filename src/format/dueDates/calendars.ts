import { Chrono, configuration } from 'chrono-node/en';
import { createCasualConfiguration } from 'chrono-node/de';
import { MONATE, MONTHS } from './words.ts';

const dayOf = (day: Date) => ({ day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() });
const later = (at: Date, days: number) => dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days)));

/** “end of the month”, “EOW”, „Monatsende“, „Ende Mai“: the last day of a month or year, the Friday of a week. */
const endOfPeriod = (pattern: RegExp, months: readonly string[]): Chrono['parsers'][number] => ({
	pattern: () => pattern,
	extract: ({ reference: { instant: at } }, [text, ...named]) => {
		const weeks = /next|nächst/i.test(text) ? 1 : 0;
		const period = named.find(Boolean) ?? '';
		const lastOf = (month: number) => dayOf(new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)));
		if (/^(?:eod|eob|cob|day|business|tages|feierabend)/i.test(period)) return later(at, 0);
		if (/^(?:eow|week|woche)/i.test(period)) return at.getUTCDay() % 6 === 0 ? null : later(at, 5 - at.getUTCDay() + 7 * weeks);
		if (/^(?:eom|month|monat)/i.test(period)) return lastOf(at.getUTCMonth() + weeks);
		if (/^(?:eoy|year|jahr)/i.test(period)) return weeks === 1 ? null : lastOf(11);
		const month = months.indexOf(period.toLowerCase());
		return lastOf(month + (month < at.getUTCMonth() ? 12 : 0));
	},
});

/** “30.11.” */
const dayAndMonth: Chrono['parsers'][number] = {
	pattern: () => /(?<![\d.])([12]?\d|3[01]|0[1-9])\.(1[0-2]|0?[1-9])\.(?!\d)/,
	extract: (_, { 1: day, 2: month }) => ({ day: Number(day), month: Number(month) }),
};

const english = configuration.createCasualConfiguration();
const german = createCasualConfiguration();
const weekdays = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|on|of|after';

/** Find dates, in English and in German. */
export const calendars = [
	new Chrono({
		parsers: [endOfPeriod(new RegExp(`\\b(?:(?:the )?(?:very )?(?:end|close) of (?:the |this |next )?(day|business|week|month|year|${MONTHS})|(eod|eob|cob|eow|eom|eoy))\\b(?! (?:${weekdays})\\b)`, 'iu'), MONTHS.split('|')), ...english.parsers],
		// In German, 4.12. is in December.
		refiners: [...english.refiners, { refine: (_, results) => results.filter(({ text }) => !/^\d{1,2}\.\d/.test(text)) }],
	}),
	new Chrono({
		parsers: [dayAndMonth, endOfPeriod(new RegExp(`(?<!\\p{L})(?:ende (?:der |des |dieser |dieses |nächster |nächsten )?(tages|woche|monats|jahres|${MONATE})|(monats|jahres)ende|(feierabend))(?!\\p{L})`, 'iu'), MONATE.split('|')), ...german.parsers],
		refiners: german.refiners,
	}),
];
