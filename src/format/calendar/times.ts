import { fieldsOf, oneLine } from '../read.ts';
import { readTime } from '../time.ts';
import { instantIn, isTimeZone } from '../timeZone.ts';

export interface EventTime {
	/**
	 * UTC with `Z`; a date for an event of whole days; the clock time without offset when `resolved` is false; null
	 * when there is none.
	 */
	readonly time: string | null;
	readonly timeZone: string | null;
	/** False when the zone is missing or unknown to `Intl`, as Windows names are: guessing would move meetings. */
	readonly resolved: boolean;
}

const dateOf = (value: unknown): string | null => /^\d{4}-\d\d-\d\d/.exec(oneLine(value))?.[0] ?? null;

/** Start or end of an event, `{ dateTime, timeZone }` or `{ date }`. */
export function eventTime(value: unknown, allDay: boolean): EventTime {
	const { dateTime, date, timeZone: zone } = fieldsOf(value);
	const timeZone = oneLine(zone) || null;
	if (allDay) return { time: dateOf(date) ?? dateOf(dateTime), timeZone, resolved: true };
	const read = readTime(dateTime);
	if (!read) return { time: oneLine(dateTime) || null, timeZone, resolved: oneLine(dateTime) === '' };
	if (read.hasOffset) return { time: new Date(read.ms).toISOString(), timeZone, resolved: true };
	if (timeZone !== null && isTimeZone(timeZone)) {
		return { time: new Date(instantIn(read.ms, timeZone)).toISOString(), timeZone, resolved: true };
	}
	return { time: oneLine(dateTime), timeZone, resolved: false };
}
