import * as z from 'zod/v4';
import { type Conversation, DAY_MS, type EventName, HOUR_MS, MINUTE_MS } from '../../api/index.ts';
import { ClientError, isOfThisAlone, type Client } from '../../client/index.ts';
import { fieldsOf } from '../../format/index.ts';
import type { Terms } from '../../forms/index.ts';
import { causeOf, createReader } from '../../meetings/index.ts';
import { asksForGuests } from '../../reports/index.ts';
import { CREATED, resultsOf } from '../items/catalogue.ts';
import { findConversation, type IfUnread } from '../items/details.ts';
import { type Filters, noFilters } from '../items/filters.ts';
import { type Happening, type Item, withMore } from '../items/item.ts';
import { isWanted, itemsOfHappening } from '../items/make.ts';
import { peopleLookup } from '../items/people.ts';
import { askForResult, recentConversations } from './conversations.ts';
import { isWantedMeeting, meetingItem, readCalendar, readOwnAddress, unplacedHint } from './meetings.ts';
import { asCreated, excludedByFilters, newestConversations, newestItems, toShow } from './sample.ts';

/** Polling for hosts that keep no state between polls and deduplicate items by key. */
export interface Latest {
	readonly client: Client;
	/** Milliseconds since 1970. */
	readonly now: number;
	/** May forget at any time, which only costs requests. Null: nothing is kept under this key. */
	readonly recall: (key: string) => Promise<unknown>;
	readonly keep: (key: string, value: unknown) => Promise<unknown>;
	/** Whether anything found now counts as seen, so that nothing may be left to a later poll. */
	readonly isFirst: boolean;
	/** Whether a person only wants to see what an item looks like: then the newest will do, whatever its age. */
	readonly isSample: boolean;
	readonly filters: Filters;
	/** IANA name of the flow’s time zone. */
	readonly timezone: string;
	/** Whether to add the addresses of the owners of action items. */
	readonly withOwnerEmail: boolean;
	readonly ifUnread?: IfUnread | undefined;
	readonly terms: Terms;
}

/** The newest conversation, whatever its age; undefined if there is none. */
export const newestConversation = async (client: Client, now: number): Promise<Conversation | undefined> => (await newestConversations(client, now))[0];

/** How long to wait for results after a meeting. */
const AWAITED_MS = 2 * DAY_MS;
const ASKED_AT_ONCE = 5;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.looseObject({})]);
const Recalled = z
	.object({ items: z.array(z.object({ dedupeKey: z.string() }).catchall(Value)).optional(), nextAt: z.number().optional() })
	.catch({});

/** The pause between two requests for a result: short soon after the meeting, then longer and longer. */
const pauseAtAge = (ageMs: number): number => Math.min(HOUR_MS, Math.max(2 * MINUTE_MS, ageMs / 6));

interface Looking extends Latest {
	readonly lookUpPeople: ReturnType<typeof peopleLookup>;
	/** Why results could not be read. */
	readonly failures: unknown[];
}

/**
 * The items of a conversation’s saved result; null if none is saved, or if only this one could not be read, which must not hold up the
 * others.
 */
async function resultOf(
	event: EventName,
	conversation: Conversation,
	{ client, now, filters, timezone, lookUpPeople, failures }: Looking,
): Promise<readonly Item[] | null> {
	const [kind] = resultsOf([event]);
	const asking = kind && askForResult(client, { id: conversation.id, kind }, conversation);
	const happening = await asking?.catch((error: unknown) => {
		if (!isOfThisAlone(error)) throw error;
		failures.push(error);
		return null;
	});
	const items = happening ? itemsOfHappening(happening, { events: [event], filters, timezone }, new Date(now).toISOString()) : null;
	return items && (await lookUpPeople(items, () => conversation));
}

/**
 * Results of recent conversations. Each is remembered, so that a poll takes one request when nothing is new, and
 * stays in the list.
 */
async function latestResults(event: EventName, latest: Looking): Promise<Item[]> {
	const { client, now, recall, keep, isFirst, filters, withOwnerEmail, failures } = latest;
	const items: Item[] = [];
	let asked = 0;
	let isNews = false;
	for (const conversation of await recentConversations(client, now)) {
		const age = now - Date.parse(conversation.endTime || conversation.startTime);
		if (!(age < AWAITED_MS)) continue;
		const key = `${event}:${conversation.id}:${JSON.stringify(filters)}${withOwnerEmail ? ':owners' : ''}`;
		const { items: known, nextAt = 0 } = Recalled.parse(await recall(key));
		if (known) items.push(...known.map((item) => withMore(item, { included: { ok: true, conversation } })));
		if (known || (nextAt > now && !isFirst) || (asked === ASKED_AT_ONCE && !isFirst)) continue;
		asked += 1;
		const found = await resultOf(event, conversation, latest);
		await keep(key, found ? { items: found.map(({ included: _, ...item }) => item) } : { nextAt: now + pauseAtAge(age) });
		items.push(...(found ?? []));
		isNews ||= found !== null;
	}
	// A failed poll reports nothing, so it fails only when there is nothing to report.
	if (failures.length > 0 && !isNews) throw failures[0];
	return items;
}

/** How many conversations to try for a sample result. */
const SHOWN_FROM = 20;

