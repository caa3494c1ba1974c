import { HOUR_MS, MINUTE_MS } from '../api/index.ts';
import { type AnswerInfo, ClientError, limitIn, mayHaveArrived, noRisk, type RateLimit, type StopReason } from '../client/index.ts';
import { Shared } from './shared.ts';

/** Correctly set clocks of two machines differ by less. */
const CLOCKS_APART_MS = 2 * MINUTE_MS;

/** If each process sends at once only this part of what is left, several of them undershoot the reservation by a few. */
const SHARE = 8;

/** The service counts by the hour, so a time further ahead is from before the clock was set back. */
const isAhead = (until: number, now: number): boolean => now < until && until - now <= HOUR_MS + CLOCKS_APART_MS;

/**
 * When the hour of a report ends, by this machine’s clock. The service’s own clock is preferred: if ours were a minute
 * ahead, the last minute of each hour would already seem over. An implausible distance means that a clock is wrong.
 */
function endOf({ resetAt }: RateLimit, now: number, servedAt: number): number {
	const isPlausible = (untilResetMs: number): boolean => untilResetMs > -CLOCKS_APART_MS && untilResetMs <= HOUR_MS;
	return now + ([servedAt, now].map((from) => resetAt.getTime() - from).find(isPlausible) ?? HOUR_MS);
}

/**
 * Answers may arrive out of order: a later hour replaces an earlier one, and within an hour the lowest count is the latest,
 * unless the plan was raised meanwhile.
 */
const isNewer = (reported: RateLimit, known: RateLimit | null): boolean => {
	const laterMs = reported.resetAt.getTime() - (known?.resetAt.getTime() ?? -Infinity);
	const isRaised = reported.limit > (known?.limit ?? Infinity);
	return laterMs > 0 || (laterMs === 0 && (isRaised || reported.remaining < (known?.remaining ?? Infinity)));
};

/** What all runs of an account together know about the requests left in its hour. Only runs that reserve some rely on it. */
export class Hour {
	private report: RateLimit | null = null;
	/** When the report stops counting, by this machine’s clock. */
	private ends = 0;
	/** The last request begun before the report came. */
	private reportedAfter = 0;
	/** Requests begun so far. */
	begun = 0;
	/** The latest of them that the service has granted, by its number. */
	granted = 0;
	/** Requests in progress, by their number. The report may or may not include them. */
	private readonly underWay = new Set<number>();
	/** For each request that ended without a report, how many had begun by then: the service may have counted it since. */
	private silent: readonly number[] = [];
	/** Whether a 200 did not say how many are left, for example because a proxy removes the headers. Nothing can be reserved then. */
	private isMute = false;
	private waiting: readonly (() => void)[] = [];
	private readonly asking = new Shared();
	private askedInVainAt = -Infinity;
	private wentFirstAt = -Infinity;

	isKnown(now: number): boolean {
		return isAhead(this.ends, now);
	}

	/** How many requests the plan has; infinite if that is not known. */
	get perHour(): number {
		return this.report?.limit ?? Infinity;
	}

	/** When the known count resets: by this machine’s clock in milliseconds, and as the service reported it. */
	get reset() {
		return { ends: this.ends, resetAt: this.report?.resetAt ?? null };
	}

	learn(reported: RateLimit, now: number, servedAt: number): void {
		this.isMute = false;
		const isNext = isNewer(reported, this.report);
		// An expired report must not outrank anything: its reset may have been bogus, far later than any real one.
		if (this.isKnown(now) && !isNext) return;
		if (reported.resetAt.getTime() > (this.report?.resetAt.getTime() ?? 0)) this.silent = [];
		this.report = reported;
		this.reportedAfter = this.begun;
		this.ends = endOf(reported, now, servedAt);
	}

	/** Whether a request may be sent while leaving `keep` requests. `pending`: it depends on requests that are still in progress. */
	verdict(keep: number, now: number): 'no' | 'pending' | 'yes' {
		const { size } = this.underWay;
		// While nothing is known, one goes first and the others wait for its answer.
		if (!this.isKnown(now) || !this.report) return size > 0 && !this.isMute ? 'pending' : 'yes';
		const room = this.report.remaining - this.silent.length - keep;
		if (room > SHARE * size) return 'yes';
		return size > 0 ? 'pending' : 'no';
	}

