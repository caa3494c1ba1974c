import { randomUUID } from 'node:crypto';
import { NodeApiError, NodeOperationError, type INode, type IPollFunctions } from 'n8n-workflow';
import { ClientError, createRequestBudget } from '../../src/client/index.ts';
import type { MeetingItemOptions } from '../../src/events/items.ts';
import { calendarAdvice, pollOptions, takeTurn } from '../../src/events/polling.ts';
import { RESERVED_REQUESTS } from '../../src/events/triggers.ts';
import type { InsightOptions } from '../../src/insights/index.ts';
import { createRound, readCalendar, sampleConversations, type Item, type Round, type Session } from '../../src/polling/index.ts';
import { clientOf, CREDENTIAL, readSettings } from '../shared/account.ts';
import { triggerError } from '../shared/errors.ts';
import { terms } from '../shared/terms.ts';
import { within } from '../shared/within.ts';
import { forgetOutcomes, outcomeOf, startEach, triggerKey } from './executions.ts';
import { readParameters, type PollParameters } from './form.ts';
import { createTurns, readMemory, writeMemory, type Turn } from './staticData.ts';

/** For one answer. */
const TIMEOUT_MS = 10_000;

/** For all requests of a poll. Polls may come every minute, and n8n does not wait for one before it starts the next. */
const MAX_POLL_MS = 45_000;


interface Connection {
	/** Whose account this is, as far as n8n says. */
	readonly source: string;
	readonly round: Round;
	/** For a briefing, which takes its requests from the same budget. */
	readonly insights: InsightOptions;
}

/** Throws `ClientError` `invalidInput` when the credential’s base URL is not one. */
async function connect(context: IPollFunctions, maxRequests: number, startedAt: number): Promise<Connection> {
	const settings = await readSettings(context);
	const budget = createRequestBudget({ max: maxRequests, keepFree: RESERVED_REQUESTS });
	// n8n says since 2.38 how long a poll may take.
	const hostBudgetMs = typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : MAX_POLL_MS;
	const pollMs = Math.min(hostBudgetMs, MAX_POLL_MS);
	const options = { timeoutMs: TIMEOUT_MS, around: within(pollMs), onAnswer: budget.onAnswer };
	const client = clientOf(context, settings, options);
	const deadline = startedAt + Math.max(0, pollMs - TIMEOUT_MS) + 1;
	return {
		source: `${context.getNode().credentials?.[CREDENTIAL]?.id ?? ''} ${settings.baseUrl}`,
		round: createRound({ client, budget, now: Date.now, deadline }),
		insights: {
			client: clientOf(context, settings, { ...options, around: (send) => budget.around(() => options.around(send)) }),
			now: Date.now,
		},
	};
}

/** The error that a poll ends with, with what n8n needs to know to put off the next one. */
function pollError(node: INode, error: unknown, now: number): NodeApiError | NodeOperationError {
	if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') {
		return triggerError(node, error, { advice: calendarAdvice });
	}
	const { limit, retryAfterMs, resetAt } = error.problem;
	const until = resetAt ?? (retryAfterMs === null ? null : new Date(now + retryAfterMs));
	const when = until ? ` soon after ${until.toISOString()}` : '';
	return new NodeApiError(node, {}, {
		message: limit === null ? 'This hour’s requests are used up.' : `All ${limit} requests of this hour are used up.`,
		description: `Nothing is lost: polling resumes by itself${when}. If this happens often, poll less often.`,
		httpCode: '429',
		failure: {
			cause: 'rate-limited',
			...(retryAfterMs !== null && { retryAfterMs }),
			...(until && { resetsAtEpochMs: until.getTime() }),
		},
	});
}

const hostOf = ({ round, insights }: Connection, { includeBriefing }: PollParameters): MeetingItemOptions => ({
	...{ round, terms, briefing: includeBriefing ? insights : null },
});

/** Tells this process of n8n from the one before it. */
const session = randomUUID();
const beganAt = performance.now();

