import type { Problem } from '../client/index.ts';

/** When to ask again after failures. */
export interface Pause {
	/** Milliseconds since 1970; no request before it. */
	readonly until: number;
	/** Polls in a row that failed for a reason that passes by itself. */
	readonly failures: number;
}

export const noPause: Pause = { until: 0, failures: 0 };

const MINUTE = 60_000;
const MAX_BACK_OFF_MS = 30 * MINUTE;

/** The longest wait the service asks for is to the next full hour; more is a clock that was set back. */
const MAX_PAUSE_MS = 61 * MINUTE;

/** Failed polls in a row before anybody is told: a service that restarts is no news. */
const QUIET_FAILURES = 2;

export const isPaused = ({ until }: Pause, now: number): boolean => now < until && until - now <= MAX_PAUSE_MS;

/** Whether a failure passes by itself, so that the next poll is all the repetition it takes. */
export const isPassing = (problem: Problem): boolean =>
	problem.kind === 'rateLimited' ||
	problem.kind === 'noAnswer' ||
	(problem.kind === 'api' && problem.status >= 500) ||
	(problem.kind === 'unexpectedAnswer' && problem.status >= 500);

/** Whether a passing failure is told. A used-up limit is at once: it lasts, and somebody may want to poll less. */
export const isTold = (problem: Problem, { failures }: Pause): boolean =>
	problem.kind === 'rateLimited' || failures > QUIET_FAILURES;

/** The pause after a failed poll: as long as the service asks for, else longer with each failure. */
export function pauseAfter(problem: Problem, before: Pause, now: number): Pause {
	const failures = before.failures + 1;
	const asked = problem.kind === 'rateLimited' ? problem.retryAfterMs : null;
	const backOff = failures < QUIET_FAILURES ? 0 : Math.min(MAX_BACK_OFF_MS, MINUTE * 2 ** (failures - QUIET_FAILURES));
	return { until: now + Math.min(asked ?? backOff, MAX_PAUSE_MS), failures };
}
