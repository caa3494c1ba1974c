import { HOUR_MS, MINUTE_MS } from '../api/durations.ts';
import { mayHaveArrived, noRisk } from '../client/errors.ts';
import { ClientError, type AnswerInfo, type RateLimit, type StopReason } from '../client/index.ts';
import { Shared } from './shared.ts';

/**
 * Answers may arrive out of order: within an hour, the lowest count is the latest; a later hour replaces an earlier one, and
 * so does another limit, as after a change of plan, unless it may be that of the plan before.
 */
function latest(known: RateLimit | null, reported: RateLimit | null, mayBeOld: boolean): RateLimit | null {
	if (!known || !reported) return known ?? reported;
	const later = reported.resetAt.getTime() - known.resetAt.getTime();
	const isNext = reported.limit === known.limit ? reported.remaining < known.remaining : !mayBeOld;
	return later > 0 || (later === 0 && isNext) ? reported : known;
}

/** Correctly set clocks of two machines differ by less. */
const CLOCKS_APART_MS = 2 * MINUTE_MS;

/** Other processes may use the account at the same time. If each sends only this part of what is left at once, they go below what is reserved by few. */
const SHARE = 8;

/** The hourly limit as reported by answers. */
interface KnownLimit {
	limit: RateLimit | null;
	/** How many requests had begun when this number per hour was first reported. */
	since: number;
	/** When the count resets, by this machine's clock. */
	resetsAt: number;
	/** The service refuses all requests until then. */
	closedUntil: number;
}

const nothing = (): KnownLimit => ({ limit: null, since: 0, resetsAt: 0, closedUntil: 0 });

/** The service counts by the hour, so a time further ahead is from before the clock was set back. */
const isAhead = (until: number, now: number): boolean => now < until && until - now <= HOUR_MS + CLOCKS_APART_MS;

/** `servedAt`: when the answer was sent, by the service's clock; NaN if it does not say. */
function learn(known: KnownLimit, reported: RateLimit | null, now: number, servedAt: number, { begun, underWay }: Pick<Hour, 'begun' | 'underWay'>): void {
	const before = known.limit;
	// An expired report must not outrank anything: its reset time may have been bogus, far later than any real one.
	known.limit = latest(isAhead(known.resetsAt, now) ? before : null, reported, Math.min(...underWay) <= known.since) ?? before;
	if (!reported || known.limit !== reported) return;
	if (reported.limit !== before?.limit) known.since = begun;
	if (reported.remaining > 0) known.closedUntil = 0;
	// The service counts by the hour: another distance means that a clock is wrong. Its own clock counts first: by one that is
	// a minute ahead, the last minute of each hour is over, and what is reserved would be sent.
	const isPlausible = (untilResetMs: number): boolean => untilResetMs > -CLOCKS_APART_MS && untilResetMs <= HOUR_MS;
	known.resetsAt = now + ([servedAt, now].map((from) => reported.resetAt.getTime() - from).find(isPlausible) ?? HOUR_MS);
}

/** Whether an answer does not say how many requests are left: only a 200 and a refusal at the limit have to (Limits, 1). */
const isSilent = (answered: unknown): boolean => answered instanceof Object && 'rateLimit' in answered && answered.rateLimit === null;

/** What all runs of an account together know about its hourly limit. */
export interface Hour extends KnownLimit {
	/** Requests in progress, by their number among those of the account. The known count may or may not include them. */
	readonly underWay: Set<number>;
	/** Requests begun so far. */
	begun: number;
	/**
	 * For each request that ended without a word of how many are left, how many had begun by then: the service may have counted
	 * it since.
	 */
	uncounted: readonly number[];
	waiting: readonly (() => void)[];
	/** A request for the limit. */
	readonly asking: Shared;
	/** Whether the service did not say it even then. */
	isMute: boolean;
}

export const newHour = (): Hour => ({ ...nothing(), underWay: new Set(), begun: 0, uncounted: [], waiting: [], asking: new Shared(), isMute: false });

export interface BudgetOptions {
	/** Requests that the run may make. If omitted, only the service’s limit applies. */
	readonly max?: number | undefined;
	/** Requests of the hour to reserve for others. */
	readonly keepFree?: number | undefined;
	/** Makes a request that the service answers with its limit, past this budget. */
	readonly ask?: (() => Promise<unknown>) | undefined;
	/** Milliseconds that a request may wait for the hourly count to reset. Default 0. */
	readonly patienceMs?: number;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
	/** Waits for that many milliseconds; rejects when the host cancels. */
	readonly sleep?: (ms: number) => Promise<void>;
	/** Cancels every wait. */
	readonly signal?: AbortSignal | undefined;
}

/** The requests that one run may make, on top of what its account has left. */
export interface RequestBudget {
	/**
	 * For `createClient`: admits each request, including repeated ones, before it is sent. While requests are reserved and
	 * the limit is unknown, one request goes first and the others wait for its answer; if that does not say it, the service is
	 * asked. A request that the limit rules out waits if the patience allows, or fails at once, instead of being sent and refused.
	 * @throws ClientError `requestsReserved` at the caller’s own limit, `rateLimited` at the service’s, or the error of asking.
	 */
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
	/** For `createClient`: reads the rate-limit headers of every answer (Limits, 1). */
	readonly onAnswer: (info: Pick<AnswerInfo, 'rateLimit'> & Partial<Pick<AnswerInfo, 'headers'>>) => void;
	/** A failed call may report a limit that its headers do not. */
	readonly onFailure: (error: unknown) => void;
	/** Resolves once it is known whether more than `spare` requests are left. */
	readonly isLeft: (spare?: number) => Promise<boolean>;
	/** Requests made so far, answered or not. */
	readonly made: number;
	/** The rate limit as last reported to this run, or null. */
	readonly rateLimit: RateLimit | null;
}

