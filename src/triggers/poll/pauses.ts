import { HOUR_MS, MINUTE_MS } from '../../api/index.ts';
import { isLimit, limitIn, type RateLimit } from '../../client/index.ts';

/** How long a trigger pauses its requests. */
export interface Pause {
	/** Milliseconds since 1970; no request before it. */
	readonly until: number;
	/** Polls in a row that failed for a reason that passes by itself. */
	readonly failures: number;
	/** How long this trigger waits between two polls while many share the hour’s requests; 0: it does not. */
	readonly gap: number;
}

export const noPause: Pause = { until: 0, failures: 0, gap: 0 };

const MAX_BACK_OFF_MS = 30 * MINUTE_MS;

/** The longest wait that the service asks for is to the next full hour. */
const MAX_ASKED_MS = HOUR_MS + MINUTE_MS;

/** How many polls in a row may fail before a failure is reported: a service that restarts is no news. */
const QUIET_FAILURES = 2;

export const MAX_GAP_MS = 12 * HOUR_MS;

/** Whether a trigger still has to pause. A longer pause than any that we set means that the clock was set back since. */
export const isPaused = ({ until, gap }: Pause, now: number): boolean => now < until && until - now <= MAX_ASKED_MS + 1.25 * gap;

/** Whether to report a temporary failure. A used-up limit is reported at once: it lasts, and somebody may want to poll less often. */
export const isReported = (error: unknown, { failures }: Pause): boolean => isLimit(error) || failures > QUIET_FAILURES;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** How long until the hour ends. A wrong clock does not make it longer. */
const leftOf = ({ resetAt }: RateLimit, now: number): number => within(resetAt.getTime() - now, 0, HOUR_MS);

/** All triggers together aim for nine tenths of the limit; the rest is for what people start. */
const SHARE = 0.9;

/** Any earlier in the hour, the requests so far may show that they are too many, but not that they are few. */
const MEANINGFUL_MS = 12 * MINUTE_MS;

/** The gap grows fast, so that many triggers find it within hours, and shrinks slowly, so that they keep it. */
const STEP = { up: 16, down: 1 / 2 } as const;

/**
 * The gap after an answer: multiplied by the factor by which the account uses up its hour too fast or too slowly. Triggers
 * need not know about each other, because the service counts the requests of all of them.
 */
function gapAfter(rateLimit: RateLimit | null, before: number, now: number): number {
	if (!rateLimit) return 0;
	const { limit, remaining } = rateLimit;
	const goneMs = HOUR_MS - leftOf(rateLimit, now);
	const speed = (limit - remaining) / (limit * SHARE) / (Math.max(MEANINGFUL_MS, goneMs) / HOUR_MS);
	const factor = within(speed, goneMs < MEANINGFUL_MS ? 1 : STEP.down, STEP.up);
	const gap = Math.min(MAX_GAP_MS, Math.round(Math.max(before, MINUTE_MS) * factor));
	return gap > MINUTE_MS ? gap : 0;
}

export interface Ended {
	/** What ended the poll, if it is temporary. */
	readonly error: unknown;
	/** The rate limit in the last answer; null if there is none. */
	readonly rateLimit: RateLimit | null;
}

/**
 * The pause after a poll: until the service is to be asked again after a used-up hour or another failure, and three to five
 * quarters of the gap, drawn by `random` (0 to 1), so that not all triggers ask at once.
 */
export function pauseAfter({ error, rateLimit }: Ended, before: Pause, now: number, random: number): Pause {
	const failures = error === null ? 0 : before.failures + 1;
	const gap = gapAfter(rateLimit, before.gap, now);
	const backOffMs = failures < QUIET_FAILURES ? 0 : Math.min(MAX_BACK_OFF_MS, MINUTE_MS * 2 ** (failures - QUIET_FAILURES));
	const askedMs = Math.min(MAX_ASKED_MS, limitIn(error)?.retryAfterMs ?? backOffMs);
	const resetMs = rateLimit?.remaining === 0 ? leftOf(rateLimit, now) : 0;
	const ms = Math.max(askedMs, resetMs) + Math.round((0.75 + random / 2) * gap);
	return { until: ms > 0 ? now + ms : 0, failures, gap };
}