/** What a polled event has happened to, newest conversation first. Throws `ClientError`, and for a sample a `Refusal` if the filters exclude everything. */
export async function latestItems(event: EventName, latest: Latest): Promise<Item[]> {
	if (event !== CREATED) {
		const host = { ...latest, now: () => latest.now };
		if (latest.isSample) return [...toShow(await newestItems({ ...latest, events: [event], timezone: () => latest.timezone }, host, SHOWN_FROM))];
		return await latestResults(event, { ...latest, lookUpPeople: peopleLookup(latest, host), failures: [] });
	}
	const fits = (conversation: Conversation): boolean => !latest.isSample || isWanted(asCreated(conversation), latest.filters);
	const found = (await newestConversations(latest.client, latest.now, 1, fits)).map(asCreated);
	const now = new Date(latest.now).toISOString();
	const items = found.flatMap((happening) => itemsOfHappening(happening, { events: [event], filters: latest.filters, timezone: latest.timezone }, now));
	const wanted = asksForGuests(latest.filters) ? await ofWantedSide(items, found, latest) : items;
	return [...toShow({ items: wanted, refusal: latest.isSample ? excludedByFilters('newest', found.length) : null })];
}

const Texts = z.array(z.string()).nullable();
const Outsiders = z.object({ externalEmails: Texts, externalCompanies: Texts });
const Side = z.object({ isWanted: z.boolean(), outsiders: Outsiders });

/** New conversations with the wanted guests. Each is looked up once, and then remembered. */
async function ofWantedSide(items: readonly Item[], found: readonly Happening[], latest: Latest): Promise<Item[]> {
	const { recall, keep, filters } = latest;
	const conversations = new Map(found.map(({ id, conversation }) => [id, conversation]));
	const keyOf = ({ conversationId }: Item): string => `guests:${String(filters.external)}:${filters.companies}:${String(conversationId)}`;
	const known = new Map(await Promise.all(items.map(async (item) => [item, Side.safeParse(await recall(keyOf(item))).data] as const)));
	const isNew = (item: Item): boolean => known.get(item) === undefined;
	const lookUp = peopleLookup(latest, { ...latest, now: () => latest.now });
	const looked = new Map((await lookUp(items.filter(isNew), (id) => conversations.get(id))).map((item) => [item.dedupeKey, item]));
	await Promise.all(
		items.filter(isNew).map(async (item) => {
			const { externalEmails = null, externalCompanies = null } = fieldsOf(looked.get(item.dedupeKey));
			const isWanted = looked.has(item.dedupeKey);
			// If no guest is known yet, they may be known later, so that is not remembered.
			if (!isWanted || externalCompanies !== null) await keep(keyOf(item), { isWanted, outsiders: { externalEmails, externalCompanies } });
		}),
	);
	return items.flatMap((item) => {
		const side = known.get(item);
		const one = looked.get(item.dedupeKey);
		if (side) return side.isWanted ? [withMore(item, side.outsiders)] : [];
		return one ? [one] : [];
	});
}

interface ReadyOptions extends Pick<Latest, 'now' | 'timezone'> {
	readonly terms: Terms;
	readonly withOwnerEmail: boolean;
	readonly ifUnread?: IfUnread | undefined;
}

/** What polling reports for the action items of a conversation. Throws `ClientError`. */
export async function actionItemsReady(
	client: Client,
	conversationId: string,
	{ now, timezone, terms, withOwnerEmail, ifUnread }: ReadyOptions,
): Promise<readonly Item[]> {
	const conversation = await findConversation(createReader({ client, now: () => now }).begin(), { conversationId, title: undefined }).catch((error: unknown) => {
		if (causeOf(error) instanceof ClientError) throw causeOf(error);
		return null;
	});
	const happening = await askForResult(client, { id: conversationId, kind: 'keyPoints' }, conversation);
	const items = happening
		? itemsOfHappening(
				happening,
				{ events: ['conversation.action_items.ready'], filters: noFilters, timezone },
				new Date(now).toISOString(),
			)
		: [];
	return await peopleLookup({ withOwnerEmail, filters: noFilters, ifUnread }, { client, now: () => now, terms })(items, () => conversation);
}

/** Polling of the calendar, for hosts that keep no state between polls. */
export type LatestMeetings = Pick<Latest, 'client' | 'filters' | 'keep' | 'now' | 'recall' | 'terms'> & {
	/** How long before its start a meeting is reported. */
	readonly leadMs: number;
	/** Whether a person only wants to see what an item looks like. */
	readonly isSample?: boolean;
	/** Called with a sentence on an event that may start soon, and cannot be placed in time. */
	readonly onUnplaced: (hint: string) => void;
};

const OWN = 'own address';

/**
 * The meetings that start within `leadMs`: one request, and one more for the profile when the first meeting has guests. Throws as `latestItems` does.
 */
export async function meetingsWithin({ leadMs, isSample = false, client, filters, now, recall, keep, terms, onUnplaced }: LatestMeetings): Promise<Item[]> {
	const round = { client, terms, now: () => now, mayAsk: async () => true };
	const { meetings = [], unplaced = [] } = (await readCalendar(round, now, now + leadMs + 1)) ?? {};
	for (const event of unplaced) onUnplaced(unplacedHint(event));
	const soon = meetings.filter(({ start }) => start > now && start <= now + leadMs);
	if (soon.length === 0) return [];
	const known = z.string().safeParse(await recall(OWN)).data;
	const own = known ?? (await readOwnAddress(round, soon));
	if (own !== null && known === undefined) await keep(OWN, own);
	const wanted = soon.filter((meeting) => isWantedMeeting(meeting, own, filters));
	const items = await Promise.all(wanted.map((meeting) => meetingItem(meeting, own, {}, round)));
	return [...toShow({ items, refusal: isSample ? excludedByFilters('next', soon.length) : null })];
}
