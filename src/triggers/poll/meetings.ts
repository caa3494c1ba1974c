import { api, type CalendarEvent, DAY_MS, MINUTE_MS } from '../../api/index.ts';
import { ClientError, isHeldBack } from '../../client/index.ts';
import { quoted, simpleProfile } from '../../format/index.ts';
import { calendarMeeting, causeOf, createReader, emailsIn, type CalendarMeeting } from '../../meetings/index.ts';
import { hasWantedGuests, prepareForMeeting } from '../../reports/index.ts';
import { reasonFor } from '../failures.ts';
import { STARTING_SOON } from '../items/catalogue.ts';
import type { IfUnread } from '../items/details.ts';
import { type Filters, passes } from '../items/filters.ts';
import { type Item, startingSoonKeyOf } from '../items/item.ts';
import type { ItemRoom } from './outbox.ts';
import { endOfPoll, type Round } from './round.ts';

/** What a trigger looks for in the calendar. */
export interface WantedMeetings {
	/** How long before its start a meeting is reported. */
	readonly minutesBefore: number;
	readonly filters: Filters;
	/** Whether to add what is known about the guests from outside. */
	readonly includeBriefing?: boolean | undefined;
	/** Default: `continue`. */
	readonly ifUnread?: IfUnread | undefined;
}

/** A start of a calendar event that was reported, in milliseconds since 1970. */
interface ReportedStart {
	/** Equal for the same start of the same event. */
	readonly key: string;
	readonly start: number;
}

/** A meeting with a known start time. */
export interface UpcomingMeeting extends ReportedStart {
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
	readonly reported: readonly ReportedStart[];
	/** The user's address, once it was needed. */
	readonly own: string | null;
}

/** A meeting that began between two polls is reported late rather than not at all; after this it is of no use. */
const LATE_MS = 15 * MINUTE_MS;

const KEPT_MS = DAY_MS;
const MAX_KEPT = 500;

/** The earliest start that may still be reported. */
const earliestStart = ({ from }: MeetingState, now: number): number => Math.max(Math.min(from, now), now - LATE_MS);

