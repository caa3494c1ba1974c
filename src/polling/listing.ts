import { api, type Conversation, DAY_MS, HOUR_MS, type Output } from '../api/index.ts';
import { fieldsOf, listedConversation, sha256 } from '../format/index.ts';

/** Characters of a mark: 60 bits, so that two of ten thousand ids share one with a chance of 1 in 20 billion. */
export const MARK_LENGTH = 10;

/** A short text that stands for an identifier of any length. */
export const markOf = (id: string): string => btoa(String.fromCharCode(...sha256(id))).slice(0, MARK_LENGTH).replaceAll('+', '-').replaceAll('/', '_');

/** What is remembered about a conversation that was processed. */
export interface Seen {
	/** Milliseconds since 1970; null when the service does not say. */
	readonly start: number | null;
	/** Whether it was listed in the pass under way. */
	readonly inPass: boolean;
}

/** By mark, in the order in which they were found. */
export type SeenMarks = ReadonlyMap<string, Seen>;

/** Max conversations to remember. Beyond that, some may repeat, but none is lost. */
export const MAX_SEEN = 25_000;

const TIME_LENGTH = 9;
const MAX_TIME = 36 ** TIME_LENGTH - 1;
const NO_TIME = '-'.repeat(TIME_LENGTH);
const ENTRY_LENGTH = MARK_LENGTH + TIME_LENGTH + 1;
const ENTRY = /^([\w-]{10})([0-9a-z]{9}|-{9})([01])$/;

/** The nearest non-negative whole number that can be stored. */
export const wholeWithin = (value: number, max: number): number => Math.min(max, Math.max(0, Math.trunc(value) || 0));

/** One text of fixed-width entries: a tenth of the size of JSON, which matters while a backlog is worked off. */
export const packSeen = (seen: SeenMarks): string =>
	[...seen]
		.slice(-MAX_SEEN)
		.map(([mark, { start, inPass }]) => {
			const time = start === null ? NO_TIME : wholeWithin(start, MAX_TIME).toString(36).padStart(TIME_LENGTH, '0');
			return `${mark}${time}${inPass ? 1 : 0}`;
		})
		.join('');

/** Null for a text that was not made by `packSeen`. */
export function unpackSeen(text: string): SeenMarks | null {
	if (text.length % ENTRY_LENGTH !== 0 || text.length / ENTRY_LENGTH > MAX_SEEN) return null;
	const seen = new Map<string, Seen>();
	for (let from = 0; from < text.length; from += ENTRY_LENGTH) {
		const [, mark = '', time = '', flag] = ENTRY.exec(text.slice(from, from + ENTRY_LENGTH)) ?? [];
		if (mark === '') return null;
		seen.set(mark, { start: time === NO_TIME ? null : Number.parseInt(time, 36), inPass: flag === '1' });
	}
	return seen;
}

/** A conversation as listed, with what polling decides by. Times in milliseconds since 1970, null when unreadable. */
export interface ListEntry {
	readonly id: string;
	readonly mark: string;
	readonly start: number | null;
	readonly end: number | null;
	/** As the service sent it. */
	readonly conversation: Conversation;
}

/** One answer of the list (Endpoints, Conversations). */
export interface ListPage {
	/** Without elements that have no id. */
	readonly items: readonly ListEntry[];
	/** Mark of the first element; null when there is none, or none with an id. */
	readonly first: string | null;
	/** Elements in the answer, unreadable ones too. */
	readonly length: number;
	/** Elements in the whole list, null when the answer does not say. */
	readonly total: number | null;
	/** Whether the answer holds less than was asked for. */
	readonly isShort: boolean;
}

export const PAGE_SIZE = api.conversations.list.paging.maxSize;

function timeOf(text: string | null): number | null {
	const ms = Date.parse(text ?? '');
	return Number.isNaN(ms) ? null : Math.max(0, ms);
}

const countOf = (value: unknown): number | null => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);

/** Reads an answer of any shape: an element without an ID is skipped, never an error. */
export function readPage({ data, pagination }: Output<typeof api.conversations.list>): ListPage {
	const counts = fieldsOf(pagination);
	const [total, limit] = [countOf(counts['total']), countOf(counts['limit'])];
	const read = data.map((conversation): ListEntry | null => {
		const { id, startTime, endTime } = listedConversation(conversation);
		return id === '' ? null : { id, mark: markOf(id), start: timeOf(startTime), end: timeOf(endTime), conversation };
	});
	return {
		items: read.filter((item) => item !== null),
		first: read[0]?.mark ?? null,
		length: data.length,
		total,
		// A service may return smaller pages than requested, and says so in `limit`.
		isShort: data.length < Math.min(PAGE_SIZE, limit || PAGE_SIZE),
	};
}

/** When a trigger started. Anything that was there before is not new. Times in milliseconds since 1970. */
export interface Baseline {
	readonly at: number;
	/** Conversations that started after this are reported although they were there before; null: none are. */
	readonly recentFrom: number | null;
}

/** `justBefore`: not reported, but its results may still be on their way. */
export type Newness = 'new' | 'justBefore' | 'old';

const JUST_BEFORE_MS = 2 * HOUR_MS;

/** How to treat a conversation that was not seen before. */
export function newnessOf({ start, end }: ListEntry, baseline: Baseline | null, isFirst: boolean): Newness {
	if (!baseline) return 'new';
	if (baseline.recentFrom !== null && start !== null && start > baseline.recentFrom) return 'new';
	const endedAt = end ?? start ?? 0;
	// Everything in the very first answer was there before, whatever the clocks say.
	if (!isFirst && endedAt > baseline.at) return 'new';
	return endedAt > baseline.at - JUST_BEFORE_MS ? 'justBefore' : 'old';
}

