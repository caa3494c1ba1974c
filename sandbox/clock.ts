import { findIana } from 'windows-iana';
import { SandboxError } from './errors.ts';

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

/** A clock that can be turned while everybody reads it. */
export interface AdjustableClock {
	readonly now: Now;
	/** Whether it neither runs ahead or behind nor stands still. */
	isReal(): boolean;
	isFrozen(): boolean;
	/** Sets it to a time in milliseconds, from where it runs on, or stands still when `frozen`. */
	set(time: number, frozen: boolean): void;
	/** Turns it on by `ms`; below 0, back. It runs on, or stands still, as before. */
	advance(ms: number): void;
	/** Back to the time it started from. */
	real(): void;
}

/** Makes a clock that follows `base` until it is adjusted. */
export function adjustableClock(base: Now): AdjustableClock {
	let offset = 0;
	let frozenAt: number | null = null;
	const now = () => frozenAt ?? base() + offset;
	const set = (time: number, frozen: boolean) => {
		if (!(time >= 0 && time < LATEST)) throw new SandboxError('input', `The clock goes from ${iso(0)} to ${iso(LATEST)}.`);
		[offset, frozenAt] = [time - base(), frozen ? time : null];
	};
	return {
		now,
		isReal: () => offset === 0 && frozenAt === null,
		isFrozen: () => frozenAt !== null,
		set,
		advance: (ms) => set(now() + ms, frozenAt !== null),
		real: () => void ([offset, frozenAt] = [0, null]),
	};
}

/** Far enough ahead for everybody, and early enough that everything counted from it is still a date. */
const LATEST = Date.UTC(9999, 0) - HOUR_MS;

/** Whether this is the name of a time zone (IANA). */
export function isTimeZone(zone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** The zone that a calendar means: by its own name, or by the one that Windows gives it. Null when there is none. */
export function timeZoneOf(name: string): string | null {
	if (isTimeZone(name)) return name;
	return findIana(name).find(isTimeZone) ?? null;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(ms: number, zone: string): number {
	const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(ms);
	const written = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):?(\d\d)?/.exec(written) ?? [];
	return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
}

/** The moment at which the clocks of a zone show this time, which is given as if it were UTC. */
export function momentIn(local: number, zone: string): number {
	const guess = local - offsetAt(local, zone);
	return local - offsetAt(guess, zone);
}
