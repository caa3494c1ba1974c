import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { api } from '../../src/api/index.ts';
import type { Client } from '../../src/client/index.ts';
import { connect } from '../shared/account.ts';
import { nodeError } from './errors.ts';
import { calendarEventEntry, contactEntry, conversationEntry, webhookEntry } from './locatorEntries.ts';

const PAGE_SIZE = 50;

/** The next page, as n8n hands it back with the next call. */
const nextPage = (
	offset: number,
	count: number,
	pagination: { total?: unknown } | undefined,
): Pick<INodeListSearchResult, 'paginationToken'> =>
	count > 0 && offset + count < Number(pagination?.total ?? 0) ? { paginationToken: String(offset + count) } : {};

type Search = (client: Client, filter: string, offset: number) => Promise<INodeListSearchResult>;

/** A list of the editor. What goes wrong is said in the same words as in a run. */
const listSearch = (search: Search) =>
	async function (this: ILoadOptionsFunctions, filter = '', paginationToken = '0'): Promise<INodeListSearchResult> {
		try {
			return await search(await connect(this), filter.trim(), Number(paginationToken));
		} catch (error) {
			throw nodeError(error, { node: this.getNode(), itemIndex: 0 });
		}
	};

/** Conversations with this text in their title, a page at a time, in the service's order, which is newest first. */
export const searchConversations = listSearch(async (client, filter, offset) => {
	const search = filter || undefined;
	const { data, pagination } = await client.conversations.list({ limit: PAGE_SIZE, offset, search });
	return { results: data.map(conversationEntry), ...nextPage(offset, data.length, pagination) };
});

/** Contacts with this text in their name or e-mail address, a page at a time. */
export const searchContacts = listSearch(async (client, filter, offset) => {
	const search = filter || undefined;
	const { data, pagination } = await client.contacts.list({ limit: PAGE_SIZE, offset, search });
	return { results: data.map(contactEntry), ...nextPage(offset, data.length, pagination) };
});

/** All webhooks: the service has no search for them, and there are few. */
export const searchWebhooks = listSearch(async (client, filter) => {
	const { data } = await client.webhooks.list();
	const results = data.map(webhookEntry);
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())) };
});

const DAYS_AHEAD = 30;

/** The next events of the calendar, as far as an operation finds them by their ID. */
export const searchCalendarEvents = listSearch(async (client, filter) => {
	const { data } = await client.calendar.events({
		maxResults: api.calendar.events.paging.maxSize,
		timeMax: new Date(Date.now() + DAYS_AHEAD * 86_400_000).toISOString(),
	});
	const results = data.flatMap(calendarEventEntry);
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())) };
});
