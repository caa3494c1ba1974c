export { askForResult, listWindow, MAX_AWAITED, schedule, type Awaited, type GivenUp, type Happening, type ResultKind } from './conversations.ts';
export { readCalendar, readOwnAddress, type UnplacedEvent, type UpcomingMeeting } from './meetings.ts';
export type { HostProcess, Item, Outbox, RunOutcome } from './outbox.ts';
export { findNew, pollOnce, withOutcomes, type Polled, type PollHost, type PollPlan } from './poll.ts';
export { ANSWER_MS, beginRound, MAX_POLL_MS, type Connecting, type Round } from './round.ts';
export { sampleItems } from './sample.ts';
export { newState, recall, type PollState } from './state.ts';
