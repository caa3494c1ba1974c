import type { ParsedResult } from 'chrono-node/en';
import { DAY_MS, MINUTE_MS } from '../../api/durations.ts';
import { clockAt, instantIn, instantOf } from '../time.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';

/** When something is due. Both are null unless that is certain; docs/due-dates.md has the rules. */
export interface Due {
	/** `2026-11-27`, or with a time of day and its offset from UTC, `2026-11-27T17:00:00+01:00`. */
	readonly dueDate: string | null;
	/** The words that say so, as written. */
	readonly dueText: string | null;
}

export const noDue: Due = { dueDate: null, dueText: null };

const languages: readonly Language[] = [english, german];

/** Longer texts, and those with more numbers, are no action items. */
const MAX_CHARACTERS = 400;
const MAX_NUMBERS = 12;
/** Max texts of one meeting to parse. A sentence takes a tenth of a millisecond, a hostile one far longer. */
const MAX_PARSED_CHARACTERS = 12_000;
/** Without a year, a day that is further away was more likely meant to be one just past. */
const MAX_DAYS = 270;
const MAX_DAYS_WITH_YEAR = 5 * 365;
/** Systems write an unknown date as one in year 1 or 9999, where neighboring days cannot be written. */
const isPlausible = (ms: number): boolean => ms >= 0 && ms < Date.UTC(9000, 0);

/** When a meeting started. */
interface Start {
	/** Written as if it were UTC. */
	readonly clock: Date;
	readonly timeZone: string;
	/** False if only dates with a year are certain. */
	readonly isKnown: boolean;
}

/** `deadline`: a word for it stands before the date. `day`: done on it, unless something else is. `none`: about something else. */
type Kind = 'deadline' | 'day' | 'none';

interface Found extends Due {
	readonly kind: Kind;
}

/** Not after a number: “30. November”. */
const SENTENCE_END = /(?<=(?<!\d|\b\p{L})[.!?;])\s+|\n+/u;

/** Both orders of day and month are possible: 5/6. */
const isEitherOrder = (text: string): boolean => {
	const [, first = '', second = ''] = /^(\d{1,2})[/-](\d{1,2})(?!\d)/.exec(text) ?? [];
	return first !== second && Number(first) <= 12 && Number(second) <= 12;
};

/** The time of day of a date, in minutes; null if it names none, or one that could be in the morning or the evening. */
function minutesOfDay({ start, text }: ParsedResult, { clock24 }: Language): number | null {
	const hour = start.get('hour') ?? 0;
	if (/\b(?:hours|stunden)\b/i.test(text)) return null;
	const isCertain = start.isCertain('meridiem') || hour >= 8 || clock24.test(text);
	return start.isCertain('hour') && isCertain ? hour * 60 + (start.get('minute') ?? 0) : null;
}

/** Days from the meeting to a weekday that is named without a date; null if people disagree about it. */
function weekdayFrom(clock: Date, weekday: number, text: string, { next, thisWeek }: Language): number | null {
	const today = clock.getUTCDay();
	const untilSunday = (7 - today) % 7;
	const coming = (weekday - today + 7) % 7 || 7;
	// “Next Friday” is this week’s for some and next week’s for others, and on a Friday, “Friday” may be today.
	if (next.test(text)) return untilSunday > 0 && coming > untilSunday ? coming : null;
	return coming === 7 || (thisWeek.test(text) && coming > untilSunday) ? null : coming;
}

