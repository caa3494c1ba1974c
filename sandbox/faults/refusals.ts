import { plans, rateLimitHeaders, type ErrorCode } from '../../src/api/index.ts';
import { HOUR_MS, type Now } from '../clock.ts';
import { errorAnswer } from '../server/answer.ts';
import { ApiError } from '../server/apiError.ts';
import type { ApiUser } from '../server/auth.ts';

/** An error of the service's own shape. Nothing happened that anybody should be told about. */
export const refusal = (code: ErrorCode, message: string, headers?: Record<string, string>): Response =>
	errorAnswer(new ApiError(code, message, headers), () => {});

/** 429 as at the end of the hour's requests (Limits, 1 and 2), whatever the caller has left. */
export function rateLimited({ plan }: ApiUser, now: Now, retryAfterSeconds: number | undefined): Response {
	const time = now();
	const nextHour = (Math.floor(time / HOUR_MS) + 1) * HOUR_MS;
	const reset = retryAfterSeconds === undefined ? nextHour : time + retryAfterSeconds * 1000;
	const limit = plans[plan].requestsPerHour;
	return refusal('rate_limited', `The ${limit} requests of this hour are used up.`, {
		[rateLimitHeaders.limit]: String(limit),
		[rateLimitHeaders.remaining]: '0',
		[rateLimitHeaders.reset]: String(Math.ceil(reset / 1000)),
		[rateLimitHeaders.retryAfter]: String(Math.ceil((reset - time) / 1000)),
	});
}

/** What a proxy in front of the service says when the service is away. */
export const unavailable = (): Response =>
	new Response(
		'<!doctype html><html lang="en"><title>503 Service Unavailable</title><h1>Service Unavailable</h1></html>\n',
		{ status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
	);
