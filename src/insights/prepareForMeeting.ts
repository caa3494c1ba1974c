import { MAX_BRIEFING_ITEMS } from '../api/index.ts';
import { readBriefing } from './briefing.ts';
import type { UpcomingEvent } from './calendarEvent.ts';
import type { Person } from './contacts.ts';
import { resolveTarget, type MeetingTarget } from './meetingTarget.ts';
import { readEach } from './readEach.ts';
import { createRun, endingOf, Stopped, type Ending, type InsightOptions, type Run } from './run.ts';
import { putTogether, type Together } from './together.ts';

/** Somebody who could not be told about, by what is known of them. */
export interface PersonRef {
	readonly contactId: string | null;
	readonly email: string | null;
	readonly displayName: string | null;
}

export interface Preparation extends Together, Ending {
	readonly event: UpcomingEvent | null;
	/** False when the plan or the account is without the memory feature: then there are no contacts and briefings. */
	readonly memory: boolean;
	/** People who are no contacts of this account. */
	readonly unknownPeople: readonly PersonRef[];
	/** Contacts beyond `maxPeople`. */
	readonly peopleLeftOut: readonly PersonRef[];
	/** People whose briefing could not be read. */
	readonly failed: readonly (PersonRef & { readonly message: string })[];
	/** People of whom there may be more open action items or decisions than a briefing holds. */
	readonly mayHaveMore: readonly PersonRef[];
	/** What was not read: people not briefed, e-mails, companies (`@domain`) and events not looked up. */
	readonly left: { readonly people: readonly PersonRef[]; readonly lookUps: readonly string[] };
}

export interface PrepareOptions {
	/** Briefings read at most; default 10. */
	readonly maxPeople?: number;
	/** The user's own e-mail, so that it is left out of an event's attendees. */
	readonly ownEmail?: string;
}

const DEFAULT_MAX_PEOPLE = 10;

const refOf = ({ contactId, email, displayName }: Person): PersonRef => ({ contactId, email, displayName });
const strangerOf = (email: string): PersonRef => ({ contactId: null, email, displayName: null });

async function targetOrLeft(run: Run, target: MeetingTarget, ownEmail?: string) {
	try {
		return await resolveTarget(run, target, ownEmail);
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		const left = 'event' in target && typeof target.event === 'string' ? [target.event] : [];
		return { people: [], unknown: [], left, memory: true, event: null };
	}
}

/**
 * What to know before meeting a person, a company or the attendees of a calendar event, out of the memory feature's
 * briefings, without spending a credit. Requests: one briefing for each person, and before them
 * none for a contact ID · 1 for an e-mail · ceil(contacts of the domain / 200), at least 1, for a company ·
 * for an event 1 when it is given by ID, and for its attendees 1 when all are of one domain, otherwise 1 and, for
 * whoever is not among the first 200 contacts, the further pages or one for each domain, whichever is less.
 * A limit or a used-up budget does not throw: what there is comes back, with what is left and when to go on.
 * @throws ClientError `invalidInput`, or when contacts or calendar cannot be read.
 */
export async function prepareForMeeting(
	options: InsightOptions,
	target: MeetingTarget,
	{ maxPeople = DEFAULT_MAX_PEOPLE, ownEmail }: PrepareOptions = {},
): Promise<Preparation> {
	const run = createRun(options);
	const found = await targetOrLeft(run, target, ownEmail);
	const each = await readEach(run, found.people.slice(0, maxPeople), ({ contactId }) => readBriefing(run, contactId));
	const briefed = each.readings.flatMap(({ item, reading }) =>
		reading.kind === 'read' && reading.value ? [{ person: reading.value.contact ?? item, briefing: reading.value }] : [],
	);
	const missing = each.readings.filter(({ reading }) => reading.kind === 'missing').map(({ item }) => refOf(item));
	const failed = each.readings.flatMap(({ item, reading }) =>
		reading.kind === 'failed' ? [{ ...refOf(item), message: reading.message }] : [],
	);
	return {
		event: found.event,
		...putTogether(briefed),
		memory: found.memory && !each.readings.some(({ reading }) => reading.kind === 'read' && reading.value === null),
		unknownPeople: [...found.unknown.map(strangerOf), ...missing],
		peopleLeftOut: found.people.slice(maxPeople).map(refOf),
		mayHaveMore: briefed
			.filter(({ briefing: { openActionItems, recentDecisions } }) =>
				[openActionItems, recentDecisions].some(({ length }) => length >= MAX_BRIEFING_ITEMS),
			)
			.map(({ person }) => refOf(person)),
		failed,
		...endingOf(run, found.left.length > 0 || each.left.length > 0, failed.length),
		left: { people: each.left.map(refOf), lookUps: found.left },
	};
}
