import { dedupeKeys } from './actionItems.ts';
import { oneLine, textsOf } from './read.ts';

export interface DecisionRecord {
	readonly decision: string;
	readonly conversationTitle: string | null;
	/** When the conversation started, ISO 8601. */
	readonly conversationDate: string | null;
	readonly conversationId: string;
	/** As named by the key points. */
	readonly participants: readonly string[];
	/** The same in every answer for the same decision of the same conversation, and never that of an action item. */
	readonly dedupeKey: string;
}

interface ConversationOfDecisions {
	readonly id: string;
	readonly title: string | null;
	readonly startTime: string | null;
	readonly participants: readonly string[];
}

/**
 * One flat record for each decision of a conversation. `decisions` must be all of them in the order of the key points,
 * because keys count equal texts.
 */
export function decisionRecords(
	decisions: readonly string[],
	{ id, title, startTime, participants }: ConversationOfDecisions,
): DecisionRecord[] {
	const keyOf = dedupeKeys(id, 'decision');
	return textsOf(decisions).map((decision) => ({
		decision,
		conversationTitle: oneLine(title) || null,
		conversationDate: startTime,
		conversationId: id,
		participants: textsOf(participants),
		dedupeKey: keyOf(decision),
	}));
}
