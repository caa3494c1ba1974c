import { DAY_MS, MINUTE_MS } from '../api/durations.ts';
import { api, type CalendarEvent } from '../api/index.ts';
import { calendarMeeting } from '../format/index.ts';
import { startingSoonKeyOf } from '../webhooks/emitted.ts';
import { markOf } from './listing.ts';
import type { Item, ItemRoom } from './outbox.ts';
import { endOfPoll, type Round } from './round.ts';

/** The start of a calendar event, in milliseconds since 1970. */
export interface UpcomingStart {
	/** Equal for the same start of the same event. */
	readonly key: string;
	readonly start: number;
}

/** A meeting with a start on the clock. */
export interface UpcomingMeeting extends UpcomingStart {
	readonly event: CalendarEvent;
}

/** Which meetings were reported. Stored under these names since version 0.1.0. */
export interface MeetingState {
	/** When the trigger started. Meetings that had begun by then are not reported. */
	readonly from: number;
	readonly told: readonly { readonly mark: string; readonly start: number }[];
}

/** A meeting that began between two polls is reported late rather than not at all; after this it is of no use. */
const LATE_MS = 15 * MINUTE_MS;

const KEPT_MS = DAY_MS;
const MAX_KEPT = 500;

export const startMeetings = (now: number): MeetingState => ({ from: now, told: [] });

/** The earliest start that may still be reported. */
const earliestStart = ({ from }: MeetingState, now: number): number => Math.max(Math.min(from, now), now - LATE_MS);

/** The events that start within `leadMs` from now and were not reported yet, with the state after they are. */
export function startingSoon<E extends UpcomingStart>(
	state: MeetingState,
	events: readonly E[],
	{ now, leadMs }: { now: number; leadMs: number },
): { state: MeetingState; soon: readonly E[] } {
	const known = new Set(state.told.map(({ mark }) => mark));
	const soon = events.filter(
		({ key, start }) => start > earliestStart(state, now) && start <= now + leadMs && !known.has(markOf(key)),
	);
	const kept = state.told.filter(({ start }) => start > now - KEPT_MS);
	const told = [...kept, ...soon.map(({ key, start }) => ({ mark: markOf(key), start }))];
	return { state: { from: Math.min(state.from, now), told: told.slice(-MAX_KEPT) }, soon };
}

/** All-day events have no time of day, and in an unknown time zone it is uncertain. */
function upcoming(events: readonly CalendarEvent[]): UpcomingMeeting[] {
	return events.flatMap((event): UpcomingMeeting[] => {
		const { id, title, start, allDay, timesResolved } = calendarMeeting(event);
		if (start === null || allDay || !timesResolved) return [];
		return [{ key: startingSoonKeyOf(id ?? title ?? '', start), start: Date.parse(start), event }];
	});
}

/** The calendar between two times, in milliseconds since 1970; null when the round is over. One request. */
export async function readCalendar(round: Pick<Round, 'client' | 'mayAsk'>, from: number, to: number): Promise<readonly UpcomingMeeting[] | null> {
	if (!(await round.mayAsk())) return null;
	const { data } = await round.client.calendar.events({
		maxResults: api.calendar.events.paging.maxSize,
		timeMin: new Date(from).toISOString(),
		timeMax: new Date(to).toISOString(),
	});
	return upcoming(data);
}

export interface MeetingOptions {
	/** How long before its start a meeting is reported. */
	readonly leadMs: number;
	/** What the flow gets for a meeting. */
	readonly itemOf: (meeting: UpcomingMeeting) => Promise<Item>;
	/** If omitted, all are reported. */
	readonly room: ItemRoom | null;
}

export interface PolledMeetings {
	readonly state: MeetingState;
	readonly items: readonly Item[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** Meetings that start soon and were not reported, as many as there is room for. Never throws. */
export async function pollMeetings(
	before: MeetingState,
	{ leadMs, itemOf, room }: MeetingOptions,
	round: Round,
): Promise<PolledMeetings> {
	const now = round.now();
	try {
		const events = await readCalendar(round, earliestStart(before, now), now + leadMs + 1);
		if (events === null) return { state: before, items: [], error: null };
		const { soon } = startingSoon(before, events, { now, leadMs });
		const items: Item[] = [];
		for (const meeting of soon) {
			if (room?.isLeft() === false) break;
			const item = await itemOf(meeting);
			room?.take([item]);
			items.push(item);
		}
		const { state } = startingSoon(before, soon.slice(0, items.length), { now, leadMs });
		return { state, items, error: null };
	} catch (error) {
		return { state: before, items: [], error: endOfPoll(error) };
	}
}
