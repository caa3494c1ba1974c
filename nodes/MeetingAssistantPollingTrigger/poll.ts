import { randomUUID } from 'node:crypto';
import { NodeApiError, NodeOperationError, type INode, type IPollFunctions } from 'n8n-workflow';
import { ClientError, createRequestBudget } from '../../src/client/index.ts';
import { STARTING_SOON } from '../../src/events/catalogue.ts';
import { missingHint, missingItem } from '../../src/events/items.ts';
import { pollOptions } from '../../src/events/pollOptions.ts';
import { RESERVED_REQUESTS } from '../../src/events/triggers.ts';
import type { InsightOptions } from '../../src/insights/index.ts';
import {
	collect,
	createRound,
	idle,
	isFull,
	isPassing,
	isReported,
	newState,
	poll,
	readCalendar,
	recall,
	roomIn,
	sampleConversations,
	settle,
	store,
	takeDue,
	type Item,
	type Outbox,
	type Polled,
	type PollOptions,
	type Round,
	type Session,
} from '../../src/polling/index.ts';
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

const calendarAdvice = {
	forbidden:
		'If the trigger reads the calendar, its access may have been revoked: connect it again in the desktop app. Otherwise the account needs the Starter plan or above',
	not_found: 'Connect a calendar in the desktop app, or do not choose “Meeting Starting Soon”',
};

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

/** What to look for, as much as the outbox has room for. `now` in milliseconds since 1970. */
function optionsOf({ round, insights }: Connection, outbox: Outbox, parameters: PollParameters, now: number): PollOptions {
	const { includeBriefing, options } = parameters;
	const room = roomIn(outbox);
	const host = {
		...{ round, terms, briefing: includeBriefing ? insights : null },
		// What is handed on at once is not stored, and takes no room.
		room: {
			conversations: options.retryInterrupted || options.headStartMinutes > 0 ? room : null,
			meetings: options.retryInterrupted ? room : null,
		},
	};
	return pollOptions({ ...parameters, recentHours: options.recentHours }, host, now);
}

/** Tells this process of n8n from the one before it. */
const session = randomUUID();
const beganAt = performance.now();

/** Its age is not taken from the wall clock, which may be set while the process runs. */
const currentSession = (): Session => ({ id: session, ageMs: performance.now() - beganAt });

/** Whether a failure passes by itself and nobody has to know. */
const isQuiet = ({ error, state }: Polled, isSameSession: boolean): boolean =>
	error instanceof ClientError && isPassing(error.problem) && !(isSameSession && isReported(error.problem, state.pause));

/**
 * One poll of the running workflow. What is emitted and the memory of having emitted it are handed to n8n together. A
 * failure that passes by itself is not reported at the start: n8n would not publish the workflow, or stop one that it
 * restarts.
 */
async function pollOnce(context: IPollFunctions, turn: Turn): Promise<readonly Item[]> {
	const now = Date.now();
	const { logger } = context;
	const parameters = readParameters(context);
	const { events, options } = parameters;
	const leaveMs = options.headStartMinutes * MINUTE;
	const oneByOne = options.retryInterrupted;
	if (events.length === 0) throw new NodeOperationError(context.getNode(), 'Choose at least one event');
	const connection = await connect(context, options.maxRequests, now);
	const stored = readMemory(context);
	const known = recall(stored, session);
	const isOwn = known?.state.source === connection.source;
	const before = known && isOwn ? known.state : newState(connection.source);
	const kept = settle(known && isOwn ? known.outbox : [], session, (key) => outcomeOf(context, key));

	const isOnHold = oneByOne && isFull(kept.outbox);
	const polled = isOnHold ? idle(before) : await poll(before, optionsOf(connection, kept.outbox, parameters, now), connection.round);
	if (!turn.isCurrent()) {
		logger.warn('A poll ended too late. What it found is left to the poll that took over.');
		return [];
	}
	const timestamp = new Date(now).toISOString();
	const missing = options.notifyMissing ? polled.givenUp.map((entry) => missingItem(entry, timestamp, terms)) : [];
	const dueAt = ({ event }: Item): number => (event === STARTING_SOON ? now : now + leaveMs);
	const outbox = collect(kept.outbox, [...polled.items, ...missing].map((item) => ({ item, dueAt: dueAt(item) })));
	const taken = takeDue(outbox, { now, session: currentSession(), leaveMs, oneByOne });
	const left = oneByOne ? taken.outbox : taken.outbox.filter(({ told }) => told === null);
	writeMemory(context, store(polled.state, left, session));
	forgetOutcomes(context, kept.outcomesOf);

	if (stored !== undefined && !known) logger.warn('The stored state of this trigger could not be read. It starts anew.');
	for (const part of known?.unreadable ?? []) logger.warn(`Part of the stored state of this trigger could not be read: ${part}`);
	if (isOnHold) logger.info(`Polling pauses while ${kept.outbox.length} events wait for their executions to finish`);
	for (const entry of polled.givenUp) logger.warn(missingHint(entry, terms));
	for (const { dedupeKey } of kept.givenUp) logger.warn(`${dedupeKey} was given up: n8n stopped every time before its execution finished`);
	if (oneByOne) startEach(context, taken.due);
	if (polled.error !== null && taken.due.length === 0 && !isQuiet(polled, known?.isSameSession ?? false)) {
		throw pollError(context.getNode(), polled.error, now);
	}
	return oneByOne ? [] : taken.due;
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
const DAYS_AHEAD_MS = 14 * 24 * HOUR;

/** What the workflow would get, of what is there now. Nothing of the running trigger’s memory is touched. */
export async function sample(context: IPollFunctions): Promise<readonly Item[]> {
	const now = Date.now();
	const parameters = readParameters(context);
	try {
		const connection = await connect(context, SAMPLE_REQUESTS, now);
		const { round } = connection;
		const { conversations, meetings } = optionsOf(connection, [], parameters, now);
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
