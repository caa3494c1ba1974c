import { api } from '../../../api/index.ts';
import { counted } from '../../../words/counts.ts';
import { Refusal } from '../../../words/errors.ts';
import { conversationId } from '../conversation.ts';
import { listed } from '../../list.ts';
import { operation, result } from '../../operation.ts';
import type { Session } from '../../session.ts';
import { Identified, listFilters } from './getAll.ts';

interface Found {
	readonly conversation: unknown;
	/** Pages read to find it. */
	readonly pages: number;
}

/** Reads the list only as far as each search needs. Searches run one after the other and share what was read. */
function searchList(session: Session, input: Readonly<Record<string, unknown>>) {
	const begin = () => listed(session, api.conversations.list, input, { wants: () => true });
	const known = new Map<string, unknown>();
	let rest = begin();
	let read = 0;
	const pages = (): number => Math.ceil(read / api.conversations.list.paging.maxSize);
	let last: Promise<unknown> = Promise.resolve();
	const search = async (id: string, maxPages: number): Promise<Found | null> => {
		const before = pages();
		while (!known.has(id)) {
			if (read >= maxPages * api.conversations.list.paging.maxSize) return null;
			const next = await rest.next().catch((error: unknown) => {
				// After a failure, the iterator would report the end of the list.
				rest = begin();
				read = 0;
				throw error;
			});
			if (next.done) return null;
			read += 1;
			const { data } = Identified.safeParse(next.value);
			if (data) known.set(data.id, next.value);
		}
		return { conversation: known.get(id), pages: pages() - before };
	};
	return async (id: string, maxPages = Infinity): Promise<Found | null> => {
		const found = last.then(() => search(id, maxPages));
		last = found.catch(() => undefined);
		return await found;
	};
}

/** By session and filters: each page is read once for all items of a run. */
const searches = new WeakMap<Session, Map<string, ReturnType<typeof searchList>>>();

/** Finds conversations by their IDs in the list: one request for each page that no other search of the run has read. */
export function searchOf(session: Session, filters: Readonly<Record<string, unknown>> = {}): ReturnType<typeof searchList> {
	const ofSession = searches.get(session) ?? new Map<string, ReturnType<typeof searchList>>();
	searches.set(session, ofSession);
	const key = JSON.stringify(filters);
	const search = ofSession.get(key) ?? searchList(session, filters);
	ofSession.set(key, search);
	return search;
}

export const getConversation = operation({
	id: 'get',
	name: 'Get',
	action: 'Get a conversation',
	description: 'Get the title, times and length (in minutes) of one conversation by its ID, for example after an event that only has the ID',
	fields: { id: conversationId },
	filters: listFilters,
	requests: '1 per 100 newer conversations that pass the filters, at least 1',
	credit: 'never',
	async *run(session, { id, ...filters }) {
		const found = await searchOf(session, filters)(id);
		if (!found) {
			const isFiltered = Object.values(filters).some((value) => value !== undefined);
			throw new Refusal(
				`No conversation with the ID “${id}” was found`,
				({ operation: find, list }) =>
					`${isFiltered ? 'Remove the filters, or check' : 'Check'} the ID. ${find('Conversation', list.name)} returns the existing IDs; deleted conversations are left out`,
				{ httpCode: 404, code: 'not_found' },
			);
		}
		if (found.pages > 1) {
			session.hint(
				`Finding a conversation took ${counted(found.pages, 'request')}: the service can only list them, 100 at a time. “Title Contains” and “After” make the list shorter.`,
			);
		}
		yield result(found.conversation);
	},
});
