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

/** A trigger as n8n runs it: what it remembers, and what it has told in all. */
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
		async poll(now: number, max = 10): Promise<number> {
			const before = model.requests.length;
			const polled = await pollConversations(
				state ?? startConversations(now, recentMs),
				{ created, results, isFirst: state === null },
				model.round(now, max),
			);
			state = polled.state;
			told.push(...polled.told.map(({ kind, id }) => `${kind}:${id}`));
			givenUp.push(...polled.givenUp.map(({ kind, id }) => `${kind}:${id}`));
			return model.requests.length - before;
		},
	};
}
