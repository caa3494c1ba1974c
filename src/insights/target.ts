import { z } from 'zod/v4';
import { api, type CalendarEvent } from '../api/index.ts';
import { ClientError } from '../client/index.ts';
import { listOf, text } from './lenient.ts';
import { findByCompany, findByEmail, type Found, lowerCase } from './people.ts';
import type { Run } from './run.ts';

/** What matters of an event, whichever provider it comes from (Resources, Calendar event). */
export interface UpcomingEvent {
	readonly id: string | null;
	readonly title: string | null;
	/** As the provider writes it: some leave the offset to the time zone. */
	readonly start: string | null;
	readonly timeZone: string | null;
	/** In lower case, without rooms and without the user as far as the event tells. */
	readonly emails: readonly string[];
}

const When = z.object({ dateTime: text, date: text, timeZone: text });
const Attendee = z
	.object({
		email: text,
		emailAddress: z.object({ address: z.string() }).nullable().catch(null),
		self: z.boolean().catch(false),
		resource: z.boolean().catch(false),
		type: text,
	})
	.transform(({ email, emailAddress, self, resource, type }) => ({
		email: email ?? emailAddress?.address ?? null,
		isPerson: !self && !resource && type !== 'resource',
	}));

const Event = z
	.object({
		id: text,
		summary: text,
		subject: text,
		start: z
			.union([z.string().transform((dateTime) => ({ dateTime, date: null, timeZone: null })), When])
			.catch({ dateTime: null, date: null, timeZone: null }),
		attendees: listOf(Attendee),
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

export const readEvent = (raw: object): UpcomingEvent => Event.parse(raw);

const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/**
 * An upcoming event by its id: one request, so among the next 50 events of 30 days.
 * @throws ClientError `invalidInput` when it is not among them, `api` without a connected calendar.
 */
export async function findEvent(run: Run, id: string): Promise<UpcomingEvent> {
	const now = run.now();
	const { maxSize } = api.calendar.events.paging;
	const { data } = await run.get(api.calendar.events, {
		maxResults: maxSize,
		timeMin: new Date(now).toISOString(),
		timeMax: new Date(now + DAYS_AHEAD * DAY_MS).toISOString(),
	});
	const event = listOf(Event).parse(data).find((candidate) => candidate.id === id);
	if (event) return event;
	throw new ClientError({
		kind: 'invalidInput',
		field: 'calendarEvent',
		reason: `it is not among the next ${maxSize} events of the next ${DAYS_AHEAD} days`,
	});
}

/** Whom one meets. `event`: the id of an upcoming event, or the event as the service lists it. */
export type MeetingTarget =
	| { readonly person: string }
	| { readonly company: string }
	| { readonly event: string | CalendarEvent };

const refuse = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

const unseen = (contactId: string): Found => ({
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

async function resolvePerson(run: Run, person: string): Promise<Found> {
	const trimmed = person.trim();
	if (trimmed === '') return refuse('person', 'give an e-mail address or a contact ID');
	return trimmed.includes('@') ? findByEmail(run, [lowerCase(trimmed)]) : unseen(trimmed);
}

async function resolveCompany(run: Run, company: string): Promise<Found> {
	const domain = lowerCase(company).replace(/^.*@/, '');
	return /^[^\s/:]+\.[^\s/:]+$/.test(domain)
		? findByCompany(run, domain)
		: refuse('company', 'give its e-mail domain, for example example.com');
}

/** The people behind a target. `ownEmail` is nobody one prepares for. */
export async function resolveTarget(
	run: Run,
	target: MeetingTarget,
	ownEmail: string | undefined,
): Promise<Found & { readonly event: UpcomingEvent | null }> {
	if ('person' in target) return { ...(await resolvePerson(run, target.person)), event: null };
	if ('company' in target) return { ...(await resolveCompany(run, target.company)), event: null };
	const event = typeof target.event === 'string' ? await findEvent(run, target.event) : readEvent(target.event);
	const emails = new Set(event.emails);
	emails.delete(lowerCase(ownEmail ?? ''));
	return { ...(await findByEmail(run, [...emails])), event };
}
