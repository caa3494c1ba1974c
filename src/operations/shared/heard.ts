import { type Text, textIn } from '../../forms/index.ts';
import { listedConversation, type ListedConversation, quoted } from '../../format/index.ts';
import { hasTranscript } from '../../meetings/index.ts';
import { counted, type Details, Refusal } from '../../words/index.ts';
import type { Session } from '../session.ts';

/** Advice on how to avoid asking the AI about recordings without words, or with too few. */
const leaveOutUnheard = (minSegments: number): Text => ({ operation: find, list, flow, pollingTrigger }) =>
	`To leave out recordings ${minSegments > 1 ? `with fewer than ${minSegments} segments` : 'without a transcript'}, ${pollingTrigger && `set “Minimum Transcript Lines” in the trigger that starts the ${flow}, or `}keep those whose “segmentCount” is ${minSegments > 1 ? `${minSegments} or more` : 'not 0'} in ${find('Conversation', list.name)}`;

/** How many pages of the list to search for a conversation: those that credits are spent on are among the newest. */
export const MAX_PAGES = 3;

/** A conversation as listed, looked for on the first pages; undefined if it is not there. */
export async function conversationOf({ task }: Session, id: string, maxPages: number): Promise<unknown> {
	const found = await task.find(id, { maxPages });
	return found.is === 'found' ? found.conversation : undefined;
}

/**
 * `minSegments`: how many segments the transcript needs. `details`: of the failure, if not its own.
 * @throws Refusal for a conversation whose transcript is missing or too short, for which the AI would do nothing
 */
export function refuseUnheard(conversation: ListedConversation, minSegments = 1, details?: Details): void {
	const { title, id, segmentCount } = conversation;
	if (segmentCount === null || segmentCount >= minSegments) return;
	const what = hasTranscript(conversation)
		? `only ${counted(segmentCount, 'transcript segment')}, and this needs at least ${minSegments}`
		: 'no transcript, so the AI has nothing to work from';
	throw new Refusal(
		`${quoted(title ?? id)} has ${what}, ${hasTranscript(conversation) ? 'so' : 'and'} no AI credit was used`,
		(terms) => `If the meeting was only just recorded, try again in a few minutes. ${textIn(leaveOutUnheard(minSegments), terms)}`,
		details ?? { code: hasTranscript(conversation) ? 'short_transcript' : 'no_transcript' },
	);
}

/**
 * Call this before spending an AI credit on a conversation. Returns it as listed, or null where it is not among the newest or the look-up
 * failed, which must not prevent the work. One request per run, or up to 3 for an AI agent, which may ask about an older one.
 * @throws Refusal for a conversation whose transcript is missing or too short
 */
export async function heard(
	session: Session,
	id: string,
	{ maxPages = session.isAgent ? MAX_PAGES : 1, minSegments }: { readonly maxPages?: number | undefined; readonly minSegments?: number | undefined } = {},
): Promise<ListedConversation | null> {
	const found = await conversationOf(session, id, maxPages).catch(() => undefined);
	if (found === undefined) return null;
	const conversation = listedConversation(found);
	refuseUnheard(conversation, minSegments);
	return conversation;
}
