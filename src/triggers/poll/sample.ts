import { api, type Conversation, DAY_MS, MIN_FEEDBACK_SEGMENTS } from '../../api/index.ts';
import { isOfThisAlone, type Client } from '../../client/index.ts';
import { listedConversation } from '../../format/index.ts';
import { asksForGuests } from '../../reports/index.ts';
import { counted, plural, Refusal } from '../../words/index.ts';
import { CREATED, polledNames, resultsOf, STARTING_SOON } from '../items/catalogue.ts';
import { type Filters, noFilters } from '../items/filters.ts';
import type { Happening, Item } from '../items/item.ts';
import { isWanted, itemsOfHappening } from '../items/make.ts';
import { peopleLookup } from '../items/people.ts';
import { askForResult, newestFirst, recentConversations, zoneOfDueDates, type WantedConversations } from './conversations.ts';
import { isWantedMeeting, meetingItem, readCalendar, readOwnAddress, type WantedMeetings } from './meetings.ts';
import { beginRound, type Round, type RoundHost } from './round.ts';

/** Recent conversations. If fewer than `wanted` fit, also those on the first page, so that there is something to show. Throws `ClientError`. */
export async function newestConversations(
	client: Client,
	now: number,
	wanted = 1,
	fits: (conversation: Conversation) => boolean = () => true,
): Promise<Conversation[]> {
	const recent = await recentConversations(client, now);
	if (recent.filter(fits).length >= wanted) return recent;
	const known = new Set(recent.map(({ id }) => id));
	const { data } = await client.conversations.list({ limit: api.conversations.list.paging.maxSize, offset: 0 });
	return [...recent, ...newestFirst(data.filter((one) => listedConversation(one).id !== '' && !known.has(one.id)))];
}

/** The items to show, or why there are none: a person who tries a trigger must not think that the account is empty. */
interface Found {
	readonly items: readonly Item[];
	readonly refusal: Refusal | null;
}

/** Null if the filters excluded nothing. `looked`: at how many meetings; `isCut`: whether there are older ones. */
export function excludedByFilters(which: 'newest' | 'next', excluded: number, looked = excluded, isCut = false): Refusal | null {
	if (excluded === 0) return null;
	const all = `the ${which} ${plural(looked, 'meeting', counted(looked, 'meeting'))}`;
	const isAll = excluded === looked;
	return new Refusal(
		`Your filters exclude ${isAll ? '' : `${excluded} of `}${all}`,
		({ flow }) =>
			[
				...(isAll ? [] : ['The others have nothing to show yet.']),
				...(isCut ? ['Older meetings were not looked at.'] : []),
				`If the filters are right, leave them: the ${flow} starts with the first meeting that passes. To see an example now, remove some`,
			].join(' '),
		{ code: 'filtered_out' },
	);
}

/** The items to show. Throws the refusal if there are none. */
export function toShow({ items, refusal }: Found): readonly Item[] {
	if (items.length === 0 && refusal) throw refusal;
	return items;
}

/** The service generates nothing from fewer segments, so conversations below this are not tried. */
const fewestSegments: Readonly<Record<Happening['kind'], number>> = { created: 0, keyPoints: 1, feedback: MIN_FEEDBACK_SEGMENTS };

const isTooShort = (kind: Happening['kind'], conversation: Conversation): boolean =>
	(listedConversation(conversation).segmentCount ?? Infinity) < fewestSegments[kind];

export const asCreated = (conversation: Conversation): Happening => ({ kind: 'created', id: conversation.id, conversation });

type Reading = Pick<Round, 'client' | 'now' | 'terms'>;

/**
 * What a trigger reports for the newest conversation, and for the newest saved result of each kind, that pass its filters.
 * `among`: for how many conversations to read results or guests. Filters by data in the list are applied to all conversations.
 * Requests: one per 100 recent conversations, one more if few of them fit, and up to `among` for each kind of result. Throws
 * `ClientError`.
 */
export async function newestItems(wanted: WantedConversations, round: Reading, among: number): Promise<Found> {
	const { events, filters } = wanted;
	const results = resultsOf(events);
	const fits = (conversation: Conversation): boolean => isWanted(asCreated(conversation), filters);
	const conversations = await newestConversations(round.client, round.now(), results.length > 0 ? among : 1, fits);
	const complete = peopleLookup(wanted, round);
	const items: Item[] = [];
	const looked = new Set<string>();
	const excluded = new Set<string>();
	let failure: unknown = null;
	let isCut = false;

	const itemsOf = async (kind: Happening['kind'], conversation: Conversation): Promise<readonly Item[]> => {
		const { id } = conversation;
		const happening = kind === 'created' ? asCreated(conversation) : await askForResult(round.client, { id, kind }, conversation);
		if (!happening) return [];
		const timezone = await zoneOfDueDates(kind, wanted);
		const itemsWith = (chosen: Filters): readonly Item[] =>
			itemsOfHappening(happening, { events, filters: chosen, timezone }, new Date(round.now()).toISOString());
		const found = await complete(itemsWith(filters), () => conversation);
		if (found.length === 0 && itemsWith(noFilters).length > 0) excluded.add(id);
		return found;
	};
	for (const kind of [...(events.includes(CREATED) ? (['created'] as const) : []), ...results]) {
		const takesRequests = kind !== 'created' || asksForGuests(filters);
		let read = 0;
		for (const conversation of conversations) {
			if (read === among) {
				isCut = true;
				break;
			}
			if (isTooShort(kind, conversation)) continue;
			looked.add(conversation.id);
			if (!fits(conversation)) {
				excluded.add(conversation.id);
				continue;
			}
			if (takesRequests) read += 1;
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
	return { items, refusal: excludedByFilters('newest', excluded.size, looked.size, isCut) };
}

const DAYS_AHEAD_MS = 14 * DAY_MS;

/** The next meeting of two weeks. Throws `ClientError`. */
async function nextMeeting(wanted: WantedMeetings, round: Round): Promise<Found> {
	const now = round.now();
	const { meetings = [] } = (await readCalendar(round, now, now + DAYS_AHEAD_MS)) ?? {};
	const own = await readOwnAddress(round, meetings);
	const next = meetings.find((meeting) => isWantedMeeting(meeting, own, wanted.filters));
	return next ? { items: [await meetingItem(next, own, wanted, round)], refusal: null } : { items: [], refusal: excludedByFilters('next', meetings.length) };
}

/** Enough for a sample of every event, even if polls are allowed fewer requests. */
const SAMPLE_REQUESTS = 30;
const SHOWN_FROM = 10;

/**
 * What a flow would get now, for a person who waits for it. Does not touch the trigger's memory. Throws `ClientError`, a `Refusal`
 * if the filters exclude everything, and what `connect` throws.
 */
export async function sampleItems(
	wanted: WantedConversations & WantedMeetings,
	host: Omit<RoundHost, 'reserveRequests' | 'maxRequests'>,
): Promise<readonly Item[]> {
	const round = beginRound({ ...host, maxRequests: SAMPLE_REQUESTS, reserveRequests: 0 });
	const { events } = wanted;
	const nothing: Found = { items: [], refusal: null };
	const conversations = polledNames.some((name) => events.includes(name)) ? await newestItems(wanted, round, SHOWN_FROM) : nothing;
	const meetings = events.includes(STARTING_SOON) ? await nextMeeting(wanted, round) : nothing;
	return toShow({ items: [...conversations.items, ...meetings.items], refusal: conversations.refusal ?? meetings.refusal });
}
