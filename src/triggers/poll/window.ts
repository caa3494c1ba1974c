import { api, type Conversation, DAY_MS, HOUR_MS, type Output } from '../../api/index.ts';
import { fieldsOf, listedConversation } from '../../format/index.ts';

export const PAGE_SIZE = api.conversations.list.paging.maxSize;

/** A conversation that appears longer than this after its start is not found. */
export const WINDOW_MS = 7 * DAY_MS;

/** Where the window takes more than a page, most passes list only back to this many of the newest known conversations. */
const NEWEST = 60;
/** If this many are known, the window may soon exceed a page. */
const NEARLY_A_PAGE = 0.8 * PAGE_SIZE;
/** One in this many passes lists the whole window. */
const WHOLE_EVERY = 12;

/** A conversation without a start is known until ten passes over the whole window did not list it. */
const KEPT_PASSES = 10 * WHOLE_EVERY;

/** Max conversations to remember. Beyond that, some repeat, but none is lost. */
const MAX_SEEN = 25_000;

/** The last time that a request can name, in milliseconds since 1970. */
export const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A conversation as listed, with what polling decides by. Times in milliseconds since 1970, null when unreadable. */
export interface ListEntry {
	readonly id: string;
	readonly start: number | null;
	readonly end: number | null;
	/** As the service sent it. */
	readonly conversation: Conversation;
}

/** One answer of the list (Endpoints, Conversations). */
export interface ListPage {
	/** The elements of the page that have an ID. */
	readonly entries: readonly ListEntry[];
	/** ID of the first element; null if there is none, or if it has none. */
	readonly first: string | null;
	/** Elements in the answer, unreadable ones too. */
	readonly length: number;
	/** Elements in the whole list; null if the answer does not say. */
	readonly total: number | null;
	/** Whether the page holds fewer elements than requested. */
	readonly isShort: boolean;
}

function timeOf(text: string | null): number | null {
	const ms = Date.parse(text ?? '');
	return Number.isNaN(ms) ? null : Math.min(LAST_MS, Math.max(0, ms));
}

const countOf = (value: unknown): number | null => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);

/** Reads an answer of any shape: an element without an ID is skipped, never an error. */
export function readPage({ data, pagination }: Output<typeof api.conversations.list>): ListPage {
	const counts = fieldsOf(pagination);
	const [total, limit] = [countOf(counts['total']), countOf(counts['limit'])];
	const read = data.map((conversation): ListEntry | null => {
		const { id, startTime, endTime } = listedConversation(conversation);
		return id === '' ? null : { id, start: timeOf(startTime), end: timeOf(endTime), conversation };
	});
	return {
		entries: read.filter((entry) => entry !== null),
		first: read[0]?.id ?? null,
		length: data.length,
		total,
		// A service may return smaller pages than requested, and says so in `limit`.
		isShort: data.length < Math.min(PAGE_SIZE, limit || PAGE_SIZE),
	};
}

/** A conversation that was processed. */
export interface Seen {
	readonly id: string;
	readonly start: number | null;
	/** The last pass that listed it. */
	readonly pass: number;
}

/** One reading of the list, page by page, over as many polls as it takes. */
export interface Pass {
	/** The pass lists everything that started after this. */
	readonly since: number;
	/** Of the next page. It begins with the last element of the page before, to show whether the list has moved. */
	readonly offset: number;
	/** The newest start so far. */
	readonly newest: number | null;
	/** Whether it listed something that was not seen before. */
	readonly isNews: boolean;
	/** Whether it lists the whole window. */
	readonly isWhole: boolean;
}

/**
 * What is known about the list, without relying on its order: a pass lists everything that started less than a week before
 * the anchor. Anything listed but not seen before is new. Times in milliseconds since 1970.
 */
export interface Listing {
	/**
	 * When the trigger started. Conversations that had ended by then are not new. Null after the first pass, which has listed everything from
	 * before.
	 */
	readonly begun: number | null;
	/** Conversations that started after this are reported although they existed before the trigger; null: none are. */
	readonly recentFrom: number | null;
	/**
	 * The newest start that the pass before the last one listed: a conversation may be listed later than one that started after
	 * it. It only moves forward.
	 */
	readonly anchor: number;
	/** The newest start that the last pass over the whole window listed. */
	readonly newest: number | null;
	/** Completed passes. */
	readonly passes: number;
	/** All processed conversations in the window. */
	readonly seen: readonly Seen[];
	/** Null between two passes. */
	readonly pass: Pass | null;
}

