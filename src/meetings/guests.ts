import { api, type CalendarEvent, DAY_MS } from '../api/index.ts';
import { isForbidden, isNotFound, type Caller } from '../client/index.ts';
import { instantOf } from '../format/index.ts';
import { calendarMeeting, type Attendee } from './calendar.ts';
import { Stopped, type Asking } from './task.ts';

/** A meeting, and the calendar event that it is linked to. */
export interface LinkedMeeting {
	readonly conversationId: string;
	readonly conversationDate: string | null;
	readonly linkedCalendarEventId: string | null;
}

export interface LinkedEvent {
	readonly title: string | null;
	/** The user is `internal`, if the event marks them; nobody else is. */
	readonly guests: readonly Attendee[];
	readonly event: CalendarEvent;
}

export interface Guests {
	/** By the conversation of the meeting. */
	readonly events: ReadonlyMap<string, LinkedEvent>;
	/** Whether a calendar is connected that may be read. */
	readonly calendar: boolean;
	/** Whether the task stopped before all were read. */
	readonly isStopped: boolean;
}

/** Milliseconds since 1970. */
export interface Window {
	readonly from: number;
	readonly to: number;
}

/** The first 50 events between two times, in the provider's own format. One request. */
export async function readEvents(client: Caller, { from, to }: Window): Promise<readonly CalendarEvent[]> {
	const { data } = await client.call(api.calendar.events, {
		maxResults: api.calendar.events.paging.maxSize,
		timeMin: new Date(from).toISOString(),
		timeMax: new Date(to).toISOString(),
	});
	return Array.isArray(data) ? data : [];
}

/** The events of a day, and of half a day before and after, by ID; null if no calendar can be read. */
async function eventsOn(client: Caller, day: number): Promise<ReadonlyMap<string, LinkedEvent> | null> {
	try {
		const events = (await readEvents(client, { from: day - DAY_MS / 2, to: day + 1.5 * DAY_MS })).map((event) => calendarMeeting(event));
		return new Map(events.flatMap(({ id, title, attendees, raw }) => (id === null ? [] : [[id, { title, guests: attendees, event: raw }]])));
	} catch (error) {
		if (isForbidden(error) || isNotFound(error)) return null;
		throw error;
	}
}

/**
 * The events that meetings are linked to: one request for each day (UTC) with such meetings. If a limit is reached, the
 * rest is left out. @throws ClientError
 */
export async function guestsOf({ once }: Asking, meetings: readonly LinkedMeeting[]): Promise<Guests> {
	const events = new Map<string, LinkedEvent>();
	for (const { conversationId, conversationDate, linkedCalendarEventId } of meetings) {
		const at = instantOf(conversationDate);
		if (at === null || linkedCalendarEventId === null) continue;
		try {
			const day = Math.floor(at / DAY_MS) * DAY_MS;
			const ofDay = await once('calendar', `day ${day}`, (client) => eventsOn(client, day));
			if (ofDay === null) return { events, calendar: false, isStopped: false };
			const event = ofDay.get(linkedCalendarEventId);
			if (event) events.set(conversationId, event);
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
			return { events, calendar: true, isStopped: true };
		}
	}
	return { events, calendar: true, isStopped: false };
}
