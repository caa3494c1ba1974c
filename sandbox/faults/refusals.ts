import { plans, type ErrorCode } from '../../src/api/index.ts';
import type { Now } from '../clock.ts';
import { limitReached, nextHour } from '../limits/hour.ts';
import { errorAnswer } from '../server/answer.ts';
import { ApiError } from '../server/apiError.ts';
import type { ApiUser } from '../server/auth.ts';

/** An error as the service answers it. Nothing happened that anybody should be told about. */
const answered = (error: ApiError): Response => errorAnswer(error, () => {});

/** An error of the service's own shape. */
export const refusal = (code: ErrorCode, message: string): Response => answered(new ApiError(code, message));

/** 429 as at the end of the hour's requests (Limits, 1 and 2), whatever the caller has left. */
export function rateLimited({ plan }: ApiUser, now: Now, retryAfterSeconds: number | undefined): Response {
	const time = now();
	const reset = retryAfterSeconds === undefined ? nextHour(time) : time + retryAfterSeconds * 1000;
	return answered(limitReached(plans[plan].requestsPerHour, time, reset));
}

/** What a proxy in front of the service says when the service is away. */
export const unavailable = (): Response =>
	new Response(
		'<!doctype html><html lang="en"><title>503 Service Unavailable</title><h1>Service Unavailable</h1></html>\n',
		{ status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
	);
