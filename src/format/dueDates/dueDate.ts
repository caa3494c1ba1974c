import type { ParsedResult } from 'chrono-node/en';
import { DAY_MS, MINUTE_MS } from '../../api/index.ts';
import { clockAt, instantIn, instantOf } from '../time.ts';
import { calendars } from './calendars.ts';
import { ASKED, DEADLINE, DONE, DOUBT, EVENT, EXCHANGE, HINT, NEAR_DAY, NEXT_TURN, NO_TASK, NOT_AFTER, NOT_BEFORE, OWN, SENTENCE_END, TASK, TOO_LATE, VAGUE } from './words.ts';

/** When something is due. Both are null unless that is certain; docs/data.md has the rules. */
export interface Due {
	/** `2026-11-27`, or with a time of day and its offset from UTC, `2026-11-27T17:00:00+01:00`. */
	readonly dueDate: string | null;
	/** The words that say so, as written. */
	readonly dueText: string | null;
}

export const noDue: Due = { dueDate: null, dueText: null };

/** Longer texts are no action items. */
const MAX_CHARACTERS = 400;
/** Max texts of one meeting to parse. A sentence takes a tenth of a millisecond, a hostile one far longer. */
const MAX_PARSED_CHARACTERS = 12_000;
/** Without a year, a day that is further away was more likely meant to be one just past. */
const MAX_DAYS = 270;
/** Systems write an unknown date as one in year 1 or 9999, where neighboring days cannot be written. */
const isPlausible = (ms: number): boolean => ms >= 0 && ms < Date.UTC(9000, 0);

