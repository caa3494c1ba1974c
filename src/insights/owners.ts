import { DAY_MS } from '../api/durations.ts';
import { api } from '../api/index.ts';
import { ClientError } from '../client/index.ts';
import { calendarMeeting } from '../format/index.ts';
import { fieldsOf } from '../format/read.ts';
import { roleNames } from '../format/people.ts';
import { instantOf } from '../format/time.ts';
import { allContacts, lowerCase } from './people.ts';
import { createRun, endingOf, RunStopped, type Ending, type InsightOptions, type Run } from './run.ts';
import { foldText } from './topic.ts';

/** A person who may be an owner. */
interface Candidate {
	/** In lower case; null without a usable one. */
	readonly email: string | null;
	readonly name: string | null;
	readonly contactId: string | null;
}

/** The person whom an owner was matched with. */
export interface OwnerAddress {
	readonly ownerEmail: string | null;
	/** Null for people who are not contacts, or known only from the calendar. */
	readonly ownerContactId: string | null;
}

export const noAddress: OwnerAddress = { ownerEmail: null, ownerContactId: null };

const wordsOf = (text: string): string[] =>
	foldText(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

const TITLES: ReadonlySet<string> = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'herr', 'frau']);

/** The words of a name, without titles and what stands in brackets. */
function nameWords(text: string): string[] {
	const words = wordsOf(text.replace(/\([^()]*\)/g, ' '));
	const named = words.filter((word) => !TITLES.has(word));
	return named.length > 0 ? named : words;
}

const sorted = (text: string): string => nameWords(text).toSorted().join(' ');

/** What may be the first name: of “Lee, Ann” it is Ann, of “Ann Lee, PhD” the one before the comma may be. */
function firstNames(name: string): readonly (string | undefined)[] {
	const [before = [], ...after] = name.split(',').map(nameWords).filter((words) => words.length > 0);
	return [...(after.length === 0 || before.length > 1 ? [before] : []), ...after].map(([first]) => first);
}

const ADDRESS = /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/;

/** A guest or contact without a usable address is a candidate too: their name is theirs, and nobody else’s. */
function candidateOf({ email, name, contactId = null }: { readonly email: string | null; readonly name: string | null; readonly contactId?: string | null }): Candidate {
	const address = lowerCase(email ?? '');
	return { email: ADDRESS.test(address) ? address : null, name, contactId };
}

const mailboxOf = ({ email }: Candidate): string => (email ?? '').slice(0, (email ?? '').lastIndexOf('@'));

/** Ann Lee may have the mailboxes ann.lee, lee.ann, annlee, a.lee and alee. */
function mailboxesOf(name: string): ReadonlySet<string> {
	const [first = '', ...others] = nameWords(name);
	const last = others.at(-1);
	return new Set(last === undefined ? [] : [first + last, last + first, first.charAt(0) + last]);
}

/** How an owner is recognized, most reliable rule first. The first rule that fits anybody decides. */
const rules: readonly ((owner: string) => (candidate: Candidate) => boolean)[] = [
	(owner) => (one) => one.email === lowerCase(owner),
	(owner) => {
		const name = sorted(owner);
		return (one) => name !== '' && sorted(one.name ?? '') === name;
	},
	(owner) => {
		const mailboxes = mailboxesOf(owner);
		return (one) => one.name === null && mailboxes.has(wordsOf(mailboxOf(one)).join(''));
	},
	(owner) => {
		const [first, ...others] = wordsOf(owner);
		return (one) => first !== undefined && others.length === 0 && firstNames(one.name ?? mailboxOf(one)).includes(first);
	},
];

/** The candidate who fits an owner's name; null if nobody does, `several` if more than one does. */
function fitting(owner: string, candidates: readonly Candidate[]): Candidate | 'several' | null {
	for (const rule of rules) {
		const fits = candidates.filter(rule(owner));
		const [first] = fits;
		if (first) return new Set(fits.map((one) => one.email ?? one)).size > 1 ? 'several' : first;
	}
	return null;
}

export interface OwnedMeeting {
	readonly conversationId: string;
	readonly meetingDate: string | null;
	readonly linkedCalendarEventId: string | null;
	/** Who owns its action items. */
	readonly owners: readonly string[];
}

export interface Owners extends Ending {
	readonly of: (conversationId: string, owner: string | null) => OwnerAddress;
	/** Why there were no guests or contacts to look at. */
	readonly without: { readonly calendar: boolean; readonly memory: boolean; readonly allContacts: boolean };
}

