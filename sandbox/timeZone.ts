import { findIana } from 'windows-iana';
import { MINUTE_MS } from './clock.ts';

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
