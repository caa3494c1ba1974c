import { z } from 'zod/v4';
import { DateTime } from '../../src/api/index.ts';
import type { CalendarProvider } from '../db/users.ts';
import { newId } from '../ids.ts';
import { Person } from '../options.ts';

/** An event told without knowing how a provider writes it. */
export const EventDetails = z.strictObject({
	title: z.string().min(1),
	start: DateTime,
	/** Default: half an hour after `start`. */
	end: DateTime.optional(),
	attendees: z.array(Person).default([]),
	/** Whether the user declined it. */
	declined: z.boolean().default(false),
	cancelled: z.boolean().default(false),
});
type EventDetails = z.output<typeof EventDetails>;

interface Owner {
	readonly name: string;
	readonly email: string;
}

/** The event as the provider would give it. */
export function eventFor(provider: CalendarProvider, owner: Owner, { start, end, ...details }: EventDetails): object {
	const times = { start: moment(start), end: moment(end ?? Date.parse(start) + HALF_HOUR_MS) };
	return writers[provider](owner, { ...details, ...times });
}

const HALF_HOUR_MS = 30 * 60_000;

const moment = (time: string | number) => ({ dateTime: new Date(time).toISOString(), timeZone: 'UTC' });

type Timed = Omit<EventDetails, 'start' | 'end'> & Record<'start' | 'end', ReturnType<typeof moment>>;

const writers: Readonly<Record<CalendarProvider, (owner: Owner, event: Timed) => object>> = {
	google: (owner, { title, start, end, attendees, declined, cancelled }) => ({
		id: newId('evt'),
		status: cancelled ? 'cancelled' : 'confirmed',
		summary: title,
		start,
		end,
		attendees: [
			{ email: owner.email, displayName: owner.name, responseStatus: declined ? 'declined' : 'accepted' },
			...attendees.map(({ name, email }) => ({ email, displayName: name ?? email, responseStatus: 'needsAction' })),
		],
	}),
	microsoft: (owner, { title, start, end, attendees, declined, cancelled }) => ({
		id: newId('evt'),
		subject: title,
		start,
		end,
		isCancelled: cancelled,
		responseStatus: { response: declined ? 'declined' : 'accepted' },
		attendees: [owner, ...attendees].map(({ name, email }) => ({
			type: 'required',
			emailAddress: { name: name ?? email, address: email },
		})),
	}),
};
