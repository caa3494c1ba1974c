import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { api, type CalendarEvent, type Contact, type Conversation, type Webhook } from '../../../src/api/index.ts';
import type { Client } from '../../../src/client/index.ts';
import { calendarMeeting, minutesOf } from '../../../src/format/index.ts';
import { eventChoices } from '../../../src/events/catalogue.ts';
import { shownUrl } from '../../../src/events/registration/replace.ts';
import { getCalendarEvents } from '../../../src/operations/calendarEvent.ts';
import { getContacts } from '../../../src/operations/contact.ts';
import { getConversations } from '../../../src/operations/conversation.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { getWebhooks } from '../../../src/operations/webhook.ts';
import { connect } from '../../shared/account.ts';
import { nodeError } from '../errors.ts';

/** Responses may drift from their schema, and a list that does not open helps nobody. */
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const count = (value: unknown, one: string, many = `${one}s`): string =>
	typeof value === 'number' ? `${value} ${value === 1 ? one : many}` : '';

const label = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The length of a title that leaves room for its date, in a list as wide as the form. */
const TITLE = 34;

function titled(value: unknown, ...parts: readonly string[]): Pick<INodeListSearchItems, 'name' | 'description'> {
	const title = text(value) || 'Untitled';
	const letters = Array.from(title);
	if (letters.length <= TITLE) return { name: label(title, ...parts) };
	return { name: label(`${letters.slice(0, TITLE - 1).join('').trimEnd()}…`, ...parts), description: title };
}

/** Title · date · minutes: people tell meetings with the same title apart by date. */
const conversationEntry = (conversation: Conversation): INodeListSearchItems => ({
	...titled(
		conversation.title,
		text(conversation.startTime).slice(0, 10),
		count(minutesOf(conversation), 'min', 'min'),
	),
	value: conversation.id,
});

/** Name · company · meetings, with the email address, since people share names. */
const contactEntry = (contact: Contact): INodeListSearchItems => {
	const { id, displayName, email, companyDomain, meetingCount } = contact;
	return {
		name: label(text(displayName) || text(email), text(companyDomain), count(meetingCount, 'meeting')),
		value: id,
		description: text(email),
	};
};

const NAMED = 2;
const nameOf = (event: unknown): string => eventChoices.find(({ value }) => value === event)?.label ?? text(event);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Events · host · date: a whole URL would fill the list. Those to the same host differ in their path, which is shown too. */
const webhookEntry = ({ id, url, events, createdAt }: Webhook): INodeListSearchItems => {
	const names = (Array.isArray(events) ? events : []).map(nameOf).filter((name) => name !== '');
	const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
	const address = text(url);
	return {
		name: label(`${names.slice(0, NAMED).join(', ')}${more}`, hostOf(address) || id, text(createdAt).slice(0, 10)),
		value: id,
		...(address !== '' && { description: shownUrl(address) }),
	};
};

/** Title · start. An event without an ID cannot be chosen. */
function calendarEventEntry(event: CalendarEvent): INodeListSearchItems[] {
	const { id, title, start } = calendarMeeting(event);
	return id === null ? [] : [{ ...titled(title, text(start).slice(0, 16).replace('T', ' ')), value: id }];
}

const PAGE_SIZE = 50;

/** The next page, as n8n hands it back with the next call. */
const nextPage = (
	offset: number,
	count: number,
	pagination: { total?: unknown } | undefined,
): Pick<INodeListSearchResult, 'paginationToken'> =>
	count > 0 && offset + count < Number(pagination?.total ?? 0) ? { paginationToken: String(offset + count) } : {};

type Search = (client: Client, filter: string, offset: number) => Promise<INodeListSearchResult>;

/** A list in the editor. Errors read the same as in a run of the operation that gets the same. */
const listSearch = (operation: Operation, search: Search) =>
	async function (this: ILoadOptionsFunctions, filter = '', paginationToken = '0'): Promise<INodeListSearchResult> {
		try {
			return await search(await connect(this), filter.trim(), Number(paginationToken));
		} catch (error) {
			throw nodeError(error, { node: this.getNode(), itemIndex: 0, operation });
		}
	};

/** Conversations with this text in their title, a page at a time, in the service's order, which is newest first. */
export const searchConversations = listSearch(getConversations, async (client, filter, offset) => {
	const search = filter || undefined;
	const { data, pagination } = await client.conversations.list({ limit: PAGE_SIZE, offset, search });
	return { results: data.map(conversationEntry), ...nextPage(offset, data.length, pagination) };
});

/** Contacts with this text in their name or email address, a page at a time. */
export const searchContacts = listSearch(getContacts, async (client, filter, offset) => {
	const search = filter || undefined;
	const { data, pagination } = await client.contacts.list({ limit: PAGE_SIZE, offset, search });
	return { results: data.map(contactEntry), ...nextPage(offset, data.length, pagination) };
});

/** All webhooks: the service has no search for them, and there are few. */
export const searchWebhooks = listSearch(getWebhooks, async (client, filter) => {
	const { data } = await client.webhooks.list();
	const results = data.map(webhookEntry);
	const matches = (value = ''): boolean => value.toLowerCase().includes(filter.toLowerCase());
	return { results: results.filter(({ name, description }) => matches(name) || matches(description)) };
});

const DAYS_AHEAD = 30;

/** The next events of the calendar, as far ahead as an operation can find one by ID. */
export const searchCalendarEvents = listSearch(getCalendarEvents, async (client, filter) => {
	const { data } = await client.calendar.events({
		maxResults: api.calendar.events.paging.maxSize,
		timeMax: new Date(Date.now() + DAYS_AHEAD * 86_400_000).toISOString(),
	});
	const results = data.flatMap(calendarEventEntry);
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())) };
});
