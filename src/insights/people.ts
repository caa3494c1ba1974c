import { z } from 'zod/v4';
import { api, NO_MEMORY, type Output, priorities } from '../api/index.ts';
import { eachItem } from '../client/each.ts';
import { ClientError } from '../client/index.ts';
import { listOf, number, text } from './lenient.ts';
import { type Run, Stopped } from './run.ts';

/** A contact as far as the service told. */
export const Person = z
	.object({
		id: z.string().min(1),
		email: text,
		displayName: text,
		companyDomain: text,
		meetingCount: number,
		firstSeenAt: text,
		lastSeenAt: text,
	})
	.transform(({ id, ...rest }) => ({ contactId: id, ...rest }));
export type Person = z.output<typeof Person>;

/** For comparing and searching. Not `fold`: the service searches with accents. */
export const lowerCase = (email: string): string => email.trim().toLowerCase();
export const emailOf = ({ email }: Person): string => lowerCase(email ?? '');
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** What a look-up came to. */
export interface Found {
	readonly people: readonly Person[];
	/** E-mails, in lower case, of people who are no contacts. */
	readonly unknown: readonly string[];
	/** E-mails, or `@` and a domain, that the run could not look up any more. */
	readonly left: readonly string[];
	/** Whether the account has the memory feature, without which there are no contacts. */
	readonly memory: boolean;
}

export type ContactPage = Output<typeof api.contacts.list>;
type Query = { readonly search?: string; readonly limit?: number; readonly offset?: number };

class NoMemory extends Error {}

export async function readPage(run: Run, query: Query): Promise<ContactPage> {
	const page = await run.get(api.contacts.list, query);
	if (page.reason === NO_MEMORY) throw new NoMemory();
	return page;
}

/** Contacts, those with most meetings first, page by page; the first page is not read again where it is given. */
export async function* contactsOf(run: Run, search: string | undefined, first?: ContactPage) {
	const read = async (page: { limit?: number; offset?: number }): Promise<ContactPage> =>
		first && page.offset === 0 ? first : readPage(run, { ...(search !== undefined && { search }), ...page });
	for await (const contact of eachItem(api.contacts.list.paging, read)) {
		const person = Person.safeParse(contact);
		if (person.success) yield person.data;
	}
}

/** Looks up as far as it gets. */
export async function lookUp(work: () => Promise<void>): Promise<'done' | 'stopped' | 'noMemory'> {
	try {
		await work();
		return 'done';
	} catch (error) {
		if (error instanceof Stopped) return 'stopped';
		if (error instanceof NoMemory) return 'noMemory';
		throw error;
	}
}

/** All contacts of a company, those with most meetings first: ceil(contacts / 200) requests, at least one. */
export async function findByCompany(run: Run, domain: string): Promise<Found> {
	const people: Person[] = [];
	const end = await lookUp(async () => {
		for await (const person of contactsOf(run, `@${domain}`)) {
			if (domainOf(emailOf(person)) === domain) people.push(person);
		}
	});
	return { people, unknown: [], left: end === 'stopped' ? [`@${domain}`] : [], memory: end !== 'noMemory' };
}

const { maxSize } = api.contacts.list.paging;
const Total = z.object({ total: z.number() }).transform(({ total }) => total);

/** One search finds all the people of one domain. */
function searchesFor(emails: readonly string[]): string[] {
	const domains = new Map<string, string[]>();
	for (const email of emails) domains.set(domainOf(email), [...(domains.get(domainOf(email)) ?? []), email]);
	return [...domains].map(([domain, group]) => (group.length === 1 ? group.join() : `@${domain}`));
}

/**
 * Contacts by e-mail in lower case, in the order given. People of one domain take one search. Those of several take
 * the first page of all contacts, and for whoever is not on it the pages that follow or one search per domain,
 * whichever is less. None take no request.
 */
export async function findByEmail(run: Run, emails: readonly string[]): Promise<Found> {
	const found = new Map<string, Person>();
	const missing = (): string[] => emails.filter((email) => !found.has(email));
	const collect = async (contacts: AsyncIterable<Person>): Promise<void> => {
		const wanted = new Set(missing());
		for await (const person of contacts) {
			if (wanted.delete(emailOf(person))) found.set(emailOf(person), person);
			if (wanted.size === 0) return;
		}
	};
	const end = await lookUp(async () => {
		if (searchesFor(emails).length > 1) {
			const first = await readPage(run, { limit: maxSize, offset: 0 });
			const total = Total.safeParse(first.pagination).data ?? first.data.length;
			await collect(contactsOf(run, undefined, { ...first, pagination: { ...first.pagination, total: 0 } }));
			const searches = searchesFor(missing());
			const pagesLeft = Math.ceil(total / maxSize) - 1;
			if (pagesLeft <= searches.length) return collect(contactsOf(run, undefined, first));
		}
		for (const search of searchesFor(missing())) await collect(contactsOf(run, search));
	});
	return {
		people: emails.flatMap((email) => found.get(email) ?? []),
		unknown: end === 'done' ? missing() : [],
		left: end === 'stopped' ? missing() : [],
		memory: end !== 'noMemory',
	};
}

/** A briefing as far as the service told (Resources, Contact briefing). */
const ReadBriefing = z.object({
	contact: Person.nullable().catch(null),
	summary: z
		.looseObject({ prose: text, topics: listOf(z.unknown()), open_questions: listOf(z.string()) })
		.nullable()
		.catch(null),
	summaryGeneratedAt: text,
	recentMeetings: listOf(z.object({ sessionId: z.string(), title: text, date: text })),
	openActionItems: listOf(
		z.object({
			item: z.string(),
			sessionId: z.string(),
			hash: text,
			owner: text,
			priority: z.enum(priorities).nullable().catch(null),
			meetingDate: text,
			meetingTitle: text,
		}),
	),
	recentDecisions: listOf(z.string()),
});
export type ReadBriefing = z.output<typeof ReadBriefing>;

const isForbidden = (error: unknown): boolean =>
	error instanceof ClientError && error.problem.kind === 'api' && error.problem.status === 403;

/** One request; null where the plan or the memory feature does not allow it. Throws `Stopped` or `ClientError`. */
export async function readBriefing(run: Run, contactId: string): Promise<ReadBriefing | null> {
	try {
		const { data } = await run.get(api.contacts.briefing, { id: contactId });
		return ReadBriefing.parse(data);
	} catch (error) {
		if (isForbidden(error)) return null;
		throw error;
	}
}
