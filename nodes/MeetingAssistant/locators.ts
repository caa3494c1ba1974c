import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { Client } from '../../src/client/index.ts';
import { connectEditor } from './connection.ts';
import { nodeError } from './errors.ts';

const PAGE_SIZE = 50;

/** The next page, as n8n hands it back with the next call. */
const nextPage = (offset: number, count: number, total: number): Pick<INodeListSearchResult, 'paginationToken'> =>
	count > 0 && offset + count < total ? { paginationToken: String(offset + count) } : {};

const label = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

type Search = (client: Client, filter: string, offset: number) => Promise<INodeListSearchResult>;

/** A list of the editor. What goes wrong is said in the same words as in a run. */
const listSearch = (search: Search) =>
	async function (this: ILoadOptionsFunctions, filter = '', paginationToken = '0'): Promise<INodeListSearchResult> {
		try {
			return await search(await connectEditor(this), filter, Number(paginationToken));
		} catch (error) {
			throw nodeError(error, { node: this.getNode(), itemIndex: 0 });
		}
	};

/** Conversations with this text in their title, a page at a time. */
export const searchConversations = listSearch(async (client, filter, offset) => {
	const search = filter || undefined;
	const { data, pagination } = await client.conversations.list({ limit: PAGE_SIZE, offset, search });
	const results = data.map(({ id, title, startTime, duration }): INodeListSearchItems => ({
		name: label([title, startTime.slice(0, 10), `${duration} min`]),
		value: id,
	}));
	return { results, ...nextPage(offset, data.length, pagination.total) };
});

/** Contacts with this text in their name or e-mail address, a page at a time. */
export const searchContacts = listSearch(async (client, filter, offset) => {
	const search = filter || undefined;
	const { data, pagination } = await client.contacts.list({ limit: PAGE_SIZE, offset, search });
	const results = data.map(({ id, displayName, email, companyDomain }): INodeListSearchItems => ({
		name: label([displayName ?? email, companyDomain]),
		value: id,
	}));
	return { results, ...nextPage(offset, data.length, pagination.total) };
});

/** All webhooks: the service has no search for them, and there are few. */
export const searchWebhooks = listSearch(async (client, filter) => {
	const { data } = await client.webhooks.list();
	const results = data.map(({ id, url, events = [] }): INodeListSearchItems => ({
		name: label([url ?? id, `${events.length} events`]),
		value: id,
	}));
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())) };
});
