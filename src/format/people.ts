import type { Words } from './languages/language.ts';
import { oneLine } from './read.ts';
import { foldText } from './words.ts';

/** How texts name the speakers that a transcript does not name (Resources, Segment). */
export const roleNames = { local: 'Me', remote: 'Other participant' } as const;

/** Names the user for others, who do not know who “Me” is. `userName`: null if it is not known. */
export const speakerName = (speaker: string | null, userName: string | null): string | null =>
	speaker === roleNames.local ? (userName ?? speaker) : speaker;

/** A name in key points, which may repeat the speaker of the transcript. Empty if it is not a name. */
export function personName(name: unknown): string {
	const named = oneLine(name);
	const role = named.toLowerCase();
	return role === 'local' || role === 'remote' ? roleNames[role] : named;
}

/** A name as texts show it: roles are translated. */
export const shownName = (name: string, { me, otherParticipant }: Words): string =>
	name === roleNames.local ? me : name === roleNames.remote ? otherParticipant : name;

/** “high priority”; an unknown priority is shown as the service sends it. */
export function priorityNote(priority: string | null, words: Words): string | null {
	const known = new Map([['high', words.highPriority], ['medium', words.mediumPriority], ['low', words.lowPriority]]);
	return priority === null ? null : (known.get(priority) ?? priority);
}

const NOBODY = /^(?:|(?:(?:other|unknown|unnamed) )?(?:speaker|participant|person|attendee|guest)s?(?: (?:\d+|[a-z]))?|remote|unknown)$/;

/**
 * Whether a name in key points is only a placeholder for an unnamed speaker. The same placeholder in two meetings may stand for two
 * people.
 */
export const namesNobody = (name: string): boolean => NOBODY.test(foldText(name));
