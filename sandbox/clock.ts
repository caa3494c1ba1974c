/** Current time in milliseconds since 1970. */
export type Now = () => number;

/** A clock that stands still until it is set: `startSandbox({ now: clock.now })`. */
export interface SettableClock {
	readonly now: Now;
	set(time: number | string): void;
	advance(ms: number): void;
}

/** Makes a clock that stands at `start` (milliseconds, or ISO 8601). */
export function settableClock(start: number | string): SettableClock {
	let time = new Date(start).getTime();
	return {
		now: () => time,
		set: (next) => void (time = new Date(next).getTime()),
		advance: (ms) => void (time += ms),
	};
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const MINUTE_MS = 60_000;

export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** 00:00 UTC on the first day of the month of `ms`, or of the month `ahead` of it. */
export function startOfMonth(ms: number, ahead = 0): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead);
}
