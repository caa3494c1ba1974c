import type { AnswerInfo } from './call.ts';
import type { RateLimit } from './rateLimit.ts';

/** Why no further request may be made: the caller's own maximum, or the service's limit of the hour. */
export type StopReason = 'budget' | 'limit';

export interface BudgetOptions {
	/** Requests the run may make. Without it, only the service's limit counts. */
	readonly max?: number;
	/** Requests of the hour to leave to others on the same account. */
	readonly keepFree?: number;
}

/** How many requests a run has made and may still make. All times in milliseconds since 1970. */
export interface RequestBudget {
	/** For `createClient`: counts every answer and reads its rate-limit headers (Limits, 1). */
	readonly onAnswer: (info: Pick<AnswerInfo, 'attempt' | 'rateLimit'>) => void;
	/** Takes one request before it is sent; false when there is none to take. One without an answer stays taken. */
	readonly take: (now: number) => boolean;
	/** Requests that may still be made, as far as is known; `Infinity` when nothing limits them yet. */
	readonly left: (now: number) => number;
	/** Why none is left, or null. When both are used up it is `limit`: waiting helps, going on at once does not. */
	readonly stoppedBy: (now: number) => StopReason | null;
	/** Answers so far, refused and repeated ones too. */
	readonly used: number;
	/** Requests so far: the answered ones, and those taken that have no answer yet. */
	readonly made: number;
	/** What the service has told last, or null. */
	readonly rateLimit: RateLimit | null;
	/** When the service's count resets, once it has told. */
	readonly resetAt: Date | null;
}

/** Answers overtake each other: of one hour the lowest count is the latest; a later hour replaces an earlier one. */
function latest(known: RateLimit | null, told: RateLimit | null): RateLimit | null {
	if (!known || !told) return known ?? told;
	const later = told.resetAt.getTime() - known.resetAt.getTime();
	return later > 0 || (later === 0 && told.remaining < known.remaining) ? told : known;
}

/**
 * A request budget for one run. Requests sent at the same time cannot share the last one if each is taken first;
 * requests that are not taken are counted when they are answered.
 */
export function createRequestBudget({ max = Infinity, keepFree = 0 }: BudgetOptions = {}): RequestBudget {
	let used = 0;
	/** Taken and not answered. */
	let open = 0;
	let known: RateLimit | null = null;

	const leftOfLimit = (now: number): number =>
		known && now < known.resetAt.getTime() ? known.remaining - keepFree - open : Infinity;
	const left = (now: number): number => Math.max(0, Math.min(max - used - open, leftOfLimit(now)));

	return {
		onAnswer: ({ attempt, rateLimit }) => {
			used += 1;
			if (attempt === 1) open = Math.max(0, open - 1);
			known = latest(known, rateLimit);
		},
		take: (now) => {
			if (left(now) < 1) return false;
			open += 1;
			return true;
		},
		left,
		stoppedBy: (now) => {
			if (left(now) >= 1) return null;
			return leftOfLimit(now) < 1 ? 'limit' : 'budget';
		},
		get used() {
			return used;
		},
		get made() {
			return used + open;
		},
		get rateLimit() {
			return known;
		},
		get resetAt() {
			return known?.resetAt ?? null;
		},
	};
}
