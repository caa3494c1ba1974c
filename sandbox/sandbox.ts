import type { z } from 'zod/v4';
import { createKey, createUser, revokeKey, updateUser, useCreditsInApplication } from './accounts.ts';
import { addCalendarEvent, connectCalendar, revokeCalendar } from './calendarAccess.ts';
import type { Control } from './control/control.ts';
import { listDeliveries } from './db/deliveries.ts';
import { importMeeting, recordFailedMeeting } from './meetings.ts';
import { addContact, setActionItem, summariseContact } from './memory.ts';
import type { Service } from './service.ts';

/** A running sandbox. */
export interface Sandbox extends Tools {
	/** Base address, with scheme and port. */
	readonly url: string;
	/** Resolves when every delivery under way has ended. */
	settled(): Promise<void>;
	/** Stops listening, gives up deliveries under way, closes the data base. */
	stop(): Promise<void>;
}

type Tools = ReturnType<typeof toolsOf>;

/** What the desktop application and the account pages would do, which the API does not offer. */
export const toolsOf = (service: Service) => ({
	createUser: bind(createUser, service),
	updateUser: bind(updateUser, service),
	createKey: bind(createKey, service),
	revokeKey: bind(revokeKey, service),
	useCreditsInApplication: bind(useCreditsInApplication, service),
	importMeeting: bind(importMeeting, service),
	recordFailedMeeting: bind(recordFailedMeeting, service),
	addContact: bind(addContact, service),
	summariseContact: bind(summariseContact, service),
	setActionItem: bind(setActionItem, service),
	connectCalendar: bind(connectCalendar, service),
	revokeCalendar: bind(revokeCalendar, service),
	addCalendarEvent: bind(addCalendarEvent, service),
	/** Deliveries to the user's webhooks, newest first. */
	deliveries: (userId: string, limit = 100) => listDeliveries(service.db, userId, limit),
	/** Does what the routes under `/sandbox` and the commands do. */
	perform: <I extends z.ZodType, O extends z.ZodType>(control: Control<I, O>, input: object) =>
		control.perform(service, input),
	/** What goes wrong on purpose. */
	faults: service.faults,
	/** Turns the clock that everything in the sandbox reads. */
	clock: service.clock,
});

const bind =
	<A extends readonly unknown[], R>(tool: (service: Service, ...args: A) => R, service: Service) =>
	(...args: A): R =>
		tool(service, ...args);
