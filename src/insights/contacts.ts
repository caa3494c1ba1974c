import { z } from 'zod/v4';
import { api, NO_MEMORY, type Output } from '../api/index.ts';
import { eachItem } from '../client/each.ts';
import { number, text } from './lenient.ts';
import { Stopped, type Run } from './run.ts';

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