	/** Whether the next request may go first to find out how many are left: not again within a minute if answers do not say it. */
	mayGoFirst(now: number): boolean {
		const may = this.isMute || this.silent.length === 0 || Math.abs(now - this.wentFirstAt) >= MINUTE_MS;
		if (may) this.wentFirstAt = now;
		return may;
	}

	/** Reads from the profile how many are left, once for all who wait, and not again within a minute after that did not help. */
	async ask(ask: () => Promise<unknown>, now: () => number): Promise<void> {
		if (Math.abs(now() - this.askedInVainAt) < MINUTE_MS) return;
		await this.asking.do(() =>
			ask().finally(() => {
				if (!this.isKnown(now())) this.askedInVainAt = now();
			}),
		);
	}

	/** Counts a request that was admitted. Returns its number. */
	begin(): number {
		this.begun += 1;
		this.underWay.add(this.begun);
		return this.begun;
	}

	async send<T>(number: number, send: () => Promise<T>): Promise<T> {
		try {
			const answered = await send();
			// Only a 200 and a refusal at the limit have to say how many requests are left (Limits, 1).
			const isSilent = answered instanceof Object && 'rateLimit' in answered && answered.rateLimit === null;
			const isGranted = answered instanceof Object && 'ok' in answered && answered.ok === true;
			if (isGranted) this.granted = Math.max(this.granted, number);
			// In an hour that is used up, the service grants nothing, so more were allowed meanwhile.
			if (isGranted && number > this.reportedAfter && this.report?.remaining === 0) this.ends = 0;
			this.isMute ||= isSilent && isGranted;
			this.silent = isSilent ? [...this.silent, this.begun] : this.silent.filter((at) => at >= number);
			return answered;
		} catch (error) {
			if (mayHaveArrived(error)) this.silent = [...this.silent, this.begun];
			throw error;
		} finally {
			this.underWay.delete(number);
			const { waiting } = this;
			this.waiting = [];
			for (const wake of waiting) wake();
		}
	}

