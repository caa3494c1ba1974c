import { PAGE_SIZE, type Listed, type Page } from './listed.ts';
import { MAX_SEEN, type Seen, type SeenMarks } from './seen.ts';

/** One reading of all conversations after the cursor, page by page, over as many polls as it takes. */
export interface Pass {
	/** Of the next page. It begins with the last element of the page before, to see whether the list has moved. */
	readonly offset: number;
	/** Where the cursor goes when all is read. */
	readonly next: number;
	/** Whether something new was found. */
	readonly isNews: boolean;
}

/**
 * What is known of the list. The service's order is not relied upon, only that it has one, and pages may shift while
 * they are read: a pass lists everything that was there when it began, and the cursor moves to where the overlap began
 * then. So only what appears later, and older than the whole overlap, can be missed.
 */
export interface List {
	/** Milliseconds since 1970. Conversations that started at this time or before are settled. */
	readonly cursor: number;
	/** Everything after the cursor that was dealt with. */
	readonly seen: SeenMarks;
	/** Null between two passes. */
	readonly pass: Pass | null;
}

/**
 * The newest conversations, which stay known: one that appears late is found as long as it is newer than the oldest of
 * them. They and many new ones fit on one page, so that a poll takes one request when nothing is new.
 */
export const OVERLAP = Math.floor(PAGE_SIZE * 0.6);

/** How far the clocks of n8n and of the service may be apart. */
const CLOCKS_APART_MS = 86_400_000;

/** Conversations whose start is unreadable never fall behind the cursor; so many of them stay known. */
const MAX_TIMELESS = 2000;

export interface Taken {
	readonly list: List;
	/** Not seen before, after the cursor, and admitted. */
	readonly fresh: readonly Listed[];
	/** Marks of what was known and is surely listed no longer. */
	readonly gone: ReadonlySet<string>;
	/** Whether there is nothing more to read now. */
	readonly isComplete: boolean;
}

/** Offset of the next page to read. */
export const offsetOf = ({ pass }: List): number => pass?.offset ?? 0;

function begin({ cursor, seen, pass }: List, now: number): { pass: Pass; seen: Map<string, Seen> } {
	if (pass && pass.offset > 0) return { pass, seen: new Map(seen) };
	// A start further in the future is nonsense: with it the cursor would pass over everything until then.
	const starts = [...seen.values()]
		.flatMap(({ start }) => (start !== null && start <= now + CLOCKS_APART_MS ? start : []))
		.sort((a, b) => b - a);
	const next = Math.max(cursor, starts[OVERLAP] ?? cursor);
	const unlisted = [...seen].map(([mark, { start }]): [string, Seen] => [mark, { start, inPass: false }]);
	return { pass: { offset: 0, next, isNews: pass?.isNews ?? false }, seen: new Map(unlisted) };
}

/**
 * Whether elements moved up past the offset, as when one before them was deleted: then some were on no page. Elements
 * that moved down are listed twice, which does no harm.
 */
const hasMovedUp = ({ offset }: Pass, seen: SeenMarks, { first, length }: Page): boolean =>
	offset > 0 && (first === null ? length === 0 : seen.get(first)?.inPass !== true);

function settle(cursor: number, seen: SeenMarks): SeenMarks {
	const timeless = [...seen].filter(([, { start }]) => start === null).slice(-MAX_TIMELESS);
	const timed = [...seen].filter(([, { start }]) => start !== null && start > cursor);
	return new Map([...timeless, ...timed]);
}

/**
 * Takes in the page at `offsetOf(list)`. `admit` chooses which of the new ones there is room for: while any is left out,
 * the pass stays at this page. `now` in milliseconds since 1970.
 */
export function takePage(
	list: List,
	page: Page,
	now: number,
	admit = (fresh: readonly Listed[]): readonly Listed[] => fresh,
): Taken {
	const { cursor } = list;
	const { pass, seen } = begin(list, now);
	if (hasMovedUp(pass, seen, page)) {
		// Far behind the end of the list, page by page would take for ever.
		const before = page.length > 0 ? pass.offset : Math.min(pass.offset, page.total ?? 0);
		const back = { ...pass, offset: Math.max(0, before - PAGE_SIZE) };
		return { list: { cursor, seen, pass: back }, fresh: [], gone: new Set(), isComplete: false };
	}
	const found = page.items.filter(({ mark, start }) => !seen.has(mark) && (start === null || start > cursor));
	const unseen = [...new Map(found.map((item) => [item.mark, item])).values()];
	const fresh = admit(unseen);
	const admitted = new Set(fresh);
	const leftOut = new Set(unseen.filter((item) => !admitted.has(item)).map(({ mark }) => mark));
	for (const { mark, start } of page.items.filter((item) => !leftOut.has(item.mark))) seen.set(mark, { start: seen.get(mark)?.start ?? start, inPass: true });
	const kept = new Map([...seen].slice(-MAX_SEEN));

	const isNews = pass.isNews || unseen.length > 0;
	if (leftOut.size > 0) {
		return { list: { cursor, seen: kept, pass: { ...pass, isNews } }, fresh, gone: new Set(), isComplete: false };
	}
	const end = pass.offset + page.length;
	const isLast = page.isShort || (page.total !== null && end >= page.total);
	if (!isLast) {
		const offset = Math.max(end - 1, pass.offset + 1);
		const next = { cursor, seen: kept, pass: { ...pass, offset, isNews } };
		return { list: next, fresh, gone: new Set(), isComplete: false };
	}
	// Only a list that came in one answer tells for sure what is not on it.
	const gone = pass.offset > 0 ? [] : [...kept].filter(([, { inPass }]) => !inPass).map(([mark]) => mark);
	const reached = Math.max(cursor, Math.min(pass.next, now + CLOCKS_APART_MS));
	const settled = settle(reached, kept);
	// More than a page was new: another pass moves the cursor over it, so that the next polls take one request again.
	const isComplete = !isNews || settled.size <= PAGE_SIZE;
	return { list: { cursor: reached, seen: settled, pass: null }, fresh, gone: new Set(gone), isComplete };
}
