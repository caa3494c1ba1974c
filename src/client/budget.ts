import type { AnswerInfo } from './settings.ts';
import { ClientError, type StopReason } from './errors.ts';
import type { RateLimit } from './rateLimit.ts';

export interface BudgetOptions {
	/** Requests that the run may make. If omitted, only the service’s limit applies. */
	readonly max?: number | undefined;
	/** Requests of the hour to reserve for others on the same account. */
	readonly keepFree?: number | undefined;
	/** Milliseconds that a request may wait in `around` for the hourly count to reset. Default 0. */
	readonly patienceMs?: number;
	/** Milliseconds since 1970; for `around`. */
	readonly now?: () => number;
	/** Waits for that many milliseconds; rejects when the host cancels. For `around`. */
	readonly sleep?: (ms: number) => Promise<void>;
}

/** How many requests a run has made and may still make. All times in milliseconds since 1970. */
export interface RequestBudget {
	/**
	 * For `createClient`: takes each request, including repeated ones, before it is sent. When the hour’s requests are
	 * known to be used up, a request waits if the patience allows, or fails at once, instead of being sent and refused.
	 * @throws ClientError `requestsReserved` at the caller’s own limit, `rateLimited` at the service’s.
	 */
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
	/** For `createClient`: counts every answer and reads its rate-limit headers (Limits, 1). */
	readonly onAnswer: (info: Pick<AnswerInfo, 'rateLimit'>) => void;
	/** A failed call may report a limit that its headers do not. */
	readonly onFailure: (error: unknown) => void;
	/** Takes one request before it is sent; false when there is none to take. One without an answer stays taken. */
	readonly take: (now: number) => boolean;
	/** Requests that may still be made, as far as is known; `Infinity` if no limit is known. */
	readonly left: (now: number) => number;
	/** Why no request is left, or null. If both limits are reached, it is `limit`: only waiting helps. */
	readonly stoppedBy: (now: number) => StopReason | null;
	/** Answers so far, including refused and repeated requests. */
	readonly used: number;
	/** Requests so far: those answered, and those taken that have no answer yet. */
	readonly made: number;
	/** The rate limit as last reported by the service, or null. */
	readonly rateLimit: RateLimit | null;
	/** When the service’s count resets, or null if not yet reported. */
	readonly resetAt: Date | null;
}

/** Answers may arrive out of order: within an hour, the lowest count is the latest; a later hour replaces an earlier one. */
function latest(known: RateLimit | null, reported: RateLimit | null): RateLimit | null {
	if (!known || !reported) return known ?? reported;
	const later = reported.resetAt.getTime() - known.resetAt.getTime();
	return later > 0 || (later === 0 && reported.remaining < known.remaining) ? reported : known;
}

const HOUR_MS = 3_600_000;
/** Clocks of two machines that are set right differ by less. */
const CLOCKS_APART_MS = 2 * 60_000;

/**
 * A request budget for one run. Requests that are taken before they are sent never exceed it, even in parallel; others
 * are counted when they are answered.
 */
export function createRequestBudget({
	max = Infinity,
	keepFree = 0,
	patienceMs = 0,
	now: clock = Date.now,
	sleep = async () => {},
}: BudgetOptions = {}): RequestBudget {
	let used = 0;
	/** Requests taken that have no answer yet. */
	let open = 0;
	let known: RateLimit | null = null;
	/** When the count resets, by this machine’s clock. */
	let resetsAt = 0;
	/** The service refuses all requests until then. */
	let closedUntil = 0;
	let underWay = 0;
	let waiting: (() => void)[] = [];

	const leftOfLimit = (now: number): number =>
		known && now < resetsAt ? known.remaining - keepFree - open : Infinity;
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
			resetAt: known && until === resetsAt ? known.resetAt : new Date(until),
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
				// A pending answer may report that more requests are left.
				await new Promise<void>((resolve) => waiting.push(resolve));
				continue;
			}
			const until = Math.max(closedUntil, resetsAt);
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
		onAnswer: ({ rateLimit }) => {
			used += 1;
			open = Math.max(0, open - 1);
			known = latest(known, rateLimit);
			if (known === null || known !== rateLimit) return;
			const untilResetMs = known.resetAt.getTime() - clock();
			// The service counts by the hour: another distance means that one of the two clocks is wrong.
			const isPlausible = untilResetMs > -CLOCKS_APART_MS && untilResetMs <= HOUR_MS;
			resetsAt = clock() + (isPlausible ? untilResetMs : HOUR_MS);
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
