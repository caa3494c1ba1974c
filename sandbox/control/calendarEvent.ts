import { z } from 'zod/v4';
import { DateTime } from '../../src/api/index.ts';
import { iso, MINUTE_MS } from '../clock.ts';
import type { CalendarProvider } from '../db/users.ts';
import { newId } from '../ids.ts';
import { Line, Person } from '../options.ts';
import { fold } from '../text.ts';
import { offsetAt } from '../timeZone.ts';

/** What can be said of an event without knowing how a provider writes it. */
export const eventFields = {
	title: Line,
	start: DateTime,
	/** Default: half an hour after `start`. */
	end: DateTime.optional(),
	attendees: z.array(Person).optional(),
	/** Whether the user declined it. */
	declined: z.boolean().optional(),
	cancelled: z.boolean().optional(),
};
export const EventDetails = z.strictObject(eventFields);
type EventDetails = z.output<typeof EventDetails>;

interface Owner {
	readonly name: string;
	readonly email: string;
	readonly timezone: string;
}

/** The event as the provider would give it. Nobody is invited twice, nor its owner besides. */
export function eventFor(provider: CalendarProvider, owner: Owner, event: EventDetails): object {
	const { title, start, end, attendees = [], declined = false, cancelled = false } = event;
	const startMs = Date.parse(start);
	const endMs = end === undefined ? startMs + HALF_HOUR_MS : Date.parse(end);
	const guests = new Map(attendees.map((guest) => [fold(guest.email), guest]));
	guests.delete(fold(owner.email));
	return writers[provider](owner, { title, startMs, endMs, attendees: [...guests.values()], declined, cancelled });
}

const HALF_HOUR_MS = 30 * 60_000;

/** Google writes the clock time of the calendar's zone, with its offset. */
function googleTime(ms: number, timeZone: string) {
	const offset = offsetAt(ms, timeZone);
	const local = iso(ms + offset).slice(0, 19);
	const minutes = Math.abs(offset) / MINUTE_MS;
	const behind = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
	return { dateTime: `${local}${offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${behind}`}`, timeZone };
}

/** Microsoft writes UTC, to the tenth of a microsecond, and says so beside it alone. */
const microsoftTime = (ms: number) => ({ dateTime: `${iso(ms).slice(0, 23)}0000`, timeZone: 'UTC' });

const two = (value: number): string => String(value).padStart(2, '0');

interface Timed {
	readonly title: string;
	readonly startMs: number;
	readonly endMs: number;
	readonly attendees: readonly z.output<typeof Person>[];
	readonly declined: boolean;
	readonly cancelled: boolean;
}

const writers: Readonly<Record<CalendarProvider, (owner: Owner, event: Timed) => object>> = {
	google: (owner, { title, startMs, endMs, attendees, declined, cancelled }) => ({
		id: newId('evt'),
		status: cancelled ? 'cancelled' : 'confirmed',
		summary: title,
		start: googleTime(startMs, owner.timezone),
		end: googleTime(endMs, owner.timezone),
		attendees: [
			{ email: owner.email, displayName: owner.name, responseStatus: declined ? 'declined' : 'accepted' },
			...attendees.map(({ name, email }) => ({ email, displayName: name ?? email, responseStatus: 'needsAction' })),
		],
	}),
	microsoft: (owner, { title, startMs, endMs, attendees, declined, cancelled }) => ({
		id: newId('evt'),
		subject: title,
		start: microsoftTime(startMs),
		end: microsoftTime(endMs),
		isCancelled: cancelled,
		responseStatus: { response: declined ? 'declined' : 'accepted' },
		attendees: [owner, ...attendees].map(({ name, email }) => ({
			type: 'required',
			emailAddress: { name: name ?? email, address: email },
		})),
	}),
};