/** When a meeting started, written as if it were UTC. */
interface Start {
	readonly clock: Date;
	readonly timeZone: string;
	/** False if only dates with a year are certain. */
	readonly isKnown: boolean;
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** An instant (ms) as clocks in a zone show it, with their offset. */
function withOffset(ms: number, timeZone: string): string {
	const { date, time } = clockAt(timeZone, ms);
	const minutes = Math.round((Date.parse(`${date}T${time}:00Z`) - ms) / MINUTE_MS);
	const pad = (number: number): string => String(Math.floor(number)).padStart(2, '0');
	return `${date}T${time}:00${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}

/** The time of day of a date, in minutes; null if it names none, or could mean the morning as well as the evening. */
function minutesOfDay({ start, text }: ParsedResult): number | null {
	const hour = start.get('hour') ?? 0;
	const isCertain = /[ap]\.?m\b|\d{1,2}[:h.]\d\d|\buhr\b|\b(?:noon|mittag)\b/i.test(text) || (hour >= 8 && /\b(?:at|um|by) \d/i.test(text));
	return start.isCertain('hour') && isCertain ? hour * 60 + (start.get('minute') ?? 0) : null;
}

/** “Next Friday” is this week’s for some and next week’s for others, and on a Friday, “Friday” may be today. */
function isDisputed(clock: Date, weekday: number, text: string): boolean {
	const today = clock.getUTCDay();
	const coming = (weekday - today + 7) % 7;
	const untilSunday = (7 - today) % 7;
	return coming === 0 || (/next|nächste|kommende/i.test(text) && !/week|woche/i.test(text) && (untilSunday === 0 || coming <= untilSunday));
}

/** The instant (ms) or the day (ms of its midnight, as if it were UTC) that a date names; null if that is not certain. */
function whenOf(result: ParsedResult, { clock, timeZone, isKnown }: Start): { readonly day: number; readonly at: number | null } | null {
	const { start, text, end } = result;
	const hasYear = /\d{4}/.test(text);
	if (end || VAGUE.test(text) || (!isKnown && !hasYear)) return null;
	const [, first = '', second = ''] = /^(\d{1,2})\/(\d{1,2})(?!\d)/.exec(text) ?? [];
	// Both orders of day and month are possible: 5/6.
	if (first !== second && Number(first) <= 12 && Number(second) <= 12) return null;
	const today = Math.floor(clock.getTime() / DAY_MS) * DAY_MS;
	const inYear = (year: number): number => Date.UTC(year, (start.get('month') ?? 1) - 1, start.get('day') ?? 1);
	// chrono compares with noon in the machine's time zone, and would take a day that is today for next year's.
	const isAnyYear = !start.isCertain('year') && start.isCertain('month') && start.isCertain('day');
	const thisYear = inYear(clock.getUTCFullYear());
	const named = !isAnyYear ? inYear(start.get('year') ?? 0) : thisYear >= today ? thisYear : inYear(clock.getUTCFullYear() + 1);
	const minutes = minutesOfDay(result);
	const isNamed = start.isCertain('day') || start.isCertain('weekday');
	if (!isNamed && minutes === null) return null;
	// A day that its month does not have, or a weekday that does not match its date.
	if (new Date(named).getUTCDate() !== start.get('day') || (start.isCertain('weekday') && new Date(named).getUTCDay() !== start.get('weekday'))) return null;
	const days = Math.round((named - today) / DAY_MS);
	if (isKnown && (days < 0 || (!hasYear && days > MAX_DAYS))) return null;
	if (start.isCertain('weekday') && !start.isCertain('day') && isDisputed(clock, start.get('weekday') ?? 0, text)) return null;
	const at = minutes === null ? null : named + minutes * MINUTE_MS - (start.isCertain('timezoneOffset') ? (start.get('timezoneOffset') ?? 0) * MINUTE_MS : 0);
	const instant = at === null || start.isCertain('timezoneOffset') ? at : instantIn(at, timeZone);
	return { day: named, at: instant };
}

/** The due date that a date in a sentence stands for; nothing if it is not a deadline. */
function dueOf(result: ParsedResult, sentence: string, start: Start, isOnly: boolean): Due | null {
	const { index, text } = result;
	const [before, after] = [sentence.slice(0, index), sentence.slice(index + text.length)];
	const isTooLate = TOO_LATE.test(before);
	const word = (isTooLate ? TOO_LATE : DEADLINE).exec(before)?.[0];
	const isPeriod = /^(?:within|in) .*(?:days?|weeks?|tagen?|wochen?)$/i.test(text);
	const isDay = isOnly && NEAR_DAY.test(text) && /^\s*(?:$|[.,;:!?)]|[–-]\s)/.test(after) && !NO_TASK.test(before);
	if (word === undefined && !isPeriod && !isDay) return null;
	if (word === undefined && !/^within/i.test(text) && EVENT.test(before)) return noDue;
	// “Training on Monday by noon”
	const isTimeOfOther = !isOnly && !result.start.isCertain('day') && !result.start.isCertain('weekday');
	if (isTimeOfOther || NOT_AFTER.test(after) || NOT_BEFORE.test(before.slice(0, before.length - (word ?? '').length))) return noDue;
	const when = whenOf(result, start);
	if (!when) return noDue;
	// Before the end of a month is on its last day.
	const day = when.day - (isTooLate && when.at === null && !/end|eo[mwy]/i.test(text) ? DAY_MS : 0);
	if (start.isKnown && day < Math.floor(start.clock.getTime() / DAY_MS) * DAY_MS) return noDue;
	const dueText = `${word ?? ''}${text}`.trim().replace(/,$/, '');
	return { dueDate: when.at === null ? isoDay(day) : withOffset(when.at, start.timeZone), dueText };
}

/** Whether a result is about a day or a time: chrono takes “the money” for a month. */
const isDated = ({ text, start }: ParsedResult): boolean => !VAGUE.test(text) && (['day', 'weekday', 'hour'] as const).some((part) => start.isCertain(part));

/** The sentences that can say when a task is due. In an exchange, that is what its owner says at the end, and what was asked before. */
function sentencesOf(text: string): string[] {
	const turns = EXCHANGE.test(text) ? text.split(NEXT_TURN) : [text];
	return turns.flatMap((turn, at) => turn.split(SENTENCE_END).filter((sentence) => at === turns.length - 1 || (ASKED.test(sentence) && !OWN.test(sentence))));
}

/** The one deadline that a text names; none if it names two different ones. */
function dueIn(text: string, start: Start, isWanted: (sentence: string) => boolean): Due {
	const sentences = sentencesOf(text).filter((sentence) => HINT.test(sentence) && !DOUBT.test(sentence) && !DONE.test(sentence) && isWanted(sentence));
	for (const calendar of calendars) {
		const found = sentences.flatMap((sentence) =>
			calendar
				.parse(sentence, { instant: start.clock, timezone: 0 }, { forwardDate: true })
				.flatMap((result, _, all) => dueOf(result, sentence, start, all.filter(isDated).length === 1) ?? []),
		);
		const [first] = found;
		if (first) return found.every(({ dueDate }) => dueDate === first.dueDate) ? first : noDue;
	}
	return noDue;
}

const termsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu)?.map((word) => word.slice(0, 5)) ?? []);

/**
 * Reads when the tasks of a meeting are due: from the text of a task or, if that has no date, from what was said (`passage`).
 * Days are seen from the start of the meeting (ISO 8601; unless it is known, only dates with a year count), times of day are
 * those of clocks in the time zone (IANA name).
 */
export function dueDates(startTime: string | null | undefined, timeZone: string): (text: string, passage?: string | null) => Due {
	let start: Start | null = null;
	const begin = (): Start => {
		const ms = instantOf(startTime);
		const isKnown = ms !== null && isPlausible(ms);
		const { date, time } = clockAt(timeZone, isKnown ? ms : 0);
		return { clock: new Date(`${date}T${time}:00Z`), timeZone, isKnown };
	};
	let parsed = 0;
	const read = (text: string, isWanted: (sentence: string) => boolean): Due => {
		if (text.length > MAX_CHARACTERS || !HINT.test(text) || parsed + text.length > MAX_PARSED_CHARACTERS) return noDue;
		parsed += text.length;
		return dueIn(text, (start ??= begin()), isWanted);
	};
	return (text, passage = null) => {
		const own = read(text, () => true);
		if (own.dueDate !== null || passage === null) return own;
		const terms = termsOf(text);
		return read(passage, (sentence) => TASK.test(sentence) && [...termsOf(sentence)].some((term) => terms.has(term)));
	};
}
