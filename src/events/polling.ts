import { ClientError } from '../client/index.ts';
import {
	collect,
	idle,
	isFull,
	isPassing,
	isReported,
	newState,
	poll,
	recall,
	roomIn,
	settle,
	store,
	takeDue,
	type Item,
	type ItemRoom,
	type Outcome,
	type PollOptions,
	type Session,
} from '../polling/index.ts';
import { CREATED, resultsOf, STARTING_SOON } from './catalogue.ts';
import { itemsOfHappening, meetingItem, missingHint, missingItem, type MeetingItemOptions, type WantedEvents } from './items.ts';

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

/** For what a poll fails with. */
export const calendarAdvice = {
	forbidden:
		'If the trigger reads the calendar, its access may have been revoked: connect it again in the desktop app. Otherwise the account needs the Starter plan or above',
	not_found: 'Connect a calendar in the desktop app, or do not choose “Meeting Starting Soon”',
};

export interface TurnParameters extends Wanted {
	/** How long to leave an event to another trigger. */
	readonly headStartMinutes: number;
	/** Whether to report results that never came. */
	readonly notifyMissing: boolean;
	/** Whether each event gets a run of its own, and is kept until that has ended. */
	readonly oneByOne: boolean;
}

export interface TurnHost extends MeetingItemOptions {
	/** What the turn before gave to store; undefined if there was none. */
	readonly stored: unknown;
	readonly session: Session;
	/** Whose account it is: with another everything starts anew. */
	readonly source: string;
	/** How the run with an event went. */
	readonly outcomeOf: (dedupeKey: string) => Outcome;
}

type Memory = ReturnType<typeof store>;

export interface PollTurn {
	/** What to hand on. */
	readonly due: readonly Item[];
	/** What to store: before it is handed on if that can fail, and afterwards. */
	readonly memory: { readonly before: Memory; readonly after: Memory };
	/** Events whose outcome the memory takes into account. */
	readonly outcomesOf: readonly string[];
	/** How many events are stored, handed on or not. */
	readonly onTheirWay: number;
	/** Whether nothing was looked for, since too many events are on their way. */
	readonly isOnHold: boolean;
	/** Whether events that are due wait until others have ended. */
	readonly isFull: boolean;
	/** Until when nothing is asked after failures, in milliseconds since 1970; in the past if there were none. */
	readonly pausedUntil: number;
	readonly warnings: readonly string[];
	/** What ended the poll early, or null. A quiet one passes by itself, and nobody has to know yet. */
	readonly error: unknown;
	readonly isQuiet: boolean;
}

/**
 * A poll of a trigger, from what it has stored to what it hands on and stores next. `now` in milliseconds since 1970.
 * Never throws. A failure that passes by itself is quiet in the first poll of a process: platforms do not start a flow
 * whose first poll fails.
 */
export async function takeTurn(parameters: TurnParameters, host: TurnHost, now: number): Promise<PollTurn> {
	const { headStartMinutes, notifyMissing, oneByOne } = parameters;
	const { stored, session, source, terms, outcomeOf } = host;
	const known = recall(stored, session.id);
	const own = known?.state.source === source ? known : null;
	const before = own?.state ?? newState(source);
	const kept = settle(own?.outbox ?? [], session.id, outcomeOf);
	const leaveMs = headStartMinutes * MINUTE;
	const room = roomIn(kept.outbox);
	// What is handed on at once is not stored, and takes no room.
	const rooms = { conversations: oneByOne || leaveMs > 0 ? room : null, meetings: oneByOne ? room : null };
	const isOnHold = oneByOne && isFull(kept.outbox);
	const polled = isOnHold ? idle(before) : await poll(before, pollOptions(parameters, { ...host, room: rooms }, now), host.round);

	const timestamp = new Date(now).toISOString();
	const missing = notifyMissing ? polled.givenUp.map((entry) => missingItem(entry, timestamp, terms)) : [];
	const dueAt = ({ event }: Item): number => (event === STARTING_SOON ? now : now + leaveMs);
	const outbox = collect(kept.outbox, [...polled.items, ...missing].map((item) => ({ item, dueAt: dueAt(item) })));
	const taken = takeDue(outbox, { now, session, leaveMs, oneByOne });
	const left = oneByOne ? taken.outbox : taken.outbox.filter(({ told }) => told === null);
	const passing = polled.error instanceof ClientError && isPassing(polled.error.problem) ? polled.error.problem : null;
	return {
		due: taken.due,
		memory: { before: store(polled.state, taken.outbox, session.id), after: store(polled.state, left, session.id) },
		outcomesOf: kept.outcomesOf,
		onTheirWay: left.length,
		isOnHold,
		isFull: taken.isFull,
		pausedUntil: polled.state.pause.until,
		warnings: [
			...(stored !== undefined && !known ? ['The stored state of this trigger could not be read. It starts anew.'] : []),
			...(known?.unreadable ?? []).map((part) => `Part of the stored state of this trigger could not be read: ${part}`),
			...polled.givenUp.map((entry) => missingHint(entry, terms)),
			...kept.givenUp.map(({ dedupeKey }) => `${dedupeKey} was given up: ${terms.platform} stopped every time before the ${terms.flow} had finished`),
		],
		error: polled.error,
		isQuiet: passing !== null && !(known?.isSameSession && isReported(passing, polled.state.pause)),
	};
}

/** What a trigger has stored, with how the runs of its events went since: those that ended are left out. Null if nothing changes. */
export function withOutcomes(stored: unknown, { id }: Session, outcomeOf: TurnHost['outcomeOf']): Memory | null {
	const known = recall(stored, id);
	if (!known) return null;
	const { outbox, outcomesOf } = settle(known.outbox, id, outcomeOf);
	return outcomesOf.length > 0 ? store(known.state, outbox, id) : null;
}
