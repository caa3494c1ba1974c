import * as z from 'zod/v4';
import { api, priorities, type ActionItem } from '../api/index.ts';
import { dueDates, type Due } from '../format/index.ts';
import { personName } from '../format/people.ts';
import { lenientList, lenientName, lenientNumber, lenientText } from './lenient.ts';
import {
	isIn,
	listMeetings,
	meetingRefOf,
	newestFirst,
	parsePeriod,
	type Meeting,
	type MeetingList,
	type MeetingRef,
	type Period,
	type PeriodMs,
} from './meetings.ts';
import { createRun, endingOf, readEach, type EachReading, type Ending, type InsightOptions, type Run } from './run.ts';

const SavedActionItem = z.object({
	item: z.string(),
	owner: lenientName,
	confidence: lenientNumber,
	priority: z.string().toLowerCase().pipe(z.enum(priorities)).nullable().catch(null),
});

/** Only a complete list shows which action items are gone or no longer have an owner. */
const WholeList = z.object({
	actionItems: z.array(z.object({ item: z.string().regex(/\S/), owner: z.string().nullable(), priority: z.string().nullable() })),
});

const Readable = z
	.object({
		sections: lenientList(z.object({ heading: lenientText, points: lenientList(z.string()) })),
		decisions: lenientList(z.string()),
		actionItems: lenientList(SavedActionItem),
		participants: lenientList(z.string().transform(personName)),
		importantDates: lenientList(z.object({ date: lenientText, context: lenientText })),
	})
	.catch({ sections: [], decisions: [], actionItems: [], participants: [], importantDates: [] });

export interface SavedKeyPoints extends z.output<typeof Readable> {
	/** False if some action items could not be read. */
	readonly hasAllActionItems: boolean;
}

/** An action item with the meeting it comes from. Key points do not say whether it has been done since. */
export interface MeetingActionItem extends MeetingRef, Due {
	readonly item: string;
	readonly owner: string | null;
	readonly confidence: number | null;
	readonly priority: ActionItem['priority'] | null;
}

/** How far a run over several meetings got. */
export interface ReadingProgress extends Ending {
	/** Meetings not read. `unlisted`: how many more there are, some perhaps after the period; null when unknown. */
	readonly left: { readonly meetings: readonly MeetingRef[]; readonly unlisted: number | null };
	/** Meetings without saved key points, or deleted since they were listed. Not those without a transcript, which have none to save. */
	readonly withoutKeyPoints: readonly MeetingRef[];
	/** Meetings whose key points could not be read. */
	readonly failed: readonly (MeetingRef & { readonly message: string })[];
}

/** One request. Throws `RunStopped` or `ClientError`. */
export async function readKeyPoints(run: Run, { conversationId }: Pick<MeetingRef, 'conversationId'>): Promise<SavedKeyPoints> {
	const { data } = await run.get(api.keyPoints.get, { id: conversationId });
	return {
		...Readable.parse(data.keypoints),
		hasAllActionItems: WholeList.safeParse(data.keypoints).success,
	};
}

export interface PeriodReading {
	/** ISO date-times of the period, in UTC. */
	readonly since: string;
	readonly until: string;
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	readonly read: readonly { readonly meeting: MeetingRef; readonly keyPoints: SavedKeyPoints }[];
	readonly progress: ReadingProgress;
}

type Readings = EachReading<Meeting, SavedKeyPoints>;

function progressOf(run: Run, { readings, left }: Readings, { unlisted, hasTranscript }: Omit<MeetingList, 'meetings'>): ReadingProgress {
	const failed = readings.flatMap(({ item, reading }) =>
		reading.kind === 'failed' ? [{ ...meetingRefOf(item), message: reading.message }] : [],
	);
	return {
		...endingOf(run, left.length > 0 || unlisted !== 0, failed.length),
		left: { meetings: left.map(meetingRefOf), unlisted },
		withoutKeyPoints: readings
			.filter(({ item, reading }) => reading.kind === 'missing' && hasTranscript(item))
			.map(({ item }) => meetingRefOf(item)),
		failed,
	};
}

/** Which of the meetings of a period to read, in this order. */
export type ChooseMeetings = (meetings: readonly Meeting[]) => Promise<readonly Meeting[]> | readonly Meeting[];

/**
 * The saved key points of the meetings of a period, and of an earlier one if there is one to compare with, newest
 * meeting first: ceil(meetings since the earliest start / 100) requests, at least one, plus one for each meeting in a
 * period. Both periods share one list. Nothing is generated.
 * A limit or a spent budget does not throw: the progress says what is left, and when to resume.
 * @throws ClientError `invalidInput`, or when the meetings cannot be listed or the key has no access.
 */
export async function readPeriods(
	options: InsightOptions,
	period: Period,
	earlier?: Period,
	choose: ChooseMeetings = (meetings) => meetings,
): Promise<{ readonly current: PeriodReading; readonly earlier: PeriodReading | null }> {
	const now = options.now();
	const span = parsePeriod(period, now);
	const earlierSpan = earlier && parsePeriod(earlier, now);
	const run = createRun(options);
	const { meetings, ...list } = await listMeetings(run, {
		since: Math.min(span.since, earlierSpan?.since ?? Infinity),
		until: Math.max(span.until, earlierSpan?.until ?? -Infinity),
	});
	const ofCurrent = meetings.filter(isIn(span));
	const current = new Set(ofCurrent);
	const ofEarlier = earlierSpan ? meetings.filter((meeting) => !current.has(meeting) && isIn(earlierSpan)(meeting)) : [];
	const each = await readEach(run, [...(await choose(ofCurrent)), ...(earlierSpan ? await choose(ofEarlier) : [])], (meeting) => readKeyPoints(run, meeting));
	const part = ({ since, until }: PeriodMs, some: readonly Meeting[]): PeriodReading => {
		const wanted = new Set(some);
		const ofPart: Readings = {
			readings: each.readings.filter(({ item }) => wanted.has(item)).sort((one, other) => newestFirst(one.item, other.item)),
			left: each.left.filter((meeting) => wanted.has(meeting)),
		};
		return {
			since: new Date(since).toISOString(),
			until: new Date(Number.isFinite(until) ? until : now).toISOString(),
			meetings: some,
			read: ofPart.readings.flatMap(({ item, reading }) =>
				reading.kind === 'read' ? [{ meeting: meetingRefOf(item), keyPoints: reading.value }] : [],
			),
			progress: progressOf(run, ofPart, list),
		};
	};
	return { current: part(span, ofCurrent), earlier: earlierSpan ? part(earlierSpan, ofEarlier) : null };
}

/** The same for one period. */
export const readPeriod = async (options: InsightOptions, period: Period, choose?: ChooseMeetings): Promise<PeriodReading> =>
	(await readPeriods(options, period, undefined, choose)).current;

/** In the order of the meetings, within a meeting in that of its key points. Due dates are in the time zone (IANA name). */
export const actionItemsOf = ({ read }: Pick<PeriodReading, 'read'>, timezone = 'UTC'): MeetingActionItem[] =>
	read.flatMap(({ meeting, keyPoints }) => {
		const dueOf = dueDates(meeting.meetingDate, timezone);
		return keyPoints.actionItems.map((item) => ({ ...item, ...dueOf(item.item), ...meeting }));
	});
