import { userOf } from './accounts.ts';
import { momentMs, providers } from './calendarProviders.ts';
import { saveCalendarEvent, type StoredEvent } from './db/calendar.ts';
import { saveUser, type CalendarProvider, type User } from './db/users.ts';
import { SandboxError } from './errors.ts';
import { check } from './options.ts';
import type { Service } from './service.ts';

/** Connects a calendar, again after a revocation; null disconnects it. */
export function connectCalendar(service: Service, userId: string, provider: CalendarProvider | null): void {
	saveUser(service.db, { ...userOf(service, userId), calendarProvider: provider, calendarRevoked: false });
}

/** Takes the access to the calendar away, as its owner can at the provider. */
export function revokeCalendar(service: Service, userId: string): void {
	saveUser(service.db, { ...userOf(service, userId), calendarRevoked: true });
}

/** Puts an event, in the connected provider's own format, into the calendar. @throws SandboxError */
export function addCalendarEvent(service: Service, userId: string, event: unknown): void {
	const user = userOf(service, userId);
	saveCalendarEvent(service.db, eventToStore(user, event));
}

/** Puts events into the calendar, all of them or, where one is wrong, none. @throws SandboxError, naming which */
export function addCalendarEvents(service: Service, userId: string, events: readonly unknown[]): void {
	const user = userOf(service, userId);
	const checked = events.map((event, index) => {
		try {
			return eventToStore(user, event);
		} catch (error) {
			if (!(error instanceof SandboxError)) throw error;
			throw new SandboxError(error.kind, `event ${index + 1}: ${error.message}`);
		}
	});
	const first = new Map<string, number>();
	checked.forEach(({ id }, index) => {
		const other = first.get(id);
		if (other !== undefined) throw new SandboxError('input', `event ${index + 1}: id: event ${other + 1} has it, too.`);
		first.set(id, index);
	});
	service.db.transaction(() => checked.forEach((event) => saveCalendarEvent(service.db, event)));
}

function eventToStore({ id: userId, calendarProvider: provider, timezone }: User, event: unknown): StoredEvent {
	if (provider === null) throw new SandboxError('input', 'Connect a calendar before adding events.');
	const body = check(providers[provider].shape, event);
	const [startAt, endAt] = [momentMs(body.start, timezone), momentMs(body.end, timezone)];
	if (!(endAt >= startAt)) {
		throw new SandboxError('input', 'start, end: must be in this order, with an offset or a time zone that is known.');
	}
	return { userId, id: body.id, provider, startAt, endAt, body };
}
