import * as z from 'zod/v4';
import type { ConversationState } from './conversations.ts';
import { LAST_MS } from './window.ts';
import type { MeetingState } from './meetings.ts';
import type { Outbox } from './outbox.ts';
import { MAX_GAP_MS, noPause, type Pause } from './pauses.ts';

/** Everything that a trigger remembers between polls. A part is null until it is first needed. */
export interface PollState {
	/** Identifies the account of these conversations. If it changes, everything starts over. */
	readonly source: string;
	readonly conversations: ConversationState | null;
	readonly meetings: MeetingState | null;
	readonly pause: Pause;
}

export const newState = (source: string): PollState => ({ source, conversations: null, meetings: null, pause: noPause });

/** What a host stores: plain JSON. */
export interface Memory {
	/** The process that wrote it. */
	readonly session: string;
	readonly state: PollState;
	readonly outbox: Outbox;
}

// These schemas are strict, because whatever else ended up in the store must not lead to a wrong request.
/** Anything that is a date: clocks may be wrong by any amount. */
const ms = z.int().min(0).max(8_640_000_000_000_000);
const count = z.int().min(0);
const id = z.string().min(1);
const kind = z.enum(['keyPoints', 'feedback']);

const Conversations = z.object({
	listing: z.object({
		begun: ms.nullable(),
		recentFrom: ms.nullable(),
		anchor: ms,
		newest: ms.nullable(),
		passes: count,
		seen: z.array(z.object({ id, start: ms.nullable(), pass: count })),
		pass: z.object({ since: ms.max(LAST_MS), offset: count, newest: ms.nullable(), isNews: z.boolean(), isWhole: z.boolean() }).nullable(),
	}),
	awaited: z.array(z.object({ id, kind, tries: count, nextAt: ms, isOld: z.boolean() })),
	results: z.array(kind).nullable(),
});
const Meetings = z.object({ from: ms, reported: z.array(z.object({ key: z.string(), start: ms })), own: z.string().nullable() });
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.looseObject({}), z.array(z.unknown())]).optional();
const Entry = z.object({
	item: z.object({ dedupeKey: z.string() }).catchall(Value),
	dueAt: ms,
	emitted: z.object({ session: z.string().nullable(), times: count }).nullable(),
});
const Stored = z.object({
	session: z.string(),
	state: z.object({
		source: z.string(),
		conversations: Conversations.nullable(),
		meetings: Meetings.nullable(),
		pause: z.object({ until: ms, failures: count, gap: count.max(MAX_GAP_MS) }),
	}),
	outbox: z.array(Entry),
});

/** Reads what a host has stored. Null for anything else. */
export const recall = (value: unknown): Memory | null => Stored.safeParse(value).data ?? null;
