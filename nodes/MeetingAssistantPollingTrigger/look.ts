import { ClientError } from '../../src/client/index.ts';
import {
	isPassing,
	noPause,
	paceAfter,
	pauseAfter,
	pollConversations,
	startConversations,
	roomIn,
	startMeetings,
	type Happening,
	type Item,
	type Outbox,
	type PollState,
} from '../../src/polling/index.ts';
import type { Connection } from './connection.ts';
import { CREATED, STARTING_SOON } from './events.ts';
import { itemsOf, missingHint, missingItem } from './items.ts';
import { wantsConversations, type PollParameters } from './parameters.ts';
import { pollMeetings } from './startingSoon.ts';

export interface Found {
	readonly state: PollState;
	readonly items: readonly Item[];
	/** For whoever reads n8n's log. */
	readonly hints: readonly string[];
	/** What ended it early, or null. */
	readonly error: unknown;
}

/**
 * Asks the service what is new, as much as the outbox has room for. `now` in milliseconds since 1970. Never throws.
 */
export async function look(
	connection: Connection,
	before: PollState,
	outbox: Outbox,
	parameters: PollParameters,
	now: number,
): Promise<Found> {
	const { events, results, recentMs, tellMissing, leaveMs, repeatAfterRestart } = parameters;
	const timestamp = new Date(now).toISOString();
	let { conversations, meetings } = before;
	const items: Item[] = [];
	const hints: string[] = [];
	let error: unknown = null;
	// What is handed on at once is not stored, and takes no room.
	const room = repeatAfterRestart || leaveMs > 0 ? roomIn(outbox) : null;
	if (wantsConversations(parameters)) {
		const polled = await pollConversations(
			conversations ?? startConversations(now, recentMs),
			{
				...{ created: events.has(CREATED), results, isFirst: conversations === null },
				...(room && {
					room: {
						isLeft: room.isLeft,
						take: (happening: Happening) => room.take(itemsOf(happening, parameters, timestamp)),
					},
				}),
			},
			connection.round,
		);
		conversations = polled.state;
		items.push(...polled.told.flatMap((happening) => itemsOf(happening, parameters, timestamp)));
		if (tellMissing) items.push(...polled.givenUp.map((entry) => missingItem(entry, timestamp)));
		hints.push(...polled.givenUp.map(missingHint));
		({ error } = polled);
	}
	if (events.has(STARTING_SOON)) {
		const polled = await pollMeetings(connection, meetings ?? startMeetings(now), parameters, repeatAfterRestart ? room : null);
		meetings = polled.state;
		items.push(...polled.items);
		error ??= polled.error;
	}
	const passing = error instanceof ClientError && isPassing(error.problem) ? error.problem : null;
	const pause = passing ? pauseAfter(passing, before.pause, now) : noPause;
	const pace = paceAfter(connection.budget.rateLimit, before.pace, now, Math.random());
	return { state: { ...before, conversations, meetings, pause, pace }, items, hints, error };
}
