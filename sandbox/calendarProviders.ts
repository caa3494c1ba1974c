import { z } from 'zod/v4';
import type { CalendarProvider } from './db/users.ts';
import { fold } from './text.ts';
import { momentIn, timeZoneOf } from './timeZone.ts';

const Clock = z.looseObject({
	dateTime: z.iso.datetime({ offset: true, local: true }),
	timeZone: z.string().optional(),
});
const Day = z.looseObject({ date: z.iso.date() });
const Moment = z.union([Clock, Day], {
	error: 'must be { dateTime, timeZone }, such as 2026-03-02T09:15:00 and Europe/Lisbon, or { date } for a whole day',
});
type Moment = z.output<typeof Moment>;

const GoogleEvent = z.looseObject({
	id: z.string(),
	summary: z.string(),
	start: Moment,
	end: Moment,
	status: z.string().optional(),
	attendees: z.array(z.looseObject({ email: z.string(), responseStatus: z.string().optional() })).default([]),
});

const MicrosoftEvent = z.looseObject({
	id: z.string(),
	subject: z.string(),
	start: Moment,
	end: Moment,
	isCancelled: z.boolean().optional(),
	responseStatus: z.looseObject({ response: z.string() }).optional(),
	attendees: z.array(z.looseObject({ emailAddress: z.looseObject({ address: z.string() }) })).default([]),
});

interface Provider {
	/** Shape of the provider's own events. Whatever else they carry is kept. */
	readonly shape: z.ZodType<{ id: string; start: Moment; end: Moment }>;
	/** How far a window without an end reaches. */
	readonly daysAhead: number;
	/** Whether the user neither declined the event nor was it cancelled. */
	readonly isShown: (event: unknown, userEmail: string) => boolean;
}

/** The two calendar providers (Calendar; Resources, Calendar event). */
export const providers: Readonly<Record<CalendarProvider, Provider>> = {
	google: {
		shape: GoogleEvent,
		daysAhead: Number.POSITIVE_INFINITY,
		isShown(event, userEmail) {
			const { status, attendees } = GoogleEvent.parse(event);
			const own = attendees.find(({ email }) => fold(email) === fold(userEmail));
			return status !== 'cancelled' && own?.responseStatus !== 'declined';
		},
	},
	microsoft: {
		shape: MicrosoftEvent,
		daysAhead: 7,
		isShown(event) {
			const { isCancelled, responseStatus } = MicrosoftEvent.parse(event);
			return isCancelled !== true && responseStatus?.response !== 'declined';
		},
	},
};

/**
 * A provider's moment in milliseconds: with an offset, in the zone it names (by its own name or as Windows calls it), or
 * as a whole day, which begins at midnight in the zone of the calendar. NaN when it says no moment.
 */
export function momentMs(moment: Moment, calendarZone: string): number {
	if (!('dateTime' in moment)) return momentIn(Date.parse(`${String(moment.date)}T00:00:00Z`), timeZoneOf(calendarZone) ?? 'UTC');
	const { dateTime, timeZone } = Clock.parse(moment);
	if (/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)) return Date.parse(dateTime);
	const zone = timeZone === undefined ? null : timeZoneOf(timeZone);
	return zone === null ? Number.NaN : momentIn(Date.parse(`${dateTime}Z`), zone);
}
