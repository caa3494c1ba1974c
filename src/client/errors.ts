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
	/** There is no answer. `message` is what the HTTP library, or the host, said; only with `other`, which says nothing by itself. */
	| ({ readonly kind: 'noAnswer'; readonly reason: NoAnswerReason; readonly message?: string } & Risk)
	/** The answer is not one of this service: a proxy's page, an incomplete body, a redirect (`redirectsTo`: the origin of its address). */
	| ({
			readonly kind: 'unexpectedAnswer';
			readonly status: number;
			readonly contentType: string;
			readonly redirectsTo?: string;
	  } & Risk)
	/** The answer exceeds `maxAnswerBytes` and was not read to its end. */
	| ({ readonly kind: 'answerTooLarge'; readonly maxBytes: number } & Risk)
	/**
	 * Not sent: the caller’s own limits allow no further request. `resetAt` if waiting helps, `allReserved` if it never will, because
	 * more is reserved than the plan has.
	 */
	| ({
			readonly kind: 'requestsReserved';
			readonly by: StopReason;
			readonly made: number;
			readonly resetAt: Date | null;
			readonly allReserved?: boolean;
	  } & Risk)
	/** Not sent: fewer AI credits than the caller reserves would be left. `left` is null if unknown. */
	| { readonly kind: 'creditsReserved'; readonly left: number | null; readonly reserve: number }
	/**
	 * The request is not possible, as an operation or the check of a delivery found out itself. `status` is the one that a service would answer
	 * with.
	 */
	| { readonly kind: 'refused'; readonly code: string; readonly status: number | null; readonly message: string };

export type ProblemKind = Problem['kind'];

