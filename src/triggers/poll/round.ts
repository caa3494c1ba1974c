import type { Account, Allowance, RequestBudget } from '../../limits/index.ts';
import { isHeldBack, type Client, type RateLimit, type Wrapper } from '../../client/index.ts';
import type { Terms } from '../../forms/index.ts';
import { LAST_MS } from './window.ts';

/** Requests of the hour that polling leaves to everything else. */
const RESERVED_REQUESTS = 10;

/** Time limit for all requests of a poll. Polls may come every minute, and hosts start the next one without waiting. */
export const MAX_POLL_MS = 45_000;

/** Time limit for one answer. */
export const ANSWER_MS = 10_000;

/** What a host needs to create a client. */
export interface Connecting extends Pick<Allowance, 'around'> {
	/** Ends every request once the poll has taken too long, or the host stops. */
	readonly signal: AbortSignal;
}

export interface RoundHost {
	readonly account: Account;
	/**
	 * Creates a client that never waits for the next hour and never repeats requests, because the next poll does that. Throws
	 * `ClientError`.
	 */
	readonly connect: (connecting: Connecting) => Client;
	/** Max requests of this poll. */
	readonly maxRequests: number;
	/** Requests of the hour to leave to everything else; by default a few, since polling can wait. */
	readonly reserveRequests?: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** How long the poll may take. */
	readonly maxMs?: number;
	/** A random number from 0 to 1. */
	readonly random?: () => number;
	/** Aborted when the host stops. */
	readonly signal?: AbortSignal;
	readonly terms: Terms;
}

/** What one poll may do. */
export interface Round extends Pick<RoundHost, 'now' | 'terms'> {
	readonly client: Client;
	/** Whether a request may be sent; if not, the poll is over. `reserve`: how many to leave for later in this poll. */
	readonly mayAsk: (reserve?: number) => Promise<boolean>;
	/** When the service’s hour ends, by its own clock in milliseconds since 1970; null until an answer says so. */
	readonly hourEnd: () => number | null;
	readonly random: () => number;
}

/** A round that knows why it ended. */
export interface BegunRound extends Round {
	/** Whether it could not send every request that it wanted to. */
	readonly isCut: () => boolean;
	/** Why the hour allows no further request, and until when; null if it does. */
	readonly closed: () => RequestBudget['closed'];
	/** The rate limit in the answers so far; null until one contains it. */
	readonly rateLimit: () => RateLimit | null;
}

/** Throws what `connect` throws. */
export function beginRound({
	account,
	connect,
	maxRequests,
	reserveRequests = RESERVED_REQUESTS,
	now,
	maxMs = MAX_POLL_MS,
	random = Math.random,
	signal,
	terms,
}: RoundHost): BegunRound {
	const over = AbortSignal.timeout(maxMs);
	const ends = signal ? AbortSignal.any([signal, over]) : over;
	const { requests, around } = account.begin({ max: maxRequests, reserveRequests, now, signal: ends });
	// A request sent later than this might be answered too late.
	const deadline = now() + Math.max(0, maxMs - ANSWER_MS) + 1;
	let isCut = false;
	const hourEnd = (): number | null => {
		const end = requests.rateLimit?.resetAt.getTime() ?? NaN;
		return Number.isNaN(end) ? null : Math.min(LAST_MS, Math.max(0, end));
	};
	const noting: Wrapper = {
		request: async (send) =>
			await send().catch((error: unknown) => {
				isCut ||= isHeldBack(error);
				throw error;
			}),
	};
	return {
		client: connect({ around: [noting, ...around], signal: ends }),
		...{ now, random, terms },
		mayAsk: async (reserve) => {
			const may = (await requests.isLeft(reserve)) && now() < deadline;
			isCut ||= !may;
			return may;
		},
		hourEnd,
		isCut: () => isCut,
		closed: () => requests.closed,
		rateLimit: () => requests.rateLimit,
	};
}

/** What ended a poll early, or null. Requests that others have reserved, or have used meanwhile, are no error: the next poll continues. */
export const endOfPoll = (error: unknown): unknown => (isHeldBack(error) ? null : error);
