import { DateTime } from '../api/index.ts';
import { ClientError } from '../client/index.ts';

/** ISO date-times with `Z` or an offset. Neighbouring periods share no meeting and lose none. */
export interface Period {
	/** Meetings that started at this time or later. */
	readonly since: string;
	/** Meetings that started before this time; default: all that there are by now. */
	readonly until?: string;
}

export interface PeriodMs {
	readonly since: number;
	/** Infinity up to now: the service's clock may be ahead of this one, and what it has is over. */
	readonly until: number;
}

const refuse = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

function parseTime(field: keyof Period, value: string): number {
	return DateTime.safeParse(value).success
		? Date.parse(value)
		: refuse(field, 'it must be a date and time with a time zone, for example 2026-01-31T09:00:00Z');
}

/** @throws ClientError `invalidInput` */
export function parsePeriod({ since, until }: Period, now: number): PeriodMs {
	const start = parseTime('since', since);
	if (until === undefined) {
		return start <= now ? { since: start, until: Infinity } : refuse('since', 'it must not be in the future');
	}
	const end = parseTime('until', until);
	return start <= end ? { since: start, until: end } : refuse('until', 'it must not be before the start of the period');
}