const say: { readonly [K in ProblemKind]: (problem: Extract<Problem, { kind: K }>) => string } = {
	invalidInput: ({ field, reason }) => `Invalid ${field}: ${reason}`,
	api: ({ status, code, message }) => `${message} (${status} ${code})`,
	rateLimited: ({ resetAt, message }) => (resetAt ? `${message} (resets at ${resetAt.toISOString()})` : message),
	creditsExhausted: ({ message }) => message,
	noAnswer: ({ reason, message = reason }) => `The service did not answer (${message})`,
	answerTooLarge: ({ maxBytes }) => `The answer is larger than ${maxBytes} bytes`,
	requestsReserved: ({ by }) => {
		if (by === 'time') return 'The time is up';
		return by === 'limit' ? 'The remaining requests of this hour are reserved' : 'The run has made all of its requests';
	},
	creditsReserved: ({ left, reserve }) => `AI credits left: ${left === null ? 'unknown' : Math.max(0, left)}, reserved: ${Math.max(0, reserve)}`,
	refused: ({ message }) => message,
	unexpectedAnswer: ({ status, contentType, redirectsTo }) =>
		`Not an answer of this service: ${redirectsTo === undefined ? `${status} ${contentType}` : `a redirect to ${redirectsTo} (${status})`}`,
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

/** What went wrong with a call; null for any error but the client’s own. */
const problemIn = (error: unknown): Problem | null => (error instanceof ClientError ? error.problem : null);

const isKind = (error: unknown, ...kinds: readonly ProblemKind[]): boolean => {
	const problem = problemIn(error);
	return problem !== null && kinds.includes(problem.kind);
};

/** The status with which the service itself refused; null if something else went wrong. */
function refusalStatus(error: unknown): number | null {
	const problem = problemIn(error);
	return problem?.kind === 'api' ? problem.status : null;
}

/** 401: the key is wrong or was revoked. */
export const isUnauthorized = (error: unknown): boolean => refusalStatus(error) === 401;

/** 403: the plan, or a feature that is off, does not allow it. */
export const isForbidden = (error: unknown): boolean => refusalStatus(error) === 403;

/** 404: nothing has this ID, or nothing is saved for it. */
export const isNotFound = (error: unknown): boolean => refusalStatus(error) === 404;

/** 400: the service does not accept the input. */
export const isRejected = (error: unknown): boolean => refusalStatus(error) === 400;

/** @throws ClientError `invalidInput` */
export const refuseInput = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

/** The input was refused before anything was sent. */
export const isInvalidInput = (error: unknown): boolean => isKind(error, 'invalidInput');

/** The caller cancelled it. */
export function isCancelled(error: unknown): boolean {
	const problem = problemIn(error);
	return problem?.kind === 'noAnswer' && problem.reason === 'aborted';
}

/** The caller’s own limits held the request back. */
export const isHeldBack = (error: unknown): boolean => isKind(error, 'requestsReserved');

/** No further request makes sense for now: the service’s limit is reached, or the caller’s own. */
export const isLimit = (error: unknown): boolean => isKind(error, 'rateLimited', 'requestsReserved');

/** Nothing was sent: the input is invalid, or the caller’s own limits hold it back. */
export const isUnsent = (error: unknown): boolean => isKind(error, 'invalidInput', 'requestsReserved', 'creditsReserved');

/** How the service starts a message about a field: “title: must not be empty”. */
const FIELD = /^(\w+)(?=: )/;

/** An input that was refused, by the client or the service, under the name that `nameOf` gives it, and with its reason `reworded`; any other error as it is. */
export function renamedField(
	error: unknown,
	nameOf: (field: string) => string | undefined,
	reworded = (reason: string): string => reason,
): unknown {
	const problem = problemIn(error);
	if (problem?.kind === 'api' && problem.code === 'validation_error') {
		const message = problem.message.replace(FIELD, (field) => nameOf(field) ?? field);
		return message === problem.message ? error : new ClientError({ ...problem, message }, { cause: error });
	}
	if (problem?.kind !== 'invalidInput') return error;
	const field = nameOf(problem.field);
	return field === undefined ? error : new ClientError({ ...problem, field, reason: reworded(problem.reason) });
}

/** How many AI credits are left and reserved, where that held a call back; `left` is null if unknown. */
export function creditsIn(error: unknown): { readonly left: number | null; readonly reserve: number } | null {
	const problem = problemIn(error);
	return problem?.kind === 'creditsReserved' ? { left: problem.left, reserve: problem.reserve } : null;
}

/** Fewer AI credits than the caller reserves would be left, so nothing was sent. */
export const areCreditsReserved = (error: unknown): boolean => isKind(error, 'creditsReserved');

/** 429 `ai_limit_exceeded`. */
export const areCreditsUsedUp = (error: unknown): boolean => isKind(error, 'creditsExhausted');

/** It concerns this one request: another may be answered. Not the key (401), a limit, or a service that does not answer. */
export const isOfThisAlone = (error: unknown): boolean => isKind(error, 'api', 'unexpectedAnswer') && !isUnauthorized(error);

/** It passes by itself: the service is busy, restarts, or cannot be reached. */
export function isTemporary(error: unknown): boolean {
	const problem = problemIn(error);
	if (problem?.kind === 'api' || problem?.kind === 'unexpectedAnswer') return problem.status >= 500;
	return isKind(error, 'rateLimited', 'noAnswer');
}

/** A limit that was reached. */
export interface ReachedLimit extends Pick<Risk, 'creditAtRisk'> {
	/** Whether the service’s limit was reached, or which of the caller’s own. */
	readonly by: 'service' | StopReason;
	/** When the hourly count starts again, if known and if waiting helps. */
	readonly resetAt: Date | null;
	/** How long the service asks to wait; null if it does not say. */
	readonly retryAfterMs: number | null;
	/** Requests allowed per hour, where the service says so. */
	readonly perHour: number | null;
}

/** The limit because of which a call was refused, or not sent; null if that was not the reason. */
export function limitIn(error: unknown): ReachedLimit | null {
	const problem = problemIn(error);
	if (problem?.kind === 'rateLimited') {
		const { resetAt, retryAfterMs, limit, creditAtRisk } = problem;
		return { by: 'service', resetAt, retryAfterMs, perHour: limit, creditAtRisk };
	}
	if (problem?.kind !== 'requestsReserved') return null;
	const { by, resetAt, creditAtRisk } = problem;
	return { by, resetAt, retryAfterMs: null, perHour: null, creditAtRisk };
}

export const isAtRisk = (problem: Problem): boolean => 'creditAtRisk' in problem && problem.creditAtRisk;

/** A problem of a call of which an earlier request had an unknown outcome. */
export const withRiskOf = (earlier: Problem, problem: Problem): Problem =>
	'outcomeUnknown' in problem
		? { ...problem, outcomeUnknown: true, creditAtRisk: isAtRisk(earlier) || problem.creditAtRisk }
		: problem;

/** The same error with another risk; any other error as it is. */
export const withRisk = (error: unknown, risk: Partial<Risk>): unknown =>
	error instanceof ClientError && 'creditAtRisk' in error.problem ? new ClientError({ ...error.problem, ...risk }, { cause: error }) : error;

/** The same problem in other words than the service's. */
export const withMessage = (problem: Problem, message: string): Problem => ('message' in problem ? { ...problem, message } : problem);

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
