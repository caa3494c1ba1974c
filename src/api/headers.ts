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

/** What the description calls itself in headers; a vendor may use a name of their own. */
export const DEFAULT_HEADER_PREFIX = 'X-Svc';

/** Header names of a webhook delivery (Events, Delivery rules). */
export const deliveryHeaders = (prefix: string = DEFAULT_HEADER_PREFIX) => ({
	signature: `${prefix}-Signature`,
	event: `${prefix}-Event`,
});

/** Shape of an API key (Authentication, 2). Advice for people, never a lock: a vendor may use another prefix. */
export const API_KEY_FORMAT = /^svc_[0-9a-f]{32}$/;
