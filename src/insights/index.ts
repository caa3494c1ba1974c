export { digest, type Digest } from './digest.ts';
export { actionItemMatcher, findActionItems, type ActionItemFilter, type FoundActionItems } from './findActionItems.ts';
export { foldText, participantMatcher, readKeyPoints, type Progress } from './keyPoints.ts';
export type { Meeting, MeetingRef, Period } from './meetings.ts';
export { prepareForMeeting, type PersonRef, type Preparation } from './prepareForMeeting.ts';
export { createRun, readEach, type InsightOptions } from './run.ts';
export type { MeetingTarget, UpcomingEvent } from './target.ts';
