import { z } from 'zod/v4';
import type { Conversation, EventName } from '../api/index.ts';
import { createRequestBudget, type Client } from '../client/index.ts';
import { askForResult, type Happening } from '../polling/conversations.ts';
import { createRound, readCalendar, type Item } from '../polling/index.ts';
import { startingSoonKeyOf } from '../webhooks/emitted.ts';
import type { Terms } from '../words/terms.ts';
import { CREATED, resultsOf, STARTING_SOON } from './catalogue.ts';
import { noFilters } from './filters.ts';
import { itemsOfHappening, meetingItem } from './items.ts';

/** Polling for hosts that keep nothing between two polls, and drop what they have seen by its key. */
export interface Latest {
	readonly client: Client;
	/** Milliseconds since 1970. */
	readonly now: number;
	/** May forget at any time, which costs requests and nothing else. Null: nothing is kept under this key. */
	readonly recall: (key: string) => Promise<unknown>;
	readonly keep: (key: string, value: unknown) => Promise<unknown>;
	/** Whether what is found only counts as seen from now on: then none may be left to a later poll. */
	readonly isFirst: boolean;
}

const NEWEST = 100;
const Listed = z.looseObject({ id: z.string().min(1), startTime: z.string().catch(''), endTime: z.string().catch('') });

/** The newest conversations, in one request. */
export async function newestConversations(client: Client, limit = NEWEST): Promise<Conversation[]> {
	const { data } = await client.conversations.list({ limit });
	return data.filter((conversation: unknown) => Listed.safeParse(conversation).success);
}

/** How long results are waited for, and how many are asked for at each poll. */
const AWAITED_MS = 2 * 86_400_000;
const ASKED_AT_ONCE = 5;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.looseObject({})]);
const Recalled = z
	.object({ items: z.array(z.object({ dedupeKey: z.string() }).catchall(Value)).optional(), nextAt: z.number().optional() })
	.catch({});

/** Asked for soon after the meeting, then less and less often. */
const pauseAfter = (ageMs: number): number => Math.min(3_600_000, Math.max(120_000, ageMs / 6));

/**
 * Results of the newest conversations. Each is remembered, so that a poll takes one request when nothing is new, and
 * stays in the list.
 */
async function latestResults(event: EventName, { client, now, recall, keep, isFirst }: Latest): Promise<Item[]> {
	const [kind] = resultsOf([event]);
	if (kind === undefined) return [];
	const items: Item[] = [];
	let asked = 0;
	for (const conversation of await newestConversations(client)) {
		const age = now - Date.parse(conversation.endTime || conversation.startTime);
		if (!(age < AWAITED_MS)) continue;
		const key = `${event}:${conversation.id}`;
		const { items: known, nextAt = 0 } = Recalled.parse(await recall(key));
		if (known) items.push(...known);
		if (known || (nextAt > now && !isFirst) || (asked === ASKED_AT_ONCE && !isFirst)) continue;
		asked += 1;
		const happening = await askForResult(client, { id: conversation.id, kind }, conversation);
		const found = happening && itemsOfHappening(happening, { events: [event], filters: noFilters }, new Date(now).toISOString());
		await keep(key, found ? { items: found.map(({ included: _, ...item }) => item) } : { nextAt: now + pauseAfter(age) });
		items.push(...(found ?? []));
	}
	return items;
}

/** What an event that polling can notice has happened to, the newest conversations first. Throws `ClientError`. */
export async function latestItems(event: EventName, latest: Latest): Promise<Item[]> {
	if (event !== CREATED) return await latestResults(event, latest);
	const found = (await newestConversations(latest.client)).map((conversation): Happening => ({ kind: 'created', id: conversation.id, conversation }));
	const now = new Date(latest.now).toISOString();
	return found.flatMap((happening) => itemsOfHappening(happening, { events: [event], filters: noFilters }, now));
}

/** The meetings that start within `leadMs`, in one request. Throws `ClientError`. */
export async function meetingsWithin(leadMs: number, client: Client, now: number, terms: Terms): Promise<Item[]> {
	const round = createRound({ client, budget: createRequestBudget(), now: () => now, deadline: Infinity });
	const meetings = (await readCalendar(round, now, now + leadMs + 1)) ?? [];
	const soon = meetings.filter(({ start }) => start > now && start <= now + leadMs);
	return await Promise.all(soon.map((meeting) => meetingItem(meeting, { round, terms, briefing: null })));
}

const start = '2026-11-02T10:45:00.000Z';

/** A made-up meeting that starts soon. */
export const sampleMeeting: Item = {
	title: 'Pilot review with Harbour',
	startTime: start,
	event: STARTING_SOON,
	timestamp: '2026-11-02T10:30:00.000Z',
	dedupeKey: startingSoonKeyOf('sample-event', start),
	data: {
		calendarEventId: 'sample-event',
		title: 'Pilot review with Harbour',
		start,
		end: '2026-11-02T11:15:00.000Z',
		minutesUntilStart: 15,
		joinUrl: 'https://meet.example.com/sample',
		attendees: [{ email: 'priya@harbour.example', name: 'Priya Shah', response: 'accepted', internal: false }],
	},
};
