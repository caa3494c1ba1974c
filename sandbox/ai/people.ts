import type { Meeting } from './ai.ts';

/** How a speaker is called in what people read: `local` is the user, `remote` is nobody's name. */
export function nameOf(speaker: string | null, meeting: Pick<Meeting, 'userName'>): string {
	if (speaker === 'local') return meeting.userName.trim() || 'local';
	if (speaker === null || speaker === 'remote' || speaker.trim() === '') return 'Remote participant';
	return speaker;
}

/** Everybody who spoke, in the order of their first words. */
export const participantsOf = (meeting: Meeting): string[] => [
	...new Set(meeting.segments.map(({ speaker }) => nameOf(speaker, meeting))),
];

const normal = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The participant a spoken name means: the whole name, or a first name that only one of them has. */
export function participantNamed(name: string, participants: readonly string[]): string | null {
	const wanted = normal(name);
	const exact = participants.find((participant) => normal(participant) === wanted);
	if (exact !== undefined) return exact;
	const byFirstName = participants.filter((participant) => normal(participant).split(/\s+/)[0] === wanted);
	return byFirstName.length === 1 ? (byFirstName[0] ?? null) : null;
}

/** The speaker scored as the user (Feedback response, userSpeakerName): null stands for `Unknown`. */
export function userSpeaker({ segments, userName }: Meeting): string | null {
	const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
	if (speakers.includes('local')) return 'local';
	return participantNamed(userName, speakers) ?? speakers.find((speaker) => isSamePerson(speaker, userName)) ?? null;
}

const isSamePerson = (speaker: string, userName: string): boolean =>
	normal(speaker) === normal(userName).split(/\s+/)[0];
