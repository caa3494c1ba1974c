import { z } from 'zod/v4';
import { api } from '../../src/api/index.ts';
import { isForbidden, isNotFound } from '../../src/client/index.ts';
import { eventToStore } from '../calendar.ts';
import { DAY_MS, iso } from '../clock.ts';
import { saveCalendarEvent, type StoredEvent } from '../db/calendar.ts';
import type { Db } from '../db/open.ts';
import { findUser, saveUser, type CalendarProvider } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import type { RealService } from './service.ts';

/** How far ahead events are copied. */
const AHEAD_MS = 60 * DAY_MS;

/** Pages of 50 events. Only a faulty service has more. */
const MAX_PAGES = 500;

interface CalendarCopy {
	readonly db: Db;
	readonly service: RealService;
	readonly userId: string;
	/** Start of the window, in milliseconds since 1970. */
	readonly from: number;
	readonly now: number;
}

/** The service passes on the provider's own format, and only one of the two has a `subject`. */
const providerOf = (event: unknown): CalendarProvider => (z.looseObject({ subject: z.string() }).safeParse(event).success ? 'microsoft' : 'google');

export interface CalendarCopied {
	/** How many events could not be stored. */
	readonly unreadable: number;
	/** False if there were more events at the same time than a page holds. */
	readonly isWhole: boolean;
}

/**
 * Copies the events of a window that ends two months from now, 50 at a time, and removes copied events that are gone. Records
 * whether a calendar is connected.
 * @throws ClientError
 */
export async function copyCalendar({ db, service, userId, from, now }: CalendarCopy): Promise<CalendarCopied> {
	const to = now + AHEAD_MS;
	const size = api.calendar.events.paging.maxSize;
	const events = new Map<string, StoredEvent>();
	let [unreadable, isWhole, isEnd] = [0, true, false];
	for (let [start, pages] = [from, 1]; !isEnd; pages += 1) {
		const page = await pageFrom(service, start, to, size);
		const user = findUser(db, userId);
		if (user === undefined) return { unreadable, isWhole };
		if (typeof page === 'string') {
			saveUser(db, { ...user, calendarProvider: page === 'none' ? null : (user.calendarProvider ?? 'google'), calendarRevoked: page === 'revoked' });
			return { unreadable, isWhole };
		}
		const provider = page.length > 0 ? providerOf(page[0]) : (user.calendarProvider ?? 'google');
		const owner = { ...user, calendarProvider: provider, calendarRevoked: false };
		saveUser(db, owner);
		const stored = page.map((event) => storable(owner, event));
		unreadable += stored.filter((event) => event === null).length;
		const known = events.size;
		for (const event of stored) if (event !== null) events.set(event.id, event);
		// The next page starts with the last event of this one. If a page of events start at once, or last that long, the rest is missing.
		const last = Math.max(...stored.map((event) => event?.startAt ?? 0));
		isWhole = page.length < size;
		isEnd = isWhole || last <= start || events.size === known || pages === MAX_PAGES;
		start = last;
	}
	db.transaction(() => {
		if (isWhole) db.sql.run`DELETE FROM calendarEvents WHERE userId = ${userId} AND endAt > ${from} AND startAt < ${to}`;
		for (const event of events.values()) saveCalendarEvent(db, event);
	});
	return { unreadable, isWhole };
}

/** A page of events, or the reason why there is none. */
async function pageFrom(service: RealService, start: number, to: number, size: number): Promise<readonly unknown[] | 'none' | 'revoked'> {
	try {
		const input = { maxResults: size, timeMin: iso(start), timeMax: iso(to) };
		return (await service.read((client) => client.calendar.events(input))).data;
	} catch (error) {
		if (isNotFound(error)) return 'none';
		if (isForbidden(error)) return 'revoked';
		throw error;
	}
}

/** Null for an event in neither provider's format. */
function storable(owner: Parameters<typeof eventToStore>[0], event: unknown): StoredEvent | null {
	try {
		return eventToStore(owner, event);
	} catch (error) {
		if (error instanceof SandboxError) return null;
		throw error;
	}
}
