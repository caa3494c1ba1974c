import { DAY_MS } from '../../api/index.ts';
import type { Item } from '../items/item.ts';
import { askForResult, listWindow, type Happening, type ResultKind } from './conversations.ts';
import { PAGE_SIZE, readPage, type ListEntry } from './window.ts';
import { readCalendar, readOwnAddress } from './meetings.ts';
import { itemsFor, type PollPlan } from './poll.ts';
import { beginRound, type Round, type RoundHost } from './round.ts';

/** Conversations looked through until one has a result. */
const MAX_ASKED = 5;

const newestFirst = (a: ListEntry, b: ListEntry): number => (b.start ?? 0) - (a.start ?? 0);

/**
 * The newest existing conversation, and the newest existing result of each requested kind, for mapping fields. Requests: one
 * per 100 conversations of the last days, or one more if there are none, and up to five for each kind of result.
 * Throws `ClientError`.
 */
async function sampleConversations(
	round: Round,
	{ created, results }: { created: boolean; results: readonly ResultKind[] },
): Promise<Happening[]> {
	const recent = await listWindow(round.client, round.now(), round.mayAsk);
	const shown = recent.length > 0 || !(await round.mayAsk()) ? recent : readPage(await round.client.conversations.list({ limit: PAGE_SIZE, offset: 0 })).entries;
	const [newest, ...older] = [...shown].sort(newestFirst).slice(0, MAX_ASKED);
	if (!newest) return [];
	const found: Happening[] = created ? [{ kind: 'created', id: newest.id, conversation: newest.conversation }] : [];
	for (const kind of results) {
		for (const { id, conversation } of [newest, ...older]) {
			if (!(await round.mayAsk())) return found;
			const happening = await askForResult(round.client, { id, kind }, conversation);
			if (!happening) continue;
			found.push(happening);
			break;
		}
	}
	return found;
}

/** Enough for a sample of every event, however few requests a poll may make. */
const SAMPLE_REQUESTS = 20;
const DAYS_AHEAD_MS = 14 * DAY_MS;

/**
 * What a flow would get now, for a person who waits for it. Does not touch the trigger's memory. Throws `ClientError`, and
 * what `connect` throws.
 */
export async function sampleItems({ conversations, meetings }: PollPlan, host: Omit<RoundHost, 'reserveRequests' | 'maxRequests'>): Promise<readonly Item[]> {
	const round = beginRound({ ...host, maxRequests: SAMPLE_REQUESTS, reserveRequests: 0 });
	const now = round.now();
	const found = conversations ? await sampleConversations(round, conversations) : [];
	const items = conversations ? await itemsFor(conversations, found, new Date(now).toISOString(), round) : [];
	const ahead = (meetings && (await readCalendar(round, now, now + DAYS_AHEAD_MS)))?.meetings ?? [];
	const own = await readOwnAddress(round, ahead);
	const next = ahead.find((meeting) => meetings?.isWanted(meeting, own));
	return meetings && next ? [...items, await meetings.itemOf(next, own, round)] : items;
}
