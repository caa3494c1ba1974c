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
export { ClientError, type FailedCall, type Problem, type ProblemKind, type StopReason } from './errors.ts';
export { rateLimitOf, type RateLimit } from './rateLimit.ts';
export { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from './retry.ts';
export type { AnswerInfo, CallOptions, RequestInfo } from './settings.ts';
