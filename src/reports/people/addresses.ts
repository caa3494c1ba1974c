import { foldText, roleNames } from '../../format/index.ts';
import { candidateOf, endingOf, fitting, unlessStopped, type Candidate, type Contacts, type Ending, type LinkedMeeting, type Person, type Task } from '../../meetings/index.ts';

/** The label of this option wherever people can turn it on. */
export const WITH_ADDRESSES = 'With Email Addresses';

/** The contact details of a person named in key points. */
export interface Address {
	readonly email: string | null;
	/** Null for people who are not contacts, or known only from the calendar. */
	readonly contactId: string | null;
}

const unknown: Address = { email: null, contactId: null };

export interface NamingMeeting extends LinkedMeeting {
	/** Whose addresses are wanted. */
	readonly names: readonly string[];
}

export interface Addresses extends Ending {
	readonly of: (conversationId: string, name: string | null) => Address;
	/** Why guests or contacts could not be searched. */
	readonly without: { readonly calendar: boolean; readonly memory: boolean; readonly allContacts: boolean };
}

/** The owner of the account. */
export interface User {
	readonly name: string | null;
	readonly email: string | null;
}

/** Whether a name is the user’s own, as key points write it. */
export const isUser =
	({ name }: User) =>
	(one: string): boolean =>
		[roleNames.local, name ?? ''].map(foldText).includes(foldText(one));

export const contactCandidates = (people: readonly Person[]): Candidate[] =>
	people.map(({ email, displayName: name, contactId }) => candidateOf({ email, name, contactId }));

const noContacts: Contacts = { people: [], memory: true, isWhole: true };

/**
 * The addresses of the people in key points: from the guests of the meeting’s event, otherwise from contacts, if exactly one of
 * them matches. Requests: one per day with meetings that have an event, and for names that no guest has, one per 200 contacts,
 * at most 10. If only one of calendar and memory feature is available, that one is used. At a limit, addresses are left out.
 * `user`: null if a limit was reached before the profile was read.
 * @throws ClientError if the key has no access.
 */
export async function findAddresses(task: Task, meetings: readonly NamingMeeting[], user: User | null): Promise<Addresses> {
	const self: User = user ?? { name: null, email: null };
	const own: readonly Candidate[] = self.email === null ? [] : [candidateOf(self)];
	const isOwn = isUser(self);
	const { events, calendar, isStopped } = await task.guests(meetings.filter(({ names }) => !names.every(isOwn)));
	const guests = new Map(
		[...events].map(([conversationId, event]) => {
			const others = event.guests.filter(({ internal }) => internal !== true || own.length === 0);
			return [conversationId, [...own, ...others.map(candidateOf)]];
		}),
	);
	const amongGuests = (conversationId: string, name: string) => fitting(name, guests.get(conversationId) ?? own);
	/** The name to look for among contacts; null if a guest decides. Of a guest without an address, the full name is known. */
	const nameLeft = (name: string, guest: ReturnType<typeof amongGuests>): string | null => {
		if (guest === null) return name;
		return guest !== 'several' && guest.email === null ? guest.name : null;
	};
	const isLeft = meetings.some(({ conversationId, names }) => names.some((name) => !isOwn(name) && nameLeft(name, amongGuests(conversationId, name)) !== null));
	const read: Contacts | null = isLeft && !isStopped ? await unlessStopped(() => task.contacts(), null) : noContacts;
	const contacts = read ?? { ...noContacts, isWhole: false };
	const known = contactCandidates(contacts.people);
	const idOf = (email: string | null): string | null => known.find((one) => email !== null && one.email === email)?.contactId ?? null;
	return {
		...endingOf(task, user === null || isStopped || read === null, 0),
		without: { calendar: !calendar, memory: !contacts.memory, allContacts: read?.isWhole === false },
		of: (conversationId, name) => {
			if (name === null) return unknown;
			if (isOwn(name)) return { email: own[0]?.email ?? null, contactId: null };
			const guest = amongGuests(conversationId, name);
			const left = nameLeft(name, guest);
			const found = left === null ? guest : contacts.isWhole ? fitting(left, [...own, ...known]) : null;
			if (found === null || found === 'several') return unknown;
			return { email: found.email, contactId: found.contactId ?? idOf(found.email) };
		},
	};
}

/** The address of an action item’s owner. */
export interface OwnerAddress {
	readonly ownerEmail: Address['email'];
	readonly ownerContactId: Address['contactId'];
}

export const ownerAddress = ({ email, contactId }: Address): OwnerAddress => ({ ownerEmail: email, ownerContactId: contactId });

/** An action item with the address of its owner next to the name; unchanged if there is none to add. */
export const withOwner = <T extends { readonly item?: unknown; readonly owner?: unknown }>(
	record: T,
	{ ownerEmail, ownerContactId }: Partial<OwnerAddress>,
) => ({
	...{ item: record.item, owner: record.owner },
	...(ownerEmail !== undefined && { ownerEmail }),
	...record,
	...(ownerContactId !== undefined && { ownerContactId }),
});

interface Owned {
	readonly conversationId: string;
	readonly conversationDate: string | null;
	readonly owner: string | null;
}

/** The owners of action items, by meeting. `eventOf`: the linked calendar event of a meeting. */
export const ownersIn = (items: readonly Owned[], eventOf: (conversationId: string) => string | null): NamingMeeting[] =>
	[...Map.groupBy(items, ({ conversationId }) => conversationId)].map(([conversationId, ofOne]) => ({
		conversationId,
		conversationDate: ofOne[0]?.conversationDate ?? null,
		linkedCalendarEventId: eventOf(conversationId),
		names: [...new Set(ofOne.flatMap(({ owner }) => owner ?? []))],
	}));
