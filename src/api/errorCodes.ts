/** All error codes with their HTTP statuses (Errors). */
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

/** Codes that every endpoint can return. */
export const commonErrors = ['unauthorized', 'forbidden', 'rate_limited', 'internal_error'] as const;
