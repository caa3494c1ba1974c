import type { ParsedSegment } from './parsedMeeting.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { spokenWords } from '../text.ts';

const CLOCK = /^(-)?(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9})|[:;](\d{1,3}))?(?:\s*(?:([ap])\.?m\.?|(uhr)))?$/i;
const SPELLED = /^(?:PT)?(?=\d)(?:(\d{1,3})\s*h(?:ours?)?,?\s*)?(?:(\d{1,4})\s*m(?:in(?:utes?|s)?)?,?\s*)?(?:(\d{1,5}(?:\.\d{1,9})?)\s*s(?:ec(?:onds?|s)?)?)?$/i;
/** A pattern for the remains of a time, or something that may be one: `0:3x`, `0:O3`, `00:00:`. */
export const TIME_LIKE = '(?=[^\\s\\])>}|]*\\d)(?=[^\\s\\])>}|]*[:;])-?(?:[Oo]{1,2}|\\d[\\dOoQIlSBZxX?*#_]{0,5}|[?*#_Ox]\\d)?(?:[:;.,][\\dOoQIlSBZxX?*#_]{0,6}){1,4}(?=$|[\\s\\])>}|])';
/** Captions of television count frames of a second. */
const FRAMES = 25;

/** The hour from 0 to 23 of one on a clock of twelve hours, if a half of the day is given, which begins with `a` or `p`. */
export const hourOfDay = (hour: string, half = ''): number => (half === '' ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0));

/** `1:02:03.5`, `02:03`, `-00:01`, `1:02:03:12`, `01;02;03;12` (frames), `2:05 pm`, `14:05 Uhr`, `14h05`, `1h 2m 3s` or `PT1H2M3.5S` in milliseconds; null if it is not such a time. */
export function clockMs(time: string): number | null {
	const text = time.trim().replace(/^(\d+)\s?h\s?(\d\d)$/, '$1:$2 Uhr').replace(/(\d\d);(\d\d);/, '$1:$2:');
	const match = CLOCK.exec(text);
	if (match === null) return spelledMs(text);
	const [, sign, hours, minutes, seconds, fraction = 0, last, half, clock] = match;
	// Some programs round up to 60 seconds.
	if (Number(seconds) > 60) return null;
	// In a time of day, two numbers are hours and minutes.
	const [h, m, s] = (half ?? clock) !== undefined && hours === undefined ? [minutes, seconds, 0] : [hours ?? 0, minutes, seconds];
	const rest = last === undefined ? Number(`0.${fraction}`) * 1000 : last.length === 3 ? Number(last) : (Number(last) * 1000) / FRAMES;
	const ms = ((hourOfDay(String(h), half) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Math.round(rest);
	return sign === undefined ? ms : -ms;
}

/** A time of day, perhaps without seconds. */
export const clockOfDayMs = (time: string): number | null => clockMs(`${time} Uhr`) ?? clockMs(time);

/** Whether it is written as a clock shows it, not as a length. */
export const isClock = (time: string): boolean => CLOCK.test(time);

/** Whether it is written as a length: `3 minutes 5 seconds`. */
export const isSpelled = (time: string): boolean => SPELLED.test(time.trim());

function spelledMs(text: string): number | null {
	const match = SPELLED.exec(text);
	if (match === null) return null;
	const [, hours = 0, minutes = 0, seconds = 0] = match;
	return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

const BETWEEN = / ?(?:-{1,2}>|[–—→]) ?| (?:--?|to|bis) |(?<=\S)-(?=\d)/;

/** The start and the end of `0:01 - 0:03`; without an end, the text itself. */
export function spanOf(text: string): readonly [start: string, end: string] {
	const [start = '', end = ''] = text.split(BETWEEN);
	return clockMs(start) === null ? [text, ''] : [start, end];
}

export const LONGEST_MS = 7 * DAY_MS;

/** Speech without times is timed at this pace. */
const WORDS_PER_MINUTE = 150;

/** How long it takes to say a text, in milliseconds. */
const speakingMs = (text: string): number => Math.ceil((spokenWords(text) * 60_000) / WORDS_PER_MINUTE);

/** Nobody takes longer for a word, on average. */
const SLOWEST_MS = 60_000;
/** Nobody is faster than this per word. */
const FASTEST_MS = 8;

/**
 * What a number means in the times of a file: the unit of its format, unless people would then speak far too slowly or
 * fast.
 * @param paces how long a word takes in each turn, in milliseconds if the format is right
 */
export function likelyUnit(paces: readonly number[], unitMs: number): number {
	const pace = paces.toSorted((a, b) => a - b)[Math.floor(paces.length / 2)] ?? FASTEST_MS;
	if (pace > SLOWEST_MS) return unitMs / 1000;
	return pace < FASTEST_MS && unitMs === 1 ? 1000 : unitMs;
}

/** A segment whose times are known only if the file has them. */
export interface Turn {
	readonly speaker: string | null;
	readonly text: string;
	readonly startMs: number | null;
	readonly endMs: number | null;
}

/**
 * Times of day (`14:02:11`) count from the first, past midnight too. No recording begins with an hour of silence.
 * @param areInOrder whether none is before the first; otherwise they count from the earliest
 * @param areDated whether they have dates, so that even one just after midnight is a time of day
 */
export function fromFirst<T extends Pick<Turn, 'startMs' | 'endMs'>>(turns: readonly T[], areInOrder = false, areDated = false): readonly T[] {
	const first = turns.flatMap(({ startMs }) => startMs ?? [])[0] ?? 0;
	if ((first < HOUR_MS && !areDated) || first >= DAY_MS) return turns;
	const since = (ms: number): number => ms - first + (first - ms > DAY_MS / 2 ? DAY_MS : 0);
	const earliest = areInOrder ? 0 : turns.reduce((least, { startMs }) => Math.min(least, startMs === null ? least : since(startMs)), 0);
	const from = (ms: number | null): number | null => (ms === null ? null : since(ms) - earliest);
	return turns.map((turn) => ({ ...turn, startMs: from(turn.startMs), endMs: from(turn.endMs) }));
}

/**
 * Lays out turns at the pace of speech from the last known time on, faster if the next known time comes sooner.
 * A time in a file is never moved.
 */
export function timed(turns: readonly Turn[]): ParsedSegment[] {
	const segments: ParsedSegment[] = [];
	let clock = 0;
	for (let first = 0; first < turns.length; ) {
		let next = first + 1;
		while (turns[next]?.startMs === null) next += 1;
		const group = turns.slice(first, next);
		const start = group[0]?.startMs ?? clock;
		const room = (turns[next]?.startMs ?? Number.POSITIVE_INFINITY) - start;
		const needed = group.reduce((sum, { text }) => sum + speakingMs(text), 0);
		const pace = room > 0 ? Math.min(1, room / needed) : 1;
		clock = start;
		for (const { speaker, text, startMs, endMs } of group) {
			const from = startMs ?? (room < 0 ? clock : Math.min(clock, start + room));
			clock = Math.max(from, endMs ?? from + Math.floor(speakingMs(text) * pace));
			segments.push({ speaker, text, startMs: from, endMs: clock });
		}
		first = next;
	}
	return segments;
}
