import { z } from 'zod/v4';
import { addCalendarEvent, addCalendarEvents, connectCalendar, EventDetails, eventFields, eventFor, revokeCalendar } from '../calendar.ts';
import { calendarProviders } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { check } from '../options.ts';
import { counted } from '../text.ts';
import { control, namedUser, owner } from './control.ts';
import { enter } from './entry.ts';

const Access = z.object({ provider: z.enum(calendarProviders).nullable(), revoked: z.boolean() });

export const calendar = {
	connect: control({
		method: 'PUT',
		path: '/sandbox/calendar',
		summary: 'Connect or reconnect a calendar',
		command: 'calendar connect <provider>',
		section: 'calendar',
		button: 'Connect calendar',
		input: z.strictObject({
			user: owner('calendar'),
			provider: enter(z.enum(calendarProviders), { kind: 'choice', label: 'Format of its events', help: 'the format of its events', choices: { google: 'Google', microsoft: 'Microsoft' } }),
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
		section: 'calendar',
		button: 'Revoke access',
		form: 'row',
		input: z.strictObject({ user: owner('calendar') }),
		output: Access,
		run: (service, { user }) => {
			const { id, calendarProvider: provider } = namedUser(service, user);
			if (provider === null) throw new SandboxError('input', 'No calendar is connected. Connect one first.');
			revokeCalendar(service, id);
			return { provider, revoked: true };
		},
		shown: ({ provider }) => `Access to the ${provider} calendar is revoked. The API now answers 403.`,
	}),
	disconnect: control({
		method: 'DELETE',
		path: '/sandbox/calendar',
		summary: 'Disconnect the calendar: the API then answers 404',
		command: 'calendar disconnect',
		section: 'calendar',
		button: 'Disconnect',
		form: 'row',
		input: z.strictObject({ user: owner('calendar') }),
		output: Access,
		run: (service, { user }) => {
			connectCalendar(service, namedUser(service, user).id, null);
			return { provider: null, revoked: false };
		},
		shown: () => 'No calendar is connected. The API now answers 404.',
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/calendar/events',
		summary: 'Add an event to the calendar',
		command: 'calendar add',
		examples: ["calendar add --title 'Pilot review' \\\n      --start 2026-03-02T09:15:00Z --attendee 'Ada Example <ada@example.com>'"],
		section: 'calendar',
		button: 'Add event',
		input: z.strictObject({
			user: owner('calendar'),
			title: enter(eventFields.title, { kind: 'text', label: 'Title', help: 'title of the event', example: 'Pilot review' }),
			start: enter(eventFields.start, { kind: 'time', label: 'Start (UTC)', help: 'such as 2026-03-02T09:15:00Z', example: '2026-03-02T09:15:00Z' }),
			end: enter(eventFields.end, { kind: 'time', label: 'End (UTC)', help: 'default: half an hour after the start', note: 'By default, half an hour after the start.' }),
			attendees: enter(eventFields.attendees, { kind: 'people', label: 'Attendees, separated by commas', option: 'attendee', help: "'Ada Example <ada@example.com>'; can be repeated", example: 'Ben Moor <ben@moor.example>' }),
			declined: enter(eventFields.declined, { kind: 'flag', label: 'Declined, so the API omits it', help: 'the user declined it, so the API omits it' }),
			cancelled: enter(eventFields.cancelled, { kind: 'flag', label: 'Cancelled, so the API omits it', help: 'it was cancelled, so the API omits it' }),
		}),
		output: z.object({ event: z.looseObject({}) }),
		run: (service, { user, ...details }) => {
			const account = namedUser(service, user);
			if (account.calendarProvider === null) throw new SandboxError('input', 'Connect a calendar before adding events.');
			const event = eventFor(account.calendarProvider, account, check(EventDetails, details));
			addCalendarEvent(service, account.id, event);
			return { event: { ...event } };
		},
		shown: () => 'Added 1 event.',
	}),
	import: control({
		method: 'POST',
		path: '/sandbox/calendar/events/import',
		summary: 'Import events in the provider’s own format into the calendar, all of them or none',
		command: 'calendar import <events>',
		examples: ['calendar import events.json'],
		section: 'calendar',
		button: 'Import events',
		input: z.strictObject({
			user: owner('calendar'),
			events: enter(z.array(z.looseObject({})).min(1), { kind: 'json', label: 'Events as JSON: one or a list', help: 'a JSON file with one event or a list of events', example: 'events.json' }),
		}),
		output: z.object({ events: z.array(z.looseObject({})) }),
		run: (service, { user, events }) => {
			addCalendarEvents(service, namedUser(service, user).id, events);
			return { events };
		},
		shown: ({ events }) => `Added ${counted(events.length, 'event')}.`,
	}),
};
