import { z } from 'zod/v4';
import { jsonColumn } from './columns.ts';
import type { Db } from './open.ts';
import type { CalendarProvider } from './users.ts';

const Events = z.array(z.object({ body: jsonColumn(z.looseObject({})) }).transform((row) => row.body));

export interface StoredEvent {
	readonly userId: string;
	readonly id: string;
	readonly provider: CalendarProvider;
	readonly startAt: number;
	readonly endAt: number;
	/** The event as the provider gives it. */
	readonly body: object;
}

export function saveCalendarEvent({ sql }: Db, { userId, id, provider, startAt, endAt, body }: StoredEvent): void {
	sql.run`INSERT OR REPLACE INTO calendarEvents
		VALUES (${userId}, ${id}, ${provider}, ${startAt}, ${endAt}, ${JSON.stringify(body)})`;
}

/** Whether the calendar has the event, also if it is not shown. */
export const hasCalendarEvent = ({ sql }: Db, userId: string, id: string): boolean =>
	sql.all`SELECT id FROM calendarEvents WHERE userId = ${userId} AND id = ${id}`.length > 0;

/** Events that overlap the window, by start time. */
export function listCalendarEvents({ sql }: Db, userId: string, provider: CalendarProvider, from: number, to: number) {
	return Events.parse(
		sql.all`SELECT body FROM calendarEvents
			WHERE userId = ${userId} AND provider = ${provider} AND endAt > ${from} AND startAt < ${to}
			ORDER BY startAt, id`,
	);
}
