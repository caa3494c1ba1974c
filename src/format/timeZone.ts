/** Whether `Intl` knows the zone: IANA names. Windows names such as `Pacific Standard Time` are unknown to it. */
export function isTimeZone(name: string): boolean {
	try {
		return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
	} catch {
		return false;
	}
}

/** Shows instants (ms) as `HH:MM:SS` on the clocks of an IANA zone. Throws `RangeError` for another name. */
export function clockIn(timeZone: string): (ms: number) => string {
	const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
	return (ms) => format.format(ms);
}

function offsetsIn(timeZone: string): (ms: number) => number {
	const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	return (ms) => {
		const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
		const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
		const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
		return sign === '-' ? -size : size;
	};
}

const DAY = 86_400_000;

/**
 * The instant (ms) at which the clocks of an IANA zone show a time (ms, written as if it were UTC). A time shown twice
 * is the earlier one; a time that is skipped is counted on from before the skip, as calendars do (RFC 5545, 3.3.5).
 */
export function instantIn(clockMs: number, timeZone: string): number {
	const offsetAt = offsetsIn(timeZone);
	// No zone changes its clocks twice within two days around a time, and no offset is as long as a day.
	const before = clockMs - offsetAt(clockMs - DAY);
	const after = clockMs - offsetAt(clockMs + DAY);
	const isShownAt = (ms: number) => ms + offsetAt(ms) === clockMs;
	return !isShownAt(before) && isShownAt(after) ? after : before;
}
