import type { Endpoint, ErrorCode } from '../api/index.ts';
import { NoAnswer, type NoAnswerReason, type TransportRequest } from '../transport/index.ts';

/** Which of the caller’s own limits allows no further request: its maximum, the requests of the hour to reserve, or how long it waits. */
export type StopReason = 'budget' | 'limit' | 'time';

/** What a failed call may have done. Also set on a refusal if an earlier request of the same call may have been processed. */
export interface Risk {
	/**
	 * The service may have processed the request: the answer is missing, unreadable, a failure while processing, or from
	 * somebody in between. False if the request never arrived, or if the service itself refused it.
	 */
	readonly outcomeUnknown: boolean;
	/** An AI credit may have been spent without a result. */
	readonly creditAtRisk: boolean;
}

/** Everything that can go wrong with a call. It never contains the key. */
export type Problem =
	/** The input is invalid; nothing was sent. */
	| { readonly kind: 'invalidInput'; readonly field: string; readonly reason: string }
	/** The service answered with an error code. */
	| ({
			readonly kind: 'api';
			readonly status: number;
			/** A newer service may have others. */
			readonly code: ErrorCode | (string & Record<never, never>);
			readonly message: string;
			/** With `not_found`: whether the service says that the conversation is missing, or only what was saved for it. */
			readonly missing?: 'conversation' | 'result';
	  } & Risk)
	/** 429 `rate_limited`. Without `resetAt`, the model provider is busy. */
	| ({
			readonly kind: 'rateLimited';
			readonly status: 429;
			readonly retryAfterMs: number | null;
			readonly resetAt: Date | null;
			/** Requests allowed per hour. */
			readonly limit: number | null;
			readonly message: string;
	  } & Risk)
	/** 429 `ai_limit_exceeded`: the monthly, daily or spending limit of AI credits is reached. */
	| ({ readonly kind: 'creditsExhausted'; readonly status: 429; readonly message: string } & Risk)
	/** There is no answer. */
	| ({ readonly kind: 'noAnswer'; readonly reason: NoAnswerReason } & Risk)
	/** The answer is not one of this service: a proxy's page, an incomplete body, a redirect. */
	| ({ readonly kind: 'unexpectedAnswer'; readonly status: number; readonly contentType: string } & Risk)
	/** The answer exceeds `maxAnswerBytes` and was not read to its end. */
	| ({ readonly kind: 'answerTooLarge'; readonly maxBytes: number } & Risk)
	/** Not sent: the caller’s own limits allow no further request. `resetAt` if waiting helps. */
	| ({
			readonly kind: 'requestsReserved';
			readonly by: StopReason;
			readonly made: number;
			readonly resetAt: Date | null;
	  } & Risk)
	/** Not sent: fewer AI credits than the caller reserves would be left. `left` is null if unknown. */
	| { readonly kind: 'creditsReserved'; readonly left: number | null; readonly reserve: number }
	/** What was asked for is not possible, as an operation or the check of a delivery found out itself. `status` as of an answer that says so. */
	| { readonly kind: 'refused'; readonly code: string; readonly status: number | null; readonly message: string };

export type ProblemKind = Problem['kind'];

const say: { readonly [K in ProblemKind]: (problem: Extract<Problem, { kind: K }>) => string } = {
	invalidInput: ({ field, reason }) => `Invalid ${field}: ${reason}`,
	api: ({ status, code, message }) => `${message} (${status} ${code})`,
	rateLimited: ({ resetAt, message }) => (resetAt ? `${message} (resets at ${resetAt.toISOString()})` : message),
	creditsExhausted: ({ message }) => message,
	noAnswer: ({ reason }) => `The service did not answer (${reason})`,
	answerTooLarge: ({ maxBytes }) => `The answer is larger than ${maxBytes} bytes`,
	requestsReserved: ({ by }) => {
		if (by === 'time') return 'The time is up';
		return by === 'limit' ? 'The remaining requests of this hour are reserved' : 'The run has made all of its requests';
	},
	creditsReserved: ({ left, reserve }) => `AI credits left: ${left === null ? 'unknown' : Math.max(0, left)}, reserved: ${Math.max(0, reserve)}`,
	refused: ({ message }) => message,
	unexpectedAnswer: ({ status, contentType }) => `Not an answer of this service: ${status} ${contentType}`,
};

