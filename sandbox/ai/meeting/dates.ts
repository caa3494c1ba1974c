import type { ParsedResult } from 'chrono-node';
import { DAY_MS } from '../../../src/api/index.ts';
import type { Language } from '../language/index.ts';

export interface ComingDay {
	/** `2026-03-04`; `2026-03` if only the month is known. */
	readonly date: string;
	readonly daysAway: number;
}

/** The days to come that a sentence names (or its month, if it names no day), relative to the meeting's day in UTC. Empty if it is about the past. */
export function comingDays(text: string, { past, future, calendar }: Language, meetingStart: string): ComingDay[] {
	if (past.test(text) || !future.test(text)) return [];
	const instant = new Date(meetingStart);
	const today = Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
	return calendar.parse(text, { instant, timezone: 0 }, { forwardDate: true }).flatMap((result) => {
		if (!namesDay(result, text)) return [];
		const { start } = result;
		const hasDay = start.isCertain('day') || start.isCertain('weekday') || !start.isCertain('month');
		const named = Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, hasDay ? (start.get('day') ?? 1) : 1);
		// On a Tuesday, `by Tuesday` is the next one.
		const day = named === today && start.isCertain('weekday') && !start.isCertain('day') ? named + 7 * DAY_MS : named;
		const daysAway = Math.round((day - today) / DAY_MS);
		// With `forwardDate`, a day that has just passed would count as next year's.
		if (daysAway < (hasDay ? 0 : -30) || (daysAway > 270 && !start.isCertain('year'))) return [];
		return [{ date: new Date(day).toISOString().slice(0, hasDay ? 10 : 7), daysAway }];
	});
}

/** Words that mean one certain day. */
const DAY = /(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|\bin (?:\d+|a|one|two|three|four|five|six|ten) (?:day|week)s?\b|end of|\bende |monatsende|the \d|\d{4}|\d\.(?!\d)|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|morgen|\bin (?:\d+|einer|zwei|drei|vier) (?:tag|woche)/i;
const MONTH = /\b(?:Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez)/;
/** A word before a bare month that shows that one is meant: `may` and `march` are verbs. */
const MARKED = /(?:^|\s)(?:by|until|before|from|in|next|this|starts?|till|bis|ab|im|vor)\s$/i;

/** A date of numbers that can be read in one way only: `31/12/2026`, `12/31/2026`. */
const CLEAR = /\b(?:(?:1[3-9]|2\d|3[01])\/\d{1,2}|\d{1,2}\/(?:1[3-9]|2\d|3[01]))\/20\d\d$/;

/** What stands before the German morning, which is written like tomorrow at the start of a sentence: `Guten Morgen`, `am frühen Morgen`. */
const MORNING = /(?:\bam|en?) $/i;

function namesDay({ text, index, start }: ParsedResult, sentence: string): boolean {
	// `Friday's outage`, `Wednesday's better`; a share or a class such as 7/8; the time of day.
	if (sentence.startsWith("'s", index + text.length) || /\b(?:ago|last|letzte\w*|weekend|now|jetzt|today|tonight|heute)\b/i.test(text)) return false;
	if (/\d\/\d+$/.test(text) && !CLEAR.test(text)) return false;
	if (/^morgen/i.test(text) && (text.startsWith('M') ? MORNING : /\bguten? $/i).test(sentence.slice(0, index))) return false;
	const isMarked = start.isCertain('day') || start.isCertain('year') || MARKED.test(sentence.slice(0, index));
	return DAY.test(text) || (MONTH.test(text) && start.isCertain('month') && isMarked);
}
