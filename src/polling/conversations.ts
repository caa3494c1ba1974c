import { type Conversation, DAY_MS, type Feedback, HOUR_MS, type KeyPoints } from '../api/index.ts';
import { isInvalidInput, isLimit, isNotFound, isRejected, type Client } from '../client/index.ts';
import {
	isAstray,
	markOf,
	newnessOf,
	offsetOf,
	PAGE_SIZE,
	readPage,
	takePage,
	type Baseline,
	type List,
	type ListEntry,
	type ListPage,
	type Taken,
} from './listing.ts';
import { listedConversation } from '../format/index.ts';
import { endOfPoll, type Round } from './round.ts';
import { due, later, MAX_WATCHED, notAhead, type ResultKind, type Watched } from './schedule.ts';

/** Something that happened to a conversation, which is null if it was not on any page that this poll read. */
export type Happening =
	| { readonly kind: 'created'; readonly id: string; readonly conversation: Conversation }
	| {
			readonly kind: 'keyPoints';
			readonly id: string;
			readonly keyPoints: KeyPoints;
			readonly conversation: Conversation | null;
	  }
	| {
			readonly kind: 'feedback';
			readonly id: string;
			readonly feedback: Feedback;
			readonly conversation: Conversation | null;
	  };

/** What is known about the conversations of an account. */
export interface ConversationState {
	readonly list: List;
	/** Present until the first pass is over. */
	readonly baseline: Baseline | null;
	readonly watched: readonly Watched[];
	/** The results that conversations were watched for when last listed. Null before the first pass, or if not stored. */
	readonly results: readonly ResultKind[] | null;
}

export interface ConversationOptions {
	/** Whether new conversations are reported. */
	readonly created: boolean;
	/** Results that are waited for. */
	readonly results: readonly ResultKind[];
	/** Whether this is the trigger's first poll: everything listed now was there before. */
	readonly isFirst: boolean;
	/** How much may be reported; if omitted, everything. The rest is found again by a later poll. */
	readonly room?: Room;
}

export interface Room {
	readonly isLeft: () => boolean;
	/** Called with each that is reported. */
	readonly take: (happening: Happening) => void;
}

/** Results that the service has not produced in all the time they were waited for. */
export interface GivenUp extends Watched {
	/** Null if it was not on any page that this poll read. */
	readonly conversation: Conversation | null;
}

