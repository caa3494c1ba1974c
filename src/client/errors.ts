import type { NoAnswerReason } from '../transport/index.ts';

/** Which of the caller’s own limits allows no further request: its maximum, the requests of the hour to reserve, or how long it waits. */
export type StopReason = 'budget' | 'limit' | 'time';

/** Everything that can go wrong with a call. It never contains the key. */
export type Problem =
	/** The input is invalid; nothing was sent. */
	| { readonly kind: 'invalidInput'; readonly field: string; readonly reason: string }
	/** The service answered with an error code. */
	| {
			readonly kind: 'api';
			readonly status: number;
			readonly code: string;
			readonly message: string;
			readonly creditAtRisk: boolean;
	  }
	/** 429 `rate_limited`. Without `resetAt`, the model provider is busy. */
	| {
			readonly kind: 'rateLimited';
			readonly status: 429;
			readonly retryAfterMs: number | null;
			readonly resetAt: Date | null;
			/** Requests allowed per hour. */
			readonly limit: number | null;
			readonly message: string;
			readonly creditAtRisk: boolean;
	  }
	/** 429 `ai_limit_exceeded`: the monthly, daily or spending limit of AI credits is reached. */
	| { readonly kind: 'creditsExhausted'; readonly status: 429; readonly message: string; readonly creditAtRisk: boolean }
	/** There is no answer. */
	| { readonly kind: 'noAnswer'; readonly reason: NoAnswerReason; readonly creditAtRisk: boolean }
	/** The answer is not one of this service: a proxy's page, an incomplete body, a redirect. */
	| {
			readonly kind: 'unexpectedAnswer';
			readonly status: number;
			readonly contentType: string;
			readonly creditAtRisk: boolean;
	  }
	/** The answer exceeds `maxAnswerBytes` and was not read to its end. */
	| { readonly kind: 'answerTooLarge'; readonly maxBytes: number; readonly creditAtRisk: boolean }
	/** Not sent: the caller’s own limits allow no further request. `resetAt` if waiting helps. */
	| {
			readonly kind: 'requestsReserved';
			readonly by: StopReason;
			readonly made: number;
			readonly resetAt: Date | null;
			readonly creditAtRisk: boolean;
	  }
	/** Not sent: fewer AI credits than the caller reserves would be left. `left` is null if unknown. */
	| { readonly kind: 'creditsReserved'; readonly left: number | null; readonly reserve: number };

/**
 * `creditAtRisk`: an AI credit may have been spent without a result. Also set on a refusal if an earlier request of the
 * same call may have been processed.
 */
export type ProblemKind = Problem['kind'];

const say: { readonly [K in ProblemKind]: (problem: Extract<Problem, { kind: K }>) => string } = {
	invalidInput: ({ field, reason }) => `Invalid ${field}: ${reason}`,
	api: ({ status, code, message }) => `${message} (${status} ${code})`,
	rateLimited: ({ resetAt, message }) => (resetAt ? `${message} (resets at ${resetAt.toISOString()})` : message),
	creditsExhausted: ({ message }) => message,
	noAnswer: ({ reason }) => `The service did not answer (${reason})`,
	answerTooLarge: ({ maxBytes }) => `The answer is larger than ${maxBytes} bytes`,
	requestsReserved: ({ by, made }) => {
		if (by === 'time') return 'The time for this call is up';
		return by === 'limit' ? 'The remaining requests of this hour are reserved' : `The run has made its ${made} requests`;
	},
	creditsReserved: ({ left, reserve }) => `${left ?? 'An unknown number of'} AI credits left, ${reserve} are reserved`,
	unexpectedAnswer: ({ status, contentType }) => `Not an answer of this service: ${status} ${contentType}`,
};

const sayAny = <K extends ProblemKind>(problem: Extract<Problem, { kind: K }>, kind: K): string => say[kind](problem);

/** The one error the client throws. Decide on `problem.kind`; `message` is for logs. */
export class ClientError extends Error {
	override readonly name = 'ClientError';
	readonly problem: Problem;

	constructor(problem: Problem) {
		super(sayAny(problem, problem.kind));
		this.problem = problem;
	}
}

export const isAtRisk = (problem: Problem): boolean => 'creditAtRisk' in problem && problem.creditAtRisk;

/** The problem, as one after which a credit may have been spent. */
export const withRisk = (problem: Problem): Problem => ('creditAtRisk' in problem ? { ...problem, creditAtRisk: true } : problem);

/** Whether a credit may have been spent. Any error but the client's own leaves open what was sent. */
export const mayHaveCost = (error: unknown): boolean => !(error instanceof ClientError) || isAtRisk(error.problem);

/** Whether the request may have been processed although there is no answer to it. */
export function isOutcomeUnknown(problem: Problem): boolean {
	if (problem.kind === 'noAnswer') return !['dns', 'refused', 'tls'].includes(problem.reason);
	const status = 'status' in problem ? problem.status : 0;
	return problem.kind === 'answerTooLarge' || (problem.kind === 'unexpectedAnswer' && status < 300) || status >= 500;
}
