import type { CalendarEvent } from '../api/index.ts';
import { ClientError } from '../client/index.ts';
import { findEvent, readEvent, type UpcomingEvent } from './calendarEvent.ts';
import { findByCompany, lowerCase, type Found } from './contacts.ts';
import { findByEmail } from './findByEmail.ts';
import type { Run } from './run.ts';

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
