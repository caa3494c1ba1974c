import type { Happening } from './happening.ts';
import { PAGE_SIZE, readPage, type Listed } from './listed.ts';
import { markOf } from './mark.ts';
import { noPass, takePage, type List } from './pass.ts';
import { newnessOf, type Baseline } from './baseline.ts';
import { askForResult } from './results.ts';
import type { Round } from './round.ts';
import { due, later, MAX_WATCHED, notAhead, type ResultKind, type Watched } from './watch.ts';

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
}

/** What a poll came to. The state covers what is told and no more. */
export interface Polled {
	readonly state: ConversationState;
	readonly happenings: readonly Happening[];
	/** What the service has not made in all the time that it was waited for. */
	readonly givenUp: readonly Watched[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** How far before the trigger's start a conversation may have begun that is listed only afterwards. */
const LOOK_BACK_MS = 7 * 86_400_000;

/** For a trigger that starts now. `recentMs`: how far back to tell what is there already; null: nothing. */
export const startConversations = (now: number, recentMs: number | null): ConversationState => ({
	list: { cursor: Math.max(0, now - Math.max(LOOK_BACK_MS, recentMs ?? 0)), seen: new Map(), pass: noPass },
	baseline: { at: now, recentFrom: recentMs === null ? null : now - recentMs },
	watched: [],
});

const oldestFirst = (a: Listed, b: Listed): number => (a.start ?? Infinity) - (b.start ?? Infinity);

/**
 * One poll. Requests: one for each page of the list after the cursor, which is one when nothing is new, and one for
 * each result that is due. What does not fit the round is left to the next. `isFirst`: what is listed now was there.
 */
export async function pollConversations(
	before: ConversationState,
	{ created, results }: ConversationOptions,
	round: Round,
	isFirst: boolean,
): Promise<Polled> {
	const startedAt = round.now();
	let { list, baseline } = before;
	let watched = notAhead(before.watched, startedAt).filter(({ kind }) => results.includes(kind));
	const listed = new Map<string, Listed>();
	const news: Listed[] = [];
	const happenings: Happening[] = [];
	const givenUp: Watched[] = [];

	const readList = async (): Promise<void> => {
		for (let pages = 0, isComplete = false; !isComplete && watched.length < MAX_WATCHED; pages += 1) {
			// A backlog must not keep results waiting that are due.
			if (!round.take(pages > 0 && due(watched, startedAt).length > 0 ? 1 : 0)) return;
			const since = new Date(list.cursor).toISOString();
			const page = readPage(
				await round.client.conversations.list({ since, limit: PAGE_SIZE, offset: list.pass.offset }),
			);
			const taken = takePage(list, page, startedAt);
			for (const item of page.items) listed.set(item.id, item);
			for (const item of taken.fresh) {
				const newness = newnessOf(item, baseline, isFirst);
				if (newness === 'new' && created) news.push(item);
				if (newness === 'old') continue;
				const entry = { id: item.id, seenAt: startedAt, tries: 0, isOld: newness === 'justBefore' };
				watched.push(...results.map((kind) => ({ ...entry, kind })));
			}
			watched = watched.filter(({ id }) => !taken.gone.has(markOf(id)));
			({ list, isComplete } = taken);
			if (isComplete) baseline = null;
		}
	};

	const askForResults = async (): Promise<void> => {
		for (const entry of due(watched, startedAt)) {
			if (!round.take()) return;
			// Put off before it is asked for: one that fails every time must not keep the others from their turn.
			const next = later(entry);
			watched = watched.flatMap((other) => (other === entry ? (next ?? []) : other));
			const happening = await askForResult(round.client, entry, listed.get(entry.id)?.conversation ?? null);
			const settled = happening ? [] : next && [{ ...next, isOld: false }];
			if (!settled) givenUp.push(entry);
			else watched = watched.flatMap((other) => (other === next ? settled : other));
			if (happening && !entry.isOld) happenings.push(happening);
		}
	};

	let error: unknown = null;
	try {
		await readList();
		await askForResults();
	} catch (reason) {
		error = reason;
	}
	const told = news
		.sort(oldestFirst)
		.map(({ id, conversation }): Happening => ({ kind: 'created', id, conversation }));
	return { state: { list, baseline, watched }, happenings: [...told, ...happenings], givenUp, error };
}
