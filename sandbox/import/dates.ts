import * as chrono from 'chrono-node';
import { DAY_MS } from '../clock.ts';
import { oneLine } from '../text.ts';
import { plainFields } from './fields.ts';
import { hourOfDay } from './times.ts';

/** Calendars of the languages whose month names are recognized. */
const CALENDARS = [chrono.en.strict, chrono.de.strict, chrono.fr.strict, chrono.es.strict, chrono.pt.strict];
const LONGEST = 120;
/** `Thu, 24 Sep 26` has a year, too. */
const YEAR = /\b20\d\d\b|^\p{L}{2,9}\.?,? \d{1,2} \p{L}{3,9}\.? \d\d\b/u;
/** `24/11/2026, 09:01:12`, `24.11.26 9:01 PM`. */
const NUMBERS = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(20\d\d|\d\d)(?:,?\s{1,3}(?:(?:at|um|à|a las|às)\s)?(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap])\.?m\b\.?)?)?/i;
/** Labels and days of the week next to the date of a meeting. Other dates, such as that of the next meeting, have other labels. */
const BESIDE = /^(?:(?:meeting )?date|when|(?:start )?time|(?:recorded|started|created)(?: on| at)?|on|at|datum|am|um|uhr|fecha|data|date (?:and )?time|datum (?:und )?uhrzeit|fecha y hora|data e hora|date et heure|le|会议时间|会议日期|时间|日期|日時|日付|일시|날짜)?(?:(?:^| )(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|miércoles|jueves|viernes|lundi|mardi|mercredi|jeudi|vendredi))?$/i;

/** `2026年11月20日（金）` */
const CHARACTERS = /(20\d\d)[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일號号]?(?:\s?(?:[（(]\p{L}{1,3}[）)]|(?:星期|周|週)\p{L}))?/u;
/** `2026 · 7:00 PM`, `2026 · 19:00 · 32 min` */
const SIGN_BEFORE_TIME = /(?<=20\d\d)\s?[•·|]\s?(?=\d{1,2}:\d\d\s?(?:[ap]\.?m\b|[•·|]))/i;
/** `24 Nov 2026  Time: 10:00` */
const LABEL_BEFORE_TIME = /(?<=\d)[\s,;|]{1,9}(?:time|uhrzeit|zeit|heure|hora)\s?[:：]\s*(?=\d)/i;

