import * as z from 'zod/v4';
import { api, NO_MEMORY, priorities, type Output } from '../api/index.ts';
import { isForbidden, isNotFound } from '../client/index.ts';
import { numberOf } from '../format/index.ts';
import { domainOf } from './calendar.ts';
import { lenientList, lenientName, lenientNumber, lenientText } from './lenient.ts';
import { lowerCase, personIn, personMatcher } from './person.ts';
import { itemsThat, Stopped, valuesIn, type Asking } from './task.ts';

const Person = z
	.object({
		id: z.string().min(1),
		email: lenientText,
		displayName: lenientText,
		companyDomain: lenientText,
		meetingCount: lenientNumber,
		firstSeenAt: lenientText,
		lastSeenAt: lenientText,
	})
	.transform(({ id, ...rest }) => ({ contactId: id, ...rest }));

/** A contact; fields are null where the service's answer lacks them. */
export type Person = z.output<typeof Person>;

const emailOf = ({ email }: Person): string => lowerCase(email ?? '');

export interface FoundPeople {
	readonly people: readonly Person[];
	/** Emails in lower case, or a name, that belong to no contact. */
	readonly unknown: readonly string[];
	/** Emails, a name, or `@` and a domain, not looked up because the run stopped. */
	readonly left: readonly string[];
	/** Whether the account has the memory feature. Without it there are no contacts. */
	readonly memory: boolean;
}

type ContactPage = Output<typeof api.contacts.list>;

class NoMemory extends Error {}

/** Contacts page by page, those with the most meetings first; null in place of an unreadable contact. */
async function* listContacts({ list }: Pick<Asking, 'list'>, search: string | undefined, onPage: (page: ContactPage) => void = () => {}) {
	const options = {
		onPage: (page: ContactPage): void => {
			if (page.reason === NO_MEMORY) throw new NoMemory();
			onPage(page);
		},
		onIncomplete: (): void => {
			throw new Stopped();
		},
	};
	for await (const contact of list(api.contacts.list, search === undefined ? {} : { search }, options)) {
		yield Person.safeParse(contact).data ?? null;
	}
}

/** How a search ended; anything found by then counts. */
async function endOf(search: () => Promise<void>): Promise<'done' | 'stopped' | 'noMemory'> {
	try {
		await search();
		return 'done';
	} catch (error) {
		if (error instanceof Stopped) return 'stopped';
		if (error instanceof NoMemory) return 'noMemory';
		throw error;
	}
}

/** All contacts of a company, those with the most meetings first: ceil(contacts / 200) requests, at least one. */
export async function findByCompany(asking: Asking, domain: string): Promise<FoundPeople> {
	const people: Person[] = [];
	const end = await endOf(async () => {
		for await (const person of listContacts(asking, `@${domain}`)) {
			if (person && domainOf(emailOf(person)) === domain) people.push(person);
		}
	});
	return { people, unknown: [], left: end === 'stopped' ? [`@${domain}`] : [], memory: end !== 'noMemory' };
}

/** The service searches for a text as a whole, so it gets an address, or the longest word of a name. */
function searchFor(person: string): string {
	const { kind, text } = personIn(person) ?? { kind: 'email', text: person.trim() };
	const [longest = text] = kind === 'email' ? [text] : text.split(/[\s,]+/).toSorted((one, other) => other.length - one.length);
	return longest;
}

/** All contacts of this name, or with this part of it, those with the most meetings first; requests as for a company. */
export async function findByName(asking: Asking, name: string): Promise<FoundPeople> {
	const people: Person[] = [];
	const isNamed = personMatcher(name);
	const end = await endOf(async () => {
		for await (const person of listContacts(asking, searchFor(name))) {
			if (person && isNamed({ email: null, name: person.displayName })) people.push(person);
		}
	});
	return {
		people,
		unknown: end === 'done' && people.length === 0 ? [name] : [],
		left: end === 'stopped' ? [name] : [],
		memory: end !== 'noMemory',
	};
}

/** How many contacts of one name have their meetings looked up. The service lists only the newest meetings of each. */
const MAX_NAMESAKES = 5;
const MAX_HISTORY = 50;

/** What the memory feature knows about the people in a text. */
export interface KnownContacts {
	readonly people: readonly Person[];
	/** IDs of meetings that they took part in. */
	readonly met: ReadonlySet<string>;
	readonly isStopped: boolean;
}

/**
 * The contacts that match a name or an address, and the newest 50 meetings of each according to the service. Requests: one per
 * 200 contacts with the text, at least one, and one for each of up to five who match.
 * @throws ClientError if the key has no access.
 */
export async function findContacts(asking: Asking, text: string): Promise<KnownContacts> {
	const fits = personMatcher(text);
	const people: Person[] = [];
	const met = new Set<string>();
	const end = await endOf(async () => {
		for await (const person of listContacts(asking, searchFor(text))) {
			if (person && fits({ email: person.email, name: person.displayName })) people.push(person);
		}
		const briefings = await asking.each(people.slice(0, MAX_NAMESAKES), ({ contactId }) => readBriefing(asking, contactId, MAX_HISTORY));
		for (const briefing of valuesIn(briefings).values()) {
			if (briefing !== 'noMemory') for (const { sessionId } of briefing.recentMeetings) met.add(sessionId);
		}
		if (itemsThat(briefings, 'left').length > 0) throw new Stopped();
	}).catch((error: unknown) => {
		if (isForbidden(error)) return 'noMemory' as const;
		throw error;
	});
	return { people, met, isStopped: end === 'stopped' };
}

