import { MINUTE_MS } from '../../api/index.ts';
import { ClientError, isTemporary, type Problem } from '../../client/index.ts';
import { polledNames, STARTING_SOON } from '../items/catalogue.ts';
import type { Item } from '../items/item.ts';
import { missingHint, notChosen, pollConversations, type GivenUp, type PolledConversations, type WantedConversations } from './conversations.ts';
import { pollMeetings, unplacedHint, type UnplacedEvent, type WantedMeetings } from './meetings.ts';
import { collect, roomIn, settle, takeDue, type ItemRoom, type RunOutcome, type HostProcess } from './outbox.ts';
import { isPaused, isReported, pauseAfter } from './pauses.ts';
import { beginRound, type BegunRound, type RoundHost } from './round.ts';
import { newState, recall, type Memory, type PollState } from './stored.ts';

/** What a polling trigger looks for, in the units of its form. */
export interface Wanted extends WantedConversations, WantedMeetings {}

export interface PollParameters extends Wanted {
	/** How long another trigger has to report a conversation's events first. */
	readonly headStartMinutes?: number | undefined;
	/**
	 * How items are passed on. `together`: all to one run, and then forgotten. `oneByOne`: each to its own run, and kept until
	 * that has ended. `untilHandled`: one after the other, each kept until the host reports it as handled.
	 */
	readonly handOver: 'together' | 'oneByOne' | 'untilHandled';
}

/** How much more may be found of each kind; null: no limit. */
interface Rooms {
	readonly conversations: ItemRoom | null;
	readonly meetings: ItemRoom | null;
}

