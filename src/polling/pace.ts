import type { RateLimit } from '../client/index.ts';

/** How often one workflow asks while many share the hour's limit. Milliseconds; `until` since 1970. */
export interface Pace {
	/** Between two polls; 0: as often as the host has it poll. */
	readonly gap: number;
	/** No request before it. */
	readonly until: number;
}

export const fullPace: Pace = { gap: 0, until: 0 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The part of the limit that everybody together comes to; the rest is for what people start. */
const SHARE = 0.9;

/** Before that, few requests do not mean that there will be few, and many not that there will be as many more. */
const TELLING_MS = 12 * MINUTE;

/** How much the gap may change at once: up, so that many find their pace within hours; down, so that they keep it. */
const STEP = { up: 16, down: 0.5 } as const;
const MAX_GAP = 12 * HOUR;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** How many times too fast the account is used, going on as in this hour so far. */
function pressureOf({ limit, remaining, resetAt }: RateLimit, now: number): number {
	const elapsed = within(HOUR - (resetAt.getTime() - now), 0, HOUR);
	const pressure = (limit - remaining) / (Math.max(elapsed, TELLING_MS) / HOUR) / (limit * SHARE);
	return elapsed < TELLING_MS ? Math.max(1, pressure) : pressure;
}

/**
 * The pace after an answer. Each workflow slows down by as much as all together are too fast, which none of them has
 * to know of the others for: the service's count is what they share. `random`: 0 to 1, so that they do not ask together.
 */
export function paceAfter(told: RateLimit | null, { gap: before }: Pace, now: number, random: number): Pace {
	if (!told) return fullPace;
	const step = within(pressureOf(told, now), STEP.down, STEP.up);
	const gap = Math.round(Math.min(MAX_GAP, Math.max(before, MINUTE) * step));
	if (gap <= MINUTE) return fullPace;
	const from = told.remaining > 0 ? now + 0.75 * gap : within(told.resetAt.getTime(), now, now + HOUR);
	return { gap, until: Math.round(from + random * (told.remaining > 0 ? 0.5 : 1) * gap) };
}

/** Whether it is too early to ask. A clock that was set back does not put it off. */
export const isTooEarly = ({ gap, until }: Pace, now: number): boolean =>
	now < until && until - now <= HOUR + 1.25 * Math.min(gap, MAX_GAP);