/** The instant (ms) or the day (ms of its midnight, as if it were UTC) of a date; null if it is not certain. */
function whenOf(result: ParsedResult, { clock, timeZone, isKnown }: Start, language: Language): { readonly day: number; readonly at: number | null } | null {
	const { start, text, end } = result;
	if (end || language.vague.test(text) || isEitherOrder(text)) return null;
	const hasYear = /\d{4}/.test(text);
	if (!isKnown && !hasYear) return null;
	const [year, month, date] = [start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1];
	const named = new Date(Date.UTC(year, month - 1, date));
	if (!isPlausible(named.getTime())) return null;
	const today = Math.floor(clock.getTime() / DAY_MS) * DAY_MS;
	const minutes = minutesOfDay(result, language);
	const isWeekday = start.isCertain('weekday') && !start.isCertain('day');
	const isTimeOnly = !start.isCertain('day') && !start.isCertain('weekday') && !start.isCertain('month');
	if (isTimeOnly && minutes === null) return null;
	// A day that its month does not have, or a weekday that does not match its date.
	if (named.getUTCDate() !== date || (!isWeekday && start.isCertain('weekday') && named.getUTCDay() !== start.get('weekday'))) return null;
	const inDays = isWeekday ? weekdayFrom(clock, start.get('weekday') ?? 0, text, language) : Math.round((named.getTime() - today) / DAY_MS);
	if (inDays === null) return null;
	if (isKnown && (inDays < 0 || inDays > (hasYear ? MAX_DAYS_WITH_YEAR : MAX_DAYS))) return null;
	const day = today + inDays * DAY_MS;
	const offset = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null;
	const clockMs = day + (minutes ?? 0) * MINUTE_MS;
	const at = minutes === null ? null : typeof offset === 'number' ? clockMs - offset * MINUTE_MS : instantIn(clockMs, timeZone);
	return isTimeOnly && (at ?? 0) <= instantIn(clock.getTime(), timeZone) ? null : { day, at };
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** An instant (ms) as clocks in a zone show it, with their offset. */
function withOffset(ms: number, timeZone: string): string {
	const { date, time } = clockAt(timeZone, ms);
	const minutes = Math.round((Date.parse(`${date}T${time}:00Z`) - ms) / MINUTE_MS);
	const pad = (number: number): string => String(Math.floor(number)).padStart(2, '0');
	const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
	return `${date}T${time}:00${offset}`;
}

interface Place {
	readonly before: string;
	readonly after: string;
}

/**
 * A deadline’s word of another language right before a date: “bis Friday”, “by Freitag”. Null where that language makes the
 * sentence doubtful, undefined without such a word.
 */
function borrowedWord({ before, after }: Place, language: Language): string | null | undefined {
	for (const { by, noDeadline, unsure, past, condition, subordinate } of languages) {
		const found = by === language.by ? null : by.exec(before);
		if (!found) continue;
		const ruledOut = noDeadline.exec(before);
		const isDoubtful = [unsure, past, condition].some((pattern) => pattern.test(before + after)) || subordinate.test(before);
		return isDoubtful || (ruledOut && ruledOut.index <= found.index) ? null : found[0];
	}
	return undefined;
}

/** What a date in a sentence says about the task, and the words for it that stand before it. */
function kindOf(result: ParsedResult, { before, after }: Place, language: Language): { readonly kind: Kind; readonly word: string; readonly isDayBefore?: boolean } {
	const { by, before: tooLate, on, noDeadline, noDeadlineAfter, event, eventBefore, aboutDates, statement, subordinate, functionWord, condition, askedFor, subject, task, done, coming } = language;
	const none = { kind: 'none', word: '' } as const;
	const asks = askedFor.test(before.split(/\s/, 4).join(' '));
	if (subordinate.test(before) || condition.test(before) || (condition.test(after) && !asks)) return none;
	const [found, ruledOut] = [by.exec(before), noDeadline.exec(before)];
	// “by the end of Thursday”, but “not by Thursday”
	const deadline = found && (!ruledOut || found.index < ruledOut.index) ? found[0] : ruledOut ? undefined : borrowedWord({ before, after }, language);
	if (deadline === null) return none;
	const isEvent = event.test(after);
	const limit = tooLate.exec(before)?.[0];
	if (limit !== undefined && !/^(?:not|nicht)$/i.test(before.slice(0, -limit.length).trim().split(/\s/).at(-1) ?? '')) return { kind: 'deadline', word: limit, isDayBefore: !isEvent && !/^(?:the )?(?:very )?end\b|^ende\b|ende$|^eo[wmy]$/i.test(result.text) };
	if ((ruledOut && deadline === undefined) || (noDeadlineAfter.test(after) && !(deadline !== undefined && isEvent))) return none;
	if (deadline !== undefined || /^(?:within|innerhalb|binnen)/i.test(result.text)) return { kind: 'deadline', word: deadline ?? '' };
	const day = on.exec(before)?.[0] ?? '';
	const rest = before.slice(0, before.length - day.length);
	const isFirst = /^\W*$/.test(rest);
	const isAlone = isFirst || !eventBefore.test(rest.split(/(?=\s)/).slice(-6).join(''));
	const isTask = !subject.test(isFirst ? after : rest) || task.test(`${rest}${after}`);
	// 24/7
	const isShare = day === '' && result.text.includes('/');
	const isPast = done.test(rest) && !coming.test(result.text);
	return isAlone && !isShare && !isPast && !statement.test(rest.trimStart().replace(/^\S+/, '')) && !/\b(?:the|our|my|your|his|her|their|an?)\s*$/i.test(rest) && !aboutDates.test(rest.trim().split(/\s+/, 3).join(' ')) && functionWord.test(after) && isTask ? { kind: 'day', word: day } : none;
}

/** The dates in a sentence. */
function datesIn(sentence: string, start: Start, language: Language): Found[] {
	const isOpen = language.unsure.test(sentence) || language.past.test(sentence) || (/\?\s*$/.test(sentence) && !language.task.test(sentence));
	const reference = { instant: start.clock, timezone: 0 };
	const results = language.calendar.parse(sentence, reference, { forwardDate: true }).filter(({ text }) => !/^(?:an?|the) \p{L}+$/iu.test(text));
	return results.map((result, position): Found => {
		const { index, text } = result;
		const [before, after] = [sentence.slice(0, index), sentence.slice(index + text.length)];
		const { kind, word, isDayBefore = false } = isOpen ? { kind: 'none' as const, word: '' } : kindOf(result, { before, after }, language);
		const isList = [results[position - 1], results[position + 1]].some((other) => other && /^\s*(?:or|oder|and|und|to|bis|[-–/&])\s*$/i.test(sentence.slice(Math.min(index + text.length, other.index + other.text.length), Math.max(index, other.index))));
		if (kind === 'none' || isList) return { kind: isList && kind !== 'none' ? kind : 'none', ...noDue };
		const when = whenOf(result, start, language);
		const dueText = sentence.slice(index - word.length, index + text.length).trim().replace(/,$/, '');
		if (!when) return { kind, ...noDue };
		const day = when.day - (isDayBefore && when.at === null ? DAY_MS : 0);
		const isPast = start.isKnown && day < Math.floor(start.clock.getTime() / DAY_MS) * DAY_MS;
		if (isPast) return { kind, ...noDue };
		return { kind, dueDate: when.at === null ? isoDay(day) : withOffset(when.at, start.timeZone), dueText };
	});
}

/** The one date that all dates of a text agree on. */
function agreed(found: readonly Found[]): Due {
	const deadlines = found.filter(({ kind }) => kind === 'deadline');
	// Without a deadline's word, a date is a deadline only if it is the only one.
	const wanted = deadlines.length > 0 ? deadlines : found.every(({ kind }) => kind === 'day') ? found : [];
	const [first, ...others] = wanted;
	if (!first || first.dueDate === null || others.some(({ dueDate }) => dueDate !== first.dueDate)) return noDue;
	return { dueDate: first.dueDate, dueText: first.dueText };
}

function dueIn(text: string, start: Start, isWanted: (sentence: string, language: Language) => boolean): Due {
	for (const language of languages) {
		if (!language.hint.test(text)) continue;
		const sentences = text.split(SENTENCE_END).filter((sentence) => language.hint.test(sentence) && isWanted(sentence, language));
		const due = agreed(sentences.flatMap((sentence) => datesIn(sentence, start, language)));
		if (due.dueDate !== null) return due;
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
	const read = (text: string, isWanted: (sentence: string, language: Language) => boolean): Due => {
		if (text.length > MAX_CHARACTERS || !languages.some(({ hint }) => hint.test(text)) || parsed + text.length > MAX_PARSED_CHARACTERS) return noDue;
		if (text.split(/\d+/).length > MAX_NUMBERS + 1) return noDue;
		parsed += text.length;
		return dueIn(text, (start ??= begin()), isWanted);
	};
	return (text, passage = null) => {
		const own = read(text, () => true);
		if (own.dueDate !== null || passage === null) return own;
		const terms = termsOf(text);
		return read(passage, (sentence, { task }) => task.test(sentence) && [...termsOf(sentence)].some((term) => terms.has(term)));
	};
}
