import type { ActionItem } from '../api/index.ts';
import { actionItemsOf, type ActionItemRecord } from './keyPoints.ts';
import { fold } from './keyPoints.ts';
import { readPeriod, type Progress } from './keyPoints.ts';
import { parsePeriod, type Period } from './meetings.ts';
import { createRun, type InsightOptions } from './run.ts';

export interface ActionItemFilter {
	/** Part of the owner's name. */
	readonly owner?: string;
	/** Any of these; none given, any at all. */
	readonly priorities?: readonly ActionItem['priority'][];
	/** Words that all occur in the item, in any order. */
	readonly text?: string;
}

export interface FoundActionItems extends Progress {
	/** Newest meeting first. */
	readonly items: readonly ActionItemRecord[];
}

interface Filterable {
	readonly item: string;
	readonly owner: string | null;
	readonly priority: string | null;
}

/**
 * Whether an item is one of those looked for. Upper or lower case and accents do not matter. An item without an owner
 * or priority belongs to none.
 */
export function matching(filter: ActionItemFilter): (item: Filterable) => boolean {
	const { owner = '', priorities = [], text = '' } = filter;
	const ownerPart = fold(owner);
	const words = fold(text).split(/\s+/);
	return (item) => {
		const itemText = fold(item.item);
		return (
			fold(item.owner ?? '').includes(ownerPart) &&
			(priorities.length === 0 || priorities.some((priority) => priority === item.priority)) &&
			words.every((word) => itemText.includes(word))
		);
	};
}

/**
 * The action items in the saved key points of a period's meetings, one record each.
 * Requests: ceil(meetings since the start / 100), at least one, and one for each meeting in the period.
 * A limit or a used-up budget does not throw: what there is comes back, with what is left and when to go on.
 * @throws ClientError `invalidInput`, or when the meetings cannot be listed or the key has no access.
 */
export async function findActionItems(
	options: InsightOptions,
	{ since, until, ...filter }: Period & ActionItemFilter,
): Promise<FoundActionItems> {
	const period = parsePeriod({ since, until }, options.now());
	const reading = await readPeriod(createRun(options), period);
	return { items: actionItemsOf(reading).filter(matching(filter)), ...reading.progress };
}
