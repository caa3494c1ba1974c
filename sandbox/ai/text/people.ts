import type { Meeting, MeetingSegment } from '../ai.ts';
import { countWords } from './speech.ts';

/** A speaker's name in texts for people: `local` is the user, and `remote` is not a name. */
export function nameOf(speaker: string | null, meeting: Pick<Meeting, 'userName'>): string {
	if (speaker === 'local') return meeting.userName.trim() || 'local';
	if (speaker === null || speaker === 'remote' || speaker.trim() === '') return 'Remote participant';
	return speaker;
}

/** Everyone who spoke, in the order they first speak. */
export const participantsOf = (meeting: Meeting): string[] => [
	...new Set(meeting.segments.map(({ speaker }) => nameOf(speaker, meeting))),
];

const normal = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The participant that a spoken name refers to: a full name, or a first name that only one participant has. */
export function participantNamed(name: string, participants: readonly string[]): string | null {
	const wanted = normal(name);
	const exact = participants.find((participant) => normal(participant) === wanted);
	if (exact !== undefined) return exact;
	const byFirstName = participants.filter((participant) => normal(participant).split(/\s+/)[0] === wanted);
	return byFirstName.length === 1 ? (byFirstName[0] ?? null) : null;
}

/** The speaker scored as the user (Feedback response, userSpeakerName): null stands for `Unknown`. */
function userSpeaker({ segments, userName }: Meeting): string | null {
	const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
	if (speakers.includes('local')) return 'local';
	return participantNamed(userName, speakers) ?? speakers.find((speaker) => isSamePerson(speaker, userName)) ?? null;
}

const isSamePerson = (speaker: string, userName: string): boolean =>
	normal(speaker) === normal(userName).split(/\s+/)[0];

/** One person's part in the meeting, in numbers. */
interface UserPart {
	/** `local`, the user's name in the transcript, or null. */
	readonly speaker: string | null;
	readonly lines: readonly MeetingSegment[];
	readonly words: number;
	/** Share of all words, in percent; 50 if no speaker is known to be the user. */
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
