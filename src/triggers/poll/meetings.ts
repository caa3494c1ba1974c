import { api, type CalendarEvent, DAY_MS, MINUTE_MS } from '../../api/index.ts';
import { ClientError } from '../../client/index.ts';
import { simpleProfile } from '../../format/index.ts';
import { calendarMeeting, type CalendarMeeting } from '../../meetings/index.ts';
import { type Item, startingSoonKeyOf } from '../items/item.ts';
import type { ItemRoom } from './outbox.ts';
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

/** An event whose start cannot be told, as its time zone is missing or unknown. */
export type UnplacedEvent = Pick<CalendarMeeting, 'id' | 'start' | 'timeZone' | 'title'>;

export interface Upcoming {
	readonly meetings: readonly UpcomingMeeting[];
	readonly unplaced: readonly UnplacedEvent[];
}

/** Which meetings were reported. */
export interface MeetingState {
	/** When the trigger started. Meetings that had begun by then are not reported. */
	readonly from: number;
	readonly reported: readonly UpcomingStart[];
	/** The user's address, once it was needed. */
	readonly own: string | null;
}

/** A meeting that began between two polls is reported late rather than not at all; after this it is of no use. */
const LATE_MS = 15 * MINUTE_MS;

const KEPT_MS = DAY_MS;
const MAX_KEPT = 500;

export const startMeetings = (now: number): MeetingState => ({ from: now, reported: [], own: null });

/** The earliest start that may still be reported. */
const earliestStart = ({ from }: MeetingState, now: number): number => Math.max(Math.min(from, now), now - LATE_MS);

const knownIn = ({ reported }: MeetingState): ((key: string) => boolean) => {
	const keys = new Set(reported.map(({ key }) => key));
	return (key) => keys.has(key);
};

/** The state after these were reported. */
function withReported(state: MeetingState, starts: readonly UpcomingStart[], now: number): MeetingState {
	const kept = state.reported.filter(({ start }) => start > now - KEPT_MS);
	const reported = [...kept, ...starts.map(({ key, start }) => ({ key, start }))];
	return { ...state, from: Math.min(state.from, now), reported: reported.slice(-MAX_KEPT) };
}

/** The events that start within `leadMs` from now and were not reported yet, with the state after they are. */
export function startingSoon<E extends UpcomingStart>(
	state: MeetingState,
	events: readonly E[],
	{ now, leadMs }: { now: number; leadMs: number },
): { state: MeetingState; soon: readonly E[] } {
	const isKnown = knownIn(state);
	const soon = events.filter(({ key, start }) => start > earliestStart(state, now) && start <= now + leadMs && !isKnown(key));
	return { state: withReported(state, soon, now), soon };
}

/** All-day events have no time of day. */
function upcoming(events: readonly CalendarEvent[]): Upcoming {
	const meetings: UpcomingMeeting[] = [];
	const unplaced: UnplacedEvent[] = [];
	for (const event of events) {
		const { id, title, start, allDay, timeZone, timesResolved } = calendarMeeting(event);
		if (allDay) continue;
		const at = Date.parse(timesResolved ? (start ?? '') : '');
		if (Number.isNaN(at)) unplaced.push({ id, title, start, timeZone });
		else meetings.push({ key: startingSoonKeyOf(id ?? title ?? '', new Date(at).toISOString()), start: at, event });
	}
	return { meetings, unplaced };
}

/** The calendar between two times, in milliseconds since 1970; null when the round is over. One request. */
export async function readCalendar(round: Pick<Round, 'client' | 'mayAsk'>, from: number, to: number): Promise<Upcoming | null> {
	if (!(await round.mayAsk())) return null;
	const { data } = await round.client.calendar.events({
		maxResults: api.calendar.events.paging.maxSize,
		timeMin: new Date(from).toISOString(),
		timeMax: new Date(to).toISOString(),
	});
	return upcoming(data);
}

const hasGuests = ({ event }: UpcomingMeeting): boolean => calendarMeeting(event).attendees.length > 0;

/**
 * The user's own address, by which guests are colleagues or not. Null, without a request, if nobody is invited; one request
 * otherwise. Null as well where it cannot be read now: a meeting is reported in time rather than with all about it.
 */
export async function readOwnAddress({ client, mayAsk }: Pick<Round, 'client' | 'mayAsk'>, meetings: readonly UpcomingMeeting[]): Promise<string | null> {
	if (!meetings.some(hasGuests) || !(await mayAsk())) return null;
	try {
		return simpleProfile((await client.user.profile()).data).email;
	} catch (error) {
		if (error instanceof ClientError) return null;
		throw error;
	}
}

export interface MeetingOptions {
	/** How long before its start a meeting is reported. */
	readonly leadMs: number;
	/** Whether a meeting is reported. `own`: the user's address; null where it could not be read. */
	readonly isWanted: (meeting: UpcomingMeeting, own: string | null) => boolean;
	/** What the flow gets for a meeting. `own`: the user's address; null where it could not be read. */
	readonly itemOf: (meeting: UpcomingMeeting, own: string | null) => Promise<Item>;
	/** If omitted, all are reported. */
	readonly room: ItemRoom | null;
}

export interface PolledMeetings {
	readonly state: MeetingState;
	readonly items: readonly Item[];
	/** Events that may start soon, and were not mentioned before. */
	readonly unplaced: readonly UnplacedEvent[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** Meetings that start soon and were not reported, as many as there is room for. Never throws. */
export async function pollMeetings(
	before: MeetingState,
	{ leadMs, isWanted, itemOf, room }: MeetingOptions,
	round: Round,
): Promise<PolledMeetings> {
	const now = round.now();
	try {
		const events = await readCalendar(round, earliestStart(before, now), now + leadMs + 1);
		if (events === null) return { state: before, items: [], unplaced: [], error: null };
		const { soon } = startingSoon(before, events.meetings, { now, leadMs });
		const keyOf = ({ id, title, start }: UnplacedEvent): string => startingSoonKeyOf(id ?? title ?? '', start ?? '');
		const isKnown = knownIn(before);
		const unplaced = events.unplaced.filter((event) => !isKnown(keyOf(event)));
		const own = before.own ?? (await readOwnAddress(round, soon));
		// The others may yet get a guest who is wanted.
		const wanted = soon.filter((meeting) => isWanted(meeting, own));
		const items: Item[] = [];
		for (const meeting of wanted) {
			if (room?.isLeft() === false) break;
			const item = await itemOf(meeting, own);
			room?.take([item]);
			items.push(item);
		}
		const reported = [...wanted.slice(0, items.length), ...unplaced.map((event) => ({ key: keyOf(event), start: now }))];
		return { state: { ...withReported(before, reported, now), own }, items, unplaced, error: null };
	} catch (error) {
		return { state: before, items: [], unplaced: [], error: endOfPoll(error) };
	}
}
