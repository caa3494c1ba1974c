import { randomUUID } from 'node:crypto';
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
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
import { startEach, takeOutcome } from './executions.ts';
import { pollError } from './failure.ts';
import { look, type Found } from './look.ts';
import { readMemory, writeMemory } from './memory.ts';
import { readParameters } from './parameters.ts';

/** Tells this process of n8n from the one before it. */
const session: Session = { id: randomUUID(), startedAt: Date.now() };

/** Whether it passes by itself and nobody has to be told. */
const isQuiet = ({ error, state }: Found, isSameSession: boolean): boolean =>
	error instanceof ClientError && isPassing(error.problem) && !(isSameSession && isTold(error.problem, state.pause));

/**
 * One poll of the running workflow. What is told and the memory of having told it are handed to n8n together. A failure
 * that passes by itself is not told at the start: n8n would not publish the workflow, or stop one that it restarts.
 */
async function poll(context: IPollFunctions): Promise<readonly Item[]> {
	const now = Date.now();
	const parameters = readParameters(context);
	const { events, leaveMs, repeatAfterRestart: oneByOne } = parameters;
	if (events.size === 0) throw new NodeOperationError(context.getNode(), 'Choose at least one event');
	const connection = await connect(context, parameters.maxRequests, now);
	const known = recall(readMemory(context), session.id);
	const isOwn = known?.state.source === connection.source;
	const before = known && isOwn ? known.state : newState(connection.source);
	const { outbox: kept, givenUp } = settle(known && isOwn ? known.outbox : [], session, (key) => takeOutcome(context, key));

	const isBusy = isPaused(before.pause, now) || isTooEarly(before.pace, now) || (oneByOne && isFull(kept));
	const found: Found = isBusy
		? { state: before, items: [], hints: [], error: null }
		: await look(connection, before, parameters, now);
	const dueAt = ({ event }: Item): number => (event === STARTING_SOON ? now : now + leaveMs);
	const outbox = collect(kept, found.items.map((item) => ({ item, dueAt: dueAt(item) })));
	const taken = takeDue(outbox, { now, session, leaveMs, oneByOne });
	const left = oneByOne ? taken.outbox : taken.outbox.filter(({ told }) => told === null);
	writeMemory(context, store(found.state, left, session.id));

	for (const hint of found.hints) context.logger.warn(hint);
	for (const { dedupeKey } of givenUp) context.logger.warn(`${dedupeKey} was told again and again, and n8n never got to its end`);
	if (oneByOne) startEach(context, taken.due);
	if (found.error !== null && taken.due.length === 0 && !isQuiet(found, known?.isSameSession ?? false)) {
		throw pollError(context.getNode(), found.error, now);
	}
	return oneByOne ? [] : taken.due;
}

/** Memories that a poll is working on: n8n starts the next poll whether or not the one before has ended. */
const busy = new WeakSet<IDataObject>();

/** The items to start one execution with. Others may have been started by then, each with an item of its own. */
export async function tick(context: IPollFunctions): Promise<readonly Item[]> {
	const memory = context.getWorkflowStaticData('node');
	if (busy.has(memory)) return [];
	busy.add(memory);
	try {
		return await poll(context);
	} finally {
		busy.delete(memory);
	}
}
