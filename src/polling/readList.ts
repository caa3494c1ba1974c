import type { Conversation } from '../api/index.ts';
import { newnessOf } from './baseline.ts';
import type { ConversationOptions, Progress } from './conversations.ts';
import type { Happening } from './happening.ts';
import { PAGE_SIZE, readPage, type Listed, type Page } from './listed.ts';
import { markOf } from './mark.ts';
import { offsetOf, takePage, type Taken } from './pass.ts';
import type { Round } from './round.ts';
import { due, MAX_WATCHED, type Watched } from './watch.ts';

/** Conversations by id, as far as this poll has listed them. */
export type ListedById = ReadonlyMap<string, Conversation>;

const oldestFirst = (a: Listed, b: Listed): number => (a.start ?? Infinity) - (b.start ?? Infinity);

const createdIn = ({ id, conversation }: Listed): Happening => ({ kind: 'created', id, conversation });

/** What a page changes: conversations to tell, and results to wait for. */
function takeIn(progress: Progress, page: Page, options: ConversationOptions, now: number): Taken {
	const { baseline, watched } = progress.state;
	const toTell = (item: Listed): boolean => options.created && newnessOf(item, baseline, options.isFirst) === 'new';
	const created: Happening[] = [];
	const admit = (unseen: readonly Listed[]): Listed[] => {
		const admitted = unseen.filter((item) => !toTell(item));
		for (const item of unseen.filter(toTell).sort(oldestFirst)) {
			if (options.room?.isLeft() === false) break;
			const happening = createdIn(item);
			options.room?.take(happening);
			created.push(happening);
			admitted.push(item);
		}
		return admitted;
	};
	const taken = takePage(progress.state.list, page, now, admit);
	const { list, fresh, gone, isComplete } = taken;
	const found = fresh.map((item) => ({ item, newness: newnessOf(item, baseline, options.isFirst) }));
	const begun = found.flatMap(({ item: { id }, newness }): Watched[] =>
		newness === 'old'
			? []
			: options.results.map((kind) => ({ id, kind, seenAt: now, tries: 0, isOld: newness === 'justBefore' })),
	);
	progress.told = [...progress.told, ...created];
	progress.state = {
		list,
		baseline: isComplete ? null : baseline,
		watched: [...watched.filter(({ id }) => !gone.has(markOf(id))), ...begun],
	};
	return taken;
}

/** Reads the pages of the pass under way, as many as the round allows. Throws `ClientError`. */
export async function readList(
	progress: Progress,
	options: ConversationOptions,
	round: Round,
	now: number,
): Promise<ListedById> {
	const listed = new Map<string, Conversation>();
	let isComplete = false;
	const isRoomLeft = (): boolean => progress.state.watched.length < MAX_WATCHED && options.room?.isLeft() !== false;
	for (let pages = 0; !isComplete && isRoomLeft(); pages += 1) {
		// A backlog must not keep results waiting that are due.
		const keep = pages > 0 && due(progress.state.watched, now).length > 0 ? 1 : 0;
		if (!round.take(keep)) break;
		const { list } = progress.state;
		const since = new Date(list.cursor).toISOString();
		const page = readPage(await round.client.conversations.list({ since, limit: PAGE_SIZE, offset: offsetOf(list) }));
		for (const { id, conversation } of page.items) listed.set(id, conversation);
		({ isComplete } = takeIn(progress, page, options, now));
	}
	return listed;
}
