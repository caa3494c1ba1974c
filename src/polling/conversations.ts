import type { Baseline } from './baseline.ts';
import type { Happening } from './happening.ts';
import type { List } from './pass.ts';
import { askDue } from './askDue.ts';
import { readList } from './readList.ts';
import type { Round, ServiceHour } from './round.ts';
import { notAhead, type ResultKind, type Watched } from './watch.ts';

/** What is known about the conversations of an account. */
export interface ConversationState {
	readonly list: List;
	/** Present until the first pass is over. */
	readonly baseline: Baseline | null;
	readonly watched: readonly Watched[];
}

export interface ConversationOptions {
	/** Whether new conversations are told. */
	readonly created: boolean;
	/** Results that are waited for. */
	readonly results: readonly ResultKind[];
	/** Whether the trigger starts with this poll: what is listed now was there before. */
	readonly isFirst: boolean;
	/** How much may be told; without it, all that is found. What has no room is found again by a later poll. */
	readonly room?: Room;
}

export interface Room {
	readonly isLeft: () => boolean;
	/** To be called with each that is told. */
	readonly take: (happening: Happening) => void;
}

/** One poll under way. At any moment the state covers what is told, and no more. */
export interface Progress {
	state: ConversationState;
	told: readonly Happening[];
	/** What the service has not made in all the time that it was waited for. */
	givenUp: readonly Watched[];
}

export interface Polled extends Readonly<Progress> {
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** How far before the trigger's start a conversation may have begun that is listed only afterwards. */
const LOOK_BACK_MS = 7 * 86_400_000;

/** For a trigger that starts now. `recentMs`: how far back to tell what is there already; null: nothing. */
export const startConversations = (now: number, recentMs: number | null): ConversationState => ({
	list: { cursor: Math.max(0, now - Math.max(LOOK_BACK_MS, recentMs ?? 0)), seen: new Map(), pass: null },
	baseline: { at: now, recentFrom: recentMs === null ? null : Math.max(0, now - recentMs) },
	watched: [],
});

/**
 * By the service's clock, since the host's may have been wrong when the trigger was published: far ahead, nothing would
 * be listed until the cursor's time has come; far behind, all that was there before would be new.
 */
function onServiceTime(state: ConversationState, hour: ServiceHour | null, isFirst: boolean): ConversationState {
	if (!hour) return state;
	const { list, baseline } = state;
	if (list.cursor > hour.end) {
		const cursor = Math.max(0, hour.start - LOOK_BACK_MS);
		return { ...state, list: { ...list, cursor, pass: null }, baseline: { at: hour.start, recentFrom: null } };
	}
	return isFirst && baseline ? { ...state, baseline: { ...baseline, at: Math.max(baseline.at, hour.start) } } : state;
}

/**
 * One poll. Requests: one for each page of the list after the cursor, which is one when nothing is new, and one for
 * each result that is due. What does not fit the round is left to the next. Never throws.
 */
export async function pollConversations(
	before: ConversationState,
	options: ConversationOptions,
	round: Round,
): Promise<Polled> {
	const now = round.now();
	const watched = notAhead(before.watched, now).filter(({ kind }) => options.results.includes(kind));
	const progress: Progress = { state: { ...before, watched }, told: [], givenUp: [] };
	try {
		const listed = await readList(progress, options, round, now);
		await askDue(progress, listed, options, round, now);
		return { ...progress, state: onServiceTime(progress.state, round.serviceHour(), options.isFirst), error: null };
	} catch (error) {
		return { ...progress, error };
	}
}
