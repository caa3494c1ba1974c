export { fullPace } from './backoff.ts';
export { askForResult, type GivenUp, type Happening } from './conversations.ts';
export { readCalendar, readOwnAddress, type UnplacedEvent, type UpcomingMeeting } from './meetings.ts';
export { collect, isFull, roomIn, settle, takeDue, type Item, type Outbox, type RunOutcome, type HostProcess } from './outbox.ts';
export { findNew, pollOnce, withOutcomes, type Polled, type PollHost, type PollPlan } from './poll.ts';
export { ANSWER_MS, beginRound, MAX_POLL_MS, RESERVED_REQUESTS, type Connecting, type Round } from './round.ts';
export { RECENT_MS, sampleItems } from './sample.ts';
export { MAX_WATCHED, schedule, type ResultKind, type Watched } from './schedule.ts';
export { newState, recall, store, type PollState } from './state.ts';
