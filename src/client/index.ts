export { parseBaseUrl } from './baseUrl.ts';
export type { AnswerInfo } from './call.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export type { Drift } from './decode.ts';
export type { Item, ListEndpoint, ListInput } from './each.ts';
export { ClientError, type Problem, type ProblemKind } from './errors.ts';
export { rateLimitOf, type RateLimit } from './rateLimit.ts';
export { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from './retry.ts';
