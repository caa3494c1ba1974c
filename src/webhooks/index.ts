export { digestHex, isSameAddress, isSigned, isStale, joined, readDelivery, signatureOf, spelledAlike, type Received, type Window } from './delivery.ts';
export { actionItemKeyOf, dedupeKeyOf, type EmittedEvent, type Included, type IncludedDetails, startingSoonKeyOf } from './emitted.ts';
export { claimDelivery, readSigned, refusals, verifyDelivery, type IncomingDelivery, type ReceiveHost, type Refused, type Rules, type Settle, type Unverified, type Verified } from './receive.ts';
export { memoryReplays, type ReplayStore } from './replays.ts';
