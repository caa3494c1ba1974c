export { pollConversations, startConversations, type ConversationState } from './conversations.ts';
export type { Happening } from './happening.ts';
export { earliestStart, startingSoon, startMeetings, type MeetingState } from './meetings.ts';
export { isPassing, isPaused, isTold, noPause, pauseAfter } from './pause.ts';
export { sampleConversations } from './sample.ts';
export { createRound, type Round } from './round.ts';
export { newState, recall, store, type PollState } from './stored.ts';
export { MAX_WATCHED, schedule, type ResultKind, type Watched } from './watch.ts';
