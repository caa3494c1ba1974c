import { HOUR_MS, MINUTE_MS } from '../api/index.ts';
import { isLimit, limitIn, type RateLimit } from '../client/index.ts';

/** When to ask again after failures. */
export interface Pause {
	/** Milliseconds since 1970; no request before it. */
	readonly until: number;
	/** Polls in a row that failed for a reason that passes by itself. */
	readonly failures: number;
}

export const noPause: Pause = { until: 0, failures: 0 };

const MAX_BACK_OFF_MS = 30 * MINUTE_MS;

/** The longest wait the service asks for is to the next full hour; more is a clock that was set back. */
const MAX_PAUSE_MS = 61 * MINUTE_MS;

/** Failed polls in a row before a failure is reported: a service that restarts is no news. */
const QUIET_FAILURES = 2;

export const isPaused = ({ until }: Pause, now: number): boolean => now < until && until - now <= MAX_PAUSE_MS;

/** Whether to report a temporary failure. A used-up limit is reported at once: it lasts, and somebody may want to poll less often. */
export const isReported = (error: unknown, { failures }: Pause): boolean =>
	isLimit(error) || failures > QUIET_FAILURES;

/** The pause after a failed poll: as long as the service asks for, otherwise longer with each failure. */
export function pauseAfter(error: unknown, before: Pause, now: number): Pause {
	const failures = before.failures + 1;
	const asked = limitIn(error)?.retryAfterMs ?? null;
	const backOff = failures < QUIET_FAILURES ? 0 : Math.min(MAX_BACK_OFF_MS, MINUTE_MS * 2 ** (failures - QUIET_FAILURES));
	return { until: now + Math.min(asked ?? backOff, MAX_PAUSE_MS), failures };
}

/** How often one flow asks while many share the hour's limit. Milliseconds; `until` since 1970. */
export interface Pace {
	/** Between two polls; 0: whenever the host polls. */
	readonly gap: number;
	/** No request before it. */
	readonly until: number;
}

export const fullPace: Pace = { gap: 0, until: 0 };

/** The share of the limit that all flows together aim for; the rest is for what people start. */
const SHARE = 0.9;

/** Any earlier in the hour, the requests so far say too little about the rest of it. */
const MEANINGFUL_MS = 12 * MINUTE_MS;

/**
 * How much the gap may change at once: up fast, so that many flows find their pace within hours; down slowly, so that they
 * keep it.
 */
const STEP = { up: 16, down: 0.5 } as const;
export const MAX_GAP = 12 * HOUR_MS;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** How many times the allowed rate the account uses, if it continues as in this hour so far. */
function pressureOf({ limit, remaining, resetAt }: RateLimit, now: number): number {
	const elapsed = within(HOUR_MS - (resetAt.getTime() - now), 0, HOUR_MS);
	const pressure = (limit - remaining) / (Math.max(elapsed, MEANINGFUL_MS) / HOUR_MS) / (limit * SHARE);
	return elapsed < MEANINGFUL_MS ? Math.max(1, pressure) : pressure;
}

/**
 * The pace after an answer. Each flow slows down by the factor by which all flows together are too fast. They don't need to know
 * about each other, because they share the service's count. `random`, from 0 to 1, spreads out their requests.
 */
export function paceAfter(limit: RateLimit | null, { gap: before }: Pace, now: number, random: number): Pace {
	if (!limit) return fullPace;
	const step = within(pressureOf(limit, now), STEP.down, STEP.up);
	const gap = Math.round(Math.min(MAX_GAP, Math.max(before, MINUTE_MS) * step));
	if (gap <= MINUTE_MS) return fullPace;
	const from = limit.remaining > 0 ? now + 0.75 * gap : within(limit.resetAt.getTime(), now, now + HOUR_MS);
	return { gap, until: Math.round(from + random * (limit.remaining > 0 ? 0.5 : 1) * gap) };
}

/** Whether it is too early to ask. Setting the clock back does not extend the wait. */
export const isTooEarly = ({ gap, until }: Pace, now: number): boolean =>
	now < until && until - now <= HOUR_MS + 1.25 * Math.min(gap, MAX_GAP);
