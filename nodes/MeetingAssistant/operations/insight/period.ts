import { z } from 'zod/v4';
import type { Period } from '../../../../src/insights/index.ts';
import type { Values } from '../../field.ts';
import { readInput } from '../../readInput.ts';
import { dayIn, daysFrom, startOfDay } from './calendarDay.ts';

type Days = ReturnType<typeof daysFrom>;

/** First day, and the first day after it, of each period made of whole days; without the latter it lasts till now. */
const ofDays = {
	lastMonth: (today) => [today.firstOfMonth(-1), today.firstOfMonth()],
	lastWeek: (today) => [today.plus(-today.weekday - 7), today.plus(-today.weekday)],
	thisMonth: (today) => [today.firstOfMonth()],
	thisWeek: (today) => [today.plus(-today.weekday)],
	today: (today) => [today.plus(0)],
	yesterday: (today) => [today.plus(-1), today.plus(0)],
} satisfies Record<string, (today: Days) => readonly [string, string?]>;

const ofHours = { last30Days: 30 * 24, last7Days: 7 * 24 };

const isOfDays = (name: string): name is keyof typeof ofDays => Object.hasOwn(ofDays, name);
const isOfHours = (name: string): name is keyof typeof ofHours => Object.hasOwn(ofHours, name);

const Input = z.object({
	period: z.string().default('custom'),
	since: z.string().default(''),
	until: z.string().optional(),
});

/** The period chosen, in UTC. `now`: milliseconds since 1970; `timezone`: IANA name. Throws `invalidInput`. */
export function periodOf(input: Values, { now, timezone }: { now: () => number; timezone: string }): Period {
	const { period, since, until } = readInput(Input, input);
	if (isOfHours(period)) return { since: new Date(now() - ofHours[period] * 3_600_000).toISOString() };
	if (!isOfDays(period)) return { since, ...(until !== undefined && { until }) };
	const range: readonly [string, string?] = ofDays[period](daysFrom(dayIn(timezone, now())));
	const [start, end] = range;
	return {
		since: startOfDay(timezone, start),
		...(end !== undefined && { until: startOfDay(timezone, end) }),
	};
}
