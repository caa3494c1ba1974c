import { noFilters } from '../../../src/triggers/items/filters.ts';
import type { Happening, ResultKind } from '../../../src/triggers/items/item.ts';
import type { ConversationState } from '../../../src/triggers/poll/conversations.ts';
import { findNew, type Wanted } from '../../../src/triggers/poll/poll.ts';
import { newState, type PollState, recall } from '../../../src/triggers/poll/stored.ts';
import type { Service } from './service.ts';

export interface PollerOptions {
	readonly created?: boolean;
	readonly results?: readonly ResultKind[];
	readonly recentHours?: number | null;
}

const names = { created: 'conversation.created', keyPoints: 'conversation.keypoints.ready', feedback: 'conversation.feedback.ready' } as const satisfies Record<Happening['kind'], string>;

/** What a trigger looks for, by what happens to conversations. */
export const wantedOf = (kinds: readonly Happening['kind'][], more: Partial<Wanted> = {}): Wanted => ({
	...{ events: kinds.map((kind) => names[kind]), filters: noFilters, timezone: () => 'UTC', minutesBefore: 15 },
	...more,
});

/** What happened to which conversation, such as `created:c1`, from the key of an item. */
export const happeningIn = (dedupeKey: string): string =>
	Object.entries(names).reduce((key, [kind, name]) => key.replace(name, kind), dedupeKey);

const stateWith = (conversations: ConversationState | null): PollState => ({ ...newState('s'), conversations });

/** The text that a host stores. */
export const stored = (conversations: ConversationState | null): string => JSON.stringify({ session: 'one', state: stateWith(conversations), outbox: [] });

const throughStore = (conversations: ConversationState): ConversationState => {
	const recalled = recall(JSON.parse(stored(conversations)))?.state.conversations;
	if (!recalled) throw new Error('The state was not understood');
	return recalled;
};

/** A trigger as a host runs it: what it remembers, and everything it has reported. Polls on request. */
export function createPoller(service: Service, chosen: PollerOptions = {}) {
	let { created = true, results = [], recentHours = null } = chosen;
	let state: ConversationState | null = null;
	const told: string[] = [];
	const givenUp: string[] = [];
	return {
		told,
		givenUp,
		state: () => state,
		/** Serialized and parsed again, as over a restart. */
		restart: () => void (state &&= throughStore(state)),
		/** As when a person changes the form. */
		choose: (given: PollerOptions) => void ({ created = true, results = [], recentHours = null } = given),
		/** Restores an earlier memory, as if the newer one had never been saved. */
		rewind: (to: ConversationState | null) => void (state = to),
		/** `room`: how much the flow can take. Resolves with the number of requests. */
		async poll(now: number, max = 10, room = Infinity): Promise<number> {
			const before = service.requests.length;
			let left = room;
			const wanted = wantedOf([...(created ? (['created'] as const) : []), ...results], { recentHours });
			const flow = { isLeft: () => left > 0, take: (items: readonly unknown[]) => void (left -= items.length) };
			const polled = await findNew(stateWith(state), wanted, service.round(now, max), { conversations: flow, meetings: null });
			state = polled.state.conversations;
			if (polled.items.length > room) throw new Error(`There was room for ${room}, and ${polled.items.length} were reported`);
			told.push(...polled.items.map(({ dedupeKey }) => happeningIn(dedupeKey)));
			givenUp.push(...polled.givenUp.map(({ kind, id }) => `${kind}:${id}`));
			return service.requests.length - before;
		},
	};
}
