import type { ParsedSegment } from './parsedMeeting.ts';

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?$/;

/** `1:02:03.5` or `02:03` in milliseconds; null if it is not such a time. */
export function clockMs(time: string): number | null {
	const match = CLOCK.exec(time.trim());
	if (match === null) return null;
	const [, hours, minutes = '0', seconds = '0', fraction = '0'] = match;
	if ((hours !== undefined && Number(minutes) > 59) || Number(seconds) > 59) return null;
	const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
	return whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000);
}

/** Speech without times is timed at this pace. */
const WORDS_PER_MINUTE = 150;

/** How long it takes to say a text, in milliseconds. */
const speakingMs = (text: string): number => Math.ceil((text.split(/\s+/).length * 60_000) / WORDS_PER_MINUTE);

/** A segment whose times are known only if the file has them. */
export interface Turn {
	readonly speaker: string | null;
	readonly text: string;
	readonly startMs: number | null;
	readonly endMs: number | null;
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
		while (next < turns.length && turns[next]?.startMs === null) next += 1;
		const group = turns.slice(first, next);
		const start = group[0]?.startMs ?? clock;
		const room = (turns[next]?.startMs ?? Number.POSITIVE_INFINITY) - start;
		const needed = group.reduce((sum, { text }) => sum + speakingMs(text), 0);
		const pace = room > 0 ? Math.min(1, room / needed) : 1;
		clock = start;
		for (const { speaker, text, startMs, endMs } of group) {
			const from = startMs ?? clock;
			clock = Math.max(from, endMs ?? from + Math.floor(speakingMs(text) * pace));
			segments.push({ speaker, text, startMs: from, endMs: clock });
		}
		first = next;
	}
	return segments;
}
