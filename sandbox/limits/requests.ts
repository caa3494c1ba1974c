import { plans, rateLimitHeaders } from '../../src/api/index.ts';
import { HOUR_MS } from '../clock.ts';
import { countRequest } from '../db/requests.ts';
import { ApiError } from '../server/apiError.ts';
import type { ApiUser } from '../server/auth.ts';
import type { Service } from '../service.ts';

/**
 * Takes one request out of the user's hour, which is a full hour in UTC, and returns the headers of a 200 (Limits, 1).
 * A request refused here is not counted.
 * @throws ApiError `rate_limited` with `Retry-After` (Limits, 2).
 */
export function takeRequest({ db, now }: Service, user: ApiUser): Record<string, string> {
	const limit = plans[user.plan].requestsPerHour;
	const time = now();
	const hour = Math.floor(time / HOUR_MS);
	const reset = (hour + 1) * HOUR_MS;
	const used = countRequest(db, user.id, hour, limit);
	const headers = {
		[rateLimitHeaders.limit]: String(limit),
		[rateLimitHeaders.remaining]: String(limit - (used ?? limit)),
		[rateLimitHeaders.reset]: String(reset / 1000),
	};
	if (used !== undefined) return headers;
	throw new ApiError('rate_limited', `The ${limit} requests of this hour are used up.`, {
		...headers,
		[rateLimitHeaders.retryAfter]: String(Math.ceil((reset - time) / 1000)),
	});
}
