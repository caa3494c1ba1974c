import * as z from 'zod/v4';
import { conversationRecords, type ActionItemRecord } from '../format/index.ts';
import {
	Ending,
	endingOf,
	failuresIn,
	hasTranscript,
	isIn,
	itemsThat,
	maybeNumber,
	MeetingRef,
	meetingRefOf,
	newestFirst,
	parsePeriod,
	type Meeting,
	type MeetingList,
	type Period,
	type PeriodMs,
	type Readings,
	type SavedKeyPoints,
	type Task,
	type ValueOf,
} from '../meetings/index.ts';

/** Why one of several reads failed. */
export const message = z.string().meta({ examples: ['The service did not answer.'] });

/** What was not read. `unlisted`: meetings beside these, some perhaps after the period; null when unknown. */
export const left = z.object({ meetings: z.array(MeetingRef), unlisted: maybeNumber }).describe('What was not read');

/** How far a run over several meetings got. */
export const ReadingProgress = Ending.extend({
	left,
	withoutKeyPoints: z.array(MeetingRef).describe('Meetings with a transcript that have no saved key points'),
	failed: z.array(MeetingRef.extend({ message })),
});
export type ReadingProgress = ValueOf<typeof ReadingProgress>;

export interface PeriodReading {
	/** ISO date-times of the period, in UTC. */
	readonly since: string;
	readonly until: string;
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	readonly read: readonly { readonly meeting: MeetingRef; readonly keyPoints: SavedKeyPoints }[];
	readonly progress: ReadingProgress;
}

type KeyPointsReadings = Readings<Meeting, SavedKeyPoints>;

function progressOf(task: Task, readings: KeyPointsReadings, unlisted: MeetingList['unlisted']): ReadingProgress {
	const failed = failuresIn(readings).map(({ item, message }) => ({ ...meetingRefOf(item), message }));
	const left = itemsThat(readings, 'left').map(meetingRefOf);
	return {
		...endingOf(task, left.length > 0 || unlisted !== 0, failed.length),
		left: { meetings: left, unlisted },
		withoutKeyPoints: itemsThat(readings, 'none').filter(hasTranscript).map(meetingRefOf),
		failed,
	};
}

/** Which of the meetings of a period to read, in this order. */
export type ChooseMeetings = (meetings: readonly Meeting[]) => Promise<readonly Meeting[]> | readonly Meeting[];

/**
 * The saved key points of the meetings of a period, and of an earlier one if there is one to compare with, newest
 * meeting first: ceil(meetings since the earliest start / 100) requests, at least one, plus one for each meeting in a
 * period. Both periods share one list. Nothing is generated.
 * A limit or a spent budget does not throw once meetings were listed: the progress says what is left, and when to resume.
 * @throws ClientError `invalidInput`, or when the meetings cannot be listed or the key has no access.
 */
export async function readPeriods(
	task: Task,
	period: Period,
	earlier?: Required<Period>,
	choose: ChooseMeetings = (meetings) => meetings,
): Promise<{ readonly current: PeriodReading; readonly earlier: PeriodReading | null }> {
	const now = task.now();
	const span = parsePeriod(period, now);
	// Not checked, since nobody entered it: exactly at midnight, the period before “today so far” has no length.
	const earlierSpan = earlier && { since: Date.parse(earlier.since), until: Date.parse(earlier.until) };
	const { meetings, unlisted } = await task.meetings({
		since: Math.min(span.since, earlierSpan?.since ?? Infinity),
		until: Math.max(span.until, earlierSpan?.until ?? -Infinity),
	});
	const ofCurrent = meetings.filter(isIn(span));
	const current = new Set(ofCurrent);
	const ofEarlier = earlierSpan ? meetings.filter((meeting) => !current.has(meeting) && isIn(earlierSpan)(meeting)) : [];
	const readings = await task.each([...(await choose(ofCurrent)), ...(earlierSpan ? await choose(ofEarlier) : [])], task.keyPoints);
	const part = ({ since, until }: PeriodMs, some: readonly Meeting[]): PeriodReading => {
		const wanted = new Set(some);
		const ofPart = readings.filter(({ item }) => wanted.has(item));
		return {
			since: new Date(since).toISOString(),
			until: new Date(Number.isFinite(until) ? until : now).toISOString(),
			meetings: some,
			read: ofPart
				.toSorted((one, other) => newestFirst(one.item, other.item))
				.flatMap((one) => (one.is === 'read' ? [{ meeting: meetingRefOf(one.item), keyPoints: one.value }] : [])),
			progress: progressOf(task, ofPart, unlisted),
		};
	};
	return { current: part(span, ofCurrent), earlier: earlierSpan ? part(earlierSpan, ofEarlier) : null };
}

/** Like `readPeriods`, for one period. */
export const readPeriod = async (task: Task, period: Period, choose?: ChooseMeetings): Promise<PeriodReading> =>
	(await readPeriods(task, period, undefined, choose)).current;

/** The action items of one meeting. Due dates are in the time zone (IANA name). */
export const rowsOf = (
	{ meeting: { conversationId: id, conversationTitle: title, conversationDate: startTime }, keyPoints }: PeriodReading['read'][number],
	timezone = 'UTC',
): ActionItemRecord[] =>
	conversationRecords(keyPoints.actionItems, { id, title, startTime }, timezone);

/** All action items: in the order of the meetings, and within a meeting in the order of its key points. */
export const actionItemsOf = ({ read }: Pick<PeriodReading, 'read'>, timezone?: string): ActionItemRecord[] => read.flatMap((one) => rowsOf(one, timezone));
