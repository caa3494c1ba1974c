export {
	BASE_URL,
	createCaller,
	parseBaseUrl,
	UNENCRYPTED,
	type BaseUrlOptions,
	type Caller,
	type ClientOptions,
	type EachOptions,
	type PageOptions,
	type ElementOf,
	type ListInput,
} from './caller.ts';
export { createClient, type Client } from './client.ts';
export { REPEATED_PAGE, type ListEndpoint } from './each.ts';
export type { Drift } from './decode.ts';
export {
	areCreditsReserved,
	areCreditsUsedUp,
	ClientError,
	creditsIn,
	isCancelled,
	isForbidden,
	isHeldBack,
	isInvalidInput,
	isLimit,
	isNotFound,
	isOfThisAlone,
	isRejected,
	isTemporary,
	isUnauthorized,
	isUnsent,
	limitIn,
	mayBeDone,
	mayHaveCost,
	renamedField,
	withRisk,
	type FailedCall,
	type Problem,
	type ProblemKind,
	type ReachedLimit,
	type StopReason,
} from './errors.ts';
export { rateLimitOf, type RateLimit } from './limitHeaders.ts';
export { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from './wait.ts';
export type { AnswerInfo, CallOptions, RequestInfo } from './settings.ts';
