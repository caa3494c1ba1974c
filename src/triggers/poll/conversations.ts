import { type Conversation, HOUR_MS, MINUTE_MS } from '../../api/index.ts';
import { isInvalidInput, isLimit, isNotFound, isRejected, type Client } from '../../client/index.ts';
import { listedConversation } from '../../format/index.ts';
import type { Terms } from '../../forms/index.ts';
import { ACTION_ITEMS, CREATED, resultsOf } from '../items/catalogue.ts';
import type { Happening, Item, ResultKind } from '../items/item.ts';
import { itemsOfHappening, type FindTimezone, type WantedEvents } from '../items/make.ts';
import { peopleLookup, type AskedPeople } from '../items/people.ts';
import type { ItemRoom } from './outbox.ts';
import { endOfPoll, type Round } from './round.ts';
import { hasJustEnded, newnessOf, PAGE_SIZE, passOf, readPage, startAgain, startListing, takePage, type ListEntry, type Listing, type ListPage, type Pass } from './window.ts';

/** What a trigger looks for among conversations. */
export interface WantedConversations extends Omit<AskedPeople, 'filters'>, Omit<WantedEvents, 'timezone'> {
	readonly timezone: FindTimezone;
	/** How many hours to look back when the trigger first starts. If missing or 0, only later events are reported. */
	readonly recentHours?: number | null | undefined;
}

/** A result to wait for. */
export interface Awaited {
	readonly id: string;
	readonly kind: ResultKind;
	/** Requests so far. */
	readonly tries: number;
	/** When to request it next, in milliseconds since 1970. */
	readonly nextAt: number;
	/** Whether a result that the first request finds is old, because the conversation existed before the trigger. */
	readonly isOld: boolean;
}

/** When a result is requested, counted from when the conversation was first listed; after the last time it is given up. */
export const schedule: readonly number[] = [
	...[0, 1, 3, 7, 15, 30].map((minutes) => minutes * MINUTE_MS),
	...[1, 2, 4, 8, 16, 32, 48].map((hours) => hours * HOUR_MS),
];

/** From one request to the next. Time without polling does not count, so a clock that was set forward uses up no requests. */
const gapAfter = (tries: number): number => (schedule[tries] ?? 0) - (schedule[tries - 1] ?? 0);

/** Max results to wait for at once. Further conversations are not listed until there is room. */
export const MAX_AWAITED = 1000;

/** What is known about the conversations of an account. */
export interface ConversationState {
	readonly listing: Listing;
	readonly awaited: readonly Awaited[];
	/** The results that conversations were awaited for when last listed. Null before the first pass. */
	readonly results: readonly ResultKind[] | null;
}

/** A result that the service has not produced in all the time it was waited for. */
export type GivenUp = Pick<Awaited, 'id' | 'kind'>;

const resources: Readonly<Record<ResultKind, string>> = { keyPoints: 'Key Points', feedback: 'Feedback' };

/** Advice about a result that never appeared. */
export const missingHint = ({ id, kind }: GivenUp, { operation }: Terms): string =>
	`No ${resources[kind].toLowerCase()} of conversation ${id} after 48 hours, so the trigger no longer waits for it. ${operation(resources[kind], 'Get or Generate')} can generate it for one AI credit, if the conversation has a transcript.`;