/** The state after these were reported. */
function withReported(state: MeetingState, starts: readonly ReportedStart[], now: number): MeetingState {
	const kept = state.reported.filter(({ start }) => start > now - KEPT_MS);
	const reported = [...kept, ...starts.map(({ key, start }) => ({ key, start }))];
	return { ...state, from: Math.min(state.from, now), reported: reported.slice(-MAX_KEPT) };
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
 * The user's own address, which tells whether guests are colleagues. Null, without a request, if nobody is invited;
 * otherwise takes one request. Also null if it cannot be read now: reporting a meeting in time matters more than its
 * details.
 */
export async function readOwnAddress(
	{ client, mayAsk }: Pick<Round, 'client' | 'mayAsk'>,
	meetings: readonly UpcomingMeeting[],
): Promise<string | null> {
	if (!meetings.some(hasGuests) || !(await mayAsk())) return null;
	try {
		return simpleProfile((await client.user.profile()).data).email;
	} catch (error) {
		if (error instanceof ClientError) return null;
		throw error;
	}
}

type ItemOptions = Pick<WantedMeetings, 'ifUnread' | 'includeBriefing'>;
type MeetingRound = Pick<Round, 'client' | 'mayAsk' | 'now' | 'terms'>;

const notNow = { ok: false, reason: 'There were no requests left for the briefing.' };

/** What the service knows about the external attendees. Throws if that cannot be read and `ifUnread` says to fail. */
async function briefingFor({ raw, externalAttendees }: CalendarMeeting, own: string, { ifUnread }: ItemOptions, round: MeetingRound) {
	try {
		if (!(await round.mayAsk())) return notNow;
		const attendees = externalAttendees.map(({ email, name }) => ({ email, displayName: name }));
		const meeting = { event: { ...raw, attendees, organizer: undefined } };
		const { event: _, ...briefing } = await prepareForMeeting(createReader(round).begin(), meeting, { ownEmail: own, contactsOnly: true });
		return { ok: true, briefing };
	} catch (stop) {
		const error = causeOf(stop);
		if (ifUnread === 'fail' && !isHeldBack(error)) throw error;
		return { ok: false, reason: reasonFor(error, round.terms) };
	}
}

const notKnown = { ok: false, reason: 'The email address in your profile could not be read, so it is not known who is from outside your company.' };

/** Whether a meeting that starts soon is reported. `own`: the user's address; without it, every meeting is. */
export const isWantedMeeting = ({ event }: UpcomingMeeting, own: string | null, filters: Filters): boolean =>
	passes({ title: calendarMeeting(event).title }, filters) && hasWantedGuests(event, own, filters) !== false;

/** The item for a meeting that starts soon. `own`: the user's address; null where it could not be read. */
export async function meetingItem(
	{ key, start, event }: UpcomingMeeting,
	own: string | null,
	options: ItemOptions,
	round: MeetingRound,
): Promise<Item> {
	const meeting = calendarMeeting(event, { userEmail: own ?? undefined });
	const { id, raw, title, start: startsAt, end, joinUrl, attendees, internalAttendees, externalAttendees, externalCompanies } = meeting;
	const now = round.now();
	const minutesUntilStart = Math.round((start - now) / MINUTE_MS);
	const isUnknown = own === null && attendees.length > 0;
	return {
		title,
		startTime: startsAt,
		data: {
			...{ calendarEventId: id, title, start: startsAt, end, minutesUntilStart, joinUrl, attendees },
			...{ internalEmails: emailsIn(internalAttendees), externalEmails: emailsIn(externalAttendees), externalCompanies, calendarEvent: raw },
		},
		...(isUnknown ? { included: notKnown } : options.includeBriefing && { included: await briefingFor(meeting, own ?? '', options, round) }),
		event: STARTING_SOON,
		timestamp: new Date(now).toISOString(),
		dedupeKey: key,
	};
}

/** Advice about an event that may start soon but whose start time is unknown. */
export const unplacedHint = ({ id, title, start, timeZone }: UnplacedEvent): string =>
	`The calendar event ${quoted(title ?? id)} may start soon, but was not reported: its start${start === null ? '' : ` (${start})`} ${timeZone === null ? 'has no time zone' : `is in a time zone that is not known, ${quoted(timeZone)}`}. Choose another time zone for it in the calendar.`;

export interface PolledMeetings {
	readonly state: MeetingState;
	readonly items: readonly Item[];
	/** Events that may start soon but whose start time is unknown, unless reported before. */
	readonly unplaced: readonly UnplacedEvent[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** Meetings that start soon and were not reported, as many as there is room for. `before`: null at the first poll. Never throws. */
export async function pollMeetings(
	before: MeetingState | null,
	wanted: WantedMeetings,
	round: Round,
	room: ItemRoom | null = null,
): Promise<PolledMeetings> {
	const now = round.now();
	const state = before ?? { from: now, reported: [], own: null };
	try {
		const latest = now + wanted.minutesBefore * MINUTE_MS;
		const events = await readCalendar(round, earliestStart(state, now), latest + 1);
		if (events === null) return { state, items: [], unplaced: [], error: null };
		const known = new Set(state.reported.map(({ key }) => key));
		const soon = events.meetings.filter(({ key, start }) => start > earliestStart(state, now) && start <= latest && !known.has(key));
		const keyOf = ({ id, title, start }: UnplacedEvent): string => startingSoonKeyOf(id ?? title ?? '', start ?? '');
		const unplaced = events.unplaced.filter((event) => !known.has(keyOf(event)));
		const own = state.own ?? (await readOwnAddress(round, soon));
		// The other meetings are not marked as reported: they may still get a wanted guest.
		const chosen = soon.filter((meeting) => isWantedMeeting(meeting, own, wanted.filters));
		const items: Item[] = [];
		for (const meeting of chosen) {
			if (room?.isLeft() === false) break;
			const item = await meetingItem(meeting, own, wanted, round);
			room?.take([item]);
			items.push(item);
		}
		const reported = [...chosen.slice(0, items.length), ...unplaced.map((event) => ({ key: keyOf(event), start: now }))];
		return { state: { ...withReported(state, reported, now), own }, items, unplaced, error: null };
	} catch (error) {
		return { state, items: [], unplaced: [], error: endOfPoll(error) };
	}
}

/** Advice for errors of a poll. */
export const calendarAdvice = {
	forbidden:
		'If the trigger reads the calendar, its access may have been revoked: connect it again in the desktop app. Otherwise the account needs the Starter plan or above',
	not_found: 'Connect a calendar in the desktop app, or do not choose “Meeting Starting Soon”',
};
