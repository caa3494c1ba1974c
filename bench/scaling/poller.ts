import { ClientError, createRequestBudget } from '../../src/client/index.ts';
import {
	createRound,
	fullPace,
	isPassing,
	isPaused,
	isTooEarly,
	noPause,
	paceAfter,
	pauseAfter,
	pollConversations,
	startConversations,
} from '../../src/polling/index.ts';
import type { SimulatedService } from './simulatedService.ts';
import type { SimulatedTime } from './simulatedTime.ts';

/** As in the polling trigger's form, and in its connection. */
const MAX_REQUESTS = 10;
const KEEP_FREE = 10;

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
	let conversations = startConversations(now(), null);
	let isFirst = true;
	let [pause, pace] = [noPause, fullPace];
	return async () => {
		if (isPaused(pause, now()) || isTooEarly(pace, now())) return;
		const budget = createRequestBudget({ max: MAX_REQUESTS, keepFree: KEEP_FREE });
		const client = service.client({ patienceMs: 0, onAnswer: budget.onAnswer });
		const round = createRound({ client, budget, now, deadline: Infinity });
		const { state, found, error } = await pollConversations(conversations, { created: true, results: [], isFirst }, round);
		conversations = state;
		isFirst &&= error !== null;
		const passing = error instanceof ClientError && isPassing(error.problem) ? error.problem : null;
		if (error !== null && passing === null) throw error;
		pause = passing ? pauseAfter(passing, pause, now()) : noPause;
		if (paced) pace = paceAfter(budget.rateLimit, pace, now(), random());
		for (const { id } of found) onTold(id);
	};
}
