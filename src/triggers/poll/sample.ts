import { DAY_MS } from '../../api/index.ts';
import { CREATED, polledNames, resultsOf, STARTING_SOON } from '../items/catalogue.ts';
import type { Happening, Item } from '../items/item.ts';
import { itemsOfHappening } from '../items/make.ts';
import { ownerLookup } from '../items/people.ts';
import { askForResult, listWindow, zoneOfDueDates, type WantedConversations } from './conversations.ts';
import { isWantedMeeting, meetingItem, readCalendar, readOwnAddress, type WantedMeetings } from './meetings.ts';
import { beginRound, type Round, type RoundHost } from './round.ts';
import { PAGE_SIZE, readPage, type ListEntry } from './window.ts';

/** Conversations looked through until one has a result. */
const MAX_ASKED = 5;

const newestFirst = (a: ListEntry, b: ListEntry): number => (b.start ?? 0) - (a.start ?? 0);

/**
 * The newest existing conversation, and the newest existing result of each requested kind, for mapping fields. Requests: one
 * per 100 conversations of the last days, or one more if there are none, and up to five for each kind of result.
 * Throws `ClientError`.
 */
async function newestHappenings(events: readonly string[], round: Round): Promise<Happening[]> {
	const recent = await listWindow(round.client, round.now(), round.mayAsk);
	const shown = recent.length > 0 || !(await round.mayAsk()) ? recent : readPage(await round.client.conversations.list({ limit: PAGE_SIZE, offset: 0 })).entries;
	const [newest, ...older] = [...shown].sort(newestFirst).slice(0, MAX_ASKED);
	if (!newest) return [];
	const found: Happening[] = events.includes(CREATED) ? [{ kind: 'created', id: newest.id, conversation: newest.conversation }] : [];
	for (const kind of resultsOf(events)) {
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

async function sampleConversations(wanted: WantedConversations, round: Round): Promise<readonly Item[]> {
	const found = await newestHappenings(wanted.events, round);
	const items: Item[] = [];
	for (const happening of found) {
		const timezone = (await zoneOfDueDates(happening.kind, wanted)) ?? 'UTC';
		items.push(...itemsOfHappening(happening, { ...wanted, timezone }, new Date(round.now()).toISOString()));
	}
	const listed = new Map(found.map(({ id, conversation }) => [id, conversation]));
	return await ownerLookup(wanted, round)(items, (id) => listed.get(id) ?? null);
}

const DAYS_AHEAD_MS = 14 * DAY_MS;

/** The next meeting of two weeks. */
async function sampleMeeting(wanted: WantedMeetings, round: Round): Promise<readonly Item[]> {
	const now = round.now();
	const { meetings = [] } = (await readCalendar(round, now, now + DAYS_AHEAD_MS)) ?? {};
	const own = await readOwnAddress(round, meetings);
	const next = meetings.find((meeting) => isWantedMeeting(meeting, own, wanted.filters));
	return next ? [await meetingItem(next, own, wanted, round)] : [];
}

/** Enough for a sample of every event, however few requests a poll may make. */
const SAMPLE_REQUESTS = 20;

/**
 * What a flow would get now, for a person who waits for it. Does not touch the trigger's memory. Throws `ClientError`, and
 * what `connect` throws.
 */
export async function sampleItems(wanted: WantedConversations & WantedMeetings, host: Omit<RoundHost, 'reserveRequests' | 'maxRequests'>): Promise<readonly Item[]> {
	const round = beginRound({ ...host, maxRequests: SAMPLE_REQUESTS, reserveRequests: 0 });
	const { events } = wanted;
	const conversations = polledNames.some((name) => events.includes(name)) ? await sampleConversations(wanted, round) : [];
	return [...conversations, ...(events.includes(STARTING_SOON) ? await sampleMeeting(wanted, round) : [])];
}