interface User {
	readonly name: string | null;
	readonly email: string | null;
}

/** The guests of the events of a day, and of half a day around it, by the event’s ID. One request. */
async function guestsOn(run: Run, day: number): Promise<ReadonlyMap<string, readonly Candidate[]>> {
	const { data } = await run.get(api.calendar.events, {
		maxResults: api.calendar.events.paging.maxSize,
		timeMin: new Date(day - DAY_MS / 2).toISOString(),
		timeMax: new Date(day + 1.5 * DAY_MS).toISOString(),
	});
	const events = (Array.isArray(data) ? data : []).map((event) => calendarMeeting(fieldsOf(event)));
	return new Map(
		events.flatMap(({ id, attendees }) => {
			return id === null ? [] : [[id, attendees.map(candidateOf)]];
		}),
	);
}

const isNoCalendar = (error: unknown): boolean => error instanceof ClientError && error.problem.kind === 'api' && [403, 404].includes(error.problem.status);

/**
 * Whose addresses the owners of action items have: of guests of the meeting’s event, else of contacts, where exactly one
 * fits. Requests: one per day with meetings that have an event, and for names that no guest has, one per 200 contacts, at
 * most 10. Without a calendar or the memory feature, the other is used. A limit leaves addresses out.
 * @throws ClientError if the key has no access.
 */
export async function findOwners(options: InsightOptions, meetings: readonly OwnedMeeting[], user: User): Promise<Owners> {
	const run = createRun(options);
	const own: readonly Candidate[] = user.email === null ? [] : [candidateOf(user)];
	const isOwn = (owner: string): boolean => [foldText(roleNames.local), foldText(user.name ?? '')].includes(foldText(owner));
	const guests = new Map<string, readonly Candidate[]>();
	let [calendar, isCut] = [true, false];
	const days = new Map<number, OwnedMeeting[]>();
	for (const meeting of meetings) {
		const at = instantOf(meeting.meetingDate);
		if (at === null || meeting.linkedCalendarEventId === null || meeting.owners.every(isOwn)) continue;
		const day = Math.floor(at / DAY_MS) * DAY_MS;
		days.set(day, [...(days.get(day) ?? []), meeting]);
	}
	try {
		for (const [day, ofDay] of days) {
			const found = await guestsOn(run, day);
			for (const { conversationId, linkedCalendarEventId } of ofDay) guests.set(conversationId, found.get(linkedCalendarEventId ?? '') ?? []);
		}
	} catch (error) {
		if (error instanceof RunStopped) isCut = true;
		else if (isNoCalendar(error)) calendar = false;
		else throw error;
	}
	const amongGuests = (conversationId: string, owner: string) => fitting(owner, [...own, ...(guests.get(conversationId) ?? [])]);
	/** The name to look for among contacts; null if a guest decides. Of a guest without an address, the full name is known. */
	const nameLeft = (owner: string, guest: ReturnType<typeof amongGuests>): string | null => {
		if (guest === null) return owner;
		return guest !== 'several' && guest.email === null ? guest.name : null;
	};
	const isLeft = meetings.some(({ conversationId, owners }) => owners.some((owner) => !isOwn(owner) && nameLeft(owner, amongGuests(conversationId, owner)) !== null));
	const contacts = isLeft && !isCut ? await allContacts(run) : { people: [], memory: true, isWhole: true, isStopped: false };
	const known = contacts.people.map(({ email, displayName: name, contactId }) => candidateOf({ email, name, contactId }));
	return {
		...endingOf(run, isCut || contacts.isStopped, 0),
		without: { calendar: !calendar, memory: !contacts.memory, allContacts: !contacts.isWhole },
		of: (conversationId, owner) => {
			if (owner === null) return noAddress;
			if (isOwn(owner)) return { ownerEmail: own[0]?.email ?? null, ownerContactId: null };
			const guest = amongGuests(conversationId, owner);
			// Without all contacts, nobody is certain to be the only match.
			const name = nameLeft(owner, guest);
			const found = name === null ? guest : contacts.isWhole ? fitting(name, [...own, ...known]) : null;
			if (found === null || found === 'several') return noAddress;
			return { ownerEmail: found.email, ownerContactId: found.contactId ?? known.find(({ email }) => email !== null && email === found.email)?.contactId ?? null };
		},
	};
}