export interface PolledConversations {
	/** Covers exactly what was found. */
	readonly state: ConversationState;
	readonly found: readonly Happening[];
	readonly givenUp: readonly GivenUp[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** A poll in progress. At any moment, the state covers exactly what was found. */
interface Progress {
	state: ConversationState;
	found: readonly Happening[];
	givenUp: readonly GivenUp[];
}

/** Conversations by ID, as far as this poll has listed them. */
type ListedById = ReadonlyMap<string, Conversation>;

/** How long before the trigger's start a conversation may have begun that is listed only afterwards. */
const LOOK_BACK_MS = 7 * DAY_MS;

/** For a trigger that starts now. `recentMs`: how far back to report existing conversations; null: not at all. */
export const startConversations = (now: number, recentMs: number | null): ConversationState => ({
	list: { cursor: Math.max(0, now - Math.max(LOOK_BACK_MS, recentMs ?? 0)), seen: new Map(), pass: null },
	baseline: { at: now, recentFrom: recentMs === null ? null : Math.max(0, now - recentMs) },
	watched: [],
	results: null,
});

/** While no event about conversations is chosen: what ends meanwhile is not new when one is chosen again. */
export const notChosen = ({ list }: ConversationState, now: number): ConversationState => ({
	list: { ...list, pass: null },
	baseline: { at: now, recentFrom: null },
	watched: [],
	results: [],
});

const oldestFirst = (a: ListEntry, b: ListEntry): number => (a.start ?? Infinity) - (b.start ?? Infinity);

const createdIn = ({ id, conversation }: ListEntry): Happening => ({ kind: 'created', id, conversation });

/** Use the earlier of the two clocks: a start long after it is bogus, and a cursor after it has to be explained. */
const latestTime = (now: number, round: Round): number => Math.min(now, round.rateLimit()?.resetAt.getTime() ?? now);

/** What a page changes: conversations to report, and results to wait for. */
function takeIn(progress: Progress, page: ListPage, options: ConversationOptions, round: Round, now: number): Taken {
	const { baseline, watched } = progress.state;
	const isReported = (item: ListEntry): boolean => options.created && newnessOf(item, baseline, options.isFirst) === 'new';
	const created: Happening[] = [];
	const admit = (unseen: readonly ListEntry[]): ListEntry[] => {
		const admitted = unseen.filter((item) => !isReported(item));
		for (const item of unseen.filter(isReported).sort(oldestFirst)) {
			if (options.room?.isLeft() === false) break;
			const happening = createdIn(item);
			options.room?.take(happening);
			created.push(happening);
			admitted.push(item);
		}
		return admitted;
	};
	const taken = takePage(progress.state.list, page, latestTime(now, round), admit);
	const { list, fresh, gone, isComplete } = taken;
	// A newly chosen event starts like a new trigger: with conversations that have just ended.
	const added = options.results.filter((kind) => progress.state.results?.includes(kind) === false);
	const isWatched = (id: string, kind: ResultKind): boolean => watched.some((entry) => entry.id === id && entry.kind === kind);
	const known = page.items.filter((item) => !fresh.includes(item) && newnessOf(item, { at: now, recentFrom: null }, true) === 'justBefore');
	const caughtUp = known.flatMap(({ id }): Watched[] =>
		added.filter((kind) => !isWatched(id, kind)).map((kind) => ({ id, kind, seenAt: now, tries: 0, isOld: true })),
	);
	const begun = fresh.flatMap((item): Watched[] => {
		const newness = newnessOf(item, baseline, options.isFirst);
		if (newness === 'old') return [];
		return options.results.map((kind) => ({ id: item.id, kind, seenAt: now, tries: 0, isOld: newness === 'justBefore' }));
	});
	progress.found = [...progress.found, ...created];
	progress.state = {
		list,
		baseline: isComplete ? null : baseline,
		watched: [...watched.filter(({ id }) => !gone.has(markOf(id))), ...caughtUp, ...begun],
		results: isComplete ? options.results : progress.state.results,
	};
	return taken;
}

/** Reads the pages of the pass under way, as many as the round allows. Throws `ClientError`. */
async function readList(progress: Progress, options: ConversationOptions, round: Round, now: number): Promise<ListedById> {
	const listed = new Map<string, Conversation>();
	let isComplete = false;
	const isRoomLeft = (): boolean => progress.state.watched.length < MAX_WATCHED && options.room?.isLeft() !== false;
	for (let pages = 0; !isComplete && isRoomLeft(); pages += 1) {
		// A backlog must not delay results that are due.
		const keep = pages > 0 && due(progress.state.watched, now).length > 0 ? 1 : 0;
		if (!(await round.mayAsk(keep))) break;
		const { list } = progress.state;
		const since = new Date(list.cursor).toISOString();
		const page = readPage(await round.client.conversations.list({ since, limit: PAGE_SIZE, offset: offsetOf(list) }));
		for (const { id, conversation } of page.items) listed.set(id, conversation);
		({ isComplete } = takeIn(progress, page, options, round, now));
	}
	return listed;
}

/** Answers about this one conversation, which must not stop the others. A deleted one also gives “not found”. */
const isAboutThis = (error: unknown): boolean => isInvalidInput(error) || isRejected(error) || isNotFound(error);

/** Reads a saved result; null if there is none. Never generates one, which would cost a credit. Throws `ClientError`. */
export async function askForResult(
	client: Client,
	{ id, kind }: Pick<Watched, 'id' | 'kind'>,
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

function replace(progress: Progress, entry: Watched, next: Watched | null): void {
	const watched = progress.state.watched.flatMap((other) => (other === entry ? (next ?? []) : other));
	progress.state = { ...progress.state, watched };
}

/** Requests the results that are due, as many as the round allows and there is room for. Throws `ClientError`. */
async function askDue(
	progress: Progress,
	listed: ListedById,
	{ room }: ConversationOptions,
	round: Round,
	now: number,
): Promise<void> {
	const putOff = (entry: Watched, isOld: boolean): void => {
		const next = later(entry, now);
		const conversation = listed.get(entry.id) ?? null;
		replace(progress, entry, next && { ...next, isOld });
		if (!next && !hasNothingSaid(conversation)) progress.givenUp = [...progress.givenUp, { ...entry, conversation }];
	};
	for (const entry of due(progress.state.watched, now)) {
		if (hasNothingSaid(listed.get(entry.id) ?? null)) {
			putOff(entry, false);
			continue;
		}
		if (room?.isLeft() === false || !(await round.mayAsk())) return;
		try {
			const happening = await askForResult(round.client, entry, listed.get(entry.id) ?? null);
			if (!happening) {
				putOff(entry, false);
				continue;
			}
			replace(progress, entry, null);
			if (entry.isOld) continue;
			room?.take(happening);
			progress.found = [...progress.found, happening];
		} catch (error) {
			// A result that fails every time must not starve the others. Limits don't count as failures.
			if (!isLimit(error)) putOff(entry, entry.isOld);
			throw error;
		}
	}
}

/**
 * A cursor ahead of time would list nothing until then, so it goes back to before `now`, which may be just as wrong. So
 * nothing that began or ended before the trigger's start, as far as the cursor shows, is emitted. Null while the cursor is
 * where it belongs.
 */
function broughtBack({ list, baseline, watched, results }: ConversationState, now: number): ConversationState | null {
	if (!isAstray(list, now)) return null;
	const at = Math.max(baseline?.at ?? 0, list.cursor + LOOK_BACK_MS);
	return {
		list: { ...list, cursor: Math.max(0, now - LOOK_BACK_MS), pass: null },
		baseline: { at, recentFrom: baseline?.recentFrom ?? null },
		...{ watched, results },
	};
}

/**
 * If the host's clock is behind, the unread rest of a first pass would count as new. Two witnesses have to agree that it is:
 * the service, by the hour that its limit counts, and a conversation that started after the trigger.
 */
function startedLater({ baseline, ...state }: ConversationState, round: Round): ConversationState {
	const [at, hourEnd] = [baseline?.at ?? 0, round.rateLimit()?.resetAt.getTime()];
	const isBehind = [...state.list.seen.values()].some(({ start }) => start !== null && start > at);
	return { ...state, baseline: baseline && hourEnd && isBehind ? { ...baseline, at: Math.max(at, hourEnd - HOUR_MS) } : baseline };
}

/**
 * One poll. Requests: one for each page of the list after the cursor, which is one when nothing is new, and one for
 * each result that is due. What does not fit the round is left to the next. Never throws.
 */
export async function pollConversations(
	before: ConversationState,
	options: ConversationOptions,
	round: Round,
): Promise<PolledConversations> {
	const now = round.now();
	const watched = notAhead(before.watched, now).filter(({ kind }) => options.results.includes(kind));
	const progress: Progress = { state: { ...before, watched }, found: [], givenUp: [] };
	try {
		const { baseline } = progress.state;
		let listed = await readList(progress, options, round, now);
		const corrected = broughtBack({ ...progress.state, baseline: progress.state.baseline ?? baseline }, latestTime(now, round));
		if (corrected) {
			progress.state = corrected;
			listed = new Map([...listed, ...(await readList(progress, options, round, now))]);
		}
		await askDue(progress, listed, options, round, now);
		if (options.isFirst) progress.state = startedLater(progress.state, round);
		return { ...progress, error: null };
	} catch (error) {
		return { ...progress, error: endOfPoll(error) };
	}
}
