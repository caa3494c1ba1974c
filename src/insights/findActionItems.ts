import type { ActionItem } from '../api/index.ts';
import { actionItemsOf, readPeriod, type MeetingActionItem, type Progress } from './keyPoints.ts';
import type { Period } from './meetings.ts';
import type { InsightOptions } from './run.ts';
import { foldText, headingsOf, wordMatcher } from './topic.ts';

export interface ActionItemFilter {
	/** Part of the owner's name. */
	readonly owner?: string;
	/** Any of these; empty for any priority. */
	readonly priorities?: readonly ActionItem['priority'][];
	/** Words that must all occur in the item, in any order. */
	readonly text?: string;
}

export interface FoundActionItems extends Progress {
	/** Newest meeting first. */
	readonly items: readonly MeetingActionItem[];
	/** The headings of each meeting’s key points by its `conversationId`, to filter by topic. */
	readonly headings: ReadonlyMap<string, readonly string[]>;
}

interface Filterable {
	readonly item: string;
	readonly owner: string | null;
	readonly priority: string | null;
}

/** Tests items against a filter. Ignores case and accents. An item without an owner or a priority matches none. */
export function actionItemMatcher(filter: ActionItemFilter): (item: Filterable) => boolean {
	const { owner = '', priorities = [], text = '' } = filter;
	const ownerPart = foldText(owner);
	const hasText = wordMatcher(text);
	return (item) =>
		foldText(item.owner ?? '').includes(ownerPart) &&
		(priorities.length === 0 || priorities.some((priority) => priority === item.priority)) &&
		hasText(item.item);
}

/** The action items in the saved key points of a period's meetings; see `readPeriods` for requests and limits. */
export async function findActionItems(
	options: InsightOptions,
	{ since, until, ...filter }: Period & ActionItemFilter,
): Promise<FoundActionItems> {
	const reading = await readPeriod(options, { since, until });
	return {
		items: actionItemsOf(reading).filter(actionItemMatcher(filter)),
		headings: new Map(reading.read.map(({ meeting, keyPoints }) => [meeting.conversationId, headingsOf(keyPoints)])),
		...reading.progress,
	};
}
