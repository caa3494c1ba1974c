import { DAY_MS, rateLimitHeaders } from '../api/index.ts';

/** The hourly rate limit as reported by the service (Limits, 1). */
export interface RateLimit {
	/** Requests allowed per hour. */
	readonly limit: number;
	readonly remaining: number;
	/** When the count resets. */
	readonly resetAt: Date;
}

type Headers = Readonly<Record<string, string>>;

/** The integer in a header, or null. If a proxy sends a header twice (`5, 5`), `cautious` chooses between the values. */
function integerIn(headers: Headers, name: string, cautious: (...numbers: number[]) => number): number | null {
	const parts = (headers[name.toLowerCase()] ?? '').split(',').map((part) => part.trim());
	return parts.every((part) => /^\d{1,15}$/.test(part)) ? cautious(...parts.map(Number)) : null;
}

/** September 2001 and the year 5138, in seconds since 1970. */
const [FIRST_RESET, LAST_RESET] = [1e9, 1e11];

/** The rate-limit headers, or null if an answer lacks one, as when the model provider is busy, or has an implausible one. */
export function rateLimitOf(headers: Headers): RateLimit | null {
	const limit = integerIn(headers, rateLimitHeaders.limit, Math.min);
	const remaining = integerIn(headers, rateLimitHeaders.remaining, Math.min);
	const reset = integerIn(headers, rateLimitHeaders.reset, Math.max);
	if (limit === null || remaining === null || reset === null || reset < FIRST_RESET || reset > LAST_RESET) return null;
	return { limit, remaining, resetAt: new Date(reset * 1000) };
}

/** A year; the API description has waits of up to an hour. */
const MAX_WAIT_MS = 366 * DAY_MS;

/**
 * Milliseconds to wait from `now` on after a 429: `Retry-After` (Limits, 2), otherwise the time until the reset. Null if the
 * answer has neither, or no plausible value.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
	const asked = integerIn(headers, rateLimitHeaders.retryAfter, Math.max);
	const resetAt = rateLimitOf(headers)?.resetAt.getTime();
	const waits = [asked === null ? null : asked * 1000, resetAt === undefined ? null : Math.max(0, resetAt - now)];
	return waits.find((ms) => ms !== null && ms <= MAX_WAIT_MS) ?? null;
}