/** For a trigger that starts now. `recentMs`: how far back to report existing conversations; null: not at all. */
export const startListing = (now: number, recentMs: number | null): Listing => ({
	begun: now,
	recentFrom: recentMs === null ? null : Math.max(0, now - recentMs),
	anchor: Math.max(0, now - Math.max(0, (recentMs ?? 0) - WINDOW_MS)),
	...{ newest: null, passes: 0, seen: [], pass: null },
});

/** The same listing as if the trigger started now: conversations that were not seen and ended before now are not new. */
export const startAgain = (listing: Listing, now: number): Listing => ({ ...listing, begun: now, recentFrom: null, pass: null });

const windowFrom = (anchor: number): number => Math.min(LAST_MS, Math.max(0, anchor - WINDOW_MS));

/** The pass under way, or the next one. */
export function passOf({ begun, anchor, newest, passes, seen, pass }: Listing, now: number): Pass {
	if (pass) return pass;
	const from = windowFrom(anchor);
	const starts = seen.flatMap(({ start }) => (start !== null && start > from && start <= Math.max(now, newest ?? 0) ? start : [])).sort((a, b) => b - a);
	const isWhole = begun !== null || passes % WHOLE_EVERY === 0 || starts.length < NEARLY_A_PAGE;
	return { since: isWhole ? from : Math.max(from, (starts[NEWEST] ?? 0) - 1), offset: 0, newest: null, isNews: false, isWhole };
}

/** `justBefore`: not reported, but its results may still be on their way. */
export type Newness = 'new' | 'justBefore' | 'old';

const JUST_BEFORE_MS = 2 * HOUR_MS;

/** Whether a conversation ended so recently that its results may still be on their way. */
export const hasJustEnded = ({ start, end }: ListEntry, now: number): boolean => (end ?? start ?? 0) > now - JUST_BEFORE_MS;

/** How to treat a conversation that was not seen before. `isFirst`: it was in the trigger’s first answer. */
export function newnessOf(entry: ListEntry, { begun, recentFrom }: Listing, isFirst: boolean): Newness {
	if (begun === null) return 'new';
	if (recentFrom !== null && entry.start !== null && entry.start > recentFrom) return 'new';
	// Everything in the first answer was there before, whatever the clocks say.
	if (!isFirst && (entry.end ?? entry.start ?? 0) > begun) return 'new';
	return hasJustEnded(entry, begun) ? 'justBefore' : 'old';
}

/** How far a clock may be set back before the anchor follows it: by less, the window still lists what is recorded now. */
const CLOCKS_APART_MS = DAY_MS;

/**
 * The listing after an answer that shows a wrong clock; null if it shows none. The host’s clock is right if it lies within the
 * hour that the service names. If it was wrong when the trigger started, the trigger starts with that hour instead, and
 * nothing that the first pass lists is new. With an anchor far ahead of both clocks, nothing would be listed until that time,
 * so such an anchor is reset too.
 */
function corrected(listing: Listing, now: number, hourEnd: number | null): Listing | null {
	const { begun, recentFrom, anchor, pass } = listing;
	const isInHour = (at: number): boolean => hourEnd === null || (at > hourEnd - HOUR_MS && at <= hourEnd);
	const isRight = begun === null || pass !== null || isInHour(begun) || (isInHour(now) && begun <= now);
	const isAhead = anchor > Math.max(now, hourEnd ?? 0) + CLOCKS_APART_MS;
	if (isRight && !isAhead) return null;
	const at = isInHour(now) || hourEnd === null ? now : Math.max(0, hourEnd - HOUR_MS);
	const right = startListing(at, isRight || begun === null || recentFrom === null ? null : begun - recentFrom);
	return {
		...{ ...listing, recentFrom: right.recentFrom, anchor: right.anchor },
		begun: Math.max(begun ?? 0, hourEnd ?? 0, isAhead ? anchor : 0),
		pass: { since: windowFrom(right.anchor), offset: 0, newest: null, isNews: false, isWhole: true },
	};
}

