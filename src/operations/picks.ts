import { api, type CalendarEvent, type Contact, type Conversation, type Webhook } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import { eventChoices } from '../events/catalogue.ts';
import { shownUrl } from '../events/registration/replace.ts';
import { calendarMeeting, minutesOf } from '../format/index.ts';
import type { Picks } from './field.ts';

/** What a reference can be chosen from. */
export interface Pickable {
	readonly id: string;
	readonly label: string;
	/** What the label has no room for. */
	readonly description?: string;
}

export interface PickPage {
	readonly picks: readonly Pickable[];
	/** Offset of the next page, if there is one. */
	readonly next?: number;
}

export interface PickQuery {
	/** Text that the label, or the service’s own search, has to match. */
	readonly filter?: string;
	readonly offset?: number;
	/** Milliseconds since 1970. */
	readonly now: number;
}

/** Responses may drift from their schema, and a list that does not open helps nobody. */
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const count = (value: unknown, one: string, many = `${one}s`): string =>
	typeof value === 'number' ? `${value} ${value === 1 ? one : many}` : '';

const label = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The length of a title that leaves room for its date, in a list as wide as the form. */
const TITLE = 34;

function titled(value: unknown, ...parts: readonly string[]): Omit<Pickable, 'id'> {
	const title = text(value) || 'Untitled';
	const letters = Array.from(title);
	if (letters.length <= TITLE) return { label: label(title, ...parts) };
	return { label: label(`${letters.slice(0, TITLE - 1).join('').trimEnd()}…`, ...parts), description: title };
}

/** Title · date · minutes: people tell meetings with the same title apart by date. */
const conversationEntry = (conversation: Conversation): Pickable => ({
	...titled(
		conversation.title,
		text(conversation.startTime).slice(0, 10),
		count(minutesOf(conversation), 'min', 'min'),
	),
	id: conversation.id,
});

/** Name · company · meetings, with the email address, since people share names. */
const contactEntry = (contact: Contact): Pickable => {
	const { id, displayName, email, companyDomain, meetingCount } = contact;
	return {
		label: label(text(displayName) || text(email), text(companyDomain), count(meetingCount, 'meeting')),
		id,
		description: text(email),
	};
};

const NAMED = 2;
const nameOf = (event: unknown): string => eventChoices.find(({ value }) => value === event)?.label ?? text(event);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Events · host · date: a whole URL would fill the list. Those to the same host differ in their path, which is shown too. */
const webhookEntry = ({ id, url, events, createdAt }: Webhook): Pickable => {
	const names = (Array.isArray(events) ? events : []).map(nameOf).filter((name) => name !== '');
	const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
	const address = text(url);
	return {
		label: label(`${names.slice(0, NAMED).join(', ')}${more}`, hostOf(address) || id, text(createdAt).slice(0, 10)),
		id,
		...(address !== '' && { description: shownUrl(address) }),
	};
};

/** Title · start. An event without an ID cannot be chosen. */
function calendarEventEntry(event: CalendarEvent): Pickable[] {
	const { id, title, start } = calendarMeeting(event);
	return id === null ? [] : [{ ...titled(title, text(start).slice(0, 16).replace('T', ' ')), id }];
}

const PAGE_SIZE = 50;

/** Where the next page begins, while the service counts more. */
const nextPage = (offset: number, length: number, pagination: { total?: unknown } | undefined): { next?: number } =>
	length > 0 && typeof pagination?.total === 'number' && offset + length < pagination.total ? { next: offset + length } : {};

function matching(picks: readonly Pickable[], filter: string): PickPage {
	const matches = (value = ''): boolean => value.toLowerCase().includes(filter.toLowerCase());
	return { picks: picks.filter(({ label: shown, description }) => matches(shown) || matches(description)) };
}

const DAYS_AHEAD = 30;

type Search = (client: Client, query: Required<PickQuery>) => Promise<PickPage>;

const contacts: Search = async (client, { filter, offset }) => {
	const { data, pagination } = await client.contacts.list({ limit: PAGE_SIZE, offset, search: filter || undefined });
	return { picks: data.map(contactEntry), ...nextPage(offset, data.length, pagination) };
};

const searches: Readonly<Record<Picks, Search>> = {
	/** The next events of the calendar, as far ahead as an operation can find one by ID. */
	calendarEvent: async (client, { filter, now }) => {
		const { data } = await client.calendar.events({
			maxResults: api.calendar.events.paging.maxSize,
			timeMax: new Date(now + DAYS_AHEAD * 86_400_000).toISOString(),
		});
		return matching(data.flatMap(calendarEventEntry), filter);
	},
	contact: contacts,
	/** In the service's order, which is newest first. */
	conversation: async (client, { filter, offset }) => {
		const { data, pagination } = await client.conversations.list({ limit: PAGE_SIZE, offset, search: filter || undefined });
		return { picks: data.map(conversationEntry), ...nextPage(offset, data.length, pagination) };
	},
	person: contacts,
	/** All of them: the service has no search for them, and there are few. */
	webhook: async (client, { filter }) => matching((await client.webhooks.list()).data.map(webhookEntry), filter),
};

/** A page of what a reference can be chosen from. One request. Throws `ClientError`. */
export const searchPicks = (client: Client, picks: Picks, { filter = '', offset = 0, now }: PickQuery): Promise<PickPage> =>
	searches[picks](client, { filter: filter.trim(), offset, now });
