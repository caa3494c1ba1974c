import { api as table, type Api } from '../../src/api/index.ts';

export { errorStatus, eventNames, plans, tiers, type ErrorCode, type EventName, type Tier } from '../../src/api/index.ts';
export {
	ClientError,
	type AnswerInfo,
	type CallOptions,
	type EachOptions,
	type Problem,
	type ProblemKind,
	type RateLimit,
	type RequestInfo,
} from '../../src/client/index.ts';
export { fetchTransport, type Fetch, type FetchTransportOptions } from '../../src/transport/fetch.ts';
export {
	AnswerTooLarge,
	NoAnswer,
	type NoAnswerReason,
	type Transport,
	type TransportAnswer,
	type TransportOptions,
	type TransportRequest,
} from '../../src/transport/index.ts';
export { connect, type Client, type Known } from './connect.ts';
export type { ConnectOptions, Logger } from './options.ts';
export type { Pending, PendingList, ResponseInfo, WithResponse } from './pending.ts';
export type * from './types.ts';
export { VERSION } from './version.ts';

/** Every endpoint of the service as plain data, for `client.call` and `client.each`: `api.conversations.list`. */
export const api: Api = table;
