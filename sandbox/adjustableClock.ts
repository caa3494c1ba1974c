import { HOUR_MS, iso, type Now } from './clock.ts';
import { SandboxError } from './errors.ts';

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
