import { api, type CalendarEvent } from '../../src/api/index.ts';
import { calendarMeeting } from '../../src/format/index.ts';
import { earliestStart, startingSoon, type Item, type ItemRoom, type MeetingState } from '../../src/polling/index.ts';
import { startingSoonKeyOf } from '../../src/webhooks/emitted.ts';
import { briefingFor } from './briefing.ts';
import type { Connection } from './connection.ts';
import { STARTING_SOON } from './events.ts';

interface Upcoming {
	readonly key: string;
	/** Milliseconds since 1970. */
	readonly start: number;
	readonly raw: CalendarEvent;
}

/** Meetings with a start on the clock: whole days begin at no particular time, and a foreign time zone gives none. */
function upcoming(events: readonly CalendarEvent[]): Upcoming[] {
	return events.flatMap((raw): Upcoming[] => {
		const { id, title, start, allDay, timesResolved } = calendarMeeting(raw);
		if (start === null || allDay || !timesResolved) return [];
		return [{ key: startingSoonKeyOf(id ?? title ?? '', start), start: Date.parse(start), raw }];
	});
}

/** The calendar between two times, in milliseconds since 1970; null when the round is over. One request. */
export async function readCalendar(
	{ round }: Connection,
	from: number,
	to: number,
): Promise<readonly Upcoming[] | null> {
	if (!round.take()) return null;
	const { data } = await round.client.calendar.events({
		maxResults: api.calendar.events.paging.maxSize,
		timeMin: new Date(from).toISOString(),
		timeMax: new Date(to).toISOString(),
	});
	return upcoming(data);
}

export async function meetingItem(
	connection: Connection,
	{ key, start, raw }: Upcoming,
	withBriefing: boolean,
): Promise<Item> {
	const { id, raw: event, ...meeting } = calendarMeeting(raw);
	const now = connection.round.now();
	return {
		event: STARTING_SOON,
		timestamp: new Date(now).toISOString(),
		dedupeKey: key,
		data: {
			calendarEventId: id,
			title: meeting.title,
			start: meeting.start,
			end: meeting.end,
			minutesUntilStart: Math.round((start - now) / 60_000),
			joinUrl: meeting.joinUrl,
			attendees: meeting.attendees,
			calendarEvent: event,
		},
		...(withBriefing && { included: await briefingFor(connection, raw) }),
	};
}

export interface Soon {
	readonly state: MeetingState;
	readonly items: readonly Item[];
	readonly error: unknown;
}

/** Meetings that start soon and were not told, as many as there is room for. Never throws. */
export async function pollMeetings(
	connection: Connection,
	before: MeetingState,
	{ leadMs, briefing }: { leadMs: number; briefing: boolean },
	room: ItemRoom | null,
): Promise<Soon> {
	const now = connection.round.now();
	try {
		const events = await readCalendar(connection, earliestStart(before, now), now + leadMs + 1);
		if (events === null) return { state: before, items: [], error: null };
		const { soon } = startingSoon(before, events, { now, leadMs });
		const items: Item[] = [];
		for (const event of soon) {
			if (room?.isLeft() === false) break;
			const item = await meetingItem(connection, event, briefing);
			room?.take([item]);
			items.push(item);
		}
		const { state } = startingSoon(before, soon.slice(0, items.length), { now, leadMs });
		return { state, items, error: null };
	} catch (error) {
		return { state: before, items: [], error };
	}
}
