import { wordsOf } from '../../text.ts';
import { OTHER } from '../../speakers.ts';
import type { Meeting, MeetingSegment } from '../ai.ts';

/** A speaker's name in texts for people: `local` is the user. Empty if the speaker is not known. */
export function nameOf(speaker: string | null, { userName }: Pick<Meeting, 'userName'>): string {
	if (speaker === 'local') return userName.trim() || 'You';
	return speaker === 'remote' ? OTHER : (speaker ?? '').trim();
}

/** Everyone who spoke, in the order they first speak. */
export const participantsOf = (meeting: Meeting): string[] => [...new Set(meeting.segments.map(({ speaker }) => nameOf(speaker, meeting)))].filter((name) => name !== '');

const normal = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
const firstName = (name: string): string => normal(name).split(/\s+/)[0] ?? '';

/** The participant that a spoken name refers to: a full name, or a first name that only one participant has. */
export function participantNamed(name: string, participants: readonly string[]): string | null {
	const byFirstName = participants.filter((participant) => firstName(participant) === normal(name));
	return participants.find((participant) => normal(participant) === normal(name)) ?? (byFirstName.length === 1 ? (byFirstName[0] ?? null) : null);
}

/** The speaker scored as the user (Feedback response, userSpeakerName): null stands for `Unknown`. */
function userSpeaker({ segments, userName }: Meeting): string | null {
	const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
	if (speakers.includes('local')) return 'local';
	return participantNamed(userName, speakers) ?? speakers.find((speaker) => normal(speaker) === firstName(userName)) ?? null;
}

/** One person's part in the meeting: `local`, the user's name in the transcript, or null. */
export function userPartOf(meeting: Meeting) {
	const speaker = userSpeaker(meeting);
	const lines = meeting.segments.filter((segment) => speaker !== null && segment.speaker === speaker);
	const [words, all] = [wordsIn(lines), wordsIn(meeting.segments)];
	const [start = 0, end = 0] = [meeting.segments[0], meeting.segments.at(-1)].map((segment) => Date.parse(segment?.timestamp ?? ''));
	return {
		speaker,
		lines,
		words,
		// Of all words, in percent; 50 if no speaker is known to be the user.
		talkListenRatio: speaker === null || all === 0 ? 50 : Math.round((100 * words) / all),
		totalMinutes: Math.round((end - start) / 60_000) || 0,
	};
}

const wordsIn = (lines: readonly MeetingSegment[]): number => lines.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
