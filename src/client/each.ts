import type { Endpoint, Input, Output, Paging } from '../api/index.ts';

/** An endpoint whose `data` is a list. */
export type ListEndpoint = Endpoint & { readonly paging: Paging };

/** One element of a list endpoint's `data`. */
export type Item<E extends ListEndpoint> = Output<E> extends { data: readonly (infer T)[] } ? T : never;

/** What a caller of `each` gives: everything but the page. */
export type ListInput<E extends ListEndpoint> = Omit<Input<E>, 'limit' | 'offset' | 'maxResults'>;

/** Reads one page: the page's own inputs are added to the caller's. */
export type ReadPage<T> = (page: Record<string, number>) => Promise<{
	readonly data: readonly T[];
	readonly pagination?: { readonly total: number };
}>;

/** A list may move while it is read: what was inserted at the top pushes known items onto the next page. */
function unseen<T>(seen: Set<string>, items: readonly T[]): T[] {
	return items.filter((item) => {
		if (!(item instanceof Object && 'id' in item && typeof item.id === 'string')) return true;
		if (seen.has(item.id)) return false;
		seen.add(item.id);
		return true;
	});
}

/**
 * The elements of a list, in the service's order, read with the fewest requests: pages of the maximum size, and no
 * page that the total says is empty. Stops after `limit` elements. A list of one page yields what fits that page.
 */
export async function* eachItem<T>(paging: Paging, read: ReadPage<T>, limit = Infinity): AsyncGenerator<T, void, undefined> {
	if (limit <= 0) return;
	if (paging.kind !== 'offset') {
		const { data } = await read(
			paging.kind === 'single' ? { [paging.sizeParam]: Math.min(paging.maxSize, limit) } : {},
		);
		yield* data.slice(0, limit);
		return;
	}
	const seen = new Set<string>();
	let offset = 0;
	let taken = 0;
	for (;;) {
		const size = Math.min(paging.maxSize, limit - taken);
		const { data, pagination } = await read({ [paging.sizeParam]: size, offset });
		const items = unseen(seen, data).slice(0, size);
		yield* items;
		taken += items.length;
		offset += data.length;
		const isLast = pagination ? offset >= pagination.total : data.length < size;
		if (isLast || data.length === 0 || taken >= limit) return;
	}
}
