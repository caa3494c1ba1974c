import type { KeyPoints } from '../api/index.ts';
import { dueDates, type Due } from './dueDates/dueDate.ts';
import { personName } from './people.ts';
import { fieldsOf, isRecord, listOf, numberOf, oneLine } from './read.ts';
import { sha256 } from './sha256.ts';

export interface ReadActionItem {
	readonly item: string;
	readonly owner: string | null;
	/** In lower case: `high`, `medium` or `low`, unless the service adds another. */
	readonly priority: string | null;
	readonly confidence: number | null;
}

/** First what people use. Every row of an action item has these fields in this order. */
export interface ActionItemRecord extends ReadActionItem, Due {
	readonly conversationTitle: string | null;
	/** When the conversation started, ISO 8601. */
	readonly conversationDate: string | null;
	readonly conversationId: string;
	/** The same in every answer for the same text in the same conversation. The key of a text's second occurrence ends in `-2`. */
	readonly dedupeKey: string;
}

/** Facts about the conversation that its key points lack. */
interface ConversationOfItems {
	readonly id: string;
	readonly title?: string | null;
	readonly startTime?: string | null;
}

/** Action items of key points, with null for empty fields and without those that have no text (Resources, Keypoints response). */
export const readItems = (items: unknown): ReadActionItem[] =>
	listOf(items)
		.map(fieldsOf)
		.map(({ item, owner, priority, confidence }) => ({
			item: oneLine(item),
			owner: personName(owner) || null,
			priority: oneLine(priority).toLowerCase() || null,
			confidence: numberOf(confidence),
		}))
		.filter(({ item }) => item !== '');

const itemsOf = (keyPoints: KeyPoints): unknown => fieldsOf(fieldsOf(keyPoints).keypoints).actionItems;

/** The same of a whole answer. */
export const readActionItems = (keyPoints: KeyPoints): ReadActionItem[] => readItems(itemsOf(keyPoints));

/** Key points with more about each action item. `moreOf`: about a task of an owner. */
export function withTasks<K extends KeyPoints>(keyPoints: K, moreOf: (item: string, owner: string | null) => object): K {
	if (!Array.isArray(itemsOf(keyPoints))) return keyPoints;
	const actionItems = keyPoints.keypoints.actionItems.map((one) =>
		isRecord(one) ? { ...one, ...moreOf(oneLine(one.item), personName(one.owner) || null) } : one,
	);
	return { ...keyPoints, keypoints: { ...keyPoints.keypoints, actionItems } };
}

/** Key points with the due dates of their action items. `startTime`: of their meeting. */
export function withDueDates<K extends KeyPoints>(keyPoints: K, startTime: string | null | undefined, timezone: string): K {
	const dueOf = dueDates(startTime, timezone);
	return withTasks(keyPoints, (item) => dueOf(item));
}

/** Regenerating key points may change the case, spaces and final punctuation of a task. */
const normalizedText = (item: string): string =>
	item
		.normalize('NFKC')
		.toLowerCase()
		// The lookbehind looks at each run of marks once. Without it, a long run would be tried from each of its marks.
		.replace(/(?<![\s.!;,])[\s.!;,]+$/u, '');

/**
 * Keys for the texts of a conversation: the key of a text's second occurrence ends in `-2`. `kind` keeps the keys of other
 * texts apart from those of action items. All start with a letter, because spreadsheets read some texts of hexadecimal
 * digits as numbers.
 */
export function dedupeKeys(conversationId: string, kind?: 'decision'): (text: string) => string {
	const seen = new Map<string, number>();
	return (text) => {
		const content = JSON.stringify([conversationId, ...(kind ? [kind] : []), normalizedText(text)]);
		const key = (kind ? 'd' : 'a') + sha256(content).slice(0, 16);
		const occurrence = (seen.get(key) ?? 0) + 1;
		seen.set(key, occurrence);
		return occurrence === 1 ? key : `${key}-${occurrence}`;
	};
}

const byOwner = (one: ReadActionItem, other: ReadActionItem): number => {
	const [a, b] = [one, other].map(({ owner, priority }) => JSON.stringify([owner, priority]).toLowerCase());
	return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
};

/**
 * One flat record for each action item of a conversation, for CRMs, task lists and spreadsheets. `items` must be all of
 * them, because keys count equal texts. These are counted by owner and priority, since regenerated key points may have
 * another order. Due dates are in the time zone (IANA name).
 */
export function conversationRecords(
	items: unknown,
	{ id, title, startTime }: ConversationOfItems,
	timezone: string,
): ActionItemRecord[] {
	const keyOf = dedupeKeys(id);
	const dueOf = dueDates(startTime, timezone);
	const read = readItems(items);
	const keys = new Map([...read].sort(byOwner).map((item) => [item, keyOf(item.item)]));
	return read.map((one) => {
		const { item, owner, priority, confidence } = one;
		const { dueDate, dueText } = dueOf(item);
		return {
			...{ item, owner, dueDate, priority },
			...{ conversationTitle: oneLine(title) || null, conversationDate: startTime ?? null, conversationId: id },
			...{ dueText, confidence, dedupeKey: keys.get(one) ?? '' },
		};
	});
}

/** The records of saved key points, which have a title when the conversation has none. */
export const actionItemRecords = (keyPoints: KeyPoints, conversation: ConversationOfItems, timezone: string): ActionItemRecord[] =>
	conversationRecords(itemsOf(keyPoints), { ...conversation, title: oneLine(conversation.title) || oneLine(fieldsOf(keyPoints).title) }, timezone);
