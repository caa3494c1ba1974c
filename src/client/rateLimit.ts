import { DAY_MS } from '../api/durations.ts';
import { rateLimitHeaders } from '../api/headers.ts';

/** The hourly rate limit as reported by the service (Limits, 1). */
export interface RateLimit {
	/** Requests allowed per hour. */
	readonly limit: number;
	readonly remaining: number;
	/** When the count resets. */
	readonly resetAt: Date;
}

type Headers = Readonly<Record<string, string>>;

const textOf = (headers: Headers, name: string): string => headers[name.toLowerCase()]?.trim() ?? '';

/** The numbers in a header. A header sent twice, as by some proxies, has several: `5, 5`. */
function numbersOf(headers: Headers, name: string): readonly number[] {
	const parts = textOf(headers, name)
		.split(',')
		.map((part) => part.trim());
	return parts.every((part) => /^\d{1,15}(\.\d{1,15})?$/.test(part)) ? parts.map(Number) : [];
}

/** Of several numbers, the cautious choice: `least` of what is left, `most` of a time to wait. */
const least = (headers: Headers, name: string): number | null => {
	const numbers = numbersOf(headers, name);
	return numbers.length > 0 ? Math.floor(Math.min(...numbers)) : null;
};
const most = (headers: Headers, name: string): number | null => {
	const numbers = numbersOf(headers, name);
	return numbers.length > 0 ? Math.max(...numbers) : null;
};

/** The year 5138 in seconds, 1973 in milliseconds: a greater number must be in milliseconds. */
const FIRST_IN_MS = 1e11;
/** An earlier or later time is not a plausible reset: before 1973 it is a number of seconds to wait, as other services send. */
const MIN_TIME_MS = FIRST_IN_MS;
const MAX_TIME_MS = FIRST_IN_MS * 1000;

function resetOf(headers: Headers): Date | null {
	const reported = most(headers, rateLimitHeaders.reset);
	if (reported === null) return null;
	const ms = reported < FIRST_IN_MS ? reported * 1000 : reported;
	return ms >= MIN_TIME_MS && ms < MAX_TIME_MS ? new Date(ms) : null;
}

/** The rate-limit headers, or null if an answer has none, as when the model provider is busy. */
export function rateLimitOf(headers: Headers): RateLimit | null {
	const limit = least(headers, rateLimitHeaders.limit);
	const remaining = least(headers, rateLimitHeaders.remaining);
	const resetAt = resetOf(headers);
	return limit === null || remaining === null || resetAt === null ? null : { limit, remaining, resetAt };
}

/** Checked first because `Date.parse` accepts almost anything, even `-5`. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

function dateOf(text: string): number | null {
	if (!HTTP_DATE.test(text)) return null;
	// The oldest of the three formats has no time zone and means GMT.
	const date = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
	return Number.isNaN(date) ? null : date;
}

/** A year; the API description has waits of up to an hour. */
const MAX_WAIT_MS = 366 * DAY_MS;

const waitOf = (ms: number): number | null => (ms <= MAX_WAIT_MS ? Math.max(0, Math.ceil(ms)) : null);

/**
 * Milliseconds to wait from `now` on after a 429: `Retry-After` in seconds or as an HTTP date, otherwise the time until
 * the reset. Null if the answer has neither, or no plausible value.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
	const until = (at: number | null | undefined): number | null => (typeof at === 'number' ? waitOf(at - now) : null);
	const seconds = most(headers, rateLimitHeaders.retryAfter);
	const asked = seconds === null ? until(dateOf(textOf(headers, rateLimitHeaders.retryAfter))) : waitOf(seconds * 1000);
	return asked ?? until(rateLimitOf(headers)?.resetAt.getTime());
}
