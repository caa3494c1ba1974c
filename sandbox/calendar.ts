import { z } from 'zod/v4';
import { DateTime } from '../src/api/index.ts';
import { userOf } from './accounts.ts';
import { iso, MINUTE_MS, momentIn, offsetAt, timeZoneOf } from './clock.ts';
import { saveCalendarEvent, type StoredEvent } from './db/calendar.ts';
import { type CalendarProvider, saveUser, type User } from './db/users.ts';
import { SandboxError } from './errors.ts';
import { newId } from './ids.ts';
import { check, Line, Person } from './options.ts';
import type { Service } from './service.ts';
import { fold } from './text.ts';

const Clock = z.looseObject({
	dateTime: z.iso.datetime({ offset: true, local: true }),
	timeZone: z.string().optional(),
});
const Day = z.looseObject({ date: z.iso.date() });
const Moment = z.union([Clock, Day], {
	error: 'must be { dateTime, timeZone }, such as 2026-03-02T09:15:00 and Europe/Lisbon, or { date } for an all-day event',
});
type Moment = z.output<typeof Moment>;

const GoogleEvent = z.looseObject({
	id: z.string(),
	summary: z.string().optional(),
	start: Moment,
	end: Moment,
	status: z.string().optional(),
	/** Left out of an event without guests, as `summary` is without a title. */
	attendees: z.array(z.looseObject({ email: z.string(), responseStatus: z.string().optional() })).optional(),
});

const MicrosoftEvent = z.looseObject({
	id: z.string(),
	/** Null in an event without a title. */
	subject: z.string().nullish(),
	start: Moment,
	end: Moment,
	isCancelled: z.boolean().optional(),
	responseStatus: z.looseObject({ response: z.string() }).optional(),
	attendees: z.array(z.looseObject({ emailAddress: z.looseObject({ address: z.string() }) })).optional(),
});

interface Provider {
	/** Shape of the provider's own events. Other fields are kept. */
	readonly shape: z.ZodType<{ id: string; start: Moment; end: Moment }>;
	/** Days covered when a request gives no end. */
	readonly daysAhead: number;
	/** Whether the event is neither cancelled nor declined by the user. */
	readonly isShown: (event: unknown, userEmail: string) => boolean;
}

/** The two calendar providers (Calendar; Resources, Calendar event). */
export const providers: Readonly<Record<CalendarProvider, Provider>> = {
	google: {
		shape: GoogleEvent,
		daysAhead: Number.POSITIVE_INFINITY,
		isShown(event, userEmail) {
			const { status, attendees } = GoogleEvent.parse(event);
			const own = attendees?.find(({ email }) => fold(email) === fold(userEmail));
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
 * A provider's time in milliseconds: with an offset, in the zone it names (IANA or Windows), or as an all-day date, which
 * starts at midnight in the calendar's zone. NaN if it is not a valid time.
 */
function momentMs(moment: Moment, calendarZone: string): number {
	if (!('dateTime' in moment)) return momentIn(Date.parse(`${String(moment.date)}T00:00:00Z`), timeZoneOf(calendarZone) ?? 'UTC');
	const { dateTime, timeZone } = Clock.parse(moment);
	if (/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)) return Date.parse(dateTime);
	const zone = timeZone === undefined ? null : timeZoneOf(timeZone);
	return zone === null ? Number.NaN : momentIn(Date.parse(`${dateTime}Z`), zone);
}

/** Connects a calendar, or reconnects it after its access was revoked. Null disconnects it. */
export function connectCalendar(service: Service, userId: string, provider: CalendarProvider | null): void {
	saveUser(service.db, { ...userOf(service, userId), calendarProvider: provider, calendarRevoked: false });
}

/** Revokes access to the calendar, as its owner can at the provider. */
export function revokeCalendar(service: Service, userId: string): void {
	saveUser(service.db, { ...userOf(service, userId), calendarRevoked: true });
}

/** Adds an event, in the connected provider's own format, to the calendar. @throws SandboxError */
export function addCalendarEvent(service: Service, userId: string, event: unknown): void {
	const user = userOf(service, userId);
	saveCalendarEvent(service.db, eventToStore(user, event));
}

/** An event of the connected provider as it is stored. @throws SandboxError */
export function eventToStore({ id: userId, calendarProvider: provider, timezone }: User, event: unknown): StoredEvent {
	if (provider === null) throw new SandboxError('input', 'Connect a calendar before adding events.');
	const body = check(providers[provider].shape, event);
	const [startAt, endAt] = [momentMs(body.start, timezone), momentMs(body.end, timezone)];
	if (Number.isNaN(startAt) || Number.isNaN(endAt)) throw new SandboxError('input', 'start, end: both need an offset or a known time zone.');
	if (endAt < startAt) throw new SandboxError('input', 'end: must not be before the start.');
	return { userId, id: body.id, provider, startAt, endAt, body };
}

/** The details of an event, independent of the provider's format. */
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

interface ProviderEvent {
	readonly id: string;
}

/** The event in the provider's format. Each guest is listed once, and the owner is not repeated as a guest. */
export function eventFor(provider: CalendarProvider, owner: Owner, event: EventDetails): ProviderEvent {
	const { title, start, end, attendees = [], declined = false, cancelled = false } = event;
	const startMs = Date.parse(start);
	const endMs = end === undefined ? startMs + HALF_HOUR_MS : Date.parse(end);
	const guests = new Map(attendees.map((guest) => [fold(guest.email), guest]));
	guests.delete(fold(owner.email));
	return writers[provider](owner, { title, startMs, endMs, attendees: [...guests.values()], declined, cancelled });
}

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Google gives local time in the calendar's zone, with its offset. */
function googleTime(ms: number, timeZone: string) {
	const offset = offsetAt(ms, timeZone);
	const local = iso(ms + offset).slice(0, 19);
	const minutes = Math.abs(offset) / MINUTE_MS;
	const behind = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
	return { dateTime: `${local}${offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${behind}`}`, timeZone };
}

/** Microsoft gives UTC to a tenth of a microsecond, and names the zone in a separate field only. */
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

const writers: Readonly<Record<CalendarProvider, (owner: Owner, event: Timed) => ProviderEvent>> = {
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
