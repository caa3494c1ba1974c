import { instantIn } from '../../../../src/format/time.ts';

/** The date, `YYYY-MM-DD`, that calendars in a time zone (IANA name) show at an instant (milliseconds since 1970). */
export const dayIn = (timezone: string, ms: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);

/** The same of an ISO date-time; empty when there is none. */
export function dayOf(timezone: string, iso: string | null): string {
	const ms = Date.parse(iso ?? '');
	return Number.isNaN(ms) ? '' : dayIn(timezone, ms);
}

/** The day some days, and some months to their first day, away from a date. Weekdays count from Monday, 0. */
interface Days {
	readonly plus: (days: number) => string;
	readonly firstOfMonth: (monthsAway?: number) => string;
	readonly weekday: number;
}

export function daysFrom(date: string): Days {
	const day = new Date(`${date}T00:00:00Z`);
	const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
	const written = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
	return {
		plus: (days) => written(day.getTime() + days * 86_400_000),
		firstOfMonth: (monthsAway = 0) => written(Date.UTC(year, month + monthsAway, 1)),
		weekday: (day.getUTCDay() + 6) % 7,
	};
}

/** When a date begins in a time zone, in UTC. */
export const startOfDay = (timezone: string, date: string): string =>
	new Date(instantIn(Date.parse(`${date}T00:00:00Z`), timezone)).toISOString();
