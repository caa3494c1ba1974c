import { ClientError, isCancelled, isUnauthorized } from '../../client/index.ts';
import type { CalendarEvent } from '../../api/index.ts';
import { calendarMeeting, companyMatcher, emailsIn, endingOf, lowerCase, personMatcher, Stopped, type Attendee, type Ending, type Guests, type KnownContacts, type LinkedMeeting, type Named, type Task } from '../../meetings/index.ts';
import { foldText, namesNobody, roleNames } from '../../format/index.ts';

/** A filter by the people who took part in a meeting. */
export interface WantedPeople {
	/** A name or an address, or words of one. */
	readonly participant?: string | undefined;
	/** With a guest from outside the user’s company, or without any. */
	readonly external?: boolean | undefined;
	/** With a guest of one of these companies: email domains, in one text. */
	readonly companies?: string | undefined;
}

/** The addresses of guests from outside, and their email domains. */
export interface Outsiders {
	readonly externalEmails: readonly string[];
	readonly externalCompanies: readonly string[];
}

/** Who took part in some meetings. A verdict is null if it is not known. */
export interface Attendance {
	/** Whether the event has guests of the side and the companies that were asked for. */
	readonly isWantedSide: (conversationId: string) => boolean | null;
	/**
	 * Whether the wanted person took part, if the filter names one. `named`: the names in the saved key points; null if they were not read or none are
	 * saved.
	 */
	readonly tookPart: (conversationId: string, named: readonly string[] | null) => boolean | null;
	/** The guests of the event who have not declined. */
	readonly guests: (conversationId: string) => readonly Attendee[];
	/** Whether it is known who took part at all. */
	readonly isKnown: (conversationId: string, named: readonly string[] | null) => boolean;
	/** Meetings that the memory feature has matched to the wanted person. */
	readonly met: ReadonlySet<string>;
	/** The guests from outside. Only known if the filter needs them. */
	readonly outsiders: (conversationId: string) => Outsiders;
	/** Whether a calendar is connected that may be read. */
	readonly calendar: boolean;
	/** False if a limit left out guests or contacts. */
	readonly ending: Ending;
}

/** Looks up who took part; what it reads about a day or a contact, it reads once. */
export interface Attendances {
	/**
	 * Takes one request per day (UTC) with meetings that have a calendar event. The first call also takes those of
	 * `findContacts` if a person is wanted, and one for the profile if it matters who is from outside.
	 * @throws ClientError if the key has no access.
	 */
	readonly of: (meetings: readonly LinkedMeeting[]) => Promise<Attendance>;
}

/** Whether an error would occur for everybody, so it is thrown. Any other error only leaves out some people. */
const isOfAll = (error: unknown): boolean => !(error instanceof ClientError) || isCancelled(error) || isUnauthorized(error);

const noContacts: KnownContacts = { people: [], met: new Set(), isStopped: false };
const noGuests: Guests = { events: new Map(), calendar: true, isStopped: false };

const isMe = (name: string): boolean => foldText(name) === foldText(roleNames.local);

const personCalled = (name: string): Named => ({ email: null, name });

const hasCome = ({ response }: { readonly response: string | null }): boolean => response !== 'declined';

/** The event with those guests from outside the user’s company who have not declined. */
function withOutsiders(event: CalendarEvent, user: string | null) {
	const { externalAttendees } = calendarMeeting(event, { userEmail: user ?? undefined });
	return calendarMeeting({ attendees: externalAttendees.filter(hasCome) }, { userEmail: user ?? undefined });
}

export type WantedGuests = Pick<WantedPeople, 'companies' | 'external'>;

export const asksForGuests = ({ companies = '', external }: WantedGuests): boolean => external !== undefined || companyMatcher(companies) !== null;

/** Whether an event has the wanted guests; null where it is not known who is from outside. `user`: their address. */
export function hasWantedGuests(event: CalendarEvent, user: string | null, { companies = '', external }: WantedGuests): boolean | null {
	const isOfCompany = companyMatcher(companies);
	if (isOfCompany && !calendarMeeting(event).attendees.filter(hasCome).some(({ email }) => isOfCompany(email))) return false;
	if (external === undefined) return true;
	return user === null ? null : withOutsiders(event, user).externalAttendees.length > 0 === external;
}

export function openAttendances(task: Task, { participant, ...wanted }: WantedPeople): Attendances {
	const fits = participant === undefined ? null : personMatcher(participant);
	let contacts: Promise<KnownContacts> | undefined;
	let own: Promise<string | null> | undefined;
	let failures = 0;
	let isCut = false;
	const unless = async <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
		await asked.catch((error: unknown) => {
			if (error instanceof Stopped) isCut = true;
			else if (isOfAll(error)) throw error;
			else failures += 1;
			return otherwise;
		});
	return {
		of: async (meetings) => {
			const { events, calendar, isStopped } = await unless(task.guests(meetings), noGuests);
			if (participant !== undefined && meetings.length > 0) contacts ??= unless(task.contactsOf.person(participant), noContacts);
			if (asksForGuests(wanted) && events.size > 0) own ??= unless(task.profile().then(({ email }) => email), null);
			const [known, user] = [(await contacts) ?? noContacts, (await own) ?? null];
			const guestsOf = (conversationId: string): readonly Attendee[] => events.get(conversationId)?.guests.filter(hasCome) ?? [];
			const isKnown = (conversationId: string, named: readonly string[] | null): boolean => {
				const others = (named ?? []).filter((name) => !isMe(name));
				return (others.length > 0 && !others.some(namesNobody)) || guestsOf(conversationId).length > 1;
			};
			const addresses = new Set(known.people.flatMap(({ email }) => (email === null ? [] : [lowerCase(email)])));
			return {
				isWantedSide: (conversationId) => {
					const linked = events.get(conversationId);
					if (!asksForGuests(wanted)) return true;
					return linked ? hasWantedGuests(linked.event, user, wanted) : null;
				},
				tookPart: (conversationId, named) => {
					if (!fits || known.met.has(conversationId)) return true;
					if (guestsOf(conversationId).some((guest) => fits(guest) || (guest.email !== null && addresses.has(guest.email)))) return true;
					if ((named ?? []).map(personCalled).some(fits)) return true;
					return isKnown(conversationId, named) ? false : null;
				},
				guests: guestsOf,
				isKnown,
				outsiders: (conversationId) => {
					const linked = events.get(conversationId);
					if (!linked || user === null) return { externalEmails: [], externalCompanies: [] };
					const { externalAttendees, externalCompanies } = withOutsiders(linked.event, user);
					return { externalEmails: emailsIn(externalAttendees), externalCompanies };
				},
				met: known.met,
				calendar,
				ending: endingOf(task, isStopped || known.isStopped || isCut, failures),
			};
		},
	};
}
