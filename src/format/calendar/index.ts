import type { CalendarEvent } from '../../api/index.ts';
import { fieldsOf, oneLine } from '../read.ts';
import { attendeesOf, type Attendee, type CalendarOptions } from './attendees.ts';
import { joinUrlOf } from './joinUrl.ts';
import { eventTime } from './times.ts';

export interface Meeting {
	readonly id: string | null;
	readonly title: string | null;
	/** UTC; dates when `allDay`, the end exclusive; clock times of `timeZone` when `timesResolved` is false. */
	readonly start: string | null;
	readonly end: string | null;
	readonly allDay: boolean;
	/** As the provider names it: IANA or Windows. */
	readonly timeZone: string | null;
	readonly timesResolved: boolean;
	readonly attendees: readonly Attendee[];
	readonly internalAttendees: readonly Attendee[];
	readonly externalAttendees: readonly Attendee[];
	readonly joinUrl: string | null;
	/** The event as the provider sent it. */
	readonly raw: CalendarEvent;
}

/** A calendar event of either provider in one shape (Resources, Calendar event). */
export function calendarMeeting(event: CalendarEvent, options: CalendarOptions = {}): Meeting {
	const fields = fieldsOf(event);
	const allDay = fields.isAllDay === true || oneLine(fieldsOf(fields.start).date) !== '';
	const start = eventTime(fields.start, allDay);
	const end = eventTime(fields.end, allDay);
	const attendees = attendeesOf(fields.attendees, options);
	return {
		id: oneLine(fields.id) || null,
		title: oneLine(fields.summary) || oneLine(fields.subject) || null,
		start: start.time,
		end: end.time,
		allDay,
		timeZone: start.timeZone,
		timesResolved: start.resolved && end.resolved,
		attendees,
		internalAttendees: attendees.filter(({ internal }) => internal === true),
		externalAttendees: attendees.filter(({ internal }) => internal === false),
		joinUrl: joinUrlOf(fields),
		raw: event,
	};
}

export { personalMailDomains, type Attendee, type CalendarOptions } from './attendees.ts';
