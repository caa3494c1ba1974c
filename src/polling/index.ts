export { fullPace, isPassing, isReported } from './backoff.ts';
export type { GivenUp, Happening } from './conversations.ts';
export { readCalendar, type UpcomingMeeting } from './meetings.ts';
export { collect, isFull, roomIn, settle, takeDue, type Item, type ItemRoom, type Outbox, type Outcome, type Session } from './outbox.ts';
export { idle, poll, type Polled, type PollOptions } from './poll.ts';
export { createRound, type Round } from './round.ts';
export { sampleConversations } from './sample.ts';
export { MAX_WATCHED, schedule, type ResultKind, type Watched } from './schedule.ts';
export { newState, recall, store, type PollState } from './state.ts';
