import { askForResult, type Happening } from './conversations.ts';
import { PAGE_SIZE, readPage, type Listed } from './listing.ts';
import type { Round } from './round.ts';
import type { ResultKind } from './schedule.ts';

const RECENT_MS = 7 * 86_400_000;

/** Conversations looked through for one that has a result. */
const MAX_ASKED = 5;

const newestFirst = (a: Listed, b: Listed): number => (b.start ?? 0) - (a.start ?? 0);

/**
 * The newest conversation, and the newest result of each kind asked for, of those that are there now: for mapping
 * fields. Requests: one or two for the list, up to five for each kind of result. Throws `ClientError`.
 */
export async function sampleConversations(
	round: Round,
	{ created, results }: { created: boolean; results: readonly ResultKind[] },
): Promise<Happening[]> {
	const read = async (filter: { since?: string }) =>
		round.take() ? readPage(await round.client.conversations.list({ ...filter, limit: PAGE_SIZE })).items : [];
	const recent = await read({ since: new Date(round.now() - RECENT_MS).toISOString() });
	const [newest, ...older] = [...(recent.length > 0 ? recent : await read({}))].sort(newestFirst).slice(0, MAX_ASKED);
	if (!newest) return [];
	const found: Happening[] = created ? [{ kind: 'created', id: newest.id, conversation: newest.conversation }] : [];
	for (const kind of results) {
		for (const { id, conversation } of [newest, ...older]) {
			if (!round.take()) return found;
			const happening = await askForResult(round.client, { id, kind }, conversation);
			if (!happening) continue;
			found.push(happening);
			break;
		}
	}
	return found;
}
