import type { Conversation } from '../../api/index.ts';
import { ClientError, isTemporary, type Problem } from '../../client/index.ts';
import type { Terms } from '../../forms/index.ts';
import type { Item } from '../items/item.ts';
import { notChosen, pollConversations, startConversations, type ConversationOptions, type GivenUp, type Happening } from './conversations.ts';
import { pollMeetings, startMeetings, type MeetingOptions, type UnplacedEvent, type UpcomingMeeting } from './meetings.ts';
import { collect, isFull, roomIn, settle, takeDue, type ItemRoom, type RunOutcome, type HostProcess } from './outbox.ts';
import { isPaused, isReported, pauseAfter } from './pauses.ts';
import { beginRound, endOfPoll, type BegunRound, type Round, type RoundHost } from './round.ts';
import { newState, recall, type Memory, type PollState } from './stored.ts';

/** What to look for, and how to turn it into items. */
export interface PollPlan {
	/** Null when no event about conversations was chosen. */
	readonly conversations:
		| (Pick<ConversationOptions, 'created' | 'results'> & {
				/** How far back to report existing conversations when the trigger starts; null: not at all. */
				readonly recentMs: number | null;
				/** What the flow gets for something that happened. `now` is ISO 8601. */
				readonly itemsOf: (happening: Happening, now: string) => readonly Item[];
				/** Adds what takes more requests, for all items of a poll at once, and leaves out those that turn out unwanted. Never throws, and leaves their keys as they are. */
				readonly complete?: (items: readonly Item[], conversationOf: (id: string) => Conversation | null, round: Round) => Promise<readonly Item[]>;
		  })
		| null;
	/** Null when no event about meetings was chosen. */
	readonly meetings: {
		/** How long before its start a meeting is reported. */
		readonly leadMs: number;
		readonly isWanted: MeetingOptions['isWanted'];
		/** `own`: the user's address; null where it is not known. */
		readonly itemOf: (meeting: UpcomingMeeting, own: string | null, round: Round) => Promise<Item>;
		/** The message about an event that may start soon, and cannot be placed in time. */
		readonly unplacedHint: (event: UnplacedEvent) => string;
	} | null;
	/** The message about a result that never appeared. */
	readonly missingHint: (result: GivenUp) => string;
	/** How long another trigger has to report a conversation's events first. */
	readonly leaveMs: number;
	/**
	 * Where items go. `together`: to one run, and then forgotten. `oneByOne`: each to a run of its own, and kept until that
	 * has ended. `untilHandled`: one after the other, each kept until the host says that it is handled.
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
	/** Calendar events that cannot be placed in time. */
	readonly unplaced: readonly UnplacedEvent[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** The outcome of a poll that sends no request. */
const nothing = (state: PollState): News => ({ state, items: [], givenUp: [], unplaced: [], error: null });

/** A failure after which the next poll is retry enough. */
const passingIn = (error: unknown): ClientError | null => (error instanceof ClientError && isTemporary(error) ? error : null);

type ConversationPlan = NonNullable<PollPlan['conversations']>;

/** What the flow gets for what was found. `at`: ISO 8601. */
export async function itemsFor({ itemsOf, complete }: ConversationPlan, found: readonly Happening[], at: string, round: Round): Promise<readonly Item[]> {
	const items = found.flatMap((happening) => itemsOf(happening, at));
	const listed = new Map(found.map(({ id, conversation }) => [id, conversation]));
	return (await complete?.(items, (id) => listed.get(id) ?? null, round)) ?? items;
}

/** Asks the service what is new since `before`, as much as the round allows and there is room for, unless it is paused. Never throws. */
export async function findNew(before: PollState, plan: Pick<PollPlan, 'conversations' | 'meetings'>, round: BegunRound, rooms?: Rooms): Promise<News> {
	const now = round.now();
	if (isPaused(before.pause, now)) return nothing(before);
	let { conversations, meetings } = before;
	const items: Item[] = [];
	let givenUp: readonly GivenUp[] = [];
	let unplaced: readonly UnplacedEvent[] = [];
	let error: unknown = null;
	if (plan.conversations) {
		const { created, results, recentMs } = plan.conversations;
		const at = new Date(now).toISOString();
		const itemsOf = (happening: Happening): readonly Item[] => plan.conversations?.itemsOf(happening, at) ?? [];
		const room = rooms?.conversations;
		const options: ConversationOptions = {
			...{ created, results, isFirst: conversations === null },
			...(room && { room: { isLeft: room.isLeft, take: (happening) => room.take(itemsOf(happening)) } }),
		};
		const polled = await pollConversations(conversations ?? startConversations(now, recentMs), options, round);
		try {
			items.push(...(await itemsFor(plan.conversations, polled.found, at, round)));
			({ state: conversations, givenUp, error } = polled);
		} catch (failed) {
			// Nothing of it was found, as far as the next poll knows.
			error = endOfPoll(failed);
		}
	} else {
		conversations &&= notChosen(conversations, now);
	}
	if (plan.meetings) {
		const { leadMs, isWanted, itemOf } = plan.meetings;
		const polled = await pollMeetings(meetings ?? startMeetings(now), { leadMs, isWanted, itemOf: (meeting, own) => itemOf(meeting, own, round), room: rooms?.meetings ?? null }, round);
		({ state: meetings, unplaced } = polled);
		items.push(...polled.items);
		error ??= polled.error;
	}
	const pause = pauseAfter({ error: passingIn(error), rateLimit: round.rateLimit() }, before.pause, now, round.random());
	return { state: { ...before, conversations, meetings, pause }, items, givenUp, unplaced, error };
}

export interface PollHost extends RoundHost {
	/** What the previous poll returned to be stored; undefined or null if there was none. */
	readonly stored: unknown;
	readonly session: HostProcess;
	/** Identifies the account: with another one, everything starts over. */
	readonly source: string;
	/** How the run with an event went. */
	readonly outcomeOf: (dedupeKey: string) => RunOutcome;
	readonly terms: Terms;
}

export interface Polled {
	/** What to hand on. */
	readonly due: readonly Item[];
	/** What to store: before it is handed on if that can fail, and afterwards. */
	readonly memory: { readonly before: Memory; readonly after: Memory };
	/** What to store while events are handled one after the other: all but those handled so far. */
	readonly memoryWithout: (handled: ReadonlySet<string>) => Memory;
	/** Events whose outcome the memory takes into account. */
	readonly outcomesOf: readonly string[];
	/** How many events are stored, handed on or not. */
	readonly onTheirWay: number;
	/** Whether nothing was looked for because too many events are in progress. */
	readonly isOnHold: boolean;
	/** Whether events that are due wait until others have ended. */
	readonly isFull: boolean;
	/** Whether everything was read. False after a failure, while others use up the hour, or with more to come. */
	readonly isUpToDate: boolean;
	/** Until when nothing is asked, in milliseconds since 1970; null if the next poll asks at once. */
	readonly waitsUntil: number | null;
	/** Results that never appeared. */
	readonly missing: readonly GivenUp[];
	/** Calendar events that may start soon, and cannot be placed in time. */
	readonly unplaced: readonly UnplacedEvent[];
	readonly warnings: readonly string[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
	/** The error, if it is temporary. */
	readonly passing: Problem | null;
	/** Whether it need not be reported yet. */
	readonly isQuiet: boolean;
}

/**
 * One poll of a trigger: takes what it has stored, and returns what to hand on and what to store next. Throws only what
 * `connect` throws. A temporary failure is quiet in the first poll of a process: platforms do not start a flow whose first
 * poll fails.
 */
export async function pollOnce(plan: PollPlan, host: PollHost): Promise<Polled> {
	const { leaveMs, handOver } = plan;
	const { stored, session, source, terms, outcomeOf } = host;
	const round = beginRound(host);
	const now = round.now();
	const known = recall(stored);
	const own = known?.state.source === source ? known : null;
	const before = own?.state ?? newState(source);
	const kept = settle(own?.outbox ?? [], session.id, outcomeOf);
	// What is handed on at once is not stored, and takes no room.
	const isKept = handOver !== 'together';
	const room = roomIn(kept.outbox);
	const rooms = { conversations: isKept || leaveMs > 0 ? room : null, meetings: isKept ? room : null };
	const isOnHold = isKept && isFull(kept.outbox);
	const found = isOnHold ? nothing(before) : await findNew(before, plan, round, rooms);

	// No other trigger reports a meeting that starts soon.
	const dueAt = ({ conversationId }: Item): number => (conversationId === undefined ? now : now + leaveMs);
	const outbox = collect(kept.outbox, found.items.map((item) => ({ item, dueAt: dueAt(item) })));
	const taken = takeDue(outbox, { now, session, leaveMs, oneByOne: handOver === 'oneByOne' });
	const left = isKept ? taken.outbox : taken.outbox.filter(({ emitted }) => emitted === null);
	const passing = passingIn(found.error);
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
		isUpToDate: found.state !== before && found.error === null && !round.isCut() && room.isLeft() && !taken.isFull && !conversations?.listing.pass,
		waitsUntil: isPaused(pause, now) ? pause.until : null,
		missing: found.givenUp,
		unplaced: found.unplaced,
		warnings: [
			...(stored !== undefined && !known ? ['The stored state of this trigger could not be read. It starts anew.'] : []),
			...found.givenUp.map(plan.missingHint),
			...found.unplaced.flatMap((event) => plan.meetings?.unplacedHint(event) ?? []),
			...kept.givenUp.map(({ dedupeKey }) => `${dedupeKey} was given up: ${terms.platform} stopped every time before the ${terms.flow} had finished`),
		],
		error: found.error,
		passing: passing?.problem ?? null,
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
