import type { Endpoint, Input, Output, Paging } from '../api/index.ts';
import { ClientError, noRisk } from './errors.ts';
import type { Call, CallOptions } from './settings.ts';
import { trust } from './trust.ts';

/** An endpoint whose `data` is a list. */
export type ListEndpoint = Endpoint & { readonly paging: Paging };

/** Reads one page. Its inputs are added to the caller's. */
export type ReadPage<T> = (page: Record<string, number>) => Promise<{
	readonly data: readonly T[];
	readonly pagination?: { readonly total: number };
}>;

export interface Walk {
	/** Stops after that many items. */
	readonly limit?: number | undefined;
	/**
	 * Called at the end of a list that kept changing while it was read, or whose pages do not add up to its total: items may
	 * be missing.
	 */
	readonly onIncomplete?: (() => void) | undefined;
}

/** One element of a list endpoint's `data`. */
export type ElementOf<E extends ListEndpoint> = Output<E> extends { data: readonly (infer T)[] } ? T : never;

/** The input of `each`: everything but the page. */
export type ListInput<E extends ListEndpoint> = Omit<Input<E>, 'limit' | 'offset' | 'maxResults'>;

/** The options of a call are those for each page. */
export interface EachOptions extends CallOptions, Walk {}

/** For information that only pages have, such as the total. */
export interface PageOptions<E extends ListEndpoint> extends EachOptions {
	/** Called with each answer, before its items are given. What it throws ends the list. */
	readonly onPage?: ((page: Output<E>) => void) | undefined;
	/** How many items of a list with offsets to leave out, unread. What is left then looks like the whole list. Default: none. */
	readonly start?: number | undefined;
}

const idOf = (item: unknown): string =>
	item instanceof Object && 'id' in item && typeof item.id === 'string' ? item.id : `${JSON.stringify(item)}`;

/** The reported total, ignored if it is below what was already read. */
const totalOf = (pagination: { readonly total: unknown } | undefined, read: number): number | null => {
	const total = pagination?.total;
	return typeof total === 'number' && total >= read ? total : null;
};

/** A list that changes in each of these passes is not read again. A pass that finds much that is new does not count: a program may delete what it reads. */
const MAX_PASSES = 3;

/**
 * The items of a list in the service's order, each once, with as few requests as possible: pages have the maximum size,
 * and none is read beyond the total. Stops after `limit` items. A list with a single page yields the items of that page.
 *
 * Pages are selected by offset, so an item that is added, removed or moved between two requests moves others across the
 * border, unseen. It changes the total, or makes an item appear twice: the list is then read again from the start, and
 * yields what is new. Only changes that cancel each other out between the same two requests go unnoticed, such as one
 * item removed from the part read and another added to the part not read.
 */
export async function* eachItem<T>(
	paging: Paging,
	read: ReadPage<T>,
	{ limit = Infinity, onIncomplete = () => {} }: Walk = {},
): AsyncGenerator<T, void, undefined> {
	if (limit <= 0) return;
	if (paging.kind !== 'offset') {
		const { data } = await read(
			paging.kind === 'single' ? { [paging.sizeParam]: Math.min(paging.maxSize, limit) } : {},
		);
		yield* data.slice(0, limit);
		return;
	}
	const given = new Set<string>();
	let pass = 1;
	let seen = new Set<string>();
	let firstLength = 0;
	let firstTotal: number | null = null;
	let offset = 0;
	let hasChanged = false;
	let isFirstPass = true;
	let givenBefore = 0;
	for (;;) {
		const size = Math.min(paging.maxSize, limit - Math.min(offset, given.size));
		const { data, pagination } = await read({ [paging.sizeParam]: size, offset });
		const ids = data.map(idOf);
		const total = totalOf(pagination, offset + data.length);
		const isLastPass = pass === MAX_PASSES;
		if (offset === 0) {
			[firstLength, firstTotal] = [ids.length, total];
		} else {
			hasChanged ||= total !== firstTotal || ids.some((id) => seen.has(id));
		}
		if (hasChanged && !isLastPass) {
			const foundMuch = !isFirstPass && given.size - givenBefore >= firstLength / 2;
			if (!foundMuch) pass += 1;
			[seen, offset, hasChanged, isFirstPass, givenBefore] = [new Set(), 0, false, false, given.size];
			continue;
		}
		for (const [index, item] of data.entries()) {
			const id = ids[index] ?? '';
			if (given.has(id)) continue;
			given.add(id);
			yield item;
			if (given.size >= limit) return;
		}
		offset += data.length;
		const hasNew = ids.some((id) => !seen.has(id));
		for (const id of ids) seen.add(id);
		const isEnd = total === null ? data.length < size : offset >= total;
		if (!isEnd && hasNew) continue;
		const addsUp = total === null ? offset < paging.maxSize : offset === total;
		if (hasChanged || !addsUp) onIncomplete();
		return;
	}
}

/** A page of a list as if its first items were not there. */
function withoutStart(answer: unknown, start: number): unknown {
	const { pagination, ...rest } = trust<{ readonly pagination?: { readonly total?: unknown } }>(answer);
	return typeof pagination?.total === 'number' ? { ...rest, pagination: { ...pagination, total: Math.max(0, pagination.total - start) } } : answer;
}

/**
 * The items of a list endpoint, as `eachItem` gives them.
 * @throws ClientError `noAnswer`, `aborted`, at the next item once the signal is aborted.
 */
export async function* eachOf<E extends ListEndpoint>(
	call: Call,
	endpoint: E,
	input: ListInput<E>,
	{ limit, onIncomplete, onPage = () => {}, start = 0, ...given }: PageOptions<E> = {},
): AsyncGenerator<ElementOf<E>, void, undefined> {
	const { signal } = given;
	const read: ReadPage<ElementOf<E>> = async ({ offset = 0, ...size }) => {
		const page = endpoint.paging.kind === 'offset' ? { ...size, offset: offset + start } : size;
		const answer = await call(endpoint, trust<Input<E>>({ ...input, ...page }), given);
		onPage(answer);
		return trust(withoutStart(answer, start));
	};
	for await (const item of eachItem(endpoint.paging, read, { limit, onIncomplete })) {
		// Otherwise, a list that was stopped within its last page would seem to be whole.
		if (signal?.aborted) throw new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk }, { cause: signal.reason });
		yield item;
	}
}
