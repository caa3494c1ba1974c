import { type Text, textIn } from '../../forms/index.ts';
import { listedConversation, type ListedConversation, quoted } from '../../format/index.ts';
import { hasTranscript } from '../../meetings/index.ts';
import { Refusal } from '../../words/index.ts';
import type { Session } from '../session.ts';

/** Advice on how to avoid spending AI credits on recordings without words. */
const leaveOutUnheard: Text = ({ operation: find, list, flow, pollingTrigger }) =>
	`To leave out recordings without a transcript, ${pollingTrigger && `set “Minimum Transcript Lines” in the trigger that starts the ${flow}, or `}keep those whose “segmentCount” is not 0 in ${find('Conversation', list.name)}`;

/** How many pages of the list to search for a conversation: those that credits are spent on are among the newest. */
export const MAX_PAGES = 3;

/** A conversation as listed, looked for on the first pages; undefined if it is not there. */
export async function conversationOf({ task }: Session, id: string, maxPages: number): Promise<unknown> {
	const found = await task.find(id, { maxPages });
	return found.is === 'found' ? found.conversation : undefined;
}

/** @throws Refusal for a conversation without a transcript, for which the AI would use a credit for nothing */
export function refuseUnheard(conversation: ListedConversation): void {
	if (hasTranscript(conversation)) return;
	throw new Refusal(
		`${quoted(conversation.title ?? conversation.id)} has no transcript, so the AI has nothing to work from, and no AI credit was used`,
		(terms) => `If the meeting was only just recorded, try again in a few minutes. ${textIn(leaveOutUnheard, terms)}`,
		{ code: 'no_transcript' },
	);
}

/**
 * Call this before spending an AI credit on a conversation. Returns it as listed, or null where it is not among the newest or the look-up
 * failed, which must not prevent the work. One request per run, or up to 3 for an AI agent, which may ask about an older one.
 * @throws Refusal for a conversation without a transcript
 */
export async function heard(session: Session, id: string, maxPages = session.isAgent ? MAX_PAGES : 1): Promise<ListedConversation | null> {
	const found = await conversationOf(session, id, maxPages).catch(() => undefined);
	if (found === undefined) return null;
	const conversation = listedConversation(found);
	refuseUnheard(conversation);
	return conversation;
}
