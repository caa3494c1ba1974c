import { userOf } from './accounts.ts';
import { momentMs, providers } from './calendarProviders.ts';
import { saveCalendarEvent } from './db/calendar.ts';
import { saveUser, type CalendarProvider } from './db/users.ts';
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
	const { calendarProvider: provider } = userOf(service, userId);
	if (provider === null) throw new SandboxError('input', 'Connect a calendar before adding events.');
	const body = check(providers[provider].shape, event);
	const [startAt, endAt] = [momentMs(body.start), momentMs(body.end)];
	if (!(endAt >= startAt))
		throw new SandboxError('input', 'start, end: must be dates with an offset or in UTC, in this order.');
	saveCalendarEvent(service.db, { userId, id: body.id, provider, startAt, endAt, body });
}