	/** Resolves when a request has ended or the wait is cancelled. */
	nextEnd(signal: AbortSignal | undefined): Promise<void> {
		return new Promise((resolve) => {
			const wake = (): void => {
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			this.waiting = [...this.waiting, wake];
			signal?.addEventListener('abort', wake);
		});
	}
}

/** Requests made so far. */
export interface Tally {
	made: number;
}

export interface BudgetOptions {
	/** Requests that the run may make. If omitted, only the service’s limit applies. */
	readonly max?: number | undefined;
	/** Counts the requests, if several runs share `max`. */
	readonly tally?: Tally | undefined;
	/** Requests of the hour to reserve for others. */
	readonly reserveRequests?: number | undefined;
	/** Makes a request, outside this budget, whose answer reports the limit. */
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
	 * For `createClient`: admits each request, including repeated ones, before it is sent. If nothing is reserved, nothing is
	 * counted, because the service’s own refusal is exact; after a refusal, one request a minute is sent until the reset. A request
	 * that may not be sent waits if the patience allows, or fails at once.
	 * @throws ClientError `requestsReserved` at the caller’s own limit, `rateLimited` at the service’s, or the error of asking.
	 */
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
	/** For `createClient`: reads the rate-limit headers of every answer (Limits, 1). */
	readonly onAnswer: (info: Pick<AnswerInfo, 'rateLimit'> & Partial<Pick<AnswerInfo, 'headers'>>) => void;
	/** A failed call may report a limit that its headers do not. */
	readonly onFailure: (error: unknown) => void;
	/** Resolves once it is known whether a request is left. `reserve`: how many more than usual to reserve. */
	readonly isLeft: (reserve?: number) => Promise<boolean>;
	/** Why the hour allows no further request, and until when by this machine’s clock in milliseconds; null if it does. */
	readonly closed: { readonly until: number; readonly error: ClientError } | null;
	/** Requests made so far, answered or not. */
	readonly made: number;
	/** The rate limit as last reported to this run, or null. */
	readonly rateLimit: RateLimit | null;
}

/** A request budget for one run. Runs of one account share the `hour`, so together they respect what each of them reserves. */
export function createRequestBudget(
	hour: Hour,
	{ max = Infinity, tally = { made: 0 }, reserveRequests = 0, ask, patienceMs = 0, now = Date.now, sleep = async () => {}, signal }: BudgetOptions = {},
): RequestBudget {
	let rateLimit: RateLimit | null = null;
	/** The service refuses this run’s requests until then, unless it grants one that began later, as after a change of the plan. */
	let closedUntil = 0;
	let closedAfter = 0;
	let sentAt = 0;
	const reserves = reserveRequests > 0;

	/** Whether waiting is in vain. */
	const allReserved = (): boolean => hour.perHour <= reserveRequests;

	const isClosed = (): boolean => isAhead(closedUntil, now()) && hour.granted <= closedAfter;

	const close = (until: number): void => {
		// Our own refusals are told, too, and change nothing.
		if (isClosed()) {
			closedUntil = Math.max(closedUntil, until);
			return;
		}
		closedUntil = until;
		closedAfter = hour.begun;
		sentAt = now();
	};

	/** Why no request may be sent now, or null. If both limits are reached, it names the hourly one, because then only waiting helps. */
	const stoppedBy = (reserve = 0, isTrial = false): StopReason | 'pending' | null => {
		if (!isTrial && isClosed()) return 'limit';
		const verdict = reserves ? hour.verdict(reserveRequests + reserve, now()) : 'yes';
		if (verdict === 'no') return 'limit';
		if (max - tally.made <= reserve) return 'budget';
		return verdict === 'pending' ? 'pending' : null;
	};

	/** When the hour that allows no further request ends. */
	const closedUntilNow = (): number => (isClosed() ? closedUntil : hour.reset.ends);

	const refusal = (by: StopReason, until: number): ClientError => {
		if (by === 'budget' || !isClosed()) {
			const resetAt = by === 'limit' && !allReserved() ? hour.reset.resetAt : null;
			return new ClientError({ kind: 'requestsReserved', by, made: tally.made, resetAt, ...(by === 'limit' && allReserved() && { allReserved: true }), ...noRisk });
		}
		return new ClientError({
			kind: 'rateLimited',
			status: 429,
			retryAfterMs: until - now(),
			resetAt: rateLimit?.remaining === 0 ? rateLimit.resetAt : new Date(until),
			limit: rateLimit?.limit ?? null,
			message: 'Hourly request limit used up',
			...noRisk,
		});
	};

	/** Resolves with the number of the request. */
	const admit = async (): Promise<number> => {
		for (let waitedMs = 0; ; ) {
			// A client may live for hours, and the plan be changed meanwhile.
			const isTrial = isClosed() && Math.abs(now() - sentAt) >= MINUTE_MS;
			const by = stoppedBy(0, isTrial);
			if (by === 'pending') {
				if (signal?.aborted) throw new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk });
				await hour.nextEnd(signal);
				continue;
			}
			if (by === null) {
				// A caller that cannot ask, such as polling, sends requests one by one until an answer reports the limit.
				if (!reserves || hour.isKnown(now()) || hour.mayGoFirst(now()) || !ask) {
					tally.made += 1;
					sentAt = now();
					return hour.begin();
				}
				await hour.ask(ask, now);
				if (hour.isKnown(now())) continue;
				throw new ClientError({ kind: 'requestsReserved', by: 'limit', made: tally.made, resetAt: null, ...noRisk });
			}
			const until = closedUntilNow();
			const waitMs = Math.max(1, until - now());
			if (by === 'budget' || allReserved() || waitedMs + waitMs > patienceMs) throw refusal(by, until);
			await sleep(waitMs);
			waitedMs += waitMs;
		}
	};

	return {
		around: async (send) => {
			const number = await admit();
			return await hour.send(number, send);
		},
		onAnswer: ({ rateLimit: reported, headers = {} }) => {
			if (!reported) return;
			const servedAt = Date.parse(headers['date'] ?? '');
			hour.learn(reported, now(), servedAt);
			if (!isNewer(reported, rateLimit)) return;
			rateLimit = reported;
			if (reported.remaining > 0) closedUntil = 0;
			else close(endOf(reported, now(), servedAt));
		},
		onFailure: (error) => {
			// Not `resetAt`, which is a time by the service’s clock.
			const retryAfterMs = limitIn(error)?.retryAfterMs ?? null;
			if (retryAfterMs !== null) close(now() + Math.min(retryAfterMs, HOUR_MS));
		},
		isLeft: async (reserve) => {
			while (stoppedBy(reserve) === 'pending' && !signal?.aborted) await hour.nextEnd(signal);
			return stoppedBy(reserve) === null;
		},
		get closed() {
			const until = closedUntilNow();
			return stoppedBy() === 'limit' ? { until, error: refusal('limit', until) } : null;
		},
		get made() {
			return tally.made;
		},
		get rateLimit() {
			return rateLimit;
		},
	};
}
