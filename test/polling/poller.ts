import {
	newState,
	pollConversations,
	recall,
	startConversations,
	store,
	type ConversationState,
	type ResultKind,
} from '../../src/polling/index.ts';
import type { Model } from './model.ts';

export interface PollerOptions {
	readonly created?: boolean;
	readonly results?: readonly ResultKind[];
	readonly recentMs?: number | null;
}

const throughStore = (conversations: ConversationState): ConversationState => {
	const text = JSON.stringify(store({ ...newState('s'), conversations }, [], 'one'));
	const recalled = recall(JSON.parse(text), 'two')?.state.conversations;
	if (!recalled) throw new Error('The state was not understood');
	return recalled;
};

/** A trigger as n8n runs it: what it remembers, and what it has reported in all. */
export function createPoller(model: Model, { created = true, results = [], recentMs = null }: PollerOptions = {}) {
	let state: ConversationState | null = null;
	const told: string[] = [];
	const givenUp: string[] = [];
	return {
		told,
		givenUp,
		state: () => state,
		/** Stored text and back, as over a restart. */
		restart: () => void (state &&= throughStore(state)),
		/** Goes back to what was remembered then, as when it was never saved. */
		rewind: (to: ConversationState | null) => void (state = to),
		/** `room`: how much the workflow can take. */
		async poll(now: number, max = 10, room = Infinity): Promise<number> {
			const before = model.requests.length;
			let left = room;
			const polled = await pollConversations(
				state ?? startConversations(now, recentMs),
				{ created, results, isFirst: state === null, room: { isLeft: () => left > 0, take: () => (left -= 1) } },
				model.round(now, max),
			);
			state = polled.state;
			if (polled.found.length > room) throw new Error(`There was room for ${room}, and ${polled.found.length} were reported`);
			told.push(...polled.found.map(({ kind, id }) => `${kind}:${id}`));
			givenUp.push(...polled.givenUp.map(({ kind, id }) => `${kind}:${id}`));
			return model.requests.length - before;
		},
	};
}
