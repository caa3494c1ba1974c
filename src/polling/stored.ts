import { z } from 'zod/v4';
import type { ConversationState } from './conversations.ts';
import { MARK_LENGTH } from './mark.ts';
import type { MeetingState } from './meetings.ts';
import { noPause, type Pause } from './pause.ts';
import { packSeen, unpackSeen } from './seen.ts';

/** All that a trigger remembers between polls. A part is null before it was first needed. */
export interface PollState {
	/** Whose conversations these are: with another account everything starts anew. */
	readonly source: string;
	readonly conversations: ConversationState | null;
	readonly meetings: MeetingState | null;
	readonly pause: Pause;
}

export const newState = (source: string): PollState => ({ source, conversations: null, meetings: null, pause: noPause });

const VERSION = 1;

// Nothing that another part of the host or a person wrote into the store may lead to a wrong request or a huge state.
const ms = z.int().min(0).max(8_640_000_000_000_000);
const count = z.int().min(0);
const mark = z.string().length(MARK_LENGTH);

const List = z.object({
	cursor: ms,
	seen: z.string().transform((text, context) => {
		const seen = unpackSeen(text);
		if (seen) return seen;
		context.addIssue('not packed by this version');
		return z.NEVER;
	}),
	pass: z.object({ offset: count, next: ms, isNews: z.boolean() }).nullable(),
});
const Watched = z.object({
	id: z.string().min(1),
	kind: z.enum(['keyPoints', 'feedback']),
	seenAt: ms,
	tries: count,
	isOld: z.boolean(),
});
const State = z.object({
	source: z.string(),
	conversations: z
		.object({
			list: List,
			baseline: z.object({ at: ms, recentFrom: ms.nullable() }).nullable(),
			watched: z.array(Watched),
		})
		.nullable(),
	meetings: z.object({ from: ms, told: z.array(z.object({ mark, start: ms })) }).nullable(),
	pause: z.object({ until: ms, failures: count }),
});
const Stored = z.object({ version: z.literal(VERSION), session: z.string(), state: State, before: State.nullable() });

type PackedState = z.input<typeof State>;

const pack = (state: PollState): PackedState => ({
	source: state.source,
	conversations: state.conversations && {
		list: { ...state.conversations.list, seen: packSeen(state.conversations.list.seen) },
		baseline: state.conversations.baseline,
		watched: [...state.conversations.watched],
	},
	meetings: state.meetings && { from: state.meetings.from, told: [...state.meetings.told] },
	pause: state.pause,
});

export interface Remembered {
	readonly state: PollState;
	/** Whether the process that wrote it is still the one that runs. */
	readonly isSameSession: boolean;
}

/**
 * Reads what `store` made; null for anything else. With `repeatsAfterRestart`, a process that follows another goes back
 * to before what that one told last: nobody knows whether the workflow got to the end of it.
 */
export function recall(value: unknown, session: string, repeatsAfterRestart: boolean): Remembered | null {
	const read = Stored.safeParse(value);
	if (!read.success) return null;
	const { state, before } = read.data;
	const isSameSession = read.data.session === session;
	return { state: !isSameSession && repeatsAfterRestart && before ? before : state, isSameSession };
}

/** Plain JSON. `before`: the state as it was, when something was told since. */
export const store = (state: PollState, before: PollState | null, session: string): z.input<typeof Stored> => ({
	version: VERSION,
	session,
	state: pack(state),
	before: before && pack(before),
});
