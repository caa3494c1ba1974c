import { createHash } from 'node:crypto';
import type { KeyPoints } from '../api/index.ts';
import { fieldsOf, listOf, numberOf, oneLine } from './read.ts';

export interface ReadActionItem {
	readonly item: string;
	readonly owner: string | null;
	/** Lower case; `high`, `medium` or `low` unless the service found a new word. */
	readonly priority: string | null;
	readonly confidence: number | null;
}

export interface ActionItemRecord extends ReadActionItem {
	/** Same conversation, same text: same key, in every answer. A text's second occurrence ends in `-2`. */
	readonly dedupeKey: string;
	readonly conversationId: string;
	readonly conversationTitle: string | null;
	/** ISO 8601, when the conversation started. */
	readonly conversationDate: string | null;
}

/** What the key points do not say about the conversation they belong to. */
export interface ConversationOfItems {
	readonly id: string;
	readonly title?: string | null;
	readonly startTime?: string | null;
}

const readItems = (items: readonly unknown[]): ReadActionItem[] =>
	items
		.map(fieldsOf)
		.map(({ item, owner, priority, confidence }) => ({
			item: oneLine(item),
			owner: oneLine(owner) || null,
			priority: oneLine(priority).toLowerCase() || null,
			confidence: numberOf(confidence),
		}))
		.filter(({ item }) => item !== '');

const itemsOf = (keyPoints: KeyPoints): readonly unknown[] =>
	listOf(fieldsOf(fieldsOf(keyPoints).keypoints).actionItems);

/** Action items with empty fields as null; items without text are left out (Resources, Keypoints response). */
export const readActionItems = (keyPoints: KeyPoints): ReadActionItem[] => readItems(itemsOf(keyPoints));

/** A regenerated text may differ in case, spaces and the full stop, and is still the same task. */
const normalised = (item: string): string =>
	item
		.normalize('NFKC')
		.toLowerCase()
		// Looks at each run of marks once: without the look behind, a long one inside is tried from each of its marks.
		.replace(/(?<![\s.!;,])[\s.!;,]+$/u, '');

const keyOf = (conversationId: string, item: string): string =>
	createHash('sha256')
		.update(JSON.stringify([conversationId, normalised(item)]))
		.digest('hex')
		.slice(0, 16);

/**
 * One flat record for each of a conversation's action items, for CRMs, task lists and sheets. They must be all of them,
 * in the order of the key points: of two with the same text the second has another key.
 */
export function conversationRecords(
	items: readonly unknown[],
	{ id, title, startTime }: ConversationOfItems,
): ActionItemRecord[] {
	const seen = new Map<string, number>();
	return readItems(items).map((item) => {
		const key = keyOf(id, item.item);
		const occurrence = (seen.get(key) ?? 0) + 1;
		seen.set(key, occurrence);
		return {
			...item,
			dedupeKey: occurrence === 1 ? key : `${key}-${occurrence}`,
			conversationId: id,
			conversationTitle: oneLine(title) || null,
			conversationDate: startTime ?? null,
		};
	});
}

/** The records of saved key points, which know the title where the conversation does not. */
export const actionItemRecords = (keyPoints: KeyPoints, conversation: ConversationOfItems): ActionItemRecord[] =>
	conversationRecords(itemsOf(keyPoints), {
		...conversation,
		title: oneLine(conversation.title) || oneLine(fieldsOf(keyPoints).title),
	});
