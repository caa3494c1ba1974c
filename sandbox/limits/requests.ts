import { plans } from '../../src/api/index.ts';
import { HOUR_MS } from '../clock.ts';
import { countRequest } from '../db/requests.ts';
import type { ApiUser } from '../server/auth.ts';
import type { Service } from '../service.ts';
import { limitHeaders, limitReached, nextHour } from './hour.ts';

/**
 * Takes one request out of the user's hour and returns the headers of a 200 (Limits, 1). A request refused here is
 * not counted.
 * @throws ApiError `rate_limited` with `Retry-After` (Limits, 2).
 */
export function takeRequest({ db, now }: Service, user: ApiUser): Record<string, string> {
	const limit = plans[user.plan].requestsPerHour;
	const time = now();
	const used = countRequest(db, user.id, Math.floor(time / HOUR_MS), limit);
	if (used === undefined) throw limitReached(limit, time, nextHour(time));
	return limitHeaders(limit, limit - used, nextHour(time));
}
