import type { PeriodReading, SavedKeyPoints } from './keyPoints.ts';
import type { MeetingRef } from './meetings.ts';

type SavedItem = SavedKeyPoints['actionItems'][number];

/** An action item with the meeting it comes from. Key points do not tell whether it was done since. */
export interface ActionItemRecord extends SavedItem, MeetingRef {}

/** Newest meeting first, within a meeting as in its key points. */
export const actionItemsOf = ({ read }: PeriodReading): ActionItemRecord[] =>
	read.flatMap(({ meeting, keyPoints }) => keyPoints.actionItems.map((item) => ({ ...item, ...meeting })));
