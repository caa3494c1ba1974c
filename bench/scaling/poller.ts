import { createAccount } from '../../src/limits/index.ts';
import { isTemporary, limitIn } from '../../src/client/index.ts';
import { beginRound, findNew, newState, noFilters, type Wanted } from '../../src/triggers/index.ts';
import { terms } from '../../nodes/shared/terms.ts';
import type { SimulatedService } from './simulatedService.ts';
import type { SimulatedTime } from './simulatedTime.ts';

/** As in the polling trigger's form. */
const MAX_REQUESTS = 10;

const wanted: Wanted = { events: ['conversation.created'], filters: noFilters, timezone: () => 'UTC', minutesBefore: 0 };

interface Poller {
	readonly time: SimulatedTime;
	readonly service: SimulatedService;
	readonly random: () => number;
	/** Whether it slows down when all flows together are too fast. */
	readonly paced: boolean;
	readonly onTold: (conversationId: string) => void;
}

/** A published workflow that begins with the polling trigger. Returns what to do at each tick. */
export function createPoller({ time, service, random, paced, onTold }: Poller): () => Promise<void> {
	const { now } = time;
	let state = newState('bench');
	return async () => {
		// Each poller represents a process of its own.
		const round = beginRound({
			...{ account: createAccount(), maxRequests: MAX_REQUESTS, now, random, terms },
			connect: ({ around }) => service.client({ patienceMs: 0, around }),
		});
		const polled = await findNew(state, wanted, round);
		const { error, items } = polled;
		if (error !== null && !(isTemporary(error))) throw error;
		const until = now() + (limitIn(error)?.retryAfterMs ?? 0);
		state = paced ? polled.state : { ...polled.state, pause: { until, failures: 0, gap: 0 } };
		for (const { conversationId } of items) onTold(String(conversationId));
	};
}
