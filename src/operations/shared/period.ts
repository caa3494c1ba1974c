import { DAY_MS } from '../../api/index.ts';
import { clockAt, instantIn } from '../../format/index.ts';
import { checkOrder, type Period } from '../../meetings/index.ts';
import { choice, dateTime, type InputOf, number } from '../../forms/index.ts';

/** How many requests reading a period takes. */
export const PERIOD_REQUESTS = '1 per 100 meetings since the start of the period, plus 1 per meeting in it';

const custom = { period: ['custom'] };

const periods = [
	{ value: 'custom', label: 'Custom', audience: 'people', description: 'Between two dates and times' },
	{ value: 'last30Days', label: 'Last 30 Days', description: 'The last 30 × 24 hours, up to now' },
	{ value: 'last7Days', label: 'Last 7 Days', description: 'The last 7 × 24 hours, up to now' },
	{ value: 'lastMonth', label: 'Last Month', description: 'The calendar month before this one' },
	{ value: 'lastDays', label: 'Last N Days', audience: 'people', description: 'As many × 24 hours as you enter, up to now' },
	{ value: 'lastQuarter', label: 'Last Quarter', description: 'The calendar quarter before this one' },
	{ value: 'lastWeek', label: 'Last Week', description: 'The calendar week before this one, Monday to Sunday' },
	{ value: 'thisMonth', label: 'This Month', description: 'Since the first of the month, up to now' },
	{ value: 'thisQuarter', label: 'This Quarter', description: 'Since the first of January, April, July or October, up to now' },
	{ value: 'thisWeek', label: 'This Week', description: 'Since Monday, up to now' },
	{ value: 'thisYear', label: 'This Year', description: 'Since the first of January, up to now' },
	{ value: 'today', label: 'Today', description: 'Since midnight, up to now' },
	{ value: 'yesterday', label: 'Yesterday', description: 'From midnight to midnight' },
] as const;

/** The period that an operation covers; only a custom one has dates of its own. */
export const periodFields = {
	period: choice({
		label: 'Period',
		choices: periods,
		default: 'last7Days',
		required: true,
		description: ({ timezone }) => `When the meetings started, in ${timezone}`,
	}),
	days: number({
		label: 'Days',
		whole: true,
		min: 1,
		max: 3650,
		default: 14,
		description: 'How many days to look back',
		showWhen: { period: ['lastDays'] },
	}),
	since: dateTime({
		label: 'From',
		required: true,
		description: 'Meetings that started at this time or later',
		showWhen: custom,
	}),
	until: dateTime({
		label: 'To',
		description: 'Meetings that started before this time; now if empty',
		showWhen: custom,
	}),
};

type Named = Exclude<(typeof periods)[number], { readonly audience: string }>;

/** A filter by a period that needs no dates, for lists. */
export const periodFilter = choice({
	label: 'Period',
	// An agent knows the date, and has fields for times.
	audience: 'people',
	choices: periods.filter((period): period is Named => !('audience' in period)),
	initial: 'lastWeek',
	description: ({ timezone }) => `When the meetings started, in ${timezone}`,
});

/** The date, `YYYY-MM-DD`, that calendars in a time zone (IANA name) show at an instant (milliseconds since 1970). */
export const dayIn = (timezone: string, ms: number): string => clockAt(timezone, ms).date;

/** The days around a date. Weekdays count from Monday, 0. */
interface Days {
	readonly plus: (days: number) => string;
	readonly firstOfMonth: (monthsAway?: number) => string;
	readonly weekday: number;
	/** Months since the quarter or the year began, 0 in its first. */
	readonly monthOfQuarter: number;
	readonly monthOfYear: number;
}

function daysFrom(date: string): Days {
	const day = new Date(`${date}T00:00:00Z`);
	const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
	const written = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
	return {
		plus: (days) => written(day.getTime() + days * DAY_MS),
		firstOfMonth: (monthsAway = 0) => written(Date.UTC(year, month + monthsAway, 1)),
		weekday: (day.getUTCDay() + 6) % 7,
		monthOfQuarter: month % 3,
		monthOfYear: month,
	};
}

/** When a date begins in a time zone, in UTC. */
const startOfDay = (timezone: string, date: string): string =>
	new Date(instantIn(Date.parse(`${date}T00:00:00Z`), timezone)).toISOString();

/** The date that many days after another; before it if negative. */
export const dateAfter = (date: string, days: number): string => daysFrom(date).plus(days);

/** The start of a date in a time zone, and that of the next date. */
export const rangeOfDate = (timezone: string, date: string): Required<Period> => ({
	since: startOfDay(timezone, date),
	until: startOfDay(timezone, dateAfter(date, 1)),
});

