import { z } from 'zod/v4';
import { addCalendarEvent, addCalendarEvents, connectCalendar, EventDetails, eventFields, eventFor, revokeCalendar } from '../calendar.ts';
import { calendarProviders } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { check } from '../options.ts';
import { control, namedUser, UserRef } from './control.ts';

const Access = z.object({ provider: z.enum(calendarProviders).nullable(), revoked: z.boolean() });

export const calendar = {
	connect: control({
		method: 'PUT',
		path: '/sandbox/calendar',
		summary: 'Connect or reconnect a calendar; `null` disconnects it',
		input: z.strictObject({ user: UserRef, provider: z.enum(calendarProviders).nullable() }),
		output: Access,
		run: (service, { user, provider }) => {
			connectCalendar(service, namedUser(service, user).id, provider);
			return { provider, revoked: false };
		},
	}),
	revoke: control({
		method: 'POST',
		path: '/sandbox/calendar/revoke',
		summary: 'Revoke access to the calendar, as its owner can at the provider',
		input: z.strictObject({ user: UserRef }),
		output: Access,
		run: (service, { user }) => {
			const { id, calendarProvider: provider } = namedUser(service, user);
			if (provider === null) throw new SandboxError('input', 'No calendar is connected. Connect one first.');
			revokeCalendar(service, id);
			return { provider, revoked: true };
		},
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/calendar/events',
		summary: 'Add an event to the calendar, by its details or in the provider’s own format',
		input: z.strictObject({ user: UserRef, event: z.looseObject({}).optional(), ...z.object(eventFields).partial().shape }),
		output: z.object({ event: z.looseObject({}) }),
		run: (service, { user, event: asProvided, ...details }) => {
			const owner = namedUser(service, user);
			if (owner.calendarProvider === null) throw new SandboxError('input', 'Connect a calendar before adding events.');
			const [other] = Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : [name]));
			if (asProvided !== undefined && other !== undefined) {
				throw new SandboxError('input', `${other}: cannot be combined with an event in the provider’s own format.`);
			}
			const event = asProvided ?? eventFor(owner.calendarProvider, owner, check(EventDetails, details));
			addCalendarEvent(service, owner.id, event);
			return { event: { ...event } };
		},
	}),
	import: control({
		method: 'POST',
		path: '/sandbox/calendar/events/import',
		summary: 'Add events in the provider’s own format to the calendar, all of them or none',
		input: z.strictObject({ user: UserRef, events: z.array(z.looseObject({})).min(1) }),
		output: z.object({ events: z.array(z.looseObject({})) }),
		run: (service, { user, events }) => {
			addCalendarEvents(service, namedUser(service, user).id, events);
			return { events };
		},
	}),
};
