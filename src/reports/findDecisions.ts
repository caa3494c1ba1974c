import { readPeriod, type ChooseMeetings, type ReadingProgress } from './period.ts';
import type { MeetingRef, Period, Task } from '../meetings/index.ts';
import { headingsOf } from './topic.ts';

/** What was decided in one meeting, and what the meeting was about. */
export interface MeetingDecisions extends MeetingRef {
	/** All of them, in the order of the key points. */
	readonly decisions: readonly string[];
	readonly headings: readonly string[];
	readonly participants: readonly string[];
}

export interface FoundDecisions extends ReadingProgress {
	/** Newest first, with or without decisions. */
	readonly meetings: readonly MeetingDecisions[];
}

/** The decisions in the saved key points of a period's meetings; see `readPeriods` for requests and limits. */
export async function findDecisions(task: Task, period: Period, choose?: ChooseMeetings): Promise<FoundDecisions> {
	const { read, progress } = await readPeriod(task, period, choose);
	const meetings = read.map(({ meeting, keyPoints }) => ({
		...meeting,
		decisions: keyPoints.decisions,
		headings: headingsOf(keyPoints),
		participants: keyPoints.participants,
	}));
	return { meetings, ...progress };
}
