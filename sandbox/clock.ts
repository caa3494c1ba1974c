import { findIana } from 'windows-iana';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/api/index.ts';
import { dateFormat } from '../src/format/index.ts';
import { SandboxError } from './errors.ts';

export { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/api/index.ts';

/** Current time in milliseconds since 1970. */
export type Now = () => number;

/** A clock that stands still until it is set: `startSandbox({ now: clock.now })`. */
export interface SettableClock {
	readonly now: Now;
	set(time: number | string): void;
	advance(ms: number): void;
}

/** Creates a clock that stands still at `start` (milliseconds, or ISO 8601). */
export function settableClock(start: number | string): SettableClock {
	let time = new Date(start).getTime();
	return {
		now: () => time,
		set: (next) => void (time = new Date(next).getTime()),
		advance: (ms) => void (time += ms),
	};
}


export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** 00:00 UTC on the first day of the month of `ms`, or of the month `ahead` of it. */
export function startOfMonth(ms: number, ahead = 0): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead);
}

/** A clock that can be adjusted while the sandbox runs. */
export interface AdjustableClock {
	readonly now: Now;
	/** Whether it shows real time: neither shifted nor frozen. */
	isReal(): boolean;
	isFrozen(): boolean;
	/** Sets the time in milliseconds. The clock continues from there, or stands still if `frozen`. */
	set(time: number, frozen: boolean): void;
	/** Moves it forward by `ms`, or back if negative. A frozen clock stays frozen. */
	advance(ms: number): void;
	/** Returns to the time of its base. */
	real(): void;
}

/** Creates a clock that follows `base` until it is adjusted. */
export function adjustableClock(base: Now): AdjustableClock {
	let offset = 0;
	let frozenAt: number | null = null;
	const now = () => frozenAt ?? base() + offset;
	const set = (time: number, frozen: boolean) => {
		if (!(time >= 0 && time < LATEST)) throw new SandboxError('input', `The clock must be between ${iso(0)} and ${iso(LATEST)}.`);
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

/** Early enough that every time derived from it is still a valid date. */
const LATEST = Date.UTC(9999, 0) - HOUR_MS;

/** Whether this is an IANA time zone name. */
export function isTimeZone(zone: string): boolean {
	try {
		return dateFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** The IANA time zone for a calendar's zone name, which may also be a Windows name. Null if there is none. */
export function timeZoneOf(name: string): string | null {
	if (isTimeZone(name)) return name;
	return findIana(name).find(isTimeZone) ?? null;
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
export function offsetAt(ms: number, zone: string): number {
	const parts = dateFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(ms);
	const written = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):?(\d\d)?/.exec(written) ?? [];
	return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
}

/** The moment at which clocks in a zone show this time. `local` is the clock time as if it were UTC. */
export function momentIn(local: number, zone: string): number {
	const guess = local - offsetAt(local, zone);
	return local - offsetAt(guess, zone);
}