interface News {
	/** Covers exactly these items: hand on both together. */
	readonly state: PollState;
	readonly items: readonly Item[];
	/** Results that never appeared. */
	readonly givenUp: readonly GivenUp[];
	/** Calendar events whose start time is unknown. */
	readonly unplaced: readonly UnplacedEvent[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** The outcome of a poll that sends no request. */
const nothing = (state: PollState): News => ({ state, items: [], givenUp: [], unplaced: [], error: null });

/** The failure, if it passes by itself and the next poll is retry enough; otherwise null. */
const passingIn = (error: unknown): ClientError | null => (error instanceof ClientError && isTemporary(error) ? error : null);

/** Asks the service what is new since `before`, as much as the round allows and there is room for, unless it is paused. Never throws. */
export async function findNew(before: PollState, wanted: Wanted, round: BegunRound, rooms?: Rooms): Promise<News> {
	const now = round.now();
	if (isPaused(before.pause, now)) return nothing(before);
	let polled: PolledConversations = { state: before.conversations && notChosen(before.conversations, now), items: [], givenUp: [], error: null };
	if (polledNames.some((name) => wanted.events.includes(name))) polled = await pollConversations(before.conversations, wanted, round, rooms?.conversations);
	const meetings = wanted.events.includes(STARTING_SOON) ? await pollMeetings(before.meetings, wanted, round, rooms?.meetings) : null;
	const error = polled.error ?? meetings?.error ?? null;
	const pause = pauseAfter({ error: passingIn(error), rateLimit: round.rateLimit() }, before.pause, now, round.random());
	return {
		state: { ...before, conversations: polled.state, meetings: meetings?.state ?? before.meetings, pause },
		items: [...polled.items, ...(meetings?.items ?? [])],
		...{ givenUp: polled.givenUp, unplaced: meetings?.unplaced ?? [], error },
	};
}

export interface PollHost extends RoundHost {
	/** What the previous poll returned to be stored; undefined or null if there was none. */
	readonly stored: unknown;
	readonly session: HostProcess;
	/** Identifies the account. If it changes, everything starts over. */
	readonly source: string;
	/** How the run with an event went. */
	readonly outcomeOf: (dedupeKey: string) => RunOutcome;
}

export interface Polled {
	/** The items to pass on now. */
	readonly due: readonly Item[];
	/** What to store: `before` passing the items on if that can fail, and `after` it. */
	readonly memory: { readonly before: Memory; readonly after: Memory };
	/** What to store while events are handled one after the other: everything except those handled so far. */
	readonly memoryWithout: (handled: ReadonlySet<string>) => Memory;
	/** Events whose outcome is already part of the memory. */
	readonly outcomesOf: readonly string[];
	/** How many events are stored, handed on or not. */
	readonly onTheirWay: number;
	/** Whether nothing was looked for because too many events are in progress. */
	readonly isOnHold: boolean;
	/** Whether events that are due wait until others have ended. */
	readonly isFull: boolean;
	/** Whether the service was asked, or would have been if the hour allowed it. Not during a pause, or on hold. */
	readonly isAsking: boolean;
	/** Whether everything was read. False after a failure, while others use up the hour, or with more to come. */
	readonly isUpToDate: boolean;
	/** Until when nothing is asked, in milliseconds since 1970; null if the next poll asks at once. */
	readonly waitsUntil: number | null;
	/** Results that never appeared. */
	readonly missing: readonly GivenUp[];
	/** Calendar events that may start soon but whose start time is unknown. */
	readonly unplaced: readonly UnplacedEvent[];
	readonly warnings: readonly string[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
	/** Why the poll ended early, if that passes by itself: a temporary error, or an hour whose requests are used up or reserved. */
	readonly passing: Problem | null;
	/** Whether it need not be reported yet. */
	readonly isQuiet: boolean;
}

/**
 * One poll of a trigger: takes what it stored last, and returns what to pass on and what to store next. Throws only what
 * `connect` throws. A temporary failure is quiet in the first poll of a process: platforms do not start a flow whose first
 * poll fails.
 */
export async function pollOnce(wanted: PollParameters, host: PollHost): Promise<Polled> {
	const { headStartMinutes = 0, handOver } = wanted;
	const leaveMs = headStartMinutes * MINUTE_MS;
	const { stored, session, source, terms, outcomeOf } = host;
	const round = beginRound(host);
	const now = round.now();
	const known = recall(stored);
	const own = known?.state.source === source ? known : null;
	const before = own?.state ?? newState(source);
	const kept = settle(own?.outbox ?? [], session.id, outcomeOf);
	// Items that are passed on at once are not stored, so they take no room.
	const isKept = handOver !== 'together';
	const room = roomIn(kept.outbox);
	const rooms = { conversations: isKept || leaveMs > 0 ? room : null, meetings: isKept ? room : null };
	const isOnHold = isKept && !room.isLeft();
	const found = isOnHold ? nothing(before) : await findNew(before, wanted, round, rooms);

	// No other trigger reports meetings that start soon, so they need no head start.
	const dueAt = ({ conversationId }: Item): number => (conversationId === undefined ? now : now + leaveMs);
	const outbox = collect(kept.outbox, found.items.map((item) => ({ item, dueAt: dueAt(item) })));
	const taken = takeDue(outbox, { now, session, leaveMs, oneByOne: handOver === 'oneByOne' });
	const left = isKept ? taken.outbox : taken.outbox.filter(({ emitted }) => emitted === null);
	const passing = passingIn(found.error);
	const held = found.error === null && round.isCut() ? round.closed() : null;
	const isAsking = found.state !== before;
	const remember = (entriesLeft: typeof outbox): Memory => ({ session: session.id, state: found.state, outbox: entriesLeft });
	const { pause, conversations } = found.state;
	return {
		due: taken.due,
		memory: { before: remember(taken.outbox), after: remember(left) },
		memoryWithout: (handled) => remember(outbox.filter(({ item }) => !handled.has(item.dedupeKey))),
		outcomesOf: kept.outcomesOf,
		onTheirWay: left.length,
		isOnHold,
		isFull: taken.isFull,
		isAsking,
		isUpToDate: isAsking && found.error === null && !round.isCut() && room.isLeft() && !taken.isFull && !conversations?.listing.pass,
		waitsUntil: isPaused(pause, now) ? pause.until : (held?.until ?? null),
		missing: found.givenUp,
		unplaced: found.unplaced,
		warnings: [
			...(stored !== undefined && !known ? ['The stored state of this trigger could not be read. It starts anew.'] : []),
			...found.givenUp.map((result) => missingHint(result, terms)),
			...found.unplaced.map(unplacedHint),
			...kept.givenUp.map(({ dedupeKey }) => `${dedupeKey} was given up: ${terms.platform} stopped every time before the ${terms.flow} had finished`),
		],
		error: found.error,
		passing: passing?.problem ?? held?.error.problem ?? null,
		isQuiet: passing !== null && !(known?.session === session.id && isReported(passing, pause)),
	};
}

/** A trigger's memory without the events whose runs have ended since. Null if nothing changes. */
export function withOutcomes(stored: unknown, { id }: HostProcess, outcomeOf: PollHost['outcomeOf']): Memory | null {
	const known = recall(stored);
	if (!known) return null;
	const { outbox, outcomesOf } = settle(known.outbox, id, outcomeOf);
	return outcomesOf.length > 0 ? { ...known, session: id, outbox } : null;
}
