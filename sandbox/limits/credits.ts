import { DAILY_SHARE_OF_CREDITS, plans } from '../../src/api/index.ts';
import { iso, startOfDay, startOfMonth } from '../clock.ts';
import { countCredits, deleteCredit, insertCredit } from '../db/credits.ts';
import type { Db } from '../db/open.ts';
import type { User } from '../db/users.ts';
import { ApiError } from '../server/apiError.ts';
import type { Service } from '../service.ts';

/** Credits a month; null is unlimited. The Free plan has none. */
const monthlyLimit = ({ plan }: User): number | null => (plan === 'free' ? 0 : plans[plan].aiGenerationsPerMonth);

/** AI credits of the current UTC month, as the profile shows them (Resources, User profile). */
export function creditUsage(db: Db, user: User, now: number) {
	const limit = monthlyLimit(user);
	const used = countCredits(db, user.id, startOfMonth(now));
	const remaining = limit === null ? null : limit - used;
	return { used, limit, remaining, resetsAt: iso(startOfMonth(now, 1)) };
}

/** Why no further credit may be used now; null when one may (Limits, 3 and 4). */
function refusal(db: Db, user: User, now: number): string | null {
	const { used, limit, resetsAt } = creditUsage(db, user, now);
	if (limit !== null) {
		if (used >= limit) return `All ${limit} AI credits of this month are used. They reset at ${resetsAt}.`;
		const daily = Math.floor(limit * DAILY_SHARE_OF_CREDITS);
		if (countCredits(db, user.id, startOfDay(now)) >= daily) return `The ${daily} AI credits of this day are used.`;
	}
	if (user.spendingCap !== null && used >= user.spendingCap)
		return 'The monthly spending cap for AI credits is reached.';
	return null;
}

/**
 * Does `work` for one AI credit. The credit is taken first, so that requests at the same time cannot share the last
 * one, and given back when the work fails.
 * @throws ApiError `ai_limit_exceeded`
 */
export async function withCredit<T>({ db, now }: Service, user: User, work: () => Promise<T>): Promise<T> {
	const credit = db.transaction(() => {
		const problem = refusal(db, user, now());
		if (problem !== null) throw new ApiError('ai_limit_exceeded', problem);
		return insertCredit(db, user.id, now());
	});
	try {
		return await work();
	} catch (error) {
		deleteCredit(db, credit);
		throw error;
	}
}
