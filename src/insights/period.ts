import { DateTime } from '../api/index.ts';
import { ClientError } from '../client/index.ts';

/** ISO date-times with `Z` or an offset. Neighbouring periods share no meeting and lose none. */
export interface Period {
	/** Meetings that started at this time or later. */
	readonly since: string;
	/** Meetings that started before this time; default now. */
	readonly until?: string;
}

export interface PeriodMs {
	readonly since: number;
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
	const period = { since: parseTime('since', since), until: until === undefined ? now : parseTime('until', until) };
	if (period.since <= period.until) return period;
	return until === undefined
		? refuse('since', 'it must not be in the future')
		: refuse('until', 'it must not be before the start of the period');
}
