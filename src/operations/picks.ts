import { api, type CalendarEvent, type Contact, type Conversation, DAY_MS, isUrl, type Webhook } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import { eventLabel, flowIn, shownUrl } from '../triggers/index.ts';
import { clockAt, instantOf, isRecord, minutesOf, momentIn, readTime } from '../format/index.ts';
import { calendarMeeting, type CalendarMeeting } from '../meetings/index.ts';
import { counted } from '../words/index.ts';
import type { Picks } from '../forms/index.ts';

/** What a reference can be chosen from. */
export interface Pickable {
	readonly id: string;
	readonly label: string;
	/** What the label has no room for. */
	readonly description?: string;
}

export interface PickPage {
	readonly picks: readonly Pickable[];
	/** The `offset` of the next page, if there is one. */
	readonly next?: number;
}

export interface PickQuery {
	/** Text that the label, or the service’s own search, has to match. */
	readonly filter?: string;
	readonly offset?: number;
	/** Milliseconds since 1970. */
	readonly now: number;
	/** IANA name of the time zone in which days and times are shown. */
	readonly timezone: string;
}

/** Responses may drift from their schema. Unreadable values are shown as empty, so that the list still opens. */
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const minutesShown = (minutes: number | null): string => (minutes === null ? '' : `${minutes} min`);

/** “2026-11-09”; anything but a time is returned as it is. */
function dayIn(timezone: string, value: unknown): string {
	const ms = instantOf(value);
	return ms === null ? text(value).slice(0, 10) : clockAt(timezone, ms).date;
}

/** “2026-11-09 10:00 CET”; anything but a time is returned as it is. */
function startIn(timezone: string, value: unknown): string {
	const ms = instantOf(value);
	return ms === null ? text(value).slice(0, 10) : momentIn(timezone, ms);
}

/** “2026-11-09 10:00 CET”; days, and times whose zone is not known, are shown as in the calendar. */
function timeIn(timezone: string, { start, timesResolved, timeZone }: CalendarMeeting): string {
	const read = readTime(start);
	if (!read?.hasOffset) return label(text(start).slice(0, 16).replace('T', ' '), timesResolved ? '' : text(timeZone));
	return momentIn(timezone, read.ms);
}

/** Only the elements that have an ID and can therefore be chosen. */
const chosenFrom = <T>(elements: readonly T[]): readonly T[] => elements.filter((one) => isRecord(one) && text(one['id']) !== '');

const label = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Longer titles are cut: a list is about as wide as this. */
const TITLE = 60;

/** The time comes first: titles repeat, and a form that cuts off a long choice would drop a time at its end. */
function titled(time: string, value: unknown, ...parts: readonly string[]): Omit<Pickable, 'id'> {
	const title = text(value) || 'Untitled';
	const letters = Array.from(title);
	if (letters.length <= TITLE) return { label: label(time, title, ...parts) };
	return { label: label(time, `${letters.slice(0, TITLE - 1).join('').trimEnd()}…`, ...parts), description: title };
}

/** Start · title · minutes: people tell meetings with the same title apart by when they began. */
const conversationEntry = (conversation: Conversation, timezone: string): Pickable => ({
	...titled(startIn(timezone, conversation.startTime), conversation.title, minutesShown(minutesOf(conversation))),
	id: conversation.id,
});

/** Name · company · meetings, with the email address, since people share names. */
const contactEntry = (contact: Contact): Pickable => {
	const { id, displayName, email, companyDomain, meetingCount } = contact;
	return {
		label: label(text(displayName) || text(email), text(companyDomain), typeof meetingCount === 'number' ? counted(meetingCount, 'meeting') : ''),
		id,
		description: text(email),
	};
};

const NAMED = 2;

const hostOf = (url: string): string => (isUrl(url) ? new URL(url).host : '');

/** Flow or host · events · date: a whole URL would fill the list. Webhooks of the same host differ in their path, which is shown below. */
const webhookEntry = ({ id, url, events, createdAt }: Webhook, timezone: string): Pickable => {
	const names = (Array.isArray(events) ? events : []).map((event) => eventLabel(text(event))).filter((name) => name !== '');
	const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
	const address = text(url);
	return {
		label: label(flowIn(address) ?? '', `${names.slice(0, NAMED).join(', ')}${more}`, hostOf(address) || id, dayIn(timezone, createdAt)),
		id,
		...(address !== '' && { description: shownUrl(address) }),
	};
};

