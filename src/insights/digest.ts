import { priorities } from '../api/index.ts';
import {
	actionItemsOf,
	foldText,
	readPeriod,
	type MeetingActionItem,
	type PeriodReading,
	type Progress,
} from './keyPoints.ts';
import type { Meeting, MeetingRef, Period } from './meetings.ts';
import type { InsightOptions } from './run.ts';

export interface Digest extends Progress {
	/** ISO date-times of the period, in UTC. */
	readonly since: string;
	readonly until: string;
	/** Oldest first, as are all lists below unless stated otherwise. */
	readonly meetings: readonly Meeting[];
	/** By meeting, only of meetings with decisions. */
	readonly decisions: readonly (MeetingRef & { readonly decisions: readonly string[] })[];
	/** By owner in alphabetical order, unassigned items last; high priority first. */
	readonly actionItems: readonly { readonly owner: string | null; readonly items: readonly MeetingActionItem[] }[];
	/** ISO dates first, by date; then dates in words. */
	readonly importantDates: readonly (MeetingRef & { readonly date: string | null; readonly context: string | null })[];
}

/** Items without a priority come last. */
const priorityRank = ({ priority }: MeetingActionItem): number =>
	priority === null ? priorities.length : priorities.indexOf(priority);

function groupByOwner(items: readonly MeetingActionItem[]): Digest['actionItems'] {
	const groups = new Map<string, MeetingActionItem[]>();
	for (const item of items) {
		const owner = foldText(item.owner ?? '');
		groups.set(owner, [...(groups.get(owner) ?? []), item]);
	}
	return [...groups]
		.sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
		.map(([key, group]) => ({
			owner: key === '' ? null : (group[0]?.owner ?? null),
			items: group.toSorted((a, b) => priorityRank(a) - priorityRank(b)),
		}));
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

function sortByDate(dates: Digest['importantDates']): Digest['importantDates'] {
	const key = (date: string | null): string => ISO_DATE.exec(date ?? '')?.[0] ?? '~';
	return dates.toSorted((a, b) => (key(a.date) < key(b.date) ? -1 : Number(key(a.date) !== key(b.date))));
}

function summarize(read: PeriodReading['read']): Pick<Digest, 'decisions' | 'actionItems' | 'importantDates'> {
	return {
		decisions: read
			.map(({ meeting, keyPoints: { decisions } }) => ({ ...meeting, decisions }))
			.filter(({ decisions }) => decisions.length > 0),
		actionItems: groupByOwner(actionItemsOf({ read })),
		importantDates: sortByDate(
			read.flatMap(({ meeting, keyPoints }) => keyPoints.importantDates.map((date) => ({ ...date, ...meeting }))),
		),
	};
}

/**
 * What happened in the meetings of a period, from saved key points, without using an AI credit; see `readPeriod` for
 * requests and limits.
 */
export async function digest(options: InsightOptions, period: Period): Promise<Digest> {
	const { since, until, meetings, read, progress } = await readPeriod(options, period);
	return { since, until, meetings: meetings.toReversed(), ...summarize(read.toReversed()), ...progress };
}
