import type { Client, RateLimit, RequestBudget } from '../client/index.ts';

export interface RoundOptions {
	/** Never waits and never repeats: the next poll is the repetition. Its `onAnswer` feeds `budget`. */
	readonly client: Client;
	readonly budget: RequestBudget;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** When no further request may begin, on the clock of `now`. */
	readonly deadline: number;
	/** From 0 to 1. */
	readonly random?: () => number;
}

/** The hour it is at the service. Milliseconds since 1970. */
export interface ServiceHour {
	readonly start: number;
	readonly end: number;
}

const HOUR = 3_600_000;

/** What one poll may do. */
export interface Round extends Pick<RoundOptions, 'client' | 'now'> {
	/** Takes one request, so that `keep` are left after it; false when the poll is over. */
	readonly take: (keep?: number) => boolean;
	/** As its answers say, null while none does. */
	readonly serviceHour: () => ServiceHour | null;
	readonly rateLimit: () => RateLimit | null;
	readonly random: () => number;
}

export const createRound = ({ client, budget, now, deadline, random = Math.random }: RoundOptions): Round => ({
	client,
	now,
	random,
	take: (keep = 0) => now() < deadline && budget.left(now()) > keep && budget.take(now()),
	rateLimit: () => budget.rateLimit,
	serviceHour: () => {
		const end = budget.resetAt?.getTime();
		return end === undefined ? null : { start: end - HOUR, end };
	},
});
