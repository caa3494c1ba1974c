import { z } from 'zod/v4';
import { addCalendarEvent, connectCalendar, EventDetails, eventFields, eventFor, revokeCalendar } from '../calendar.ts';
import { type CalendarProvider, calendarProviders, type User } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { check } from '../options.ts';
import { control, namedUser, owner } from './control.ts';
import { enter } from './entry.ts';

const Access = z.object({ provider: z.enum(calendarProviders).nullable(), revoked: z.boolean() });

/** The provider of a user's connected calendar. @throws SandboxError `input` */
function connectedProvider({ calendarProvider }: User): CalendarProvider {
	if (calendarProvider !== null) return calendarProvider;
	throw new SandboxError('input', `No calendar is connected. Connect one with ${calendarProviders.map((each) => `\`calendar connect ${each}\``).join(' or ')}.`);
}

export const calendar = {
	connect: control({
		method: 'PUT',
		path: '/sandbox/calendar',
		summary: 'Connect or reconnect a calendar',
		command: 'calendar connect <provider>',
		input: z.strictObject({
			user: owner('calendar'),
			provider: enter(z.enum(calendarProviders), { kind: 'choice', help: 'the format of its events', choices: { google: 'Google', microsoft: 'Microsoft' } }),
		}),
		output: Access,
		run: (service, { user, provider }) => {
			connectCalendar(service, namedUser(service, user).id, provider);
			return { provider, revoked: false };
		},
		shown: ({ provider }) => `Connected a calendar in ${provider} format.`,
	}),
	revoke: control({
		method: 'POST',
		path: '/sandbox/calendar/revoke',
		summary: 'Revoke access to the calendar, as its owner can at the provider: the API then answers 403',
		command: 'calendar revoke',
		input: z.strictObject({ user: owner('calendar') }),
		output: Access,
		run: (service, { user }) => {
			const account = namedUser(service, user);
			const provider = connectedProvider(account);
			revokeCalendar(service, account.id);
			return { provider, revoked: true };
		},
		shown: ({ provider }) => `Access to the ${provider} calendar is revoked. The API now answers 403.`,
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/calendar/events',
		summary: 'Add an event to the calendar',
		command: 'calendar add',
		examples: ["calendar add --title 'Pilot review' \\\n      --start 2026-03-02T09:15:00Z --attendee 'Ada Example <ada@example.com>'"],
		input: z.strictObject({
			user: owner('calendar'),
			title: enter(eventFields.title, { kind: 'text', help: 'title of the event' }),
			start: enter(eventFields.start, { kind: 'time', help: 'such as 2026-03-02T09:15:00Z' }),
			end: enter(eventFields.end, { kind: 'time', help: 'default: half an hour after the start' }),
			attendees: enter(eventFields.attendees, { kind: 'people', option: 'attendee', help: "'Ada Example <ada@example.com>'; can be repeated" }),
			declined: enter(eventFields.declined, { kind: 'flag', help: 'the user declined it, so the API omits it' }),
			cancelled: enter(eventFields.cancelled, { kind: 'flag', help: 'it was cancelled, so the API omits it' }),
		}),
		output: z.object({ event: z.looseObject({}) }),
		run: (service, { user, ...details }) => {
			const account = namedUser(service, user);
			const event = eventFor(connectedProvider(account), account, check(EventDetails, details));
			addCalendarEvent(service, account.id, event);
			return { event: { ...event } };
		},
		shown: () => 'Added 1 event.',
	}),
};
