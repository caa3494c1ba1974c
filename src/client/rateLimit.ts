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

const textOf = (headers: Headers, name: string): string => headers[name.toLowerCase()]?.trim() ?? '';

/** The numbers of a header. A header that was sent twice, as some proxies do, has more than one: `5, 5`. */
function numbersOf(headers: Headers, name: string): readonly number[] {
	const parts = textOf(headers, name).split(/\s*,\s*/);
	return parts.every((part) => /^\d{1,15}(\.\d{1,15})?$/.test(part)) ? parts.map(Number) : [];
}

/** Of several numbers the one that asks for the most patience. */
const least = (headers: Headers, name: string): number | null => {
	const numbers = numbersOf(headers, name);
	return numbers.length > 0 ? Math.floor(Math.min(...numbers)) : null;
};
const most = (headers: Headers, name: string): number | null => {
	const numbers = numbersOf(headers, name);
	return numbers.length > 0 ? Math.max(...numbers) : null;
};

/** In seconds this is the year 5138, in milliseconds 1973: a greater number is one of milliseconds. */
const FIRST_IN_MS = 1e11;
/** Outside of these no time is meant: before 1973 it is none, or a number of seconds to wait, as other services have it. */
const MIN_TIME_MS = FIRST_IN_MS;
const MAX_TIME_MS = FIRST_IN_MS * 1000;

function resetOf(headers: Headers): Date | null {
	const told = most(headers, rateLimitHeaders.reset);
	if (told === null) return null;
	const ms = told < FIRST_IN_MS ? told * 1000 : told;
	return ms >= MIN_TIME_MS && ms < MAX_TIME_MS ? new Date(ms) : null;
}

/** The rate-limit headers, or null when an answer carries none, as when the model provider is busy. */
export function rateLimitOf(headers: Headers): RateLimit | null {
	const limit = least(headers, rateLimitHeaders.limit);
	const remaining = least(headers, rateLimitHeaders.remaining);
	const resetAt = resetOf(headers);
	return limit === null || remaining === null || resetAt === null ? null : { limit, remaining, resetAt };
}

/** `Date.parse` makes a date of almost anything, of `-5` too. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

function dateOf(text: string): number | null {
	if (!HTTP_DATE.test(text)) return null;
	// The oldest of the three forms says no time zone and means GMT.
	const date = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
	return Number.isNaN(date) ? null : date;
}

/** A year; the description knows waits of up to an hour. */
const MAX_WAIT_MS = 366 * 24 * 3_600_000;

const waitOf = (ms: number): number | null => (ms <= MAX_WAIT_MS ? Math.max(0, Math.ceil(ms)) : null);

/**
 * How long a 429 asks to wait from `now` on, in milliseconds: `Retry-After` as seconds or as an HTTP date, else the
 * time to the reset. Null when the answer does not say, or nothing that can be meant.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
	const until = (at: number | null | undefined): number | null => (typeof at === 'number' ? waitOf(at - now) : null);
	const seconds = most(headers, rateLimitHeaders.retryAfter);
	const asked = seconds === null ? until(dateOf(textOf(headers, rateLimitHeaders.retryAfter))) : waitOf(seconds * 1000);
	return asked ?? until(rateLimitOf(headers)?.resetAt.getTime());
}
