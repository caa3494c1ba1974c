import type { NoAnswerReason } from '../transport/index.ts';

/** Everything that can go wrong with a call. Nothing in it ever holds the key. */
export type Problem =
	/** The input breaks the contract; nothing was sent. */
	| { readonly kind: 'invalidInput'; readonly field: string; readonly reason: string }
	/** The service answered with one of its error codes. */
	| {
			readonly kind: 'api';
			readonly status: number;
			readonly code: string;
			readonly message: string;
			readonly creditAtRisk: boolean;
	  }
	/** 429 `rate_limited`. Without `resetAt` it is the model provider that is busy. */
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
	/** 429 `ai_limit_exceeded`: the month's, the day's or the spending limit of AI credits. */
	| { readonly kind: 'creditsExhausted'; readonly status: 429; readonly message: string; readonly creditAtRisk: boolean }
	/** Nobody answered. */
	| { readonly kind: 'noAnswer'; readonly reason: NoAnswerReason; readonly creditAtRisk: boolean }
	/** Somebody answered, but not as this service does: a proxy's page, a cut body, a redirect. */
	| {
			readonly kind: 'unexpectedAnswer';
			readonly status: number;
			readonly contentType: string;
			readonly creditAtRisk: boolean;
	  }
	/** An answer came and was not read to its end, because it is larger than the client takes. */
	| { readonly kind: 'answerTooLarge'; readonly maxBytes: number; readonly creditAtRisk: boolean };

/**
 * `creditAtRisk`: an AI credit may have been spent, although no result came. A refusal has it too, when an earlier
 * request of the same call may have been processed.
 */
export type ProblemKind = Problem['kind'];

const say: { readonly [K in ProblemKind]: (problem: Extract<Problem, { kind: K }>) => string } = {
	invalidInput: ({ field, reason }) => `Invalid ${field}: ${reason}`,
	api: ({ status, code, message }) => `${message} (${status} ${code})`,
	rateLimited: ({ resetAt, message }) => (resetAt ? `${message} (resets at ${resetAt.toISOString()})` : message),
	creditsExhausted: ({ message }) => message,
	noAnswer: ({ reason }) => `The service did not answer (${reason})`,
	answerTooLarge: ({ maxBytes }) => `The answer is larger than ${maxBytes} bytes`,
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