type Range = readonly [string, string?];

/**
 * The first day of each period, and the first day after it; if the latter is missing, the period lasts until now. `ago`
 * counts periods back from the requested one.
 */
const ofDays = {
	lastMonth: ({ firstOfMonth }: Days, ago: number): Range => [firstOfMonth(-1 - ago), firstOfMonth(-ago)],
	lastQuarter: ({ firstOfMonth, monthOfQuarter }: Days, ago: number): Range => [
		firstOfMonth(-monthOfQuarter - 3 - 3 * ago),
		firstOfMonth(-monthOfQuarter - 3 * ago),
	],
	lastWeek: ({ plus, weekday }: Days, ago: number): Range => [plus(-weekday - 7 - 7 * ago), plus(-weekday - 7 * ago)],
	thisMonth: ({ firstOfMonth }: Days, ago: number): Range => [firstOfMonth(-ago)],
	thisQuarter: ({ firstOfMonth, monthOfQuarter }: Days, ago: number): Range => [firstOfMonth(-monthOfQuarter - 3 * ago)],
	thisWeek: ({ plus, weekday }: Days, ago: number): Range => [plus(-weekday - 7 * ago)],
	thisYear: ({ firstOfMonth, monthOfYear }: Days, ago: number): Range => [firstOfMonth(-monthOfYear - 12 * ago)],
	today: ({ plus }: Days, ago: number): Range => [plus(-ago)],
	yesterday: ({ plus }: Days, ago: number): Range => [plus(-1 - ago), plus(-ago)],
};

/** Refuses a list's filters by time that leave nothing. @throws ClientError `invalidInput` */
export function checkFilters({ since, until }: Partial<Period>): void {
	if (since !== undefined && until !== undefined) checkOrder(Date.parse(since), Date.parse(until));
}

type Asked = InputOf<typeof periodFields>;

interface Clock {
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** IANA name. */
	readonly timezone: string;
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The requested period, in UTC. */
export function periodOf({ period, days, since, until }: Asked, { now, timezone }: Clock): Period {
	switch (period) {
		case 'custom':
			return { since: since ?? '', ...(until !== undefined && { until }) };
		case 'last30Days':
			return { since: isoOf(now() - 30 * DAY_MS) };
		case 'last7Days':
			return { since: isoOf(now() - 7 * DAY_MS) };
		case 'lastDays':
			return { since: isoOf(now() - days * DAY_MS) };
		default: {
			const [start, end] = ofDays[period](daysFrom(dayIn(timezone, now())), 0);
			return {
				since: startOfDay(timezone, start),
				...(end !== undefined && { until: startOfDay(timezone, end) }),
			};
		}
	}
}

/** What both a period with a name, if one is asked for, and two times leave. */
export function periodWithin(
	{ since, until }: Partial<Period>,
	period: Exclude<Asked['period'], 'custom' | 'lastDays'> | undefined,
	clock: Clock,
): Partial<Period> {
	if (period === undefined) return { since, until };
	const named = periodOf({ period, days: 0, since: undefined, until: undefined }, clock);
	const times = (...given: (string | undefined)[]): string[] => given.flatMap((time) => time ?? []).sort((a, b) => Date.parse(a) - Date.parse(b));
	return { since: times(since, named.since).at(-1), until: times(until, named.until)[0] };
}

/** The same with an end, which is now for a period that is still in progress. */
export const rangeAsked = (asked: Asked, clock: Clock): Required<Period> => ({ until: isoOf(clock.now()), ...periodOf(asked, clock) });

/**
 * The period before the requested one, in UTC. For a calendar period it is the one before, cut to the same length if the
 * requested one is still in progress; otherwise it is the same length of time.
 */
export function previousOf(asked: Asked, clock: Clock): Required<Period> {
	const { since, until } = periodOf(asked, clock);
	const start = Date.parse(since);
	const length = (until === undefined ? clock.now() : Date.parse(until)) - start;
	switch (asked.period) {
		case 'custom':
		case 'last30Days':
		case 'last7Days':
		case 'lastDays':
			// No meeting is older than 1970, and dates that are much older cannot be written.
			return { since: isoOf(Math.max(start - length, Math.min(start, 0))), until: since };
		default: {
			const [first, end] = ofDays[asked.period](daysFrom(dayIn(clock.timezone, clock.now())), 1);
			const before = startOfDay(clock.timezone, first);
			if (end !== undefined) return { since: before, until: startOfDay(clock.timezone, end) };
			return { since: before, until: isoOf(Math.min(Date.parse(before) + length, start)) };
		}
	}
}