const { maxSize } = api.contacts.list.paging;

/** More pages are not worth their requests. */
const MAX_PAGES = 10;

export interface Contacts {
	readonly people: readonly Person[];
	/** Whether the account has the memory feature. */
	readonly memory: boolean;
	/** Whether the list is complete. Otherwise nobody is certain to be the only match. */
	readonly isWhole: boolean;
}

/** All contacts, those with the most meetings first: ceil(contacts / 200) requests, from one to ten. Throws `Stopped` or `ClientError`. */
export const allContacts = ({ once }: Asking): Promise<Contacts> =>
	once('contacts', 'all', async (client) => {
		const people: Person[] = [];
		let seen = 0;
		try {
			for await (const person of listContacts({ list: client.each }, undefined)) {
				seen += 1;
				if (seen > MAX_PAGES * maxSize - 1) return { people, memory: true, isWhole: false };
				if (person) people.push(person);
			}
			return { people, memory: true, isWhole: true };
		} catch (error) {
			if (error instanceof NoMemory || isForbidden(error)) return { people: [], memory: false, isWhole: false };
			throw error;
		}
	});

/** The searches for some addresses. One search finds everyone of one domain. */
function searchesFor(emails: readonly string[]): string[] {
	return [...Map.groupBy(emails, domainOf)].map(([domain, group]) => (group.length === 1 ? group.join() : `@${domain}`));
}

/**
 * Contacts by email in lower case, in the given order. Emails of one domain take one search. For several domains it
 * reads the first page of all contacts; for anyone not on it, the remaining pages or one search per domain, whichever
 * takes fewer requests. No emails take no request.
 */
export async function findByEmail(asking: Asking, emails: readonly string[]): Promise<FoundPeople> {
	const found = new Map<string, Person>();
	const missing = (): string[] => emails.filter((email) => !found.has(email));
	const take = (person: Person | null): void => {
		if (person && emails.includes(emailOf(person)) && !found.has(emailOf(person))) found.set(emailOf(person), person);
	};
	/** Whether anybody is left to search for after the list of all contacts. */
	const isLeftByList = async (): Promise<boolean> => {
		let first: ContactPage | undefined;
		let seen = 0;
		for await (const person of listContacts(asking, undefined, (page) => (first ??= page))) {
			take(person);
			seen += 1;
			if (missing().length === 0) return false;
			if (!first || seen !== first.data.length) continue;
			const pagesLeft = Math.ceil((numberOf(first.pagination?.total) ?? seen) / maxSize) - 1;
			if (pagesLeft > searchesFor(missing()).length) return true;
		}
		return false;
	};
	const end = await endOf(async () => {
		if (searchesFor(emails).length > 1 && !(await isLeftByList())) return;
		for (const search of searchesFor(missing())) {
			const sought = missing().filter((email) => email === search || search === `@${domainOf(email)}`);
			for await (const person of listContacts(asking, search)) {
				take(person);
				if (sought.every((email) => found.has(email))) break;
			}
		}
	});
	return {
		people: emails.flatMap((email) => found.get(email) ?? []),
		unknown: end === 'done' ? missing() : [],
		left: end === 'stopped' ? missing() : [],
		memory: end !== 'noMemory',
	};
}

/** A contact's briefing; parts that cannot be read are left out (Resources, Contact briefing). */
const ReadBriefing = z.object({
	contact: Person.nullable().catch(null),
	summary: z
		.looseObject({
			prose: lenientText,
			topics: lenientList(z.unknown()),
			open_questions: lenientList(z.string()),
		})
		.nullable()
		.catch(null),
	summaryGeneratedAt: lenientText,
	recentMeetings: lenientList(z.object({ sessionId: z.string(), title: lenientText, date: lenientText })),
	openActionItems: lenientList(
		z.object({
			item: z.string(),
			sessionId: z.string(),
			hash: lenientText,
			owner: lenientName,
			priority: z.enum(priorities).nullable().catch(null),
			meetingDate: lenientText,
			meetingTitle: lenientText,
		}),
	),
	recentDecisions: lenientList(z.string()),
});
export type ReadBriefing = z.output<typeof ReadBriefing>;

/**
 * One request; null if there is no such contact, `noMemory` if the plan does not include it or the memory feature is missing. Throws `Stopped` or
 * `ClientError`.
 */
export async function readBriefing({ once }: Asking, contactId: string, historyLimit?: number): Promise<ReadBriefing | 'noMemory' | null> {
	try {
		return await once('contacts', `briefing ${contactId} ${historyLimit ?? ''}`, async (client) => {
			const { data } = await client.call(api.contacts.briefing, { id: contactId, historyLimit });
			return ReadBriefing.parse(data);
		});
	} catch (error) {
		if (isForbidden(error)) return 'noMemory';
		if (isNotFound(error)) return null;
		throw error;
	}
}
