import { z } from 'zod/v4';
import { api, priorities, type ActionItem } from '../api/index.ts';
import { lenientList, lenientNumber, lenientText } from './lenient.ts';
import { listMeetings, meetingRefOf, parsePeriod, type Meeting, type MeetingRef, type Period } from './meetings.ts';
import { createRun, endingOf, readEach, type EachReading, type Ending, type InsightOptions, type Run } from './run.ts';

const SavedActionItem = z.object({
	item: z.string(),
	owner: lenientText,
	confidence: lenientNumber,
	priority: z.enum(priorities).nullable().catch(null),
});

/** Only a whole list says which action items there no longer are, or no longer have an owner. */
const WholeList = z.object({
	actionItems: z.array(z.object({ item: z.string(), owner: z.string().nullable(), priority: z.string().nullable() })),
});

const SavedKeyPoints = z
	.object({
		decisions: lenientList(z.string()),
		actionItems: lenientList(SavedActionItem),
		importantDates: lenientList(z.object({ date: lenientText, context: lenientText })),
	})
	.catch({ decisions: [], actionItems: [], importantDates: [] });
type SavedKeyPoints = z.output<typeof SavedKeyPoints>;

/** An action item with the meeting it comes from. Key points do not say whether it has been done since. */
export interface MeetingActionItem extends MeetingRef {
	readonly item: string;
	readonly owner: string | null;
	readonly confidence: number | null;
	readonly priority: ActionItem['priority'] | null;
}

/** How far a run over several meetings got. */
export interface Progress extends Ending {
	/** Meetings not read. `unlisted`: how many more there are, some perhaps after the period; null when unknown. */
	readonly left: { readonly meetings: readonly MeetingRef[]; readonly unlisted: number | null };
	/** Meetings without saved key points, or deleted since they were listed. */
	readonly withoutKeyPoints: readonly MeetingRef[];
	/** Meetings whose key points could not be read. */
	readonly failed: readonly (MeetingRef & { readonly message: string })[];
}

interface ReadMeeting {
	readonly meeting: MeetingRef;
	readonly keyPoints: SavedKeyPoints;
	/** Whether nothing of its action items is missing because it could not be read. */
	readonly hasAllActionItems: boolean;
}

export interface PeriodReading {
	/** ISO date-times of the period, in UTC. */
	readonly since: string;
	readonly until: string;
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	readonly read: readonly ReadMeeting[];
	readonly progress: Progress;
}

function progressOf(run: Run, { readings, left }: EachReading<Meeting, unknown>, unlisted: number | null): Progress {
	const failed = readings.flatMap(({ item, reading }) =>
		reading.kind === 'failed' ? [{ ...meetingRefOf(item), message: reading.message }] : [],
	);
	return {
		...endingOf(run, left.length > 0 || unlisted !== 0, failed.length),
		left: { meetings: left.map(meetingRefOf), unlisted },
		withoutKeyPoints: readings
			.filter(({ reading }) => reading.kind === 'missing')
			.map(({ item }) => meetingRefOf(item)),
		failed,
	};
}

/**
 * The saved key points of a period's meetings, newest meeting first: ceil(meetings since its start / 100) requests, at
 * least one, plus one for each meeting in it. Nothing is generated.
 * A limit or a spent budget does not throw: the progress says what is left, and when to resume.
 * @throws ClientError `invalidInput`, or when the meetings cannot be listed or the key has no access.
 */
export async function readPeriod(options: InsightOptions, period: Period): Promise<PeriodReading> {
	const now = options.now();
	const { since, until } = parsePeriod(period, now);
	const run = createRun(options);
	const { meetings, unlisted } = await listMeetings(run, { since, until });
	const each = await readEach(run, meetings, async ({ conversationId }) => {
		const { data } = await run.get(api.keyPoints.get, { id: conversationId });
		return {
			keyPoints: SavedKeyPoints.parse(data.keypoints),
			hasAllActionItems: WholeList.safeParse(data.keypoints).success,
		};
	});
	return {
		since: new Date(since).toISOString(),
		until: new Date(Number.isFinite(until) ? until : now).toISOString(),
		meetings,
		read: each.readings.flatMap(({ item, reading }) =>
			reading.kind === 'read' ? [{ meeting: meetingRefOf(item), ...reading.value }] : [],
		),
		progress: progressOf(run, each, unlisted),
	};
}

/** In the order of the meetings, within a meeting in that of its key points. */
export const actionItemsOf = ({ read }: Pick<PeriodReading, 'read'>): MeetingActionItem[] =>
	read.flatMap(({ meeting, keyPoints }) => keyPoints.actionItems.map((item) => ({ ...item, ...meeting })));

/** For comparing text that people typed: ignores case, accents and compatibility forms. */
export const foldText = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase()
		.trim();
