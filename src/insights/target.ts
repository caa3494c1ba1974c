import { z } from 'zod/v4';
import { api, type CalendarEvent } from '../api/index.ts';
import { lenientList, lenientText } from './lenient.ts';
import { findByCompany, findByEmail, lowerCase, type FoundPeople } from './people.ts';
import { refuseInput, type Run } from './run.ts';

/** Who to meet. `event`: the ID of an upcoming event, or the event as listed by the service. */
export type MeetingTarget =
	| { readonly person: string }
	| { readonly company: string }
	| { readonly event: string | CalendarEvent };

/** The parts of an event that matter here, from either provider (Resources, Calendar event). */
export interface UpcomingEvent {
	readonly id: string | null;
	readonly title: string | null;
	/** As sent by the provider; some leave the offset to the time zone. */
	readonly start: string | null;
	readonly timeZone: string | null;
	/** In lower case, without rooms, and without the user if the event marks them. */
	readonly emails: readonly string[];
}

const EventTime = z.object({ dateTime: lenientText, date: lenientText, timeZone: lenientText });
const Attendee = z
	.object({
		email: lenientText,
		emailAddress: z.object({ address: z.string() }).nullable().catch(null),
		self: z.boolean().catch(false),
		resource: z.boolean().catch(false),
		type: lenientText,
	})
	.transform(({ email, emailAddress, self, resource, type }) => ({
		email: email ?? emailAddress?.address ?? null,
		isPerson: !self && !resource && type !== 'resource',
	}));

const Event = z
	.object({
		id: lenientText,
		summary: lenientText,
		subject: lenientText,
		start: z
			.union([z.string().transform((dateTime) => ({ dateTime, date: null, timeZone: null })), EventTime])
			.catch({ dateTime: null, date: null, timeZone: null }),
		attendees: lenientList(Attendee),
	})
	.transform(
		({ id, summary, subject, start, attendees }): UpcomingEvent => ({
			id,
			title: summary ?? subject,
			start: start.dateTime ?? start.date,
			timeZone: start.timeZone,
			emails: attendees.flatMap(({ email, isPerson }) => (email && isPerson ? [lowerCase(email)] : [])),
		}),
	);

const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/**
 * An upcoming event by its ID. It takes one request, so only the next 50 events within 30 days are found.
 * @throws ClientError `invalidInput` if the event is not among them, `api` if no calendar is connected.
 */
async function findEvent(run: Run, id: string): Promise<UpcomingEvent> {
	const now = run.now();
	const { maxSize } = api.calendar.events.paging;
	const { data } = await run.get(api.calendar.events, {
		maxResults: maxSize,
		timeMin: new Date(now).toISOString(),
		timeMax: new Date(now + DAYS_AHEAD * DAY_MS).toISOString(),
	});
	const event = lenientList(Event).parse(data).find((candidate) => candidate.id === id);
	return event ?? refuseInput('calendarEvent', `it is not among the next ${maxSize} events within ${DAYS_AHEAD} days`);
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

async function findPerson(run: Run, person: string): Promise<FoundPeople> {
	const trimmed = person.trim();
	if (trimmed === '') return refuseInput('person', 'enter an e-mail address or a contact ID');
	return trimmed.includes('@') ? findByEmail(run, [lowerCase(trimmed)]) : personById(trimmed);
}

async function findCompany(run: Run, company: string): Promise<FoundPeople> {
	const domain = lowerCase(company).replace(/^.*@/, '');
	return /^[^\s/:]+\.[^\s/:]+$/.test(domain)
		? findByCompany(run, domain)
		: refuseInput('company', 'enter its e-mail domain, for example example.com');
}

/** The people behind a target, without the user, whose address is `ownEmail`. */
export async function resolveTarget(
	run: Run,
	target: MeetingTarget,
	ownEmail: string | undefined,
): Promise<FoundPeople & { readonly event: UpcomingEvent | null }> {
	if ('person' in target) return { ...(await findPerson(run, target.person)), event: null };
	if ('company' in target) return { ...(await findCompany(run, target.company)), event: null };
	const event = typeof target.event === 'string' ? await findEvent(run, target.event) : Event.parse(target.event);
	const emails = new Set(event.emails);
	emails.delete(lowerCase(ownEmail ?? ''));
	return { ...(await findByEmail(run, [...emails])), event };
}
