import * as z from 'zod/v4';
import { api, type CalendarEvent, DAY_MS } from '../api/index.ts';
import { refuseInput } from '../client/index.ts';
import { addressesIn, calendarMeeting, domainOf, lowerCase, maybeText, outsiderCheck, outsidersOrAll, personIn, selfIn, type FoundPeople, type Task, type ValueOf } from '../meetings/index.ts';

/**
 * Who to meet, or what about. `person`: an email address, a name or a contact ID. `event`: the ID of an upcoming event,
 * or the event as listed by the service.
 */
export type MeetingTarget =
	| { readonly person: string }
	| { readonly topic: string }
	| { readonly company: string }
	| { readonly event: string | CalendarEvent };

/** The parts of an event that matter here, from either provider (Resources, Calendar event). */
export const UpcomingEvent = z.object({
	id: maybeText.meta({ examples: ['sample-event'] }),
	title: maybeText,
	start: maybeText.meta({
		description: 'UTC; a date if it lasts all day; the clock time in its time zone if that is unknown',
		examples: ['2026-11-02T10:45:00Z'],
	}),
	timeZone: maybeText.meta({ examples: ['Europe/Berlin'] }),
	emails: z
		.array(z.string())
		.meta({ description: 'In lower case, without rooms, and without you if the event marks you', examples: [['priya@harbour.example']] }),
});
export type UpcomingEvent = ValueOf<typeof UpcomingEvent>;

/** An event, and the names it gives for its email addresses. */
export interface InvitedEvent {
	readonly event: UpcomingEvent;
	readonly names: ReadonlyMap<string, string>;
	/** The user’s address, if the event marks it. */
	readonly self: string | null;
}

/** The event of either provider, or as an earlier step returned it. */
function invitedTo(event: CalendarEvent): InvitedEvent {
	const { id, title, start, timeZone, attendees } = calendarMeeting(event);
	const self = selfIn(event);
	const people = attendees.flatMap(({ email, name }) => (email === null || email === self ? [] : [{ email, name }]));
	return {
		event: { id, title, start, timeZone, emails: people.map(({ email }) => email) },
		names: new Map(people.flatMap(({ email, name }) => (name === null ? [] : [[email, name]]))),
		self,
	};
}

const DAYS_AHEAD = 30;

/**
 * An upcoming event by its ID. It takes one request, so only the next 50 events within 30 days are found.
 * @throws ClientError `invalidInput` if the event is not among them, `api` if no calendar is connected.
 */
async function findEvent(task: Task, id: string): Promise<InvitedEvent> {
	const now = task.now();
	const events = await task.calendar({ from: now, to: now + DAYS_AHEAD * DAY_MS });
	const found = events.map(invitedTo).find(({ event }) => event.id === id);
	return found ?? refuseInput('calendarEvent', `it is not among the next ${api.calendar.events.paging.maxSize} events within ${DAYS_AHEAD} days`);
}

/** A contact known only by its ID: the briefing tells the rest. */
const personById = (contactId: string): FoundPeople => ({
	people: [
		{
			contactId,
			email: null,
			displayName: null,
			companyDomain: null,
			meetingCount: null,
			firstSeenAt: null,
			lastSeenAt: null,
		},
	],
	unknown: [],
	left: [],
	memory: true,
});

/** Why a text with several addresses is refused. */
export const ONE_PERSON = 'it names several people. Enter one of them';

/** Tells what people have entered: an ID has digits or underscores, and no spaces. `field`: what it was entered in. */
export function personNamedBy(person: string, field = 'person'): { readonly kind: 'email' | 'name' | 'id'; readonly text: string } {
	const typed = person.trim();
	if (typed === '') return refuseInput(field, 'enter an email address, a name or a contact ID');
	if (/[\d_]/.test(typed) && !/[\s@]/.test(typed)) return { kind: 'id', text: typed };
	return personIn(typed) ?? refuseInput(field, ONE_PERSON);
}

/** Who is meant by an email address, a name or a contact ID. An ID takes no request, and may belong to nobody. */
export async function findPerson(task: Task, person: string, field?: string): Promise<FoundPeople> {
	const { kind, text } = personNamedBy(person, field);
	if (kind === 'email') return task.contactsOf.emails([text]);
	if (kind === 'id') return personById(text);
	const found = await task.contactsOf.name(text);
	// An ID may consist of letters only, though few do.
	return found.unknown.length > 0 && !/\s/.test(text) ? personById(text) : found;
}

/** @throws ClientError `invalidInput` if it cannot be an email domain, or names several. */
export function domainNamedBy(company: string): string {
	if (new Set(addressesIn(company).map(domainOf)).size > 1) return refuseInput('company', 'it names several companies. Enter one of them');
	const domain = domainOf(lowerCase(addressesIn(company)[0] ?? company));
	return /^[^\s/:.,;<>]+(?:\.[^\s/:.,;<>]+)+$/.test(domain)
		? domain
		: refuseInput('company', 'enter its email domain, for example example.com');
}

/** The event of a target, if it is one: one request if it is given by ID. */
export async function eventOf(task: Task, target: MeetingTarget): Promise<InvitedEvent | null> {
	if (!('event' in target)) return null;
	return typeof target.event === 'string' ? findEvent(task, target.event) : invitedTo(target.event);
}

/** Refuses targets that name nobody, before anything is sent. */
export function checkTarget(target: MeetingTarget): void {
	if ('person' in target) personNamedBy(target.person);
	if ('company' in target) domainNamedBy(target.company);
	if ('topic' in target && target.topic.trim() === '') refuseInput('topic', 'enter a word');
}

/** The addresses of the people whom the user meets: the guests from outside their company, or if there are none, everyone else. */
export function emailsOf({ event, self }: InvitedEvent, ownEmail = self ?? ''): string[] {
	const isOutsider = outsiderCheck(ownEmail);
	const others = event.emails.filter((email) => email !== lowerCase(ownEmail));
	return outsidersOrAll(others.map((email) => ({ email, external: isOutsider(email) }))).map(({ email }) => email);
}

const nobody: FoundPeople = { people: [], unknown: [], left: [], memory: true };

/** The contacts behind a target, without the user, whose address is `ownEmail`. */
export async function findPeople(
	task: Task,
	target: MeetingTarget,
	invited: InvitedEvent | null,
	ownEmail: string | undefined,
): Promise<FoundPeople> {
	if ('person' in target) return findPerson(task, target.person);
	if ('company' in target) return task.contactsOf.company(domainNamedBy(target.company));
	return invited ? task.contactsOf.emails(emailsOf(invited, ownEmail)) : nobody;
}
