import type { ItemRoom, PollOptions } from '../polling/index.ts';
import { CREATED, resultsOf, STARTING_SOON } from './catalogue.ts';
import { itemsOfHappening, meetingItem, type MeetingItemOptions, type WantedEvents } from './items.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What a polling trigger was set to, in the units of its form. */
export interface Wanted extends WantedEvents {
	readonly minutesBefore: number;
	/** How far back to report what is there when the trigger starts; nothing of it if missing or 0. */
	readonly recentHours?: number | null | undefined;
}

export interface PollHost extends MeetingItemOptions {
	/** What there is room for; null where nothing is stored. */
	readonly room: { readonly conversations: ItemRoom | null; readonly meetings: ItemRoom | null };
}

/** What to look for in a poll, and the items that it becomes. `now` in milliseconds since 1970. */
export function pollOptions(wanted: Wanted, { room, ...meetings }: PollHost, now: number): PollOptions {
	const { events, minutesBefore, recentHours } = wanted;
	const results = resultsOf(events);
	const created = events.includes(CREATED);
	const timestamp = new Date(now).toISOString();
	return {
		conversations:
			created || results.length > 0
				? {
						created,
						results,
						recentMs: recentHours ? recentHours * HOUR : null,
						itemsOf: (happening) => itemsOfHappening(happening, wanted, timestamp),
						room: room.conversations,
					}
				: null,
		meetings: events.includes(STARTING_SOON)
			? { leadMs: minutesBefore * MINUTE, itemOf: (meeting) => meetingItem(meeting, meetings), room: room.meetings }
			: null,
	};
}