const sayAny = <K extends ProblemKind>(problem: Extract<Problem, { kind: K }>, kind: K): string => say[kind](problem);

/** Which call failed, and how the service answered last. */
export interface FailedCall {
	readonly method: TransportRequest['method'];
	/** The path with its IDs, but without the query. */
	readonly path: string;
	/** How many requests were sent. */
	readonly attempts: number;
	/** The status of the last answer; absent if none came. */
	readonly status?: number | undefined;
	/** The headers of the last answer, in lower case, without cookies and the key. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id'];

const messageOf = (problem: Problem, call: FailedCall | undefined): string =>
	problem.kind === 'noAnswer' && problem.reason === 'aborted'
		? `${call ? `${call.method} ${call.path}` : 'The call'} was cancelled`
		: sayAny(problem, problem.kind);

/**
 * The one error that this library throws, but for what a program’s own functions throw. Decide on `problem.kind`; `message` is for logs. `cause` is what the HTTP library said,
 * or the reason of an abort.
 */
export class ClientError extends Error {
	override readonly name = 'ClientError';
	readonly problem: Problem;
	readonly method: FailedCall['method'] | undefined;
	readonly path: string | undefined;
	readonly attempts: number;
	readonly status: number | undefined;
	readonly headers: FailedCall['headers'];
	/** What the service, or a proxy, calls the request in its own log. */
	readonly requestId: string | undefined;

	constructor(problem: Problem, { call, cause }: { readonly call?: FailedCall; readonly cause?: unknown } = {}) {
		super(messageOf(problem, call), cause === undefined ? {} : { cause });
		this.problem = problem;
		this.method = call?.method;
		this.path = call?.path;
		this.attempts = call?.attempts ?? 0;
		this.status = call?.status;
		this.headers = call?.headers;
		this.requestId = REQUEST_IDS.map((name) => call?.headers?.[name]).find((id) => id !== undefined);
	}

	/** A program that loads this library both as an ES module and as CommonJS has the class twice. */
	static override [Symbol.hasInstance](value: unknown): value is ClientError {
		return value instanceof Error && value.name === 'ClientError' && 'problem' in value;
	}
}

export const isAtRisk = (problem: Problem): boolean => 'creditAtRisk' in problem && problem.creditAtRisk;

/** A problem that follows an earlier one of the same call whose outcome is unknown. */
export const withRiskOf = (earlier: Problem, problem: Problem): Problem =>
	'outcomeUnknown' in problem
		? { ...problem, outcomeUnknown: true, creditAtRisk: isAtRisk(earlier) || problem.creditAtRisk }
		: problem;

/** The same problem, marked as one that may have spent a credit. */
export const withRisk = (problem: Problem): Problem => ('creditAtRisk' in problem ? { ...problem, creditAtRisk: true } : problem);

/** What a request to an endpoint risks. */
export const riskOf = ({ credit }: Endpoint, outcomeUnknown: boolean): Risk => ({
	outcomeUnknown,
	creditAtRisk: outcomeUnknown && credit !== 'never',
});

/** For a problem before a request is sent, or one for which the service did nothing. */
export const noRisk: Risk = { outcomeUnknown: false, creditAtRisk: false };

/** Whether a credit may have been spent. For any error but the client's own, it is unknown what was sent. */
export const mayHaveCost = (error: unknown): boolean => !(error instanceof ClientError) || isAtRisk(error.problem);

export const isOutcomeUnknown = (problem: Problem): boolean => 'outcomeUnknown' in problem && problem.outcomeUnknown;

/** Whether the service may have acted on the request. For any error but the client's own, it is unknown what was sent. */
export const mayBeDone = (error: unknown): boolean => !(error instanceof ClientError) || isOutcomeUnknown(error.problem);

/** Whether a request that ended with this error may have reached the service. */
export const mayHaveArrived = (error: unknown): boolean => (error instanceof NoAnswer ? error.mayHaveArrived : mayBeDone(error));