export interface Taken {
	readonly listing: Listing;
	/** Conversations that were not seen before and are admitted. */
	readonly fresh: readonly ListEntry[];
	/** IDs of known conversations that are certainly no longer listed. */
	readonly gone: ReadonlySet<string>;
	/** Whether the pass has ended. */
	readonly isOver: boolean;
}

export interface Taking {
	/** By the host’s clock, in milliseconds since 1970. */
	readonly now: number;
	/** When the service’s hour ends, by its own clock; null if answers do not say. */
	readonly hourEnd: number | null;
	/** Chooses those that there is room for, among those not seen before. While any is left out, the pass stays at this page. */
	readonly admit?: (unseen: readonly ListEntry[]) => readonly ListEntry[];
}

/**
 * Whether elements moved up past the offset, for example because an earlier one was deleted. Some of them were then on no
 * page. Elements that moved down are listed twice, which is harmless.
 */
const hasMovedUp = ({ offset }: Pass, { first, length }: ListPage, isListed: (id: string) => boolean): boolean =>
	offset > 0 && (first === null ? length === 0 : !isListed(first));

/** Takes in the page at `passOf(listing, now)`. */
export function takePage(before: Listing, page: ListPage, { now, hourEnd, admit = (unseen) => unseen }: Taking): Taken {
	const on = (listing: Listing, fresh: readonly ListEntry[] = []): Taken => ({ listing, fresh, gone: new Set(), isOver: false });
	const right = corrected(before, now, hourEnd);
	if (right) return on(right);
	const pass = passOf(before, now);
	const { passes } = before;
	const seen = new Map(before.seen.map((one) => [one.id, one]));
	if (hasMovedUp(pass, page, (id) => seen.get(id)?.pass === passes)) {
		// Far behind the end of the list, page by page would take forever.
		const from = page.length > 0 ? pass.offset : Math.min(pass.offset, page.total ?? 0);
		return on({ ...before, pass: { ...pass, offset: Math.max(0, from - PAGE_SIZE) } });
	}
	// A service may also list what started exactly then, which is known or too old.
	const listed = page.entries.filter(({ start }) => start === null || start > pass.since);
	const unseen = [...new Map(listed.filter(({ id }) => !seen.has(id)).map((entry) => [entry.id, entry])).values()];
	const fresh = admit(unseen);
	const leftOut = new Set(unseen.filter((entry) => !fresh.includes(entry)).map(({ id }) => id));
	const taken = listed.filter(({ id }) => !leftOut.has(id));
	for (const { id, start } of taken) seen.set(id, { id, start, pass: passes });
	// A start in the future is bogus: with the anchor there, nothing else would be listed until then.
	const starts = taken.flatMap(({ start }) => (start !== null && start <= (hourEnd ?? now) ? start : []));
	const newest = [pass.newest ?? [], ...starts].flat().reduce<number | null>((latest, start) => Math.max(latest ?? 0, start), null);
	const known = [...seen.values()].slice(-MAX_SEEN);
	const isNews = pass.isNews || unseen.length > 0;
	const goOn = (offset: number, more: Partial<Pass> = {}): Taken => on({ ...before, seen: known, pass: { ...pass, newest, isNews, offset, ...more } }, fresh);
	if (leftOut.size > 0) return goOn(pass.offset);
	const end = pass.offset + page.length;
	if (!page.isShort && (page.total === null || end < page.total)) return goOn(Math.max(end - 1, pass.offset + 1));
	// If fewer conversations were found than the service counts, some moved to pages that had already been read. A single page
	// is complete in itself.
	if (pass.offset > 0 && isNews && known.filter((one) => one.pass === passes).length < (page.total ?? 0)) return goOn(0, { isNews: false });
	const anchor = pass.isWhole ? Math.max(before.anchor, before.newest ?? 0) : before.anchor;
	// Only a list that fits one answer shows for certain what is not on it.
	const gone = pass.offset > 0 ? [] : known.filter((one) => one.pass < passes && one.start !== null && one.start > pass.since);
	return {
		listing: {
			...before,
			...{ begun: null, recentFrom: null, anchor },
			newest: pass.isWhole ? newest : before.newest,
			passes: passes + 1,
			seen: known.filter(({ start, pass: last }) => (start === null ? passes - last < KEPT_PASSES : start > anchor - WINDOW_MS)),
			pass: null,
		},
		fresh,
		gone: new Set(gone.map(({ id }) => id)),
		isOver: true,
	};
}
