import type { INodeListSearchItems } from 'n8n-workflow';
import type { CalendarEvent, Contact, Conversation, Webhook } from '../../src/api/index.ts';
import { calendarMeeting, minutesOf } from '../../src/format/index.ts';
import { eventOptions } from '../shared/eventOptions.ts';

/** Answers may have drifted from their shape, and a list that cannot be opened helps nobody. */
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const count = (value: unknown, one: string, many = `${one}s`): string =>
	typeof value === 'number' ? `${value} ${value === 1 ? one : many}` : '';

const label = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Letters of a title that leave room for its date, in a list as wide as the form. */
const TITLE = 34;

function titled(value: unknown, ...parts: readonly string[]): Pick<INodeListSearchItems, 'name' | 'description'> {
	const title = text(value) || 'Untitled';
	const letters = Array.from(title);
	if (letters.length <= TITLE) return { name: label(title, ...parts) };
	return { name: label(`${letters.slice(0, TITLE - 1).join('').trimEnd()}…`, ...parts), description: title };
}

/** Title · date · minutes: the date is how people tell meetings of one title apart. */
export const conversationEntry = (conversation: Conversation): INodeListSearchItems => ({
	...titled(
		conversation.title,
		text(conversation.startTime).slice(0, 10),
		count(minutesOf(conversation), 'min', 'min'),
	),
	value: conversation.id,
});

/** Name · company · meetings; the address too, since people share names. */
export const contactEntry = (contact: Contact): INodeListSearchItems => {
	const { id, displayName, email, companyDomain, meetingCount } = contact;
	return {
		name: label(text(displayName) || text(email), text(companyDomain), count(meetingCount, 'meeting')),
		value: id,
		description: text(email),
	};
};

const NAMED = 2;
const nameOf = (event: unknown): string => eventOptions.find(({ value }) => value === event)?.name ?? text(event);

/** URL · events. */
export const webhookEntry = ({ id, url, events }: Webhook): INodeListSearchItems => {
	const names = (Array.isArray(events) ? events : []).map(nameOf).filter((name) => name !== '');
	const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
	return { name: label(text(url) || id, `${names.slice(0, NAMED).join(', ')}${more}`), value: id };
};

/** Title · start. An event without an ID cannot be chosen. */
export function calendarEventEntry(event: CalendarEvent): INodeListSearchItems[] {
	const { id, title, start } = calendarMeeting(event);
	return id === null ? [] : [{ ...titled(title, text(start).slice(0, 16).replace('T', ' ')), value: id }];
}
