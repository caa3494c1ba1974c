import { DAY_MS, HOUR_MS, MINUTE_MS } from '../api/index.ts';
import { numberOf } from './read.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(?<month>${MONTHS.join('|')})[a-z]*\\.?`;

/** A day as programs and people write it, wherever `Date.parse` and Luxon accept it. */
const DAYS = [
	/^\s*(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?!\d)/,
	/^\s*(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{2,4})(?!\d)/,
	new RegExp(`\\b(?<day>\\d{1,2})[\\s-]+${month}[\\s,-]+(?<year>\\d{2,4})(?!\\d)`, 'i'),
	new RegExp(`\\b${month}[\\s-]+(?<day>\\d{1,2})[\\s,-]+(?<year>\\d{2,4})(?!\\d)`, 'i'),
];

/** Whether a text names a day that its month does not have: `Date.parse` takes February 30 for March 2. */
export function isImpossibleDay(text: string): boolean {
	const { year = '', month: name = '', day = '' } = DAYS.map((pattern) => pattern.exec(text)?.groups).find(Boolean) ?? {};
	if (day === '') return false;
	const index = /^\d/.test(name) ? Number(name) : MONTHS.indexOf(name.toLowerCase()) + 1;
	// Leap years repeat every 400 years, and `Date.UTC` takes years below 100 for others.
	return Number(day) > new Date(Date.UTC(2000 + (Number(year) % 400), index, 0)).getUTCDate();
}

interface ReadTime {
	/** Milliseconds since 1970; without an offset, of the clock time as if it were UTC. */
	readonly ms: number;
	readonly hasOffset: boolean;
}

/** An ISO 8601 date and time, or null. `Date.parse` alone accepts nearly anything, in the machine's own time zone. */
export function readTime(value: unknown): ReadTime | null {
	const match = typeof value === 'string' ? ISO.exec(value) : null;
	if (!match || isImpossibleDay(match[0])) return null;
	const ms = Date.parse(match[1] ? match[0] : `${match[0]}Z`);
	return Number.isNaN(ms) ? null : { ms, hasOffset: match[1] !== undefined };
}

/** Milliseconds since 1970, or null. A time without an offset is UTC, as everywhere else in the service. */
export const instantOf = (value: unknown): number | null => readTime(value)?.ms ?? null;

/** The parts of an answer that say how long a conversation lasted; any may be missing or of another type. */
interface Span {
	readonly startTime?: unknown;
	readonly endTime?: unknown;
	readonly duration?: unknown;
}

/**
 * Whole minutes from start to end. If either is unreadable, returns `duration` unchanged, because the service does not
 * document its unit. Null if nothing is known.
 */
export function minutesOf({ startTime, endTime, duration }: Span): number | null {
	const [start, end] = [instantOf(startTime), instantOf(endTime)];
	const isKnown = start !== null && end !== null && end >= start;
	return isKnown ? Math.round((end - start) / MINUTE_MS) : numberOf(duration);
}

const pad = (number: number, digits = 2): string => String(Math.floor(number)).padStart(digits, '0');

/** `HH:MM:SS`; hours may have more than two digits. */
export const elapsedTime = (ms: number): string =>
	`${pad(ms / HOUR_MS)}:${pad((ms / MINUTE_MS) % 60)}:${pad((ms / 1000) % 60)}`;

/** `HH:MM:SS` and milliseconds. SubRip and WebVTT differ only in the separator between them. */
export const elapsedTimeWithMs = (ms: number, separator: ',' | '.'): string =>
	`${elapsedTime(ms)}${separator}${pad(ms % 1000, 3)}`;

const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 200;

/** Kept for the next date: making a formatter takes eighty times as long as using it. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${locale} ${JSON.stringify(options)}`;
	const known = formatters.get(key);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat(locale, options);
	if (formatters.size >= MAX_FORMATTERS) formatters.clear();
	formatters.set(key, made);
	return made;
}

/** Whether `Intl` knows the time zone: it takes IANA names, not Windows names such as `Pacific Standard Time`. */
export function isTimeZone(name: string): boolean {
	try {
		return name !== '' && Boolean(dateFormat('en', { timeZone: name }));
	} catch {
		return false;
	}
}

