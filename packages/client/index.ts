export { errorStatus, type ErrorCode } from '../../src/api/errorCodes.ts';
export { plans, tiers, type Tier } from '../../src/api/plans.ts';
export { ClientError, type Problem, type ProblemKind, type RateLimit } from '../../src/client/index.ts';
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
export type { AnswerInfo, CallOptions, EachOptions, RequestInfo } from './callOptions.ts';
export { connect, type Client, type RawRequest } from './connect.ts';
export type { Endpoint, ListEndpoint, NoInput } from './endpoint.ts';
export type { Known } from './known.ts';
export type { ConnectOptions, Logger } from './options.ts';
export type { Pending, PendingList, ResponseInfo, WithResponse } from './pending.ts';
export type * from './generated/types.ts';
export type { Inputs, Schema } from './shapes.ts';
export { api, eventNames } from './generated/table.ts';
export { VERSION } from './version.ts';
