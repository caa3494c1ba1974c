export { createRequestBudget, type BudgetOptions, type RequestBudget } from './budget.ts';
export {
	BASE_URL,
	createClient,
	parseBaseUrl,
	REPEATED_PAGE,
	UNENCRYPTED,
	type BaseUrlOptions,
	type Client,
	type ClientOptions,
	type EachOptions,
	type Item,
	type ListEndpoint,
	type ListInput,
} from './client.ts';
export { createCreditFloor, type CreditFloor, type CreditFloorOptions } from './creditFloor.ts';
export type { Drift } from './decode.ts';
export { ClientError, type Problem, type ProblemKind, type StopReason } from './errors.ts';
export { rateLimitOf, type RateLimit } from './rateLimit.ts';
export { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from './retry.ts';
export type { AnswerInfo, CallOptions, RequestInfo } from './settings.ts';
