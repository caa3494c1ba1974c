import { PAGE_SIZE, type Listed, type Page } from './listed.ts';
import { MAX_SEEN, type Seen, type SeenMarks } from './seen.ts';

/**
 * One reading of all conversations after the cursor, page by page, over as many polls as it takes. The service's order
 * is not relied upon, and pages shift while they are read: a pass is over when as many different conversations were
 * listed as there are, not when the last page was read.
 */
export interface Pass {
	/** Of the next page, which begins with the last element of the page before. */
	readonly offset: number;
	/** As the latest page had it. */
	readonly total: number | null;
	/** Different conversations when the last page was reached before; null the first time round. */
	readonly foundBefore: number | null;
}

export interface List {
	/** The cursor, in milliseconds since 1970: conversations that started at this time or before are settled. */
	readonly cursor: number;
	/** Everything after the cursor that was dealt with. */
	readonly seen: SeenMarks;
	readonly pass: Pass;
}

export const noPass: Pass = { offset: 0, total: null, foundBefore: null };

/**
 * Conversations after the cursor that stay known: the overlap in which one that appears late is found. They and some
 * new ones fit on one page, so that a poll takes one request when nothing is new.
 */
export const OVERLAP = Math.floor(PAGE_SIZE * 0.8);

/** Conversations whose start is unreadable never pass the cursor; so many of them stay known. */
const MAX_TIMELESS = 2000;

export interface Taken {
	readonly list: List;
	/** Not seen before, after the cursor. */
	readonly fresh: readonly Listed[];
	/** Marks of what was known and is surely listed no longer. */
	readonly gone: ReadonlySet<string>;
	readonly isComplete: boolean;
}

const marksWhere = (seen: SeenMarks, inPass: boolean): string[] =>
	[...seen].filter(([, entry]) => entry.inPass === inPass).map(([mark]) => mark);

const offPass = (seen: SeenMarks): Map<string, Seen> =>
	new Map([...seen].map(([mark, { start }]) => [mark, { start, inPass: false }]));

/**
 * Whether elements moved up past the offset, so that some were on no page: something before it was deleted. What was
 * found in this pass proves nothing then. Elements that moved down are only listed twice.
 */
function hasMovedUp({ seen, pass }: List, { first, length, total }: Page): boolean {
	if (pass.offset === 0) return false;
	if (total !== null && pass.total !== null && total < pass.total) return true;
	return first === null ? length === 0 : seen.get(first)?.inPass !== true;
}

/** The page's conversations added to those seen, and which of them are new. */
function take({ cursor, seen: before }: List, items: readonly Listed[]): { seen: SeenMarks; fresh: Listed[] } {
	const seen = new Map(before);
	const fresh: Listed[] = [];
	for (const item of items) {
		const known = seen.get(item.mark);
		if (!known && (item.start === null || item.start > cursor)) fresh.push(item);
		seen.set(item.mark, { start: known ? known.start : item.start, inPass: true });
	}
	return { seen: new Map([...seen].slice(-MAX_SEEN)), fresh };
}

/** Moves the cursor up to where the overlap begins, and forgets what lies before it. */
function settle(cursor: number, seen: SeenMarks, now: number): List {
	const times = [...seen.values()].flatMap(({ start }) => start ?? []).sort((a, b) => b - a);
	// A start in the future is a wrong clock somewhere: following it would pass over everything until then.
	const moved = Math.max(cursor, Math.min(times[OVERLAP] ?? cursor, now));
	const timeless = [...seen].filter(([, { start }]) => start === null).slice(-MAX_TIMELESS);
	const timed = [...seen].filter(([, { start }]) => start !== null && start > moved);
	return { cursor: moved, seen: offPass(new Map([...timeless, ...timed])), pass: noPass };
}

/** Takes in the page at `list.pass.offset`. `now` in milliseconds since 1970. */
export function takePage(list: List, page: Page, now: number): Taken {
	const { cursor, pass } = list;
	const { items, length, total, isShort } = page;
	const movedUp = hasMovedUp(list, page);
	const { seen, fresh } = take(movedUp ? { ...list, seen: offPass(list.seen) } : list, items);
	if (movedUp) return { list: { cursor, seen, pass: { ...noPass, total } }, fresh, gone: new Set(), isComplete: false };

	const end = pass.offset + length;
	const isLast = isShort || (total !== null && end >= total);
	const isOnlyPage = pass.offset === 0 && isLast;
	const found = marksWhere(seen, true).length;
	const isAll = total === null ? isLast : found >= total;
	// A service that counts more than it lists: a whole round that found nothing further is as good as the count.
	const isVain = isLast && pass.foundBefore === found;
	if (isOnlyPage || isAll || isVain) {
		const gone = new Set(isOnlyPage ? marksWhere(seen, false) : []);
		return { list: settle(cursor, seen, now), fresh, gone, isComplete: true };
	}
	const next: Pass = isLast
		? { offset: 0, total, foundBefore: found }
		: { offset: Math.max(end - 1, pass.offset + 1), total, foundBefore: pass.foundBefore };
	return { list: { cursor, seen, pass: next }, fresh, gone: new Set(), isComplete: false };
}
