import type { CalendarEvent } from '../api/index.ts';
import { isUrl } from '../api/url.ts';
import { fieldsOf, listOf, oneLine, type UnknownFields } from './read.ts';
import { instantIn, isTimeZone, readTime } from './time.ts';

interface CalendarOptions {
	/** The user's own address, from the profile. Without it, nobody counts as internal or external. */
	readonly userEmail?: string;
	/** Domains of email providers: sharing one does not make people colleagues. Default `personalMailDomains`. */
	readonly personalDomains?: readonly string[];
}

/** The most common email providers; a caller who knows more of them passes its own list. */
const personalMailDomains: readonly string[] = `
	gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com msn.com yahoo.com ymail.com aol.com
	icloud.com me.com mac.com proton.me protonmail.com pm.me fastmail.com hey.com zoho.com mail.com comcast.net
	gmx.com gmx.de gmx.net web.de t-online.de orange.fr free.fr libero.it mail.ru yandex.com yandex.ru
	qq.com 163.com 126.com naver.com`
	.trim()
	.split(/\s+/);

export interface Attendee {
	/** In lower case. */
	readonly email: string | null;
	readonly name: string | null;
	readonly response: 'accepted' | 'declined' | 'tentative' | 'needsAction' | null;
	/** Whether they work for the user's own company; null when unknown. */
	readonly internal: boolean | null;
}

export interface CalendarMeeting {
	readonly id: string | null;
	readonly title: string | null;
	/** UTC; dates if `allDay`, with an exclusive end; clock times in `timeZone` if `timesResolved` is false. */
	readonly start: string | null;
	readonly end: string | null;
	readonly allDay: boolean;
	/** As named by the provider: IANA or Windows. */
	readonly timeZone: string | null;
	readonly timesResolved: boolean;
	readonly attendees: readonly Attendee[];
	readonly internalAttendees: readonly Attendee[];
	readonly externalAttendees: readonly Attendee[];
	readonly joinUrl: string | null;
	/** The event as sent by the provider. */
	readonly raw: CalendarEvent;
}

const responses = new Map<string, Attendee['response']>([
	['accepted', 'accepted'],
	['organizer', 'accepted'],
	['declined', 'declined'],
	['tentative', 'tentative'],
	['tentativelyaccepted', 'tentative'],
	['needsaction', 'needsAction'],
	['notresponded', 'needsAction'],
	['none', 'needsAction'],
]);

const addressOf = (value: unknown): string => oneLine(value).toLowerCase();
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

function colleagueCheck({
	userEmail,
	personalDomains = personalMailDomains,
}: CalendarOptions): (email: string) => boolean | null {
	const own = addressOf(userEmail);
	const personal = personalDomains.map(addressOf);
	return (email) => {
		if (!own.includes('@') || !email.includes('@')) return null;
		if (email === own) return true;
		return domainOf(email) === domainOf(own) && !personal.includes(domainOf(own));
	};
}

function attendeesOf(value: unknown, options: CalendarOptions): Attendee[] {
	const isColleague = colleagueCheck(options);
	return listOf(value)
		.map(fieldsOf)
		.map((attendee) => {
			const { address, name } = fieldsOf(attendee.emailAddress);
			const email = addressOf(attendee.email) || addressOf(address);
			const response = oneLine(attendee.responseStatus) || oneLine(fieldsOf(attendee.status).response);
			return {
				email: email || null,
				name: oneLine(attendee.displayName) || oneLine(name) || null,
				response: responses.get(response.toLowerCase()) ?? null,
				internal: attendee.self === true ? true : isColleague(email),
			};
		})
		.filter(({ email, name }) => email !== null || name !== null);
}

/** The link to join the call: a provider's field, or a location that is a link. Only https, as people click it. */
function joinUrlOf(event: UnknownFields): string | null {
	const video = listOf(fieldsOf(event.conferenceData).entryPoints)
		.map(fieldsOf)
		.find(({ entryPointType }) => entryPointType === 'video');
	const candidates = [
		event.hangoutLink,
		video?.uri,
		fieldsOf(event.onlineMeeting).joinUrl,
		event.onlineMeetingUrl,
		event.location,
		fieldsOf(event.location).displayName,
	];
	return candidates.map(oneLine).find((url) => /^https:\/\/\S+$/.test(url) && isUrl(url)) ?? null;
}

interface EventTime {
	readonly time: string | null;
	readonly timeZone: string | null;
	/** False if the time zone is missing or unknown to `Intl`, as Windows names are: a guess would move meetings. */
	readonly resolved: boolean;
}

const dateOf = (value: unknown): string | null => /^\d{4}-\d\d-\d\d/.exec(oneLine(value))?.[0] ?? null;

/** Start or end of an event, `{ dateTime, timeZone }` or `{ date }`. */
function eventTime(value: unknown, allDay: boolean): EventTime {
	const { dateTime, date, timeZone: zone } = fieldsOf(value);
	const timeZone = oneLine(zone) || null;
	if (allDay) return { time: dateOf(date) ?? dateOf(dateTime), timeZone, resolved: true };
	const read = readTime(dateTime);
	if (!read) return { time: oneLine(dateTime) || null, timeZone, resolved: oneLine(dateTime) === '' };
	if (read.hasOffset) return { time: new Date(read.ms).toISOString(), timeZone, resolved: true };
	if (timeZone !== null && isTimeZone(timeZone)) {
		return { time: new Date(instantIn(read.ms, timeZone)).toISOString(), timeZone, resolved: true };
	}
	return { time: oneLine(dateTime), timeZone, resolved: false };
}

/** A calendar event of either provider in one shape (Resources, Calendar event). */
export function calendarMeeting(event: CalendarEvent, options: CalendarOptions = {}): CalendarMeeting {
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
