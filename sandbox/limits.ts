import { DAILY_SHARE_OF_CREDITS, plans } from '../src/api/index.ts';
import { HOUR_MS, iso, startOfDay, startOfMonth } from './clock.ts';
import { countCredits, countRequest, insertCredit } from './db/usage.ts';
import type { User } from './db/users.ts';
import { ApiError } from './server/apiError.ts';
import type { ApiUser } from './server/auth.ts';
import { limitHeaders, limitReachedHeaders } from './server/headers.ts';
import type { HeldCredit, Service } from './service.ts';

/** When the count of a request's hour resets, which is a full hour in UTC. */
export const nextHour = (time: number): number => (Math.floor(time / HOUR_MS) + 1) * HOUR_MS;

/** The error of a request when none are left in this hour (Limits, 2). */
export const limitReached = (limit: number, now: number, reset: number): ApiError =>
	new ApiError('rate_limited', `The ${limit} requests of this hour are used up.`, limitReachedHeaders(limit, now, reset));

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

/** Credits a month; null is unlimited. The Free plan has none. */
const monthlyLimit = ({ plan }: User): number | null => (plan === 'free' ? 0 : plans[plan].aiGenerationsPerMonth);

/** Credits used, or held by work under way, from the time `from` (milliseconds) on. */
const usedSince = ({ db, heldCredits }: Service, { id }: User, from: number): number =>
	countCredits(db, id, from) + [...heldCredits].filter(({ userId, at }) => userId === id && at >= from).length;

/** AI credits of the current UTC month, as the profile shows them (Resources, User profile). */
export function creditUsage(service: Service, user: User) {
	const now = service.now();
	const limit = monthlyLimit(user);
	const used = usedSince(service, user, startOfMonth(now));
	const remaining = limit === null ? null : limit - used;
	return { used, limit, remaining, resetsAt: iso(startOfMonth(now, 1)) };
}

/** Why no further credit may be used now; null when one may (Limits, 3 and 4). */
function refusal(service: Service, user: User): string | null {
	const { used, limit, resetsAt } = creditUsage(service, user);
	if (limit !== null) {
		if (used >= limit) return `All ${limit} AI credits of this month are used. They reset at ${resetsAt}.`;
		const daily = Math.floor(limit * DAILY_SHARE_OF_CREDITS);
		if (usedSince(service, user, startOfDay(service.now())) >= daily) return `The ${daily} AI credits of this day are used.`;
	}
	if (user.spendingCap !== null && used >= user.spendingCap)
		return 'The monthly spending cap for AI credits is reached.';
	return null;
}

/**
 * Makes something for one AI credit. While it is made the credit is only held, so that requests at the same time cannot
 * share the last one. It is used together with saving what was made: a process that is killed in between has done neither.
 * @throws ApiError `ai_limit_exceeded`
 */
export async function withCredit<T, R>(
	service: Service,
	user: User,
	make: () => Promise<T>,
	save: (made: T) => R,
): Promise<R> {
	const { db, now, heldCredits } = service;
	const problem = refusal(service, user);
	if (problem !== null) throw new ApiError('ai_limit_exceeded', problem);
	const held: HeldCredit = { userId: user.id, at: now() };
	heldCredits.add(held);
	try {
		const made = await make();
		return db.transaction(() => {
			insertCredit(db, held.userId, held.at);
			return save(made);
		});
	} finally {
		heldCredits.delete(held);
	}
}
