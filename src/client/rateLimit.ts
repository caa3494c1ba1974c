import { rateLimitHeaders } from '../api/index.ts';

/** What is left of the hour, as the service last said (Limits, 1). */
export interface RateLimit {
	/** Requests allowed per hour. */
	readonly limit: number;
	readonly remaining: number;
	/** When the count resets. */
	readonly resetAt: Date;
}

type Headers = Readonly<Record<string, string>>;

const count = (headers: Headers, name: string): number | null => {
	const text = headers[name.toLowerCase()]?.trim() ?? '';
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** The rate-limit headers, or null when an answer carries none, as when the model provider is busy. */
export function rateLimitOf(headers: Headers): RateLimit | null {
	const limit = count(headers, rateLimitHeaders.limit);
	const remaining = count(headers, rateLimitHeaders.remaining);
	const reset = count(headers, rateLimitHeaders.reset);
	if (limit === null || remaining === null || reset === null) return null;
	return { limit, remaining, resetAt: new Date(reset * 1000) };
}

/**
 * How long a 429 asks to wait from `now` on, in milliseconds: `Retry-After` as seconds or as an HTTP date, else the
 * time to the reset. Null when the answer does not say.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
	const seconds = count(headers, rateLimitHeaders.retryAfter);
	if (seconds !== null) return seconds * 1000;
	const date = Date.parse(headers[rateLimitHeaders.retryAfter.toLowerCase()] ?? '');
	const at = Number.isNaN(date) ? rateLimitOf(headers)?.resetAt.getTime() : date;
	return at === undefined ? null : Math.max(0, at - now);
}
