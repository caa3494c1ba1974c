import { ClientError, createRequestBudget } from '../../src/client/index.ts';
import { createRound, fullPace, isPassing, newState, poll, type PollOptions } from '../../src/polling/index.ts';
import type { SimulatedService } from './simulatedService.ts';
import type { SimulatedTime } from './simulatedTime.ts';

/** As in the polling trigger's form. */
const MAX_REQUESTS = 10;
const KEEP_FREE = 10;

const options: PollOptions = {
	conversations: {
		...{ created: true, results: [], recentMs: null, room: null },
		itemsOf: ({ id }) => [{ dedupeKey: id }],
	},
	meetings: null,
};

interface Poller {
	readonly time: SimulatedTime;
	readonly service: SimulatedService;
	readonly random: () => number;
	/** Whether it slows down when everybody together is too fast. */
	readonly paced: boolean;
	readonly onTold: (conversationId: string) => void;
}

/** One published workflow that begins with the polling trigger: what to do at each of its ticks. */
export function createPoller({ time, service, random, paced, onTold }: Poller): () => Promise<void> {
	const { now } = time;
	let state = newState('bench');
	return async () => {
		const budget = createRequestBudget({ max: MAX_REQUESTS, keepFree: KEEP_FREE, now });
		const client = service.client({ patienceMs: 0, onAnswer: budget.onAnswer });
		const round = createRound({ client, budget, now, deadline: Infinity, random });
		const polled = await poll(state, options, round);
		const { error, items } = polled;
		if (error !== null && !(error instanceof ClientError && isPassing(error.problem))) throw error;
		state = paced ? polled.state : { ...polled.state, pace: fullPace };
		for (const { dedupeKey } of items) onTold(dedupeKey);
	};
}
