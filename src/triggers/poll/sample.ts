import { api, type Conversation, DAY_MS } from '../../api/index.ts';
import { isOfThisAlone, type Client } from '../../client/index.ts';
import { listedConversation } from '../../format/index.ts';
import { CREATED, polledNames, resultsOf, STARTING_SOON } from '../items/catalogue.ts';
import type { Happening, Item } from '../items/item.ts';
import { itemsOfHappening } from '../items/make.ts';
import { peopleLookup } from '../items/people.ts';
import { askForResult, newestFirst, recentConversations, zoneOfDueDates, type WantedConversations } from './conversations.ts';
import { isWantedMeeting, meetingItem, readCalendar, readOwnAddress, type WantedMeetings } from './meetings.ts';
import { beginRound, type Round, type RoundHost } from './round.ts';

/** Recent conversations. If there are fewer than `wanted`, also those on the first page, so that there is something to show. Throws `ClientError`. */
export async function newestConversations(client: Client, now: number, wanted = 1): Promise<Conversation[]> {
	const recent = await recentConversations(client, now);
	if (recent.length >= wanted) return recent;
	const known = new Set(recent.map(({ id }) => id));
	const { data } = await client.conversations.list({ limit: api.conversations.list.paging.maxSize, offset: 0 });
	return [...recent, ...newestFirst(data.filter((one) => listedConversation(one).id !== '' && !known.has(one.id)))];
}

/**
 * What a trigger reports for the newest conversation, and for the newest saved result of each kind, that pass its filters.
 * `among`: how many conversations to look through. Requests: one per 100 recent conversations, one more if they are few, and up to
 * `among` for each kind of result. Throws `ClientError`.
 */
export async function newestItems(wanted: WantedConversations, round: Pick<Round, 'client' | 'now' | 'terms'>, among: number): Promise<readonly Item[]> {
	const { events } = wanted;
	const results = resultsOf(events);
	const conversations = (await newestConversations(round.client, round.now(), results.length > 0 ? among : 1)).slice(0, among);
	const complete = peopleLookup(wanted, round);
	const itemsOf = async (kind: Happening['kind'], conversation: Conversation): Promise<readonly Item[]> => {
		const { id } = conversation;
		const happening = kind === 'created' ? { kind, id, conversation } : await askForResult(round.client, { id, kind }, conversation);
		if (!happening) return [];
		const timezone = await zoneOfDueDates(kind, wanted);
		return await complete(itemsOfHappening(happening, { ...wanted, timezone }, new Date(round.now()).toISOString()), () => conversation);
	};
	const items: Item[] = [];
	let failure: unknown = null;
	for (const kind of [...(events.includes(CREATED) ? (['created'] as const) : []), ...results]) {
		for (const conversation of conversations) {
			const found = await itemsOf(kind, conversation).catch((error: unknown) => {
				if (!isOfThisAlone(error)) throw error;
				failure ??= error;
				return [];
			});
			items.push(...found);
			if (found.length > 0) break;
		}
	}
	if (failure !== null && items.length === 0) throw failure;
	return items;
}

const DAYS_AHEAD_MS = 14 * DAY_MS;

/** The next meeting of two weeks. Throws `ClientError`. */
async function nextMeeting(wanted: WantedMeetings, round: Round): Promise<readonly Item[]> {
	const now = round.now();
	const { meetings = [] } = (await readCalendar(round, now, now + DAYS_AHEAD_MS)) ?? {};
	const own = await readOwnAddress(round, meetings);
	const next = meetings.find((meeting) => isWantedMeeting(meeting, own, wanted.filters));
	return next ? [await meetingItem(next, own, wanted, round)] : [];
}

/** Enough for a sample of every event, however few requests a poll may make. */
const SAMPLE_REQUESTS = 30;
const SHOWN_FROM = 10;

/**
 * What a flow would get now, for a person who waits for it. Does not touch the trigger's memory. Throws `ClientError`, and
 * what `connect` throws.
 */
export async function sampleItems(wanted: WantedConversations & WantedMeetings, host: Omit<RoundHost, 'reserveRequests' | 'maxRequests'>): Promise<readonly Item[]> {
	const round = beginRound({ ...host, maxRequests: SAMPLE_REQUESTS, reserveRequests: 0 });
	const { events } = wanted;
	const conversations = polledNames.some((name) => events.includes(name)) ? await newestItems(wanted, round, SHOWN_FROM) : [];
	return [...conversations, ...(events.includes(STARTING_SOON) ? await nextMeeting(wanted, round) : [])];
}
