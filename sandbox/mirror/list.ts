import { z } from 'zod/v4';

/** Far more than anybody has. Only a faulty service lists more. */
const MAX_LISTED = 100_000;
/** How often a list that changes while it is read is read again. */
const MAX_TRIES = 3;
/** If this many pages fail, the rest is left to the next run. */
const MAX_FAILED_PAGES = 3;

export interface Page {
	readonly data: readonly unknown[];
	readonly total: number | null;
}

interface List {
	/** The most elements of a page. */
	readonly size: number;
	/** Null for a page that cannot be read. */
	readonly pageAt: (offset: number) => Promise<Page | null>;
	/** Keeps elements of a page, and returns how many could not be kept. */
	readonly store: (elements: readonly unknown[], page: Page, offset: number) => number;
}

export interface Listing {
	readonly ids: ReadonlySet<string>;
	/** How many elements were listed, including those without an ID. */
	readonly count: number;
	/** As many as the service says there are; null if it says nothing. */
	readonly total: number | null;
	/** How many could not be kept. */
	readonly unreadable: number;
	readonly failedPages: number;
	/** Nothing was added or removed between two pages, and no page failed: what it lacks is not there. */
	readonly heldStill: boolean;
}

const Identified = z.looseObject({ id: z.string().min(1) });
const idOf = (element: unknown): string | null => Identified.safeParse(element).data?.id ?? null;

/**
 * Reads a list to its end. Each page starts with the last element of the one before, so a change in between shows: an element
 * that moved across the edge would be missing otherwise. A list that changed is read again from the start.
 */
export async function readList(list: List): Promise<Listing> {
	for (let tries = 1; ; tries += 1) {
		const listing = await readOnce(list, tries === MAX_TRIES);
		if (listing !== null) return listing;
	}
}

/** Null as soon as the list changes, unless it is the last try. */
async function readOnce({ size, pageAt, store }: List, isLast: boolean): Promise<Listing | null> {
	const ids = new Set<string>();
	let [nameless, unreadable, failedPages, heldStill] = [0, 0, 0, true];
	let before: { readonly last: string | null; readonly total: number | null } | null = null;
	let total: number | null = null;
	for (let offset = 0; offset < MAX_LISTED; offset += size - 1) {
		const page = await pageAt(offset);
		if (page === null) {
			[failedPages, heldStill, before] = [failedPages + 1, false, null];
			if (failedPages >= MAX_FAILED_PAGES || total === null || offset + size >= total) break;
			continue;
		}
		const named = page.data.map(idOf);
		const isSame = before === null || (named[0] === before.last && page.total === before.total);
		if (!isSame && !isLast) return null;
		heldStill &&= isSame;
		const overlap = before !== null && isSame ? 1 : 0;
		unreadable += store(page.data.slice(overlap), page, offset);
		const known = ids.size + nameless;
		for (const id of named.slice(overlap)) {
			if (id === null) nameless += 1;
			else ids.add(id);
		}
		total = page.total;
		before = { last: named.at(-1) ?? null, total };
		if (page.data.length < size) break;
		// A service that ignores the offset would go on forever.
		if (ids.size + nameless === known) {
			heldStill = false;
			break;
		}
	}
	return { ids, count: ids.size + nameless, total, unreadable, failedPages, heldStill };
}
