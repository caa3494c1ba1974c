import type { IPollFunctions } from 'n8n-workflow';
import { createRequestBudget, type RequestBudget } from '../../src/client/index.ts';
import { createRound, type Round } from '../../src/polling/index.ts';
import { clientOf, CREDENTIAL, readSettings, transportOf } from '../shared/account.ts';
import { within } from '../shared/within.ts';

/** For one answer. */
const TIMEOUT_MS = 10_000;

/** For all requests of a poll. Polls may come every minute, and n8n does not wait for one before it starts the next. */
const MAX_POLL_MS = 45_000;

/** Requests of the hour that a backlog leaves to the other nodes. */
const KEEP_FREE = 10;

export interface Connection {
	/** Whose account this is, as far as n8n tells. */
	readonly source: string;
	readonly round: Round;
	readonly budget: RequestBudget;
}

/** @throws ClientError `invalidInput` when the credential's base URL is not one. */
export async function connect(context: IPollFunctions, maxRequests: number, startedAt: number): Promise<Connection> {
	const settings = await readSettings(context);
	const budget = createRequestBudget({ max: maxRequests, keepFree: KEEP_FREE });
	// n8n tells since 2.38 how long a poll may take.
	const hostBudgetMs = typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : MAX_POLL_MS;
	const pollMs = Math.min(hostBudgetMs, MAX_POLL_MS);
	const client = clientOf(context, settings, {
		timeoutMs: TIMEOUT_MS,
		onAnswer: budget.onAnswer,
		transport: within(pollMs, transportOf(context, settings)),
	});
	const deadline = startedAt + Math.max(0, pollMs - TIMEOUT_MS) + 1;
	return {
		source: `${context.getNode().credentials?.[CREDENTIAL]?.id ?? ''} ${settings.baseUrl}`,
		round: createRound({ client, budget, now: Date.now, deadline }),
		budget,
	};
}
