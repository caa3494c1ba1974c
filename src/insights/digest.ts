import { priorities } from '../api/index.ts';
import { actionItemsOf, type ActionItemRecord } from './keyPoints.ts';
import { fold } from './keyPoints.ts';
import { readPeriod, type PeriodReading, type Progress } from './keyPoints.ts';
import type { Meeting, MeetingRef } from './meetings.ts';
import { parsePeriod, type Period } from './meetings.ts';
import { createRun, type InsightOptions } from './run.ts';

export interface Digest extends Progress {
	/** ISO date-times of the period, in UTC. */
	readonly since: string;
	readonly until: string;
	/** Oldest first, as everything below. */
	readonly meetings: readonly Meeting[];
	/** By meeting, without meetings that decided nothing. */
	readonly decisions: readonly (MeetingRef & { readonly decisions: readonly string[] })[];
	/** By owner in alphabetical order, those of nobody last; high priority first. */
	readonly actionItems: readonly { readonly owner: string | null; readonly items: readonly ActionItemRecord[] }[];
	/** By date where it is an ISO date; then those in words. */
	readonly importantDates: readonly (MeetingRef & { readonly date: string | null; readonly context: string | null })[];
}

/** No priority comes last. */
const rank = ({ priority }: ActionItemRecord): number =>
	priority === null ? priorities.length : priorities.indexOf(priority);

function byOwner(items: readonly ActionItemRecord[]): Digest['actionItems'] {
	const groups = new Map<string, ActionItemRecord[]>();
	for (const item of items) {
		const owner = fold(item.owner ?? '');
		groups.set(owner, [...(groups.get(owner) ?? []), item]);
	}
	return [...groups]
		.sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
		.map(([key, group]) => ({
			owner: key === '' ? null : (group[0]?.owner ?? null),
			items: group.toSorted((a, b) => rank(a) - rank(b)),
		}));
}

const isoDate = /^\d{4}-\d{2}-\d{2}/;

function byDate(dates: Digest['importantDates']): Digest['importantDates'] {
	const key = (date: string | null): string => isoDate.exec(date ?? '')?.[0] ?? '~';
	return dates.toSorted((a, b) => (key(a.date) < key(b.date) ? -1 : Number(key(a.date) !== key(b.date))));
}

/** What the meetings of `reading`, oldest first, come to. */
function summarise(reading: PeriodReading): Pick<Digest, 'meetings' | 'decisions' | 'actionItems' | 'importantDates'> {
	return {
		meetings: reading.meetings,
		decisions: reading.read
			.map(({ meeting, keyPoints: { decisions } }) => ({ ...meeting, decisions }))
			.filter(({ decisions }) => decisions.length > 0),
		actionItems: byOwner(actionItemsOf(reading)),
		importantDates: byDate(
			reading.read.flatMap(({ meeting, keyPoints }) => keyPoints.importantDates.map((date) => ({ ...date, ...meeting }))),
		),
	};
}

/**
 * What happened in the meetings of a period, out of saved key points, without spending a credit.
 * Requests: ceil(meetings since the start / 100), at least one, and one for each meeting in the period.
 * A limit or a used-up budget does not throw: what there is comes back, with what is left and when to go on.
 * @throws ClientError `invalidInput`, or when the meetings cannot be listed or the key has no access.
 */
export async function digest(options: InsightOptions, period: Period): Promise<Digest> {
	const now = options.now();
	const { since, until } = parsePeriod(period, now);
	const reading = await readPeriod(createRun(options), { since, until });
	const oldestFirst = { ...reading, meetings: reading.meetings.toReversed(), read: reading.read.toReversed() };
	return {
		since: new Date(since).toISOString(),
		until: new Date(Number.isFinite(until) ? until : now).toISOString(),
		...summarise(oldestFirst),
		...reading.progress,
	};
}
