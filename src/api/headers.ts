/** Rate-limit headers of every 200 and of 429 `rate_limited` (Limits, 1 and 2). Names are compared without case. */
export const rateLimitHeaders = {
	/** Requests allowed per hour. */
	limit: 'X-RateLimit-Limit',
	/** Requests left in this hour. */
	remaining: 'X-RateLimit-Remaining',
	/** Unix time in seconds of the next full hour, UTC. */
	reset: 'X-RateLimit-Reset',
	/** Seconds until the next full hour; only on 429. */
	retryAfter: 'Retry-After',
} as const;

/** The header prefix in the API description; a vendor may use another one. */
export const DEFAULT_HEADER_PREFIX = 'X-Svc';

/** Header names of a webhook delivery (Events, Delivery rules). */
export const deliveryHeaders = (prefix: string = DEFAULT_HEADER_PREFIX) => ({
	signature: `${prefix}-Signature`,
	event: `${prefix}-Event`,
});
