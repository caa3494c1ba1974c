import type { ActionItem } from '../api/index.ts';
import { actionItemsOf, readPeriod, type ChooseMeetings, type ReadingProgress } from './period.ts';
import type { Period, Task } from '../meetings/index.ts';
import { wordMatcher, type ActionItemRecord } from '../format/index.ts';
import { headingsOf, ownerMatcher } from './topic.ts';

export interface ActionItemFilter {
	/** Part of the owner's name; `me` for the user. */
	readonly owner?: string;
	/** The user's own name, by which key points may name who `me` is. */
	readonly userName?: string | null;
	/** Any of these; empty for any priority. */
	readonly priorities?: readonly ActionItem['priority'][];
	/** Words that must all occur in the item, in any order. */
	readonly text?: string | undefined;
}

export interface FoundActionItems extends ReadingProgress {
	/** ISO date-time of the start of the period, in UTC. */
	readonly since: string;
	/** Newest meeting first. */
	readonly items: readonly ActionItemRecord[];
	/** To filter by, for each meeting whose key points were read, by its `conversationId`. */
	readonly meetings: ReadonlyMap<
		string,
		{ readonly headings: readonly string[]; readonly participants: readonly string[]; readonly linkedCalendarEventId: string | null }
	>;
}

interface Filterable {
	readonly item: string;
	readonly owner: string | null;
	readonly priority: string | null;
}

/** Tests items against a filter. Ignores case and accents. An item without an owner or a priority matches none. */
export function actionItemMatcher(filter: ActionItemFilter): (item: Filterable) => boolean {
	const { owner, userName, priorities = [], text = '' } = filter;
	const isOwner = ownerMatcher(owner, userName);
	const hasText = wordMatcher(text);
	return (item) =>
		isOwner(item.owner) &&
		(priorities.length === 0 || priorities.some((priority) => priority === item.priority)) &&
		hasText(item.item);
}

/** The action items in the saved key points of a period's meetings; see `readPeriods` for requests and limits. */
export async function findActionItems(
	task: Task,
	{ since, until, ...filter }: Period & ActionItemFilter,
	choose?: ChooseMeetings,
): Promise<FoundActionItems> {
	const reading = await readPeriod(task, { since, until }, choose);
	const events = new Map(reading.meetings.map(({ conversationId, linkedCalendarEventId }) => [conversationId, linkedCalendarEventId]));
	return {
		since: reading.since,
		items: actionItemsOf(reading, task.timezone).filter(actionItemMatcher(filter)),
		meetings: new Map(
			reading.read.map(({ meeting, keyPoints }) => [
				meeting.conversationId,
				{ headings: headingsOf(keyPoints), participants: keyPoints.participants, linkedCalendarEventId: events.get(meeting.conversationId) ?? null },
			]),
		),
		...reading.progress,
	};
}
