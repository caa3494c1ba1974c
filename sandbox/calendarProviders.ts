import { z } from 'zod/v4';
import type { CalendarProvider } from './db/users.ts';
import { fold } from './text.ts';

const Moment = z.looseObject({ dateTime: z.string(), timeZone: z.string() });

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
	readonly shape: z.ZodType<{ id: string; start: z.output<typeof Moment>; end: z.output<typeof Moment> }>;
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

/** A provider's moment in milliseconds: with an offset, or without one in UTC. NaN when it is neither. */
export function momentMs({ dateTime, timeZone }: z.output<typeof Moment>): number {
	if (/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)) return Date.parse(dateTime);
	return timeZone === 'UTC' ? Date.parse(`${dateTime}Z`) : Number.NaN;
}
