export { explainFailure, type ExplainFailureOptions } from './failures.ts';
export {
	checkEvents,
	checkFilters,
	instantTrigger,
	type Notice,
	POLL_MINUTES,
	pollingTrigger,
	readTrigger,
	type Trigger,
	trigger,
} from './form.ts';
export { ACTION_ITEMS, ANY_EVENT, CREATED, entryOf, eventChoices, eventLabel, events, isChosen, polledChoices, polledNames, STARTING_SOON, TEST_EVENT } from './items/catalogue.ts';
export { DETAILS_LIMIT_MS, ifUnread, type IfUnread, include, planDetails, readDetails, Unread } from './items/details.ts';
export { filteredEvents, filterFields, type Filters, noFilters } from './items/filters.ts';
export { dedupeKeyOf, type IncludedDetails, type Item } from './items/item.ts';
export { itemsOfDelivery } from './items/make.ts';
export { withOwnerEmail } from './items/people.ts';
export { madeUpItems, sampleDetails, sampleMeeting } from './items/samples.ts';
export { actionItemsReady, latestItems, meetingsWithin, newestConversation } from './poll/latest.ts';
export { calendarAdvice } from './poll/meetings.ts';
export type { HostProcess, RunOutcome } from './poll/outbox.ts';
export { findNew, pollOnce, type Wanted, withOutcomes } from './poll/poll.ts';
export { ANSWER_MS, beginRound, type Connecting, MAX_POLL_MS } from './poll/round.ts';
export { sampleItems } from './poll/sample.ts';
export { newState, recall } from './poll/stored.ts';
export { type DeliveryHost, handOn, readAgain, reasonIn, receiveDelivery, refusals, type Refused } from './receive.ts';
export { claimDelivery, memoryReplays, type ReplayStore, type Settle } from './replays.ts';
export { flowIn, isSameAddress, leadsTo, shownUrl } from './register/address.ts';
export { failedStep, isListed, isRegistered, register, remove, repair } from './register/lifecycle.ts';
export type { Registration, RegistrationPort } from './register/port.ts';
export { listWebhooks, ownRegistration } from './register/target.ts';
export { digestHex, isSigned, joined, readSigned, signatureOf, type Unverified, type Verified, verifyDelivery } from './verify.ts';
