import { DAILY_SHARE_OF_CREDITS, plans } from '../src/api/index.ts';
import { HOUR_MS, iso, startOfDay, startOfMonth } from './clock.ts';
import { countCredits, countRequest, insertCredit } from './db/usage.ts';
import { findUser, type User } from './db/users.ts';
import { ApiError, notFound } from './http/apiError.ts';
import type { ApiUser } from './auth.ts';
import { limitHeaders, limitReachedHeaders } from './http/headers.ts';
import type { HeldCredit, Service } from './service.ts';

/** When the hourly count resets: the next full hour in UTC. */
export const nextHour = (time: number): number => (Math.floor(time / HOUR_MS) + 1) * HOUR_MS;

/** The error of a request when none are left in this hour (Limits, 2). */
export const limitReached = (limit: number, now: number, reset: number): ApiError =>
	new ApiError('rate_limited', `All ${limit} requests for this hour are used.`, limitReachedHeaders(limit, now, reset));

/**
 * Counts one request against the user's hourly limit and returns the headers of a 200 (Limits, 1). A refused request is
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

/** Credits per month; null means unlimited. The Free plan has none. */
const monthlyLimit = ({ plan }: User): number | null => (plan === 'free' ? 0 : plans[plan].aiGenerationsPerMonth);

/** Credits used since `from` (milliseconds), including those held by work in progress. */
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

/** Why no more credits can be used now; null if one can be (Limits, 3 and 4). */
function refusal(service: Service, user: User): string | null {
	const { used, limit, resetsAt } = creditUsage(service, user);
	if (limit !== null) {
		if (used >= limit) return `All ${limit} AI credits for this month are used. They reset at ${resetsAt}.`;
		const daily = Math.floor(limit * DAILY_SHARE_OF_CREDITS);
		if (usedSince(service, user, startOfDay(service.now())) >= daily) return `All ${daily} AI credits for today are used.`;
	}
	if (user.spendingCap !== null && used >= user.spendingCap)
		return 'The monthly spending cap for AI credits has been reached.';
	return null;
}

/**
 * Makes something for one AI credit. The credit is held while the work runs, so that concurrent requests cannot share the
 * last one. It is charged in the transaction that saves the result, so a process that is killed has either done both or
 * neither.
 * @throws ApiError `ai_limit_exceeded`, `not_found`
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
		// A reset meanwhile has deleted them.
		if (findUser(db, user.id) === undefined) throw notFound(`User ${user.id}`);
		return db.transaction(() => {
			insertCredit(db, held.userId, held.at);
			return save(made);
		});
	} finally {
		heldCredits.delete(held);
	}
}
