import type { Meeting, MeetingSegment } from './ai.ts';
import { userSpeaker } from './people.ts';
import { countWords } from './speech.ts';

/** The meeting as one person's part in it, counted. */
export interface UserPart {
	/** `local`, the user's name in the transcript, or null. */
	readonly speaker: string | null;
	readonly lines: readonly MeetingSegment[];
	readonly words: number;
	/** Of all words, in percent; 50 when nobody is known to be the user. */
	readonly talkListenRatio: number;
	/** Minutes between first and last segment. */
	readonly totalMinutes: number;
}

export function userPartOf(meeting: Meeting): UserPart {
	const speaker = userSpeaker(meeting);
	const lines = meeting.segments.filter((segment) => speaker !== null && segment.speaker === speaker);
	const words = wordsIn(lines);
	const all = wordsIn(meeting.segments);
	return {
		speaker,
		lines,
		words,
		talkListenRatio: speaker === null || all === 0 ? 50 : Math.round((100 * words) / all),
		totalMinutes: minutesBetween(meeting.segments[0], meeting.segments.at(-1)),
	};
}

const wordsIn = (lines: readonly MeetingSegment[]): number =>
	lines.reduce((sum, { text }) => sum + countWords(text), 0);

const minutesBetween = (first: MeetingSegment | undefined, last: MeetingSegment | undefined): number =>
	first === undefined || last === undefined
		? 0
		: Math.round((Date.parse(last.timestamp) - Date.parse(first.timestamp)) / 60_000);