/** A line with its date as the calendars read it. */
const forCalendars = (line: string): string =>
	line.replace(CHARACTERS, (_, ...[year = '', month = '', day = '']: string[]) => [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')).replace(SIGN_BEFORE_TIME, ', ').replace(LABEL_BEFORE_TIME, ', ');

/** How long a meeting was, or who was there, as programs write it behind its date. */
const LENGTH = /[•·|]\s*(?:\d[\d:\sa-z]*|[^\s@•·|]{1,60}@[^\s@]{1,60})$/i;
/** A title that ends with the date of its meeting. */
const MEETING = /(?:meeting|call|sync|weekly|daily|stand-?up|review|interview|workshop|minutes|notes|transcript|recording|besprechung|sitzung|termin|protokoll|telefonat|gespräch|anruf|aufzeichnung|reunión|llamada|entrevista|réunion|appel|entretien|reunião|chamada)/i;
const OTHER = /\b(?:next|follow|due|until|by\b|before|after|nächst|folge|bis\b|vor\b|nach\b|próxim|prochain|antes|avant)/i;

const bare = (text: string): string => oneLine(text.replace(/[^\p{L}\d]+/gu, ' '));

/** The words before and behind a date in a line. */
const around = (line: string, index: number, found: string): readonly [before: string, behind: string] =>
	[bare(line.slice(0, index)), bare(line.slice(index + found.length).replace(LENGTH, ''))];

const isBare = (...date: Parameters<typeof around>): boolean => around(...date).every((part) => BESIDE.test(part));

/** Whether the date is that of the meeting: nothing else is in the line, or a title that ends with it. */
function isAlone(line: string, index: number, found: string): boolean {
	const [before, behind] = around(line, index, found);
	return isBare(line, index, found) || (BESIDE.test(behind) && !line.endsWith('.') && MEETING.test(before) && !OTHER.test(before));
}

/** Whether the first line of a file is a title and the date of the meeting: `Town Council, 20 November 2026`, `Town Council 20.11.2026`. */
function isTitled(line: string, index: number, found: string): boolean {
	const [before, behind] = around(line, index, found);
	const isApart = /[,|(–—-]\s*$/.test(line.slice(0, index)) || ((ISO.test(found) || NUMBERS.test(found)) && !/ (?:on|at|am|le|el|em)$/i.test(before));
	return isApart && behind === '' && !line.endsWith('.') && !OTHER.test(before) && !YEAR.test(before);
}

/**
 * Whether days come before months in dates of numbers: with points between, if one has no such month, or if the first number
 * changes more often. Null where nobody knows.
 */
export function isDayFirst(dates: readonly string[]): boolean | null {
	const found = dates.flatMap((date) => NUMBERS.exec(date)?.slice(1, 4).join(' ') ?? []).map((date) => date.split(' '));
	if (found.some(([one, sign]) => sign === '.' || Number(one) > 12)) return true;
	if (found.some(([, , two]) => Number(two) > 12)) return false;
	const [firsts, seconds] = [new Set(found.map(([one]) => one)), new Set(found.map(([, , two]) => two))];
	if (firsts.size !== seconds.size) return firsts.size > seconds.size;
	return found.length > 0 && found.every(([one, , two]) => one === two) ? false : null;
}

/** The first date of numbers in a line; null where nobody knows which number is the month. */
export function numbersIn(line: string, dayFirst = isDayFirst([line])): { readonly at: number; readonly index: number; readonly text: string } | null {
	const match = NUMBERS.exec(line);
	if (match === null || dayFirst === null) return null;
	const [text, one = '', , two = '', year = '', hours = '12', minutes = '0', seconds = '0', half = ''] = match;
	const [day, month] = dayFirst ? [one, two] : [two, one];
	if (Number(month) > 12 || Number(day) > 31) return null;
	const hour = hourOfDay(hours, half);
	return { at: new Date(Number(year.length === 2 ? `20${year}` : year), Number(month) - 1, Number(day), hour, Number(minutes), Number(seconds)).getTime(), index: match.index, text };
}

const ISO = /\b20\d\d[-./]\d\d[-./]\d\d/;
const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** When the day began that is written beside a time, in milliseconds since 1970; null if that is not a whole date. */
export function dayOf(stamp: string, dayFirst: boolean | null): number | null {
	const iso = ISO.exec(stamp)?.[0].replace(/[./]/g, '-');
	const at = iso === undefined ? (numbersIn(stamp, dayFirst)?.at ?? dateOf(stamp)) : Date.parse(`${iso}T12:00`);
	return at === null || Number.isNaN(at) ? null : midnight(at);
}

const ZONED = /(20\d\d-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(?:Z|UTC|GMT)|([+-]\d\d:\d\d))/;

/** The moment of a date and a time with their zone, in milliseconds since 1970; null if one of them is missing. */
export function momentIn(stamp: string): number | null {
	const [, day, clock, offset = 'Z'] = ZONED.exec(stamp) ?? [];
	return day === undefined ? null : Date.parse(`${day}T${clock}${offset}`);
}

/** A time of day without the date of numbers before it, and with its seconds. */
export const withoutDate = (text: string): string => text.replace(/^\d{1,2}[./-]\d{1,2}[./-](?:20)?\d\d,?\s(?:(\d{1,2}:\d\d)$)?/, (_, clock?: string) => (clock === undefined ? '' : `${clock}:00`));

function dateIn(written: string, isAccepted: typeof isAlone): number | null {
	const line = forCalendars(written);
	if (line.length > LONGEST) return null;
	if (NUMBERS.test(line)) {
		const numbers = numbersIn(line);
		return numbers !== null && isAccepted(line, numbers.index, numbers.text) ? numbers.at : null;
	}
	if (!YEAR.test(line)) return null;
	const found = CALENDARS.flatMap((calendar) => calendar.parse(line)).find(({ start, index, text }) => (['year', 'month', 'day'] as const).every((part) => start.isCertain(part)) && isAccepted(line, index, text));
	return found?.start.date().getTime() ?? null;
}

/** The date that a line is about, by this machine's clock, in milliseconds since 1970; null if it names none, or more than a date. A day counts from its noon. */
export const dateOf = (line: string): number | null => dateIn(line, isAlone);

/** The moment of a day whose time of day is written elsewhere: `10:00 – 10:30 CET`, `14 Uhr`. The noon of the day if that is no time. Swedish writes dates as ISO 8601 does. */
export const atTime = (day: number, time: string): number => dateOf(`${new Date(day).toLocaleDateString('sv')}, ${time}`) ?? day;

/** The date in the first line of a file, which is its title. */
export const dateOfTitle = (line: string): number | null => dateIn(line, isTitled);

/** The date in a line about a meeting that can be read in two ways, such as `04/03/2026`; null if it has none. */
export function unclearIn(line: string, isAccepted: (...date: Parameters<typeof isAlone>) => boolean = isAlone): string | null {
	const found = line.length > LONGEST || isDayFirst([line]) !== null ? null : NUMBERS.exec(line);
	return found !== null && isAccepted(line, found.index, found[0]) ? found[0] : null;
}

/** Whether a line is a date and nothing else, which is no title. */
export const isDate = (line: string): boolean => dateIn(line, isBare) !== null || unclearIn(line, isBare) !== null;

/** In the name of a recording by Zoom, `GMT20261118-100205`, or by Teams, `-20261118_100205`. */
const RECORDED = /(?:\bGMT|-)(20\d\d)(\d\d)(\d\d)[-_](\d\d)(\d\d)(\d\d)/;
/** In the name of a transcript by Google Meet, `(2026-11-18 10:02 GMT+1)`, `2026_11_18 10_02 CET`. */
const MEET = /\(?\b(20\d\d[-/_]\d\d[-/_]\d\d)(?: at)? (\d\d[:_]\d\d) ([A-Z]{3,4}(?:[+-]\d{1,2}(?:[:_]?\d\d)?)?)\)?/;

/** What recorders write behind the title of a meeting. */
const BEHIND_TITLE = /-20\d{6}_\d{6}(?:UTC)?-Meeting (?:Recording|Transcript)$|\.(?:m4a|mp[34]|mov|wav|webm)$/i;

/** The title of a meeting in the name of its recording. */
export const titleIn = (name: string): string =>
	[/ [-–] transcript$/i, MEET, BEHIND_TITLE, / [-–]$/].reduce((title, beside) => title.replace(beside, '').trim(), name);

/** When a meeting started according to the name of its transcript by Google Meet, which is also its first line; null if that has no time. */
export function startInName(name: string): number | null {
	const [, date, clock, zone] = MEET.exec(name) ?? [];
	return date === undefined ? null : (chrono.en.strict.parseDate(`${date.replace(/[/_]/g, '-')} ${clock} ${zone}`.replace(/_/g, ':'))?.getTime() ?? null);
}

/** The day in the name of a file, which people write first or last: `2026-11-18 Weekly`, `Weekly 20261118`. Its noon stands for it. */
const DAY_IN_NAME = /(?<![\p{L}\d])(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/u;

function dayInName(filename: string): number | null {
	const [, year, , month, day] = DAY_IN_NAME.exec(filename) ?? [];
	return year === undefined ? null : Date.parse(`${year}-${month}-${day}T12:00`) || null;
}

function startInFilename(filename: string): number | null {
	const recorded = RECORDED.exec(filename);
	return recorded === null ? (startInName(filename) ?? dayInName(filename)) : Date.parse(`${recorded.slice(1, 4).join('-')}T${recorded.slice(4).join(':')}Z`) || null;
}

/** Whether it is the noon that stands for a day. */
export const isNoon = (at: number): boolean => at - midnight(at) === DAY_MS / 2;

/** When a meeting started according to its text and the name of its file: a text with only the day leaves the time to the name. */
export function startOf(written: number | null, filename: string): number | null {
	const named = startInFilename(filename);
	const isSameDay = written === null || (named !== null && isNoon(written) && Math.abs(named - written) < DAY_MS);
	return isSameDay ? named : written;
}

/** Whether a time counts from 1970, not from the start of the meeting. */
const isMoment = (ms: number): boolean => ms > 365 * DAY_MS && Number.isFinite(ms);

/** The earliest date of what is said, in milliseconds since 1970; null where times count from the start of the meeting. */
export function datedFrom(spoken: readonly { readonly startMs: number | null }[]): number | null {
	const earliest = spoken.reduce((least, { startMs }) => Math.min(least, startMs ?? least), Number.POSITIVE_INFINITY);
	return isMoment(earliest) ? Math.floor(earliest) : null;
}

/** Fields in which exporters store the start of the meeting. The creation time of a file says nothing about that. */
const STARTS = ['start time', 'started at', 'recording start time', 'start datetime', 'start date time', 'meeting date', 'date', 'date string'];
/** Seconds since 1970 are below this, milliseconds above. */
const MOST_SECONDS = 100_000_000_000;

/** The first of the values, beside what is said, that can be read as two dates. */
export const firstUnclear = (values: readonly unknown[]): string | null => values.flatMap((value) => (typeof value === 'string' ? (unclearIn(value, () => true) ?? []) : []))[0] ?? null;

const startFields = (values: readonly unknown[]): readonly unknown[] => values.map(plainFields).flatMap((fields) => STARTS.map((name) => fields.get(name)));

/** The start in the objects that can be read in two ways; null if none has one. */
export const unclearInFields = (values: readonly unknown[]): string | null => firstUnclear(startFields(values));

/**
 * The start in the first of the objects that has one, in milliseconds since 1970; null if none has. A date without a time
 * stands for noon.
 */
export function startInFields(values: readonly unknown[]): number | null {
	const read = (value: unknown): number => {
		if (typeof value === 'string' && /^\d{10,13}$/.test(value)) return read(Number(value));
		if (typeof value === 'number') return value < MOST_SECONDS ? value * 1000 : value;
		return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value.length === 10 ? `${value}T12:00` : value) : Number.NaN;
	};
	return startFields(values).map(read).find(isMoment) ?? null;
}
