import type { AnswerInfo } from './call.ts';
import { ClientError, type StopReason } from './errors.ts';
import type { RateLimit } from './rateLimit.ts';

export interface BudgetOptions {
	/** Requests the run may make. Without it, only the service’s limit counts. */
	readonly max?: number | undefined;
	/** Requests of the hour to leave to others on the same account. */
	readonly keepFree?: number | undefined;
	/** Milliseconds that a request may wait in `around` for the hourly count to reset; 0 when left out. */
	readonly patienceMs?: number;
	/** Milliseconds since 1970; for `around`. */
	readonly now?: () => number;
	/** Waits that many milliseconds; rejects when the host has cancelled. For `around`. */
	readonly sleep?: (ms: number) => Promise<void>;
}

/** How many requests a run has made and may still make. All times in milliseconds since 1970. */
export interface RequestBudget {
	/**
	 * For `createClient`: takes each request, repeated ones too, before it is sent. Once the hour’s limit is known to be
	 * used up, nothing more is sent to be refused: a request waits if the patience allows, or fails at once.
	 * @throws ClientError `requestsReserved` at a limit of the caller’s own, `rateLimited` at the service’s.
	 */
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
	/** For `createClient`: counts every answer and reads its rate-limit headers (Limits, 1). */
	readonly onAnswer: (info: Pick<AnswerInfo, 'attempt' | 'rateLimit'>) => void;
	/** A failed call may report a limit that its headers do not. */
	readonly onFailure: (error: unknown) => void;
	/** Takes one request before it is sent; false when there is none to take. One without an answer stays taken. */
	readonly take: (now: number) => boolean;
	/** Requests that may still be made, as far as is known; `Infinity` when nothing limits them yet. */
	readonly left: (now: number) => number;
	/** Why none is left, or null. When both are used up it is `limit`: waiting helps, trying again at once does not. */
	readonly stoppedBy: (now: number) => StopReason | null;
	/** Answers so far, refused and repeated ones too. */
	readonly used: number;
	/** Requests so far: the answered ones, and those taken that have no answer yet. */
	readonly made: number;
	/** What the service reported last, or null. */
	readonly rateLimit: RateLimit | null;
	/** When the service’s count resets, once it has reported it. */
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
export function createRequestBudget({
	max = Infinity,
	keepFree = 0,
	patienceMs = 0,
	now: clock = Date.now,
	sleep = async () => {},
}: BudgetOptions = {}): RequestBudget {
	let used = 0;
	/** Taken and not answered. */
	let open = 0;
	let known: RateLimit | null = null;
	/** Until then the service refuses everything. */
	let closedUntil = 0;
	let underWay = 0;
	let waiting: (() => void)[] = [];

	const leftOfLimit = (now: number): number =>
		known && now < known.resetAt.getTime() ? known.remaining - keepFree - open : Infinity;
	const left = (now: number): number => Math.max(0, Math.min(max - used - open, leftOfLimit(now)));

	const take = (now: number): boolean => {
		if (left(now) < 1) return false;
		open += 1;
		return true;
	};
	const stoppedBy = (now: number): StopReason | null => {
		if (left(now) >= 1) return null;
		return leftOfLimit(now) < 1 ? 'limit' : 'budget';
	};

	const refusal = (by: StopReason, until: number): ClientError => {
		const isOwn = by === 'budget' || (closedUntil <= clock() && keepFree > 0);
		if (isOwn) {
			const resetAt = by === 'limit' ? (known?.resetAt ?? null) : null;
			return new ClientError({ kind: 'requestsReserved', by, made: used + open, resetAt, creditAtRisk: false });
		}
		return new ClientError({
			kind: 'rateLimited',
			status: 429,
			retryAfterMs: until - clock(),
			resetAt: new Date(until),
			limit: known?.limit ?? null,
			message: 'Hourly request limit used up',
			creditAtRisk: false,
		});
	};

	const admit = async (): Promise<void> => {
		for (let waitedMs = 0; ; ) {
			const now = clock();
			const isClosed = closedUntil > now;
			if (!isClosed && take(now)) {
				underWay += 1;
				return;
			}
			const by = isClosed ? 'limit' : (stoppedBy(now) ?? 'limit');
			if (by === 'limit' && !isClosed && underWay > 0) {
				// An answer under way may report more requests left than are certain now.
				await new Promise<void>((resolve) => waiting.push(resolve));
				continue;
			}
			const until = Math.max(closedUntil, known?.resetAt.getTime() ?? 0);
			const waitMs = Math.max(1, until - now);
			if (by === 'budget' || waitedMs + waitMs > patienceMs) throw refusal(by, until);
			await sleep(waitMs);
			waitedMs += waitMs;
		}
	};

	return {
		around: async (send) => {
			await admit();
			try {
				return await send();
			} finally {
				underWay -= 1;
				const woken = waiting;
				waiting = [];
				for (const wake of woken) wake();
			}
		},
		onAnswer: ({ attempt, rateLimit }) => {
			used += 1;
			if (attempt === 1) open = Math.max(0, open - 1);
			known = latest(known, rateLimit);
		},
		onFailure: (error) => {
			if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') return;
			// Not its `resetAt`: that is a time by the service’s clock.
			const { retryAfterMs } = error.problem;
			if (retryAfterMs !== null) closedUntil = Math.max(closedUntil, clock() + retryAfterMs);
		},
		take,
		left,
		stoppedBy,
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
