import type { Client, RequestBudget } from '../client/index.ts';

export interface RoundOptions {
	/** Never waits and never repeats: the next poll is the repetition. Its `onAnswer` feeds `budget`. */
	readonly client: Client;
	readonly budget: RequestBudget;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** When no further request may begin, on the clock of `now`. */
	readonly deadline: number;
}

/** The hour it is at the service. Milliseconds since 1970. */
export interface ServiceHour {
	readonly start: number;
	readonly end: number;
}

const HOUR = 3_600_000;

/** What one poll may do. */
export interface Round {
	readonly client: Client;
	readonly now: () => number;
	/** Takes one request, so that `keep` are left after it; false when the poll is over. */
	readonly take: (keep?: number) => boolean;
	/** As its answers tell, null while none does. */
	readonly serviceHour: () => ServiceHour | null;
}

export const createRound = ({ client, budget, now, deadline }: RoundOptions): Round => ({
	client,
	now,
	take: (keep = 0) => now() < deadline && budget.left(now()) > keep && budget.take(now()),
	serviceHour: () => {
		const end = budget.resetAt?.getTime();
		return end === undefined ? null : { start: end - HOUR, end };
	},
});
