import { randomUUID } from 'node:crypto';
import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import {
	collect,
	isFull,
	isPassing,
	isPaused,
	isTooEarly,
	isTold,
	newState,
	recall,
	settle,
	store,
	takeDue,
	type Item,
	type Session,
} from '../../src/polling/index.ts';
import { connect } from './connection.ts';
import { STARTING_SOON } from './events.ts';
import { forgetOutcomes, outcomeOf, startEach, triggerKey } from './executions.ts';
import { pollError } from './failure.ts';
import { look, type Found } from './look.ts';
import { readMemory, writeMemory } from './memory.ts';
import { readParameters } from './parameters.ts';
import { createTurns, type Turn } from './turns.ts';

/** Tells this process of n8n from the one before it. */
const session = randomUUID();
const beganAt = performance.now();

/** Its age is not taken from the wall clock, which may be set while the process runs. */
const currentSession = (): Session => ({ id: session, ageMs: performance.now() - beganAt });

/** Whether it passes by itself and nobody has to be told. */
const isQuiet = ({ error, state }: Found, isSameSession: boolean): boolean =>
	error instanceof ClientError && isPassing(error.problem) && !(isSameSession && isTold(error.problem, state.pause));

/**
 * One poll of the running workflow. What is told and the memory of having told it are handed to n8n together. A failure
 * that passes by itself is not told at the start: n8n would not publish the workflow, or stop one that it restarts.
 */
async function poll(context: IPollFunctions, turn: Turn): Promise<readonly Item[]> {
	const now = Date.now();
	const parameters = readParameters(context);
	const { events, leaveMs, repeatAfterRestart: oneByOne } = parameters;
	if (events.size === 0) throw new NodeOperationError(context.getNode(), 'Choose at least one event');
	const connection = await connect(context, parameters.maxRequests, now);
	const stored = readMemory(context);
	const known = recall(stored, session);
	const isOwn = known?.state.source === connection.source;
	const before = known && isOwn ? known.state : newState(connection.source);
	const kept = settle(known && isOwn ? known.outbox : [], session, (key) => outcomeOf(context, key));

	const isOnHold = oneByOne && isFull(kept.outbox);
	const isBusy = isPaused(before.pause, now) || isTooEarly(before.pace, now) || isOnHold;
	const found: Found = isBusy
		? { state: before, items: [], hints: [], error: null }
		: await look(connection, before, kept.outbox, parameters, now);
	if (!turn.isCurrent()) {
		context.logger.warn('A poll ended too late. What it found is left to the poll that took over.');
		return [];
	}
	const dueAt = ({ event }: Item): number => (event === STARTING_SOON ? now : now + leaveMs);
	const outbox = collect(kept.outbox, found.items.map((item) => ({ item, dueAt: dueAt(item) })));
	const taken = takeDue(outbox, { now, session: currentSession(), leaveMs, oneByOne });
	const left = oneByOne ? taken.outbox : taken.outbox.filter(({ told }) => told === null);
	writeMemory(context, store(found.state, left, session));
	forgetOutcomes(context, kept.outcomesOf);

	if (stored !== undefined && !known) context.logger.warn('What this trigger had stored could not be read. It starts anew.');
	for (const part of known?.unreadable ?? []) context.logger.warn(`What this trigger had stored could not be read in part: ${part}`);
	if (isOnHold) context.logger.info(`Nothing new is looked for while ${kept.outbox.length} events wait for their executions to end`);
	for (const hint of found.hints) context.logger.warn(hint);
	for (const { dedupeKey } of kept.givenUp) context.logger.warn(`${dedupeKey} was told again and again, and n8n never got to its end`);
	if (oneByOne) startEach(context, taken.due);
	if (found.error !== null && taken.due.length === 0 && !isQuiet(found, known?.isSameSession ?? false)) {
		throw pollError(context.getNode(), found.error, now);
	}
	return oneByOne ? [] : taken.due;
}

const turns = createTurns();

/** The items to start one execution with. Others may have been started by then, each with an item of its own. */
export async function tick(context: IPollFunctions): Promise<readonly Item[]> {
	const turn = turns.begin(triggerKey(context), context.getWorkflowStaticData('node'), Date.now());
	if (!turn) return [];
	if (turn.isAfterLost) context.logger.warn('The poll before did not end within two minutes. This one goes on without it.');
	const orNothing = (error: unknown): readonly Item[] => {
		if (turn.isCurrent()) throw error;
		context.logger.warn('A poll failed after another had taken over', { cause: String(error) });
		return [];
	};
	return await poll(context, turn).catch(orNothing).finally(turn.end);
}