/** Its age is not taken from the wall clock, which may be set while the process runs. */
const currentSession = (): Session => ({ id: session, ageMs: performance.now() - beganAt });

/**
 * One poll of the running workflow. What is emitted and the memory of having emitted it are handed to n8n together. A
 * quiet failure is not reported: n8n would not publish the workflow, or stop one that it restarts.
 */
async function pollOnce(context: IPollFunctions, turn: Turn): Promise<readonly Item[]> {
	const now = Date.now();
	const { logger } = context;
	const parameters = readParameters(context);
	const { events, options } = parameters;
	const oneByOne = options.retryInterrupted;
	if (events.length === 0) throw new NodeOperationError(context.getNode(), 'Choose at least one event');
	const connection = await connect(context, options.maxRequests, now);
	const stored = readMemory(context);
	const host = {
		...{ ...hostOf(connection, parameters), stored, session: currentSession(), source: connection.source },
		outcomeOf: (key: string) => outcomeOf(context, key),
	};
	const polled = await takeTurn({ ...parameters, ...options, oneByOne }, host, now);
	if (!turn.isCurrent()) {
		logger.warn('A poll ended too late. What it found is left to the poll that took over.');
		return [];
	}
	writeMemory(context, polled.memory.after);
	forgetOutcomes(context, polled.outcomesOf);

	for (const warning of polled.warnings) logger.warn(warning);
	if (polled.isOnHold) logger.info(`Polling pauses while ${polled.onTheirWay} events wait for their executions to finish`);
	if (oneByOne) startEach(context, polled.due);
	if (polled.error !== null && polled.due.length === 0 && !polled.isQuiet) throw pollError(context.getNode(), polled.error, now);
	return oneByOne ? [] : polled.due;
}

const turns = createTurns();

/** The items to start one execution with. Others may have been started by then, each with an item of its own. */
export async function pollInTurn(context: IPollFunctions): Promise<readonly Item[]> {
	const turn = turns.begin(triggerKey(context), context.getWorkflowStaticData('node'), Date.now());
	if (!turn) return [];
	if (turn.isAfterLost) context.logger.warn('The previous poll did not end within two minutes. This one runs without waiting for it.');
	const orNothing = (error: unknown): readonly Item[] => {
		if (turn.isCurrent()) throw error;
		context.logger.warn('A poll failed after another had taken over', { cause: String(error) });
		return [];
	};
	return await pollOnce(context, turn).catch(orNothing).finally(turn.end);
}

/** Enough for a sample of every event, however few requests a poll may make. */
const SAMPLE_REQUESTS = 20;
const DAYS_AHEAD_MS = 14 * 86_400_000;

/** What the workflow would get, of what is there now. Nothing of the running trigger’s memory is touched. */
export async function sample(context: IPollFunctions): Promise<readonly Item[]> {
	const now = Date.now();
	const parameters = readParameters(context);
	try {
		const connection = await connect(context, SAMPLE_REQUESTS, now);
		const { round } = connection;
		const host = { ...hostOf(connection, parameters), room: { conversations: null, meetings: null } };
		const { conversations, meetings } = pollOptions({ ...parameters, recentHours: null }, host, now);
		const found = conversations ? await sampleConversations(round, conversations) : [];
		const items = found.flatMap((happening) => conversations?.itemsOf(happening) ?? []);
		const [next] = (meetings && (await readCalendar(round, now, now + DAYS_AHEAD_MS))) ?? [];
		if (meetings && next) items.push(await meetings.itemOf(next));
		if (items.length > 0) return items;
	} catch (error) {
		throw pollError(context.getNode(), error, now);
	}
	throw new NodeOperationError(context.getNode(), 'There is nothing to show yet', {
		description:
			'The account has no conversation, key points, feedback or meeting of the chosen kind. Record a meeting, or choose other events. The published workflow starts as soon as there is one.',
	});
}