export interface PolledConversations {
	/** Covers exactly what was found. Null before the first poll. */
	readonly state: ConversationState | null;
	readonly items: readonly Item[];
	readonly givenUp: readonly GivenUp[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** A poll in progress. At any moment, the state covers exactly what was reported. */
interface Progress {
	state: ConversationState;
	readonly items: Item[];
	readonly givenUp: GivenUp[];
	/** Conversations by ID, as far as this poll has listed them. */
	readonly listed: Map<string, Conversation>;
	/** `timezone`: for due dates. */
	readonly report: (happening: Happening, timezone: string) => void;
	/** Whether more may be reported. The rest is found again by a later poll. */
	readonly isRoomLeft: () => boolean;
	/** Whether this is the trigger's first poll. */
	readonly isFirst: boolean;
}

/** The state of a trigger that starts now. */
export const startConversations = (now: number, recentHours?: number | null): ConversationState => ({
	listing: startListing(now, recentHours ? recentHours * HOUR_MS : null),
	...{ awaited: [], results: null },
});

/** The state while no event about conversations is chosen: conversations that end meanwhile are not new when one is chosen again. */
export const notChosen = ({ listing }: ConversationState, now: number): ConversationState => ({ listing: startAgain(listing, now), awaited: [], results: [] });

const oldestFirst = (a: ListEntry, b: ListEntry): number => (a.start ?? Infinity) - (b.start ?? Infinity);

/** The page at the place of a pass. Throws `ClientError`. */
const pageAt = async (client: Client, { since, offset }: Pick<Pass, 'since' | 'offset'>): Promise<ListPage> =>
	readPage(await client.conversations.list({ since: new Date(since).toISOString(), limit: PAGE_SIZE, offset }));

const startOf = ({ startTime }: Conversation): number => Date.parse(startTime) || 0;

export const newestFirst = (conversations: readonly Conversation[]): Conversation[] => conversations.toSorted((one, other) => startOf(other) - startOf(one));

/**
 * The conversations of the last seven days, newest first, whatever order the service lists them in. For hosts that keep no
 * state between polls: does a whole first pass at once. Requests: one per 100. Throws `ClientError`.
 */
export async function recentConversations(client: Client, now: number): Promise<Conversation[]> {
	const found: Conversation[] = [];
	let listing = startListing(now, null);
	for (let isOver = false; !isOver; ) {
		const taken = takePage(listing, await pageAt(client, passOf(listing, now)), { now, hourEnd: null });
		({ listing, isOver } = taken);
		found.push(...taken.fresh.map(({ conversation }) => conversation));
	}
	return newestFirst(found);
}

/** Reads the next page of the pass under way. Resolves with whether the pass is over. Throws `ClientError`. */
async function readNext(progress: Progress, { events }: WantedConversations, round: Round, now: number): Promise<boolean> {
	const { listing: before, awaited, results: resultsBefore } = progress.state;
	const results = resultsOf(events);
	const pass = passOf(before, now);
	const page = await pageAt(round.client, pass);
	for (const { id, conversation } of page.entries) progress.listed.set(id, conversation);
	const newness = (entry: ListEntry) => newnessOf(entry, before, progress.isFirst && before.seen.length === 0);
	const isReported = (entry: ListEntry): boolean => events.includes(CREATED) && newness(entry) === 'new';
	const admit = (unseen: readonly ListEntry[]): ListEntry[] => {
		const admitted = unseen.filter((entry) => !isReported(entry));
		for (const entry of unseen.filter(isReported).sort(oldestFirst)) {
			if (!progress.isRoomLeft()) break;
			progress.report({ kind: 'created', id: entry.id, conversation: entry.conversation }, 'UTC');
			admitted.push(entry);
		}
		return admitted;
	};
	const { listing, fresh, gone, isOver } = takePage(before, page, { now, hourEnd: round.hourEnd(), admit });
	const wait = ({ id }: ListEntry, kinds: readonly ResultKind[], isOld: boolean): Awaited[] => kinds.map((kind) => ({ id, kind, tries: 0, nextAt: now, isOld }));
	// A newly chosen event starts like a new trigger: with conversations that have just ended.
	const added = results.filter((kind) => resultsBefore?.includes(kind) === false);
	const known = page.entries.filter((entry) => !fresh.includes(entry) && hasJustEnded(entry, now));
	const isAwaited = (id: string, kind: ResultKind): boolean => awaited.some((entry) => entry.id === id && entry.kind === kind);
	progress.state = {
		listing,
		awaited: [
			...awaited.filter(({ id }) => !gone.has(id)),
			...known.flatMap((entry) => wait(entry, added.filter((kind) => !isAwaited(entry.id, kind)), true)),
			...fresh.filter((entry) => newness(entry) !== 'old').flatMap((entry) => wait(entry, results, newness(entry) === 'justBefore')),
		],
		results: isOver ? results : resultsBefore,
	};
	return isOver;
}

/** What to request now, the longest overdue first. */
const due = (awaited: readonly Awaited[], now: number): Awaited[] => awaited.filter(({ nextAt }) => nextAt <= now).sort((a, b) => a.nextAt - b.nextAt);

/** Answers about this one conversation, which must not stop the others. A deleted one also gives “not found”. */
const isAboutThis = (error: unknown): boolean => isInvalidInput(error) || isRejected(error) || isNotFound(error);

/** Reads a saved result; null if there is none. Never generates one, which would cost a credit. Throws `ClientError`. */
export async function askForResult(
	client: Client,
	{ id, kind }: Pick<Awaited, 'id' | 'kind'>,
	conversation: Conversation | null,
): Promise<Happening | null> {
	try {
		switch (kind) {
			case 'keyPoints':
				return { kind, id, keyPoints: (await client.keyPoints.get({ id })).data, conversation };
			case 'feedback':
				return { kind, id, feedback: (await client.feedback.get({ id })).data, conversation };
		}
	} catch (error) {
		if (isAboutThis(error)) return null;
		throw error;
	}
}

/**
 * The service generates nothing from a recording without a transcript, which failed or is still in progress. The list shows
 * for free when there is one.
 */
const hasNothingSaid = (conversation: Conversation | null): boolean => listedConversation(conversation).segmentCount === 0;

/** The time zone for due dates, which only action items have. */
export const zoneOfDueDates = async (
	kind: Happening['kind'],
	{ events, timezone }: Pick<WantedConversations, 'events' | 'timezone'>,
): Promise<string> =>
	kind === 'keyPoints' && events.includes(ACTION_ITEMS) ? await timezone() : 'UTC';

/** Requests the results that are due, as many as the round allows and there is room for. Throws `ClientError`. */
async function askDue(progress: Progress, wanted: WantedConversations, round: Round, now: number): Promise<void> {
	const replace = (entry: Awaited, next: readonly Awaited[]): void => {
		progress.state = { ...progress.state, awaited: progress.state.awaited.flatMap((other) => (other === entry ? next : other)) };
	};
	for (const entry of due(progress.state.awaited, now)) {
		const conversation = progress.listed.get(entry.id) ?? null;
		const putOff = (isOld: boolean): void => {
			const tries = entry.tries + 1;
			if (tries < schedule.length) return replace(entry, [{ ...entry, tries, nextAt: now + gapAfter(tries), isOld }]);
			replace(entry, []);
			if (!hasNothingSaid(conversation)) progress.givenUp.push({ id: entry.id, kind: entry.kind });
		};
		if (hasNothingSaid(conversation)) {
			putOff(false);
			continue;
		}
		if (!progress.isRoomLeft() || !(await round.mayAsk())) return;
		try {
			const happening = await askForResult(round.client, entry, conversation);
			if (!happening) {
				putOff(false);
				continue;
			}
			if (!entry.isOld) progress.report(happening, await zoneOfDueDates(entry.kind, wanted));
			replace(entry, []);
		} catch (error) {
			// A result that fails every time must not starve the others. Limits don't count as failures.
			if (!isLimit(error)) putOff(entry.isOld);
			throw error;
		}
	}
}

/**
 * One poll: continues the pass in progress, or begins the next, and requests the results that are due. `before`: null at the
 * first poll. The next poll takes over whatever exceeds the round or the room. Never throws.
 */
export async function pollConversations(
	before: ConversationState | null,
	parameters: WantedConversations,
	round: Round,
	room: ItemRoom | null = null,
): Promise<PolledConversations> {
	const now = round.now();
	let zone: Promise<string> | string | undefined;
	// Found only once: if the zone cannot be read, each result would try again.
	const wanted = { ...parameters, timezone: () => (zone ??= parameters.timezone()) };
	const start = before ?? startConversations(now, wanted.recentHours);
	const results = resultsOf(wanted.events);
	// Setting the clock back must not postpone the next request by the same amount.
	const inTime = ({ nextAt, tries, ...entry }: Awaited): Awaited => ({ ...entry, tries, nextAt: Math.min(nextAt, now + gapAfter(tries)) });
	const progress: Progress = {
		state: { ...start, awaited: start.awaited.filter(({ kind }) => results.includes(kind)).map(inTime) },
		...{ items: [], givenUp: [], listed: new Map(), isFirst: before === null },
		report: (happening, timezone) => {
			const items = itemsOfHappening(happening, { ...wanted, timezone }, new Date(now).toISOString());
			room?.take(items);
			progress.items.push(...items);
		},
		isRoomLeft: () => room?.isLeft() !== false,
	};
	let error: unknown = null;
	try {
		for (let pages = 0; progress.state.awaited.length < MAX_AWAITED && progress.isRoomLeft(); pages += 1) {
			// A backlog must not delay results that are due.
			const reserve = pages > 0 && due(progress.state.awaited, now).length > 0 ? 1 : 0;
			if (!(await round.mayAsk(reserve)) || (await readNext(progress, wanted, round, now))) break;
		}
		await askDue(progress, wanted, round, now);
	} catch (failed) {
		error = endOfPoll(failed);
	}
	try {
		const items = await peopleLookup(wanted, round)(progress.items, (id) => progress.listed.get(id) ?? null);
		return { state: progress.state, items, givenUp: progress.givenUp, error };
	} catch (failed) {
		// The next poll starts from the previous state, so it must not count any of this as reported.
		return { state: before, items: [], givenUp: [], error: endOfPoll(failed) };
	}
}
