export { digest, type Digest } from './digest.ts';
export { actionItemMatcher, findActionItems, type ActionItemFilter, type FoundActionItems } from './findActionItems.ts';
export { readPeriod, type PeriodReading, type Progress } from './keyPoints.ts';
export type { Meeting, MeetingRef, Period } from './meetings.ts';
export { prepareForMeeting, type PersonRef, type Preparation } from './prepareForMeeting.ts';
export type { InsightOptions } from './run.ts';
export type { MeetingTarget, UpcomingEvent } from './target.ts';
