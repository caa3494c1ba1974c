import { rateLimitHeaders } from '../../src/api/index.ts';

// The headers that answers share.

/** The state of the hourly request limit, on every 200 and every 429 `rate_limited` (Limits, 1). `reset` in milliseconds. */
export const limitHeaders = (limit: number, remaining: number, reset: number): Record<string, string> => ({
	[rateLimitHeaders.limit]: String(limit),
	[rateLimitHeaders.remaining]: String(remaining),
	[rateLimitHeaders.reset]: String(Math.ceil(reset / 1000)),
});

/** The headers for an hour without requests left, with the time to wait (Limits, 2). */
export const limitReachedHeaders = (limit: number, now: number, reset: number): Record<string, string> => ({
	...limitHeaders(limit, 0, reset),
	[rateLimitHeaders.retryAfter]: String(Math.ceil((reset - now) / 1000)),
});

/** The `Date` of an answer: the time of the service, whose clock can be set (RFC 9110, 6.6.1). */
export const dateOf = (now: number): string => new Date(now).toUTCString();

/** Names the injected fault on every answer it changed. */
export const FAULT_HEADER = 'X-Sandbox-Fault';

/** Adds the kind of a fault to the answer. */
export function addFaultHeader(answer: Response, kind: string): Response {
	answer.headers.set(FAULT_HEADER, kind);
	return answer;
}

/** Headers of every page. Pages are never cached, indexed or framed, and their address is not passed on as a referrer. */
export const pageHeaders = (policy: string, referrerPolicy: 'no-referrer' | 'same-origin') => ({
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': policy,
	'Referrer-Policy': referrerPolicy,
	'Cache-Control': 'no-store',
	'X-Robots-Tag': 'noindex, nofollow',
	'X-Content-Type-Options': 'nosniff',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
});
