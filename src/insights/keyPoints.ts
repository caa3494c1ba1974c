import { z } from 'zod/v4';
import { api, priorities } from '../api/index.ts';
import { listOf, number, text } from './lenient.ts';
import { type Meeting, type MeetingRef, meetingsIn, type PeriodMs, refOf } from './meetings.ts';
import { type EachReading, type Ending, endingOf, readEach, type Run } from './run.ts';

const SavedKeyPoints = z
	.object({
		decisions: listOf(z.string()),
		actionItems: listOf(
			z.object({ item: z.string(), owner: text, confidence: number, priority: z.enum(priorities).nullable().catch(null) }),
		),
		importantDates: listOf(z.object({ date: text, context: text })),
	})
	.catch({ decisions: [], actionItems: [], importantDates: [] });
export type SavedKeyPoints = z.output<typeof SavedKeyPoints>;

/** How far a job over many meetings got. */
export interface Progress extends Ending {
	/** What was not read. `unlisted`: further meetings, some perhaps after the period; null: how many is unknown. */
	readonly left: { readonly meetings: readonly MeetingRef[]; readonly unlisted: number | null };
	/** Meetings without saved key points, or deleted since they were listed. */
	readonly withoutKeyPoints: readonly MeetingRef[];
	/** Meetings whose key points could not be read. */
	readonly failed: readonly (MeetingRef & { readonly message: string })[];
}

export interface PeriodReading {
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	readonly read: readonly { readonly meeting: MeetingRef; readonly keyPoints: SavedKeyPoints }[];
	readonly progress: Progress;
}

function progressOf(run: Run, { readings, left }: EachReading<Meeting, unknown>, unlisted: number | null): Progress {
	const failed = readings.flatMap(({ item, reading }) =>
		reading.kind === 'failed' ? [{ ...refOf(item), message: reading.message }] : [],
	);
	return {
		...endingOf(run, left.length > 0 || unlisted !== 0, failed.length),
		left: { meetings: left.map(refOf), unlisted },
		withoutKeyPoints: readings.filter(({ reading }) => reading.kind === 'missing').map(({ item }) => refOf(item)),
		failed,
	};
}

/**
 * The saved key points of a period's meetings, newest meeting first: ceil(meetings since its start / 100) requests, at
 * least one, and one for each meeting in it. Nothing is generated.
 * @throws ClientError when the meetings cannot be listed, or the key has no access.
 */
export async function readPeriod(run: Run, period: PeriodMs): Promise<PeriodReading> {
	const { meetings, unlisted } = await meetingsIn(run, period);
	const each = await readEach(run, meetings, async ({ conversationId }) => {
		const { data } = await run.get(api.keyPoints.get, { id: conversationId });
		return SavedKeyPoints.parse(data.keypoints);
	});
	return {
		meetings,
		read: each.readings.flatMap(({ item, reading }) =>
			reading.kind === 'read' ? [{ meeting: refOf(item), keyPoints: reading.value }] : [],
		),
		progress: progressOf(run, each, unlisted),
	};
}

type SavedItem = SavedKeyPoints['actionItems'][number];

/** An action item with the meeting it comes from. Key points do not tell whether it was done since. */
export interface ActionItemRecord extends SavedItem, MeetingRef {}

/** Newest meeting first, within a meeting as in its key points. */
export const actionItemsOf = ({ read }: PeriodReading): ActionItemRecord[] =>
	read.flatMap(({ meeting, keyPoints }) => keyPoints.actionItems.map((item) => ({ ...item, ...meeting })));

/** For comparing what people typed: case, accents and compatibility forms do not matter. */
export const fold = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase()
		.trim();
