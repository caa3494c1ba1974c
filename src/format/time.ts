const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

export interface ReadTime {
	/** Milliseconds since 1970; of the clock time as if it were UTC when there is no offset. */
	readonly ms: number;
	readonly hasOffset: boolean;
}

/** An ISO 8601 date and time, or null. `Date.parse` alone reads nearly anything, in the machine's zone. */
export function readTime(value: unknown): ReadTime | null {
	const match = typeof value === 'string' ? ISO.exec(value) : null;
	if (!match) return null;
	const ms = Date.parse(match[1] ? match[0] : `${match[0]}Z`);
	return Number.isNaN(ms) ? null : { ms, hasOffset: match[1] !== undefined };
}

/** Milliseconds since 1970, or null. Without an offset UTC is meant, as everywhere else in the service. */
export const instantOf = (value: unknown): number | null => readTime(value)?.ms ?? null;

const pad = (number: number, digits = 2): string => String(Math.floor(number)).padStart(digits, '0');

/** `HH:MM:SS`; hours grow beyond two digits. */
export const elapsed = (ms: number): string =>
	`${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}`;

/** `HH:MM:SS` with milliseconds behind the separator, which is all that SRT and WebVTT differ in. */
export const elapsedWithMs = (ms: number, separator: ',' | '.'): string =>
	`${elapsed(ms)}${separator}${pad(ms % 1000, 3)}`;