/** The date and time of day, `2026-11-09` and `10:00`, shown by clocks in an IANA time zone at an instant (ms). */
export function clockAt(timeZone: string, ms: number): { readonly date: string; readonly time: string } {
	const format = (options: Intl.DateTimeFormatOptions) => dateFormat('en-CA', { timeZone, ...options }).format(ms);
	return {
		date: format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
		time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
	};
}

/** What people call the time of a zone at an instant (ms): “CET”, “GMT-5”, “UTC”. */
export const zoneAt = (timeZone: string, ms: number): string =>
	dateFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** The zone of the machine, for hosts that have none of their own. */
export const machineTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone that somebody chose for the machine; null if nobody did and it is UTC by default, as in most containers. */
export const chosenTimeZone = (): string | null => {
	const machine = machineTimeZone();
	return machine !== 'UTC' || globalThis.process?.env['TZ'] ? machine : null;
};

/** “2026-11-09 10:00 CET”: short, and the same in every year. */
export function momentIn(timeZone: string, ms: number): string {
	const { date, time } = clockAt(timeZone, ms);
	return `${date} ${time} ${zoneAt(timeZone, ms)}`;
}

/** The start of the first minute that is not before an instant (ms). The minute of the instant itself may start before it. */
const minuteFrom = (ms: number): number => Math.ceil(ms / MINUTE_MS) * MINUTE_MS;

/** The time from which something is possible, as `momentIn` writes it: never before `ms`. */
export const momentFrom = (timeZone: string, ms: number): string => momentIn(timeZone, minuteFrom(ms));

/** Shows instants (ms) as `HH:MM:SS` in an IANA time zone. Throws `RangeError` for any other name. */
export function clockIn(timeZone: string): (ms: number) => string {
	const format = dateFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
	return (ms) => format.format(ms);
}

function offsetsIn(timeZone: string): (ms: number) => number {
	const format = dateFormat('en', { timeZone, timeZoneName: 'longOffset' });
	return (ms) => {
		const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
		const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
		const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
		return sign === '-' ? -size : size;
	};
}


/**
 * The instant (ms) at which clocks in an IANA time zone show a time (ms, written as if it were UTC). If a time occurs
 * twice, the first counts; a skipped time is counted on from before the gap, as in calendars (RFC 5545, 3.3.5).
 */
export function instantIn(clockMs: number, timeZone: string): number {
	const offsetAt = offsetsIn(timeZone);
	// No time zone changes its clocks twice within two days, and no offset is as long as a day.
	const before = clockMs - offsetAt(clockMs - DAY_MS);
	const after = clockMs - offsetAt(clockMs + DAY_MS);
	const isShownAt = (ms: number) => ms + offsetAt(ms) === clockMs;
	return !isShownAt(before) && isShownAt(after) ? after : before;
}

/**
 * A date and time as people, programs and agents write it, with a space or a T between them, as ISO 8601 in UTC; null if
 * it is not one. Without an offset it is in the time zone; a date is its first moment there.
 */
export function instantFrom(value: unknown, timeZone: string): string | null {
	const text = typeof value === 'string' ? value.trim().replace(' ', 'T') : '';
	const read = readTime(DATE_ONLY.test(text) ? `${text}T00:00` : text);
	return read && new Date(read.hasOffset ? read.ms : instantIn(read.ms, timeZone)).toISOString();
}

/** Dates as people write them, in an IANA time zone. */
export interface DateWords {
	/** “9 November”, with the year unless it is this year. Empty for what is not a date. */
	readonly day: (iso: string | null) => string;
	/** “Mon 9 November, 10:00”, for places that state the zone elsewhere. */
	readonly dayAndTime: (iso: string | null) => string;
	/** “Mon 9 November, 10:00 CET”. */
	readonly moment: (iso: string | null) => string;
	/** The time from which something is possible, in the same form: never before it. */
	readonly momentFrom: (iso: string) => string;
	/** “Europe/Berlin”. */
	readonly zone: string;
	/** “9–15 November 2026”, “Monday 9 November 2026” for a single day. Both are instants in ms; the end is exclusive. */
	readonly range: (since: number, until: number) => string;
	/** A date in key points: “9 November” for an ISO date; anything else stays as it is. */
	readonly written: (text: string | null) => string;
}

