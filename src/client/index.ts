export { BASE_URL, type BaseUrlOptions, type Caller, type ClientOptions, createCaller, type EachOptions, type ElementOf, isLoopback, type ListInput, type PageOptions, parseBaseUrl, UNENCRYPTED } from './caller.ts';
export { createClient, type Client } from './client.ts';
export { REPEATED_PAGE, type ListEndpoint } from './each.ts';
export type { Drift } from './decode.ts';
export { areCreditsReserved, areCreditsUsedUp, ClientError, creditsIn, type FailedCall, isCancelled, isForbidden, isHeldBack, isInvalidInput, isLimit, isNotFound, isOfThisAlone, isOutcomeUnknown, isRejected, isTemporary, isUnauthorized, isUnsent, limitIn, mayBeDone, mayHaveArrived, mayHaveCost, noRisk, type Problem, type ProblemKind, type ReachedLimit, renamedField, type StopReason, withMessage, withRisk } from './errors.ts';
export { type RateLimit } from './limitHeaders.ts';
export { trust } from './trust.ts';
export { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from './wait.ts';
export type { AnswerInfo, CallOptions, RequestInfo } from './settings.ts';