/** A request budget for one run. Runs of one account share the `hour`, so together they respect what each of them reserves. */
export function createRequestBudget(
	hour: Hour,
	{ max = Infinity, keepFree = 0, ask, patienceMs = 0, now: clock = Date.now, sleep = async () => {}, signal }: BudgetOptions = {},
): RequestBudget {
	let made = 0;
	const own = nothing();
	/**
	 * A run that reserves nothing relies only on what it was told itself: the service's refusal is exact, while an earlier
	 * run's knowledge may be out of date.
	 */
	const known = keepFree > 0 ? hour : own;

	const isKnown = (): boolean => isAhead(known.resetsAt, clock());
	const isClosed = (): boolean => isAhead(known.closedUntil, clock());
	const leftOfLimit = (): number =>
		isKnown() && known.limit ? known.limit.remaining - keepFree - hour.underWay.size - (keepFree > 0 ? hour.uncounted.length : 0) : Infinity;

	/**
	 * Why no request may be sent now, or null. If both limits are reached, it is the hourly one, because then only waiting
	 * helps.
	 */
	const stoppedBy = (spare = 0): StopReason | null => {
		if (isClosed() || leftOfLimit() <= spare) return 'limit';
		return max - made <= spare ? 'budget' : null;
	};

	const refusal = (by: StopReason, until: number): ClientError => {
		const { limit, resetsAt } = known;
		const isOwn = by === 'budget' || (!isClosed() && keepFree > 0);
		if (isOwn) {
			const resetAt = by === 'limit' ? (limit?.resetAt ?? null) : null;
			return new ClientError({ kind: 'requestsReserved', by, made, resetAt, ...noRisk });
		}
		return new ClientError({
			kind: 'rateLimited',
			status: 429,
			retryAfterMs: until - clock(),
			resetAt: limit && until === resetsAt ? limit.resetAt : new Date(until),
			limit: limit?.limit ?? null,
			message: 'Hourly request limit used up',
			...noRisk,
		});
	};

	/** Resolves when a request has ended or the wait is cancelled. */
	const nextEnd = (): Promise<void> =>
		new Promise((resolve) => {
			const wake = (): void => {
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			hour.waiting = [...hour.waiting, wake];
			signal?.addEventListener('abort', wake);
		});

	/** Whether as many are under way as this process may send before it hears what others have sent meanwhile. */
	const isCrowded = (): boolean => hour.underWay.size * SHARE >= (isKnown() && known.limit ? known.limit.remaining - keepFree : 0);

	/** Like `stoppedBy`, but `pending` while an outstanding answer may change how many requests are left. */
	const verdict = (spare?: number): StopReason | 'pending' | null => {
		const by = stoppedBy(spare);
		const mayChange = by === null ? keepFree > 0 && isCrowded() : by === 'limit' && !isClosed();
		return mayChange && hour.underWay.size > 0 ? 'pending' : by;
	};

	/** Whether requests would be sent one after the other without ever knowing how many are left. */
	const isInDoubt = (): boolean => keepFree > 0 && !isKnown() && hour.uncounted.length > 0 && !hour.isMute;

	/** Resolves with the request's number. */
	const admit = async (): Promise<number> => {
		for (let waitedMs = 0; ; ) {
			const by = verdict();
			if (by === null && ask && isInDoubt()) {
				await hour.asking.do(async () => {
					made += 1;
					await ask();
				});
				hour.isMute = !isKnown();
				continue;
			}
			if (by === null) break;
			if (by === 'pending') {
				if (signal?.aborted) throw new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk });
				await nextEnd();
				continue;
			}
			const until = Math.max(isClosed() ? known.closedUntil : 0, leftOfLimit() <= 0 ? known.resetsAt : 0);
			const waitMs = Math.max(1, until - clock());
			if (by === 'budget' || waitedMs + waitMs > patienceMs) throw refusal(by, until);
			await sleep(waitMs);
			waitedMs += waitMs;
		}
		made += 1;
		hour.begun += 1;
		hour.underWay.add(hour.begun);
		return hour.begun;
	};

	/** While the limit is unknown, there is nothing to count down from. */
	const addUncounted = (): void => void (hour.uncounted = [...(isAhead(hour.resetsAt, clock()) ? hour.uncounted : []), hour.begun]);

	return {
		around: async (send) => {
			const begun = await admit();
			try {
				const answered = await send();
				if (isSilent(answered)) addUncounted();
				else hour.uncounted = hour.uncounted.filter((at) => at >= begun);
				return answered;
			} catch (error) {
				if (mayHaveArrived(error)) addUncounted();
				throw error;
			} finally {
				hour.underWay.delete(begun);
				const { waiting } = hour;
				hour.waiting = [];
				for (const wake of waiting) wake();
			}
		},
		onAnswer: ({ rateLimit, headers = {} }) => {
			if (rateLimit) hour.isMute = false;
			for (const one of [hour, own]) learn(one, rateLimit, clock(), Date.parse(headers['date'] ?? ''), hour);
		},
		onFailure: (error) => {
			if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') return;
			// Not its `resetAt`: that is a time by the service’s clock.
			const { retryAfterMs } = error.problem;
			if (retryAfterMs === null) return;
			const now = clock();
			for (const one of [hour, own]) one.closedUntil = Math.max(isAhead(one.closedUntil, now) ? one.closedUntil : 0, now + Math.min(retryAfterMs, HOUR_MS));
		},
		isLeft: async (spare) => {
			while (verdict(spare) === 'pending' && !signal?.aborted) await nextEnd();
			return verdict(spare) === null;
		},
		get made() {
			return made;
		},
		get rateLimit() {
			return own.limit;
		},
	};
}
