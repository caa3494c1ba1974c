import { DAY_MS } from '../../api/durations.ts';
import { api, type CalendarEvent } from '../../api/index.ts';
import { isForbidden, isNotFound } from '../../client/index.ts';
import { instantOf } from '../../format/time.ts';
import { calendarMeeting, type Attendee } from '../../meetings/index.ts';
import { allContacts, type Person } from './people.ts';
import { createRun, RunStopped, type InsightOptions, type Run } from '../run.ts';

/** A meeting, and the calendar event that it is linked to. */
export interface LinkedMeeting {
	readonly conversationId: string;
	readonly meetingDate: string | null;
	readonly linkedCalendarEventId: string | null;
}

export interface LinkedEvent {
	readonly title: string | null;
	/** The user is `internal`, if the event marks them; nobody else is. */
	readonly guests: readonly Attendee[];
	readonly event: CalendarEvent;
}

export interface Guests {
	/** By the conversation of the meeting. */
	readonly events: ReadonlyMap<string, LinkedEvent>;
	/** Whether a calendar is connected that may be read. */
	readonly calendar: boolean;
	readonly isStopped: boolean;
}

export interface Contacts {
	readonly people: readonly Person[];
	/** Whether the account has the memory feature. */
	readonly memory: boolean;
	/** Whether these are all: without all contacts, nobody is certain to be the only match. */
	readonly isWhole: boolean;
	readonly isStopped: boolean;
}

/** Who is known: calendar and contacts, of which each part is read once. */
export interface Directory {
	readonly run: Run;
	/** The events of meetings: one request for each day (UTC) with meetings that have one. */
	readonly guests: (meetings: readonly LinkedMeeting[]) => Promise<Guests>;
	/** All contacts: one request per 200, at most 10. */
	readonly contacts: () => Promise<Contacts>;
}

/** The events of a day, and of half a day around it, by their IDs. One request. */
async function eventsOn(run: Run, day: number): Promise<ReadonlyMap<string, LinkedEvent>> {
	const { data } = await run.get(api.calendar.events, {
		maxResults: api.calendar.events.paging.maxSize,
		timeMin: new Date(day - DAY_MS / 2).toISOString(),
		timeMax: new Date(day + 1.5 * DAY_MS).toISOString(),
	});
	const events = (Array.isArray(data) ? data : []).map((event) => calendarMeeting(event));
	return new Map(events.flatMap(({ id, title, attendees, raw }) => (id === null ? [] : [[id, { title, guests: attendees, event: raw }]])));
}

const isNoCalendar = (error: unknown): boolean => isForbidden(error) || isNotFound(error);

/**
 * Sends nothing before something is asked for. A limit leaves out what was not read until then; a calendar that may not be
 * read, and an account without the memory feature, are said so. What fails otherwise is thrown, and asked for again.
 */
export function openDirectory(options: InsightOptions): Directory {
	const run = createRun(options);
	const days = new Map<number, ReturnType<typeof eventsOn>>();
	let known: Promise<Contacts> | undefined;
	const eventsOf = async (day: number) => {
		const asked = days.get(day) ?? eventsOn(run, day);
		days.set(day, asked);
		return await asked.catch((error: unknown) => {
			if (!isNoCalendar(error)) days.delete(day);
			throw error;
		});
	};
	return {
		run,
		guests: async (meetings) => {
			const events = new Map<string, LinkedEvent>();
			for (const { conversationId, meetingDate, linkedCalendarEventId } of meetings) {
				const at = instantOf(meetingDate);
				if (at === null || linkedCalendarEventId === null) continue;
				try {
					const event = (await eventsOf(Math.floor(at / DAY_MS) * DAY_MS)).get(linkedCalendarEventId);
					if (event) events.set(conversationId, event);
				} catch (error) {
					if (error instanceof RunStopped) return { events, calendar: true, isStopped: true };
					if (isNoCalendar(error)) return { events, calendar: false, isStopped: false };
					throw error;
				}
			}
			return { events, calendar: true, isStopped: false };
		},
		contacts: async () => {
			known ??= allContacts(run).catch((error: unknown) => {
				known = undefined;
				throw error;
			});
			return await known;
		},
	};
}