const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;

const ENGLISH = 'en-GB';

/**
 * A due date or a date in key points as people write it: “27 November 2026”, “27 November 2026, 17:00”, “January 2027”. Anything
 * else stays as it is.
 */
export function writtenDate(text: string, locale = ENGLISH): string {
	const [, month = '', day = '', time = ''] = /^(\d{4}-\d\d)(?:(-\d\d)(?:T(\d\d:\d\d)\S*)?)?$/.exec(text) ?? [];
	const ms = isImpossibleDay(text) ? NaN : Date.parse(month + day);
	if (Number.isNaN(ms)) return text;
	const format = dateFormat(locale, { timeZone: 'UTC', ...(day !== '' && { day: 'numeric' }), month: 'long', year: 'numeric' });
	const written = asWritten(format.format(ms), locale);
	return time === '' ? written : `${written}, ${time}`;
}

/** Some versions of ICU put narrow spaces around a dash. In French, the first of a month is an ordinal. */
function asWritten(text: string, locale: string): string {
	const plain = text.replace(/[\u2009\u202f\u00a0]/g, ' ');
	return locale === 'fr' ? plain.replaceAll(/(?<!\d)1(?= \p{L})/gu, '1er') : plain;
}

/** `now`: milliseconds since 1970. `locale`: of the language. */
export function dateWords(timeZone: string, now: number, locale = ENGLISH): DateWords {
	const formatter = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
		dateFormat(locale, { timeZone: zone, ...options });
	const year = formatter({ year: 'numeric' });
	const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
	const shortDate = (ms: number, zone?: string, more: Intl.DateTimeFormatOptions = {}): string => {
		const isThisYear = formatter({ year: 'numeric' }, zone).format(ms) === year.format(now);
		return formatter({ ...more, ...(isThisYear ? { day: 'numeric', month: 'long' } : date) }, zone).format(ms);
	};
	/** Some versions of ICU put a comma after an English weekday. */
	const withWeekday = (text: string): string => (locale === ENGLISH ? text.replace(',', '') : text);
	const time = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const withDate = (iso: string | null, write: (ms: number) => string): string => {
		const ms = Date.parse(iso ?? '');
		return Number.isNaN(ms) ? '' : asWritten(write(ms), locale);
	};
	const day = (iso: string | null): string => withDate(iso, (ms) => shortDate(ms));
	const dayAndTime = (ms: number): string => `${withWeekday(shortDate(ms, timeZone, { weekday: 'short' }))}, ${time.format(ms)}`;
	const moment = (ms: number): string => `${dayAndTime(ms)} ${zoneAt(timeZone, ms)}`;
	return {
		day,
		dayAndTime: (iso) => withDate(iso, dayAndTime),
		moment: (iso) => withDate(iso, moment),
		momentFrom: (iso) => withDate(iso, (ms) => moment(minuteFrom(ms))),
		zone: timeZone,
		range: (since, until) => {
			// The end of a day is midnight of the next day.
			const last = Math.max(since, until - 1);
			const [first, end] = [since, last].map((ms) => formatter(date).format(ms));
			if (first === end) return asWritten(withWeekday(formatter({ weekday: 'long', ...date }).format(since)), locale);
			// “9–15 November”, but “30 October – 5 November”.
			return asWritten(formatter(date).formatRange(since, last), locale).replace(/^(\d{1,2}\.?) – (\d)/, '$1–$2');
		},
		written: (text) => {
			const trimmed = (text ?? '').trim();
			if (DATE_ONLY.test(trimmed)) return isImpossibleDay(trimmed) ? trimmed : withDate(trimmed, (ms) => shortDate(ms, 'UTC')) || trimmed;
			const instant = instantOf(trimmed);
			return instant === null ? trimmed : day(new Date(instant).toISOString());
		},
	};
}
