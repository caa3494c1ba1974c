import { type CalendarEvent, isUrl } from '../api/index.ts';
import { fieldsOf, instantIn, isTimeZone, listOf, oneLine, readTime, type UnknownFields } from '../format/index.ts';
import { windowsZones } from './windowsZones.ts';

interface CalendarOptions {
	/** The user's own address, from the profile. Without it, nobody counts as internal or external. */
	readonly userEmail?: string | undefined;
	/** Domains of email providers: sharing one does not make people colleagues. Default `personalMailDomains`. */
	readonly personalDomains?: readonly string[] | undefined;
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
	/** Everyone invited and the organizer, each once. No rooms. */
	readonly attendees: readonly Attendee[];
	readonly internalAttendees: readonly Attendee[];
	readonly externalAttendees: readonly Attendee[];
	/** Email domains of the external attendees. A personal mail provider is not a company. */
	readonly externalCompanies: readonly string[];
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

/** The addresses of those who have one. */
export const emailsIn = (attendees: readonly Attendee[]): string[] => attendees.flatMap(({ email }) => email ?? []);

const addressOf = (value: unknown): string => oneLine(value).toLowerCase();
/** Of an address, or of a company as people paste it: `https://www.acme.com/about` is acme.com. */
export const domainOf = (text: string): string =>
	text.slice(text.lastIndexOf('@') + 1).replace(/^(?:https?:\/\/)?(?:www\.)?/, '').split(/[/?#]/, 1).join();

/**
 * Tests whether an address belongs to one of the companies in a list: by email domain, including its subdomains, or for an
 * entry without a dot, by a word of the domain. Null if the list is empty.
 */
export function companyMatcher(list: string): ((email: string | null) => boolean) | null {
	const wanted = list.split(/[\s,;<>]+/).map((one) => domainOf(addressOf(one))).filter(Boolean);
	if (wanted.length === 0) return null;
	return (email) => {
		const domain = domainOf(email ?? '');
		return wanted.some((one) => domain === one || domain.endsWith(`.${one}`) || domain.split('.').slice(0, -1).includes(one));
	};
}

function colleagueCheck({ userEmail, personalDomains = personalMailDomains }: CalendarOptions): (email: string) => boolean | null {
	const own = addressOf(userEmail);
	const personal = personalDomains.map(addressOf);
	return (email) => {
		if (!own.includes('@') || !email.includes('@')) return null;
		if (email === own) return true;
		return domainOf(email) === domainOf(own) && !personal.includes(domainOf(own));
	};
}

/** Whether an address is from outside the user’s company; null if that is not known, as with a personal mail provider. */
export function outsiderCheck(userEmail: string | null): (email: string) => boolean | null {
	const isColleague = colleagueCheck({ userEmail: userEmail ?? undefined });
	const isPersonal = personalMailDomains.includes(domainOf(addressOf(userEmail)));
	return (email) => {
		const colleague = isPersonal ? null : isColleague(email);
		return colleague === null ? null : !colleague;
	};
}

/** A meeting with guests from outside is about them; any other about everyone. */
export function outsidersOrAll<T extends { readonly external: boolean | null }>(people: readonly T[]): readonly T[] {
	const outsiders = people.filter(({ external }) => external === true);
	return outsiders.length > 0 ? outsiders : people;
}

/** Google and Microsoft each mark resources, such as rooms, in their own way. */
const isRoom = ({ resource, type }: UnknownFields): boolean => resource === true || type === 'resource';

/** Google’s shared calendars and rooms have addresses of their own, to which no mail can be sent. */
const isCalendar = (email: string): boolean => email.endsWith('calendar.google.com');

/** Google, Microsoft and our own results each write an address in their own way. */
const emailOf = (attendee: UnknownFields): string => addressOf(attendee.email) || addressOf(fieldsOf(attendee.emailAddress).address);

/** Everyone who is invited, and the organizer, who is missing from Microsoft’s list. */
const peopleIn = ({ attendees, organizer }: UnknownFields): UnknownFields[] => {
	const invited = listOf(attendees).map(fieldsOf);
	return [...invited, { responseStatus: 'organizer', ...fieldsOf(organizer) }].filter((one) => !isRoom(one) && !isCalendar(emailOf(one)));
};

function attendeesOf(event: UnknownFields, options: CalendarOptions): Attendee[] {
	const isColleague = colleagueCheck(options);
	const attendees = peopleIn(event).map((attendee): Attendee => {
		const email = emailOf(attendee);
		const response = oneLine(attendee.responseStatus) || oneLine(fieldsOf(attendee.status).response) || oneLine(attendee.response);
		return {
			email: email || null,
			name: oneLine(attendee.displayName) || oneLine(fieldsOf(attendee.emailAddress).name) || oneLine(attendee.name) || null,
			response: responses.get(response.toLowerCase()) ?? null,
			internal: attendee.self === true ? true : isColleague(email),
		};
	});
	const isRepeated = ({ email }: Attendee, position: number): boolean => email !== null && attendees.findIndex((one) => one.email === email) < position;
	return attendees.filter((one, position) => (one.email !== null || one.name !== null) && !isRepeated(one, position));
}

/** The address of the attendee that the event marks as the user; null if it marks none, as Microsoft’s do. */
export const selfIn = (event: unknown): string | null =>
	peopleIn(fieldsOf(event)).filter(({ self }) => self === true).map(emailOf).find(Boolean) ?? null;

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
		event.joinUrl,
	];
	return candidates.map(oneLine).find((url) => /^https:\/\/\S+$/.test(url) && isUrl(url)) ?? null;
}

interface EventTime {
	readonly time: string | null;
	readonly timeZone: string | null;
	/** False if the time zone is missing or unknown: a guess would move meetings. */
	readonly resolved: boolean;
}

const dateOf = (value: unknown): string | null => /^\d{4}-\d\d-\d\d/.exec(oneLine(value))?.[0] ?? null;

/** The IANA name of a zone as calendars name it, Microsoft’s by the names of Windows. Null if it is unknown. */
function zoneOf(name: string): string | null {
	if (isTimeZone(name)) return name;
	// Outlook’s own name for events without a zone.
	if (name === 'tzone://Microsoft/Utc') return 'UTC';
	return Object.hasOwn(windowsZones, name) ? (windowsZones[name] ?? null) : null;
}

/** Start or end of an event: `{ dateTime, timeZone }`, `{ date }`, or the text that this module turns them into. */
function eventTime(value: unknown, allDay: boolean): EventTime {
	const { dateTime, date, timeZone } = typeof value === 'string' ? { dateTime: value, date: undefined, timeZone: undefined } : fieldsOf(value);
	const zone = oneLine(timeZone) || null;
	if (allDay) return { time: dateOf(date) ?? dateOf(dateTime), timeZone: zone, resolved: true };
	const written = oneLine(dateTime);
	const read = readTime(written);
	if (read?.hasOffset) return { time: new Date(read.ms).toISOString(), timeZone: zone, resolved: true };
	const known = zone && zoneOf(zone);
	if (read && known) return { time: new Date(instantIn(read.ms, known)).toISOString(), timeZone: zone, resolved: true };
	return { time: written || null, timeZone: zone, resolved: written === '' };
}

/** A calendar event of either provider, raw or already in this shape (Resources, Calendar event). */
export function calendarMeeting(event: CalendarEvent, options: CalendarOptions = {}): CalendarMeeting {
	const fields = fieldsOf(event);
	const allDay = fields.isAllDay === true || fields.allDay === true || oneLine(fieldsOf(fields.start).date) !== '';
	const start = eventTime(fields.start, allDay);
	const end = eventTime(fields.end, allDay);
	const attendees = attendeesOf(fields, options);
	const externalAttendees = attendees.filter(({ internal }) => internal === false);
	const personal = new Set((options.personalDomains ?? personalMailDomains).map(addressOf));
	const domains = externalAttendees.map(({ email }) => domainOf(email ?? ''));
	return {
		id: oneLine(fields.id) || null,
		title: oneLine(fields.summary) || oneLine(fields.subject) || oneLine(fields.title) || null,
		start: start.time,
		end: end.time,
		allDay,
		timeZone: start.timeZone ?? (oneLine(fields.timeZone) || null),
		timesResolved: start.resolved && end.resolved,
		attendees,
		internalAttendees: attendees.filter(({ internal }) => internal === true),
		externalAttendees,
		externalCompanies: [...new Set(domains)].filter((domain) => domain !== '' && !personal.has(domain)),
		joinUrl: joinUrlOf(fields),
		raw: event,
	};
}
