import { ClientError } from '../client/index.ts';
import { isPassing, isPaused, isTooEarly, noPause, paceAfter, pauseAfter } from './backoff.ts';
import { pollConversations, startConversations, type ConversationOptions, type GivenUp, type Happening } from './conversations.ts';
import { pollMeetings, startMeetings, type MeetingOptions } from './meetings.ts';
import type { Item, ItemRoom } from './outbox.ts';
import type { Round } from './round.ts';
import type { PollState } from './state.ts';

export interface PollOptions {
	/** Null when no event about conversations was chosen. */
	readonly conversations:
		| (Pick<ConversationOptions, 'created' | 'results'> & {
				/** How far back to report what is there already when the trigger starts; null: not at all. */
				readonly recentMs: number | null;
				/** What the flow gets for something that happened. */
				readonly itemsOf: (happening: Happening) => readonly Item[];
				/** Without it, all that is found is reported. */
				readonly room: ItemRoom | null;
		  })
		| null;
	/** Null when no event about meetings was chosen. */
	readonly meetings: MeetingOptions | null;
}

export interface Polled {
	/** Covers the items, and no more: both are to be handed on together. */
	readonly state: PollState;
	readonly items: readonly Item[];
	/** Results that never came. */
	readonly givenUp: readonly GivenUp[];
	/** What ended the poll early, or null. */
	readonly error: unknown;
}

/** A poll that asks for nothing. */
export const idle = (state: PollState): Polled => ({ state, items: [], givenUp: [], error: null });

/**
 * Asks the service what is new since `before`, as much as the round allows and there is room for. Asks nothing while the
 * service wants to be left alone, or while everybody together asks too often. Never throws.
 */
export async function poll(before: PollState, { conversations: wanted, meetings: soon }: PollOptions, round: Round): Promise<Polled> {
	const now = round.now();
	if (isPaused(before.pause, now) || isTooEarly(before.pace, now)) return idle(before);
	let { conversations, meetings } = before;
	const items: Item[] = [];
	let givenUp: readonly GivenUp[] = [];
	let error: unknown = null;
	if (wanted) {
		const { created, results, recentMs, itemsOf, room } = wanted;
		const options: ConversationOptions = {
			...{ created, results, isFirst: conversations === null },
			...(room && { room: { isLeft: room.isLeft, take: (happening) => room.take(itemsOf(happening)) } }),
		};
		const polled = await pollConversations(conversations ?? startConversations(now, recentMs), options, round);
		items.push(...polled.found.flatMap(itemsOf));
		({ state: conversations, givenUp, error } = polled);
	}
	if (soon) {
		const polled = await pollMeetings(meetings ?? startMeetings(now), soon, round);
		meetings = polled.state;
		items.push(...polled.items);
		error ??= polled.error;
	}
	const passing = error instanceof ClientError && isPassing(error.problem) ? error.problem : null;
	const pause = passing ? pauseAfter(passing, before.pause, now) : noPause;
	const pace = paceAfter(round.rateLimit(), before.pace, now, round.random());
	return { state: { ...before, conversations, meetings, pause, pace }, items, givenUp, error };
}
