import { z } from 'zod/v4';

/** The closed list of error codes with the status each comes with (Errors). */
export const errorStatus = {
	validation_error: 400,
	unauthorized: 401,
	forbidden: 403,
	not_found: 404,
	rate_limited: 429,
	ai_limit_exceeded: 429,
	internal_error: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Codes that every endpoint can answer with. */
export const commonErrors = ['unauthorized', 'forbidden', 'rate_limited', 'internal_error'] as const;

/** Body of every error answer (Errors). `code` may be whatever text: a new code must not hide its message. */
export const ErrorBody = z.looseObject({
	error: z.looseObject({ code: z.string(), message: z.string() }),
});
