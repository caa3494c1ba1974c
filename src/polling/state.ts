import * as z from 'zod/v4';
import { fullPace, MAX_GAP, noPause, type Pace, type Pause } from './backoff.ts';
import type { ConversationState } from './conversations.ts';
import { MARK_LENGTH, packSeen, unpackSeen, wholeWithin } from './listing.ts';
import type { MeetingState } from './meetings.ts';
import type { Outbox } from './outbox.ts';

/** Everything that a trigger remembers between polls. A part is null until it is first needed. */
export interface PollState {
	/** Whose conversations these are: with another account, everything starts over. */
	readonly source: string;
	readonly conversations: ConversationState | null;
	readonly meetings: MeetingState | null;
	readonly pause: Pause;
	readonly pace: Pace;
}

export const newState = (source: string): PollState => ({ source, conversations: null, meetings: null, pause: noPause, pace: fullPace });

const VERSION = 1;

// Nothing that another part of the host or a person wrote into the store may lead to a wrong request or a huge state.
/** The last time that a request can name: later ones would make it fail. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const MAX_COUNT = 2 ** 31 - 1;
const toMs = (value: number): number => wholeWithin(value, LAST);
const toCount = (value: number): number => wholeWithin(value, MAX_COUNT);
const ms = z.int().min(0).transform(toMs);
const count = z.int().min(0).transform(toCount);
const mark = z.string().length(MARK_LENGTH);

const StoredList = z.object({
	cursor: ms,
	seen: z.string().transform((text, context) => {
		const seen = unpackSeen(text);
		if (seen) return seen;
		context.addIssue('not packed by this version');
		return z.NEVER;
	}),
	pass: z.object({ offset: count, next: ms, isNews: z.boolean() }).nullable(),
});
const kind = z.enum(['keyPoints', 'feedback']);
const WatchedEntry = z.object({
	id: z.string().min(1),
	kind,
	seenAt: ms,
	tries: count,
	isOld: z.boolean(),
});
const StoredMeeting = z.object({ mark, start: ms });
const Conversations = z.object({
	list: StoredList,
	baseline: z.object({ at: ms, recentFrom: ms.nullable() }).nullable(),
	watched: z.array(z.unknown()),
	results: z.array(kind).nullable().catch(null),
});
const Meetings = z.object({ from: ms, told: z.array(z.unknown()), own: z.string().nullable().catch(null) });
const State = z.object({
	source: z.string(),
	conversations: z.unknown(),
	meetings: z.unknown(),
	// If missing, the service is asked at once, and its answer has them.
	pause: z.object({ until: ms, failures: count }).catch(noPause),
	pace: z.object({ gap: z.int().min(0).max(MAX_GAP), until: ms }).catch(fullPace),
});
const StoredValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.looseObject({}), z.array(z.unknown())]).optional();
const StoredEntry = z.object({
	item: z.object({ dedupeKey: z.string() }).catchall(StoredValue),
	dueAt: ms,
	told: z.object({ session: z.string().nullable(), times: count }).nullable(),
});
const Stored = z.object({ version: z.literal(VERSION), session: z.string(), state: State, outbox: z.unknown() });

/** Makes any number from a clock or an answer one that `recall` can read. */
const pack = ({ source, conversations, meetings, pause, pace }: PollState) => ({
	source,
	conversations: conversations && packConversations(conversations),
	meetings: meetings && {
		from: toMs(meetings.from),
		told: meetings.told.map(({ mark, start }) => ({ mark, start: toMs(start) })),
		own: meetings.own,
	},
	pause: { until: toMs(pause.until), failures: toCount(pause.failures) },
	pace: { gap: wholeWithin(pace.gap, MAX_GAP), until: toMs(pace.until) },
});

const packConversations = ({ list: { cursor, seen, pass }, baseline, watched, results }: ConversationState) => ({
	results,
	list: {
		cursor: toMs(cursor),
		seen: packSeen(seen),
		pass: pass && { ...pass, offset: toCount(pass.offset), next: toMs(pass.next) },
	},
	baseline: baseline && {
		at: toMs(baseline.at),
		recentFrom: baseline.recentFrom === null ? null : toMs(baseline.recentFrom),
	},
	watched: watched.map((entry) => ({ ...entry, seenAt: toMs(entry.seenAt), tries: toCount(entry.tries) })),
});

const packEntry = ({ item, dueAt, told }: Outbox[number]) => ({
	item,
	dueAt: toMs(dueAt),
	told: told && { ...told, times: toCount(told.times) },
});

export interface Remembered {
	readonly state: PollState;
	readonly outbox: Outbox;
	/** Whether the process that wrote it is still running. */
	readonly isSameSession: boolean;
	/** Describes the parts that could not be read, without any of their contents. */
	readonly unreadable: readonly string[];
}

/** Reads what `store` wrote, part by part: an unreadable one does not affect the others. Null for anything else. */
export function recall(value: unknown, session: string): Remembered | null {
	const { data } = Stored.safeParse(value);
	if (!data) return null;
	const unreadable: string[] = [];
	const partOf = <T>(what: string, schema: z.ZodType<T>, part: unknown): T | null => {
		if (part === null) return null;
		const read = schema.safeParse(part);
		if (!read.success) unreadable.push(what);
		return read.data ?? null;
	};
	const entriesOf = <T>(what: string, schema: z.ZodType<T>, entries: readonly unknown[]): T[] => {
		const read = entries.flatMap((entry) => schema.safeParse(entry).data ?? []);
		if (read.length < entries.length) unreadable.push(`${entries.length - read.length} of ${entries.length} ${what}`);
		return read;
	};
	const { source, pause, pace } = data.state;
	const conversations = partOf('the conversations', Conversations, data.state.conversations);
	const meetings = partOf('the meetings', Meetings, data.state.meetings);
	const outbox = partOf('the events on their way', z.array(z.unknown()), data.outbox);
	return {
		state: {
			...{ source, pause, pace },
			conversations: conversations && {
				...conversations,
				watched: entriesOf('results that are waited for', WatchedEntry, conversations.watched),
			},
			meetings: meetings && { ...meetings, told: entriesOf('meetings', StoredMeeting, meetings.told) },
		},
		outbox: entriesOf('events on their way', StoredEntry, outbox ?? []),
		isSameSession: data.session === session,
		unreadable,
	};
}

/** Plain JSON. */
export const store = (state: PollState, outbox: Outbox, session: string) => ({
	version: VERSION,
	session,
	state: pack(state),
	outbox: outbox.map(packEntry),
});
