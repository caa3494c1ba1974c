import { rateLimitHeaders } from '../../src/api/index.ts';
import { HOUR_MS } from '../clock.ts';
import { ApiError } from '../server/apiError.ts';

/** When the count of a request's hour resets, which is a full hour in UTC. */
export const nextHour = (time: number): number => (Math.floor(time / HOUR_MS) + 1) * HOUR_MS;

/** What an answer tells about the hour's requests (Limits, 1). `reset` in milliseconds. */
export const limitHeaders = (limit: number, remaining: number, reset: number): Record<string, string> => ({
	[rateLimitHeaders.limit]: String(limit),
	[rateLimitHeaders.remaining]: String(remaining),
	[rateLimitHeaders.reset]: String(Math.ceil(reset / 1000)),
});

/** The hour's requests are used up (Limits, 2). */
export const limitReached = (limit: number, time: number, reset: number): ApiError =>
	new ApiError('rate_limited', `The ${limit} requests of this hour are used up.`, {
		...limitHeaders(limit, 0, reset),
		[rateLimitHeaders.retryAfter]: String(Math.ceil((reset - time) / 1000)),
	});