/** Start · title. An event without an ID cannot be chosen. */
function calendarEventEntry(event: CalendarEvent, timezone: string): Pickable[] {
	const meeting = calendarMeeting(event);
	return meeting.id === null ? [] : [{ ...titled(timeIn(timezone, meeting), meeting.title), id: meeting.id }];
}

const PAGE_SIZE = 50;

/** Where the next page begins, if the service reports more elements. */
const nextPage = (offset: number, length: number, pagination: { total?: unknown } | undefined): { next?: number } =>
	length > 0 && typeof pagination?.total === 'number' && offset + length < pagination.total ? { next: offset + length } : {};

function matching(picks: readonly Pickable[], filter: string): PickPage {
	const matches = (value = ''): boolean => value.toLowerCase().includes(filter.toLowerCase());
	return { picks: picks.filter(({ label: shown, description }) => matches(shown) || matches(description)) };
}

const DAYS_AHEAD = 30;

interface ConversationPage {
	readonly found: readonly Conversation[];
	readonly next: number | undefined;
}

type Search = (client: Client, query: Required<PickQuery>) => Promise<PickPage>;

const contacts: Search = async (client, { filter, offset }) => {
	const { data, pagination } = await client.contacts.list({ limit: PAGE_SIZE, offset, search: filter || undefined });
	return { picks: chosenFrom(data).map(contactEntry), ...nextPage(offset, data.length, pagination) };
};

const RECENT_DAYS = 30;

const startOf = ({ startTime }: Conversation): number => Date.parse(startTime) || 0;

/** Conversations older than the recent ones, in the service’s order. `offset` is the service’s. */
async function olderConversations(client: Client, search: string | undefined, since: number, offset: number): Promise<ConversationPage> {
	const { data, pagination } = await client.conversations.list({ limit: PAGE_SIZE, offset, search });
	const older = chosenFrom(data).filter((one) => !(startOf(one) > since));
	const { next } = nextPage(offset, data.length, pagination);
	// An empty page would look like the end of the list.
	if (older.length === 0 && next !== undefined) return await olderConversations(client, search, since, next);
	return { found: older, next };
}

/**
 * The service may list conversations in any order. So the recent ones come first, all of them and sorted, and then the
 * others as listed, whose offset is one more than the service’s.
 */
const conversations: Search = async (client, { filter, offset, now, timezone }) => {
	const search = filter || undefined;
	// Rounded to the day, so that all pages of a list have the same start.
	const since = now - (now % DAY_MS) - RECENT_DAYS * DAY_MS;
	const entries = (found: readonly Conversation[]) => found.map((one) => conversationEntry(one, timezone));
	if (offset === 0) {
		const recent: Conversation[] = [];
		const input = { search, since: new Date(since).toISOString() };
		for await (const one of client.each(api.conversations.list, input)) recent.push(...chosenFrom([one]));
		if (recent.length > 0) return { picks: entries(recent.sort((one, other) => startOf(other) - startOf(one))), next: 1 };
	}
	const { found, next } = await olderConversations(client, search, since, Math.max(0, offset - 1));
	return { picks: entries(found), ...(next !== undefined && { next: next + 1 }) };
};

const searches: Readonly<Record<Picks, Search>> = {
	/** The next events of the calendar, as far ahead as an operation can find one by ID. */
	calendarEvent: async (client, { filter, now, timezone }) => {
		const { data } = await client.calendar.events({
			maxResults: api.calendar.events.paging.maxSize,
			timeMax: new Date(now + DAYS_AHEAD * DAY_MS).toISOString(),
		});
		return matching(data.filter(isRecord).flatMap((event) => calendarEventEntry(event, timezone)), filter);
	},
	contact: contacts,
	conversation: conversations,
	/** All webhooks: the service cannot search them, and there are few. */
	webhook: async (client, { filter, timezone }) =>
		matching(chosenFrom((await client.webhooks.list()).data).map((webhook) => webhookEntry(webhook, timezone)), filter),
};

/** A page of what a reference can be chosen from. Takes one request, or one per 100 recent conversations. Throws `ClientError`. */
export const searchPicks = (client: Client, picks: Picks, { filter = '', offset = 0, ...run }: PickQuery): Promise<PickPage> =>
	searches[picks](client, { ...run, filter: filter.trim(), offset });