/** One reading of all conversations after the cursor, page by page, over as many polls as it takes. */
export interface Pass {
	/** Offset of the next page. It begins with the last element of the page before, to show whether the list has moved. */
	readonly offset: number;
	/** Where the cursor goes when all is read. */
	readonly next: number;
	/** Whether something new was found. */
	readonly isNews: boolean;
}

/**
 * What is known about the list. The service's order is not relied upon, only that it has one, and pages may shift while they
 * are read: a pass lists everything that was there when it began, and the cursor moves to where the overlap began then. So a
 * conversation can only be missed if it appears later and is older than the whole overlap.
 */
export interface List {
	/** Milliseconds since 1970. Conversations that started at this time or before are settled. */
	readonly cursor: number;
	/** Everything after the cursor that was processed. */
	readonly seen: SeenMarks;
	/** Null between two passes. */
	readonly pass: Pass | null;
}

/**
 * The newest conversations, which stay known: one that appears late is found as long as it is newer than the oldest of
 * them. They and many new ones fit on one page, so that a poll takes one request when nothing is new.
 */
export const OVERLAP = Math.floor(PAGE_SIZE * 0.6);

/** How far the clocks of the host and of the service may be apart. */
const CLOCKS_APART_MS = DAY_MS;

/** Conversations whose start is unreadable never fall behind the cursor; so many of them stay known. The rest is for the others. */
const MAX_TIMELESS = 0.8 * MAX_SEEN;

export interface Taken {
	readonly list: List;
	/** Not seen before, after the cursor, and admitted. */
	readonly fresh: readonly ListEntry[];
	/** Marks of known conversations that are certainly no longer listed. */
	readonly gone: ReadonlySet<string>;
	/** Whether there is nothing more to read now. */
	readonly isComplete: boolean;
}

/** Offset of the next page to read. */
export const offsetOf = ({ pass }: List): number => pass?.offset ?? 0;

/** Where the overlap begins among what is known; the cursor, while there is no more than that. */
function overlapOf(cursor: number, seen: SeenMarks, now: number): number {
	// A start further in the future is bogus: the cursor would skip everything until then.
	const starts = [...seen.values()]
		.flatMap(({ start }) => (start !== null && start <= now + CLOCKS_APART_MS ? start : []))
		.sort((a, b) => b - a);
	const oldest = starts[OVERLAP] ?? cursor;
	// Others with the same start may be on their way, as in an import. If they fill a page, each poll would read several.
	return Math.max(cursor, oldest === starts[PAGE_SIZE - 1] ? oldest : oldest - 1);
}

/**
 * Whether the cursor is ahead of time although no conversation moved it there, since those that do stay known beyond it: the
 * clock was ahead when the trigger started, or the stored value was changed.
 */
export const isAstray = ({ cursor, seen }: List, now: number): boolean =>
	cursor > now && ![...seen.values()].some(({ start }) => start !== null && start > cursor);

function begin({ cursor, seen, pass }: List, now: number): { pass: Pass; seen: Map<string, Seen> } {
	if (pass && pass.offset > 0) return { pass, seen: new Map(seen) };
	const next = overlapOf(cursor, seen, now);
	const unlisted = [...seen].map(([mark, { start }]): [string, Seen] => [mark, { start, inPass: false }]);
	return { pass: { offset: 0, next, isNews: pass?.isNews ?? false }, seen: new Map(unlisted) };
}

/**
 * Whether elements moved up past the offset, as when one before them was deleted: then some were on no page. Elements
 * that moved down are listed twice, which does no harm.
 */
const hasMovedUp = ({ offset }: Pass, seen: SeenMarks, { first, length }: ListPage): boolean =>
	offset > 0 && (first === null ? length === 0 : seen.get(first)?.inPass !== true);

function settledSeen(cursor: number, seen: SeenMarks): SeenMarks {
	const timeless = [...seen].filter(([, { start }]) => start === null).slice(-MAX_TIMELESS);
	const timed = [...seen].filter(([, { start }]) => start !== null && start > cursor);
	return new Map([...timeless, ...timed]);
}

/**
 * Takes in the page at `offsetOf(list)`. `admit` chooses the new ones that there is room for; while any is left out, the pass
 * stays at this page. `now` in milliseconds since 1970.
 */
export function takePage(
	list: List,
	page: ListPage,
	now: number,
	admit = (fresh: readonly ListEntry[]): readonly ListEntry[] => fresh,
): Taken {
	const { cursor } = list;
	const { pass, seen } = begin(list, now);
	if (hasMovedUp(pass, seen, page)) {
		// Far behind the end of the list, page by page would take forever.
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
	// Only a list that fits one answer shows for certain what is not on it.
	const gone = pass.offset > 0 ? [] : [...kept].filter(([, { inPass }]) => !inPass).map(([mark]) => mark);
	const reached = Math.max(cursor, Math.min(pass.next, overlapOf(cursor, kept, now)));
	const settled = settledSeen(reached, kept);
	// More than a page was new: another pass moves the cursor over it, so that the next polls take one request again.
	const isComplete = !isNews || settled.size <= PAGE_SIZE;
	return { list: { cursor: reached, seen: settled, pass: null }, fresh, gone: new Set(gone), isComplete };
}
