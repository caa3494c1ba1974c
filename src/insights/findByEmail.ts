import { z } from 'zod/v4';
import { api } from '../api/index.ts';
import { contactsOf, domainOf, emailOf, lookUp, readPage, type Found, type Person } from './contacts.ts';
import type { Run } from './run.ts';

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
