import { randomUUID } from 'node:crypto';
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import {
	isPassing,
	isPaused,
	isTold,
	newState,
	noPause,
	pauseAfter,
	pollConversations,
	recall,
	startConversations,
	startMeetings,
	store,
	type PollState,
} from '../../src/polling/index.ts';
import { connect, type Connection } from './connection.ts';
import { CREATED, STARTING_SOON } from './events.ts';
import { pollError } from './failure.ts';
import { itemsOf, missingHint, missingItem } from './items.ts';
import { readParameters, wantsConversations, type PollParameters } from './parameters.ts';
import { pollMeetings } from './startingSoon.ts';

/** Tells this process of n8n from the one before it. */
const session = randomUUID();

const MEMORY = 'polling';

interface Read {
	readonly state: PollState;
	readonly items: readonly IDataObject[];
	readonly hints: readonly string[];
	readonly error: unknown;
}

async function read(connection: Connection, before: PollState, parameters: PollParameters, now: number): Promise<Read> {
	const { events, results, recentMs, tellMissing } = parameters;
	const timestamp = new Date(now).toISOString();
	let { conversations, meetings } = before;
	const items: IDataObject[] = [];
	const hints: string[] = [];
	let error: unknown = null;
	if (wantsConversations(parameters)) {
		const polled = await pollConversations(
			conversations ?? startConversations(now, recentMs),
			{ created: events.has(CREATED), results, isFirst: conversations === null },
			connection.round,
		);
		conversations = polled.state;
		items.push(...polled.told.flatMap((happening) => itemsOf(happening, events, timestamp)));
		if (tellMissing) items.push(...polled.givenUp.map((entry) => missingItem(entry, timestamp)));
		hints.push(...polled.givenUp.map(missingHint));
		({ error } = polled);
	}
	if (events.has(STARTING_SOON)) {
		const polled = await pollMeetings(connection, meetings ?? startMeetings(now), parameters);
		meetings = polled.state;
		items.push(...polled.items);
		error ??= polled.error;
	}
	const passing = error instanceof ClientError && isPassing(error.problem) ? error.problem : null;
	const pause = passing ? pauseAfter(passing, before.pause, now) : noPause;
	return { state: { ...before, conversations, meetings, pause }, items, hints, error };
}

/**
 * One poll of the running workflow. What is told and the memory of having told it are handed to n8n together. A failure
 * that passes by itself is not told at the start: n8n would not publish the workflow, or stop one that it restarts.
 */
async function poll(context: IPollFunctions, memory: IDataObject): Promise<IDataObject[]> {
	const now = Date.now();
	const parameters = readParameters(context);
	if (parameters.events.size === 0) throw new NodeOperationError(context.getNode(), 'Choose at least one event');
	const connection = await connect(context, parameters.maxRequests, now);
	const known = recall(memory[MEMORY], session, parameters.repeatAfterRestart);
	const before = known?.state.source === connection.source ? known.state : newState(connection.source);
	if (isPaused(before.pause, now)) return [];

	const { state, items, hints, error } = await read(connection, before, parameters, now);
	memory[MEMORY] = store(state, items.length > 0 ? before : null, session);
	for (const hint of hints) context.logger.warn(hint);
	if (error === null || items.length > 0) return [...items];
	const isQuiet =
		error instanceof ClientError &&
		isPassing(error.problem) &&
		!(known?.isSameSession && isTold(error.problem, state.pause));
	if (isQuiet) return [];
	throw pollError(context.getNode(), error, now);
}

/** Memories that a poll is working on: n8n starts the next poll whether or not the one before has ended. */
const busy = new WeakSet<IDataObject>();

export async function tick(context: IPollFunctions): Promise<IDataObject[]> {
	const memory = context.getWorkflowStaticData('node');
	if (busy.has(memory)) return [];
	busy.add(memory);
	try {
		return await poll(context, memory);
	} finally {
		busy.delete(memory);
	}
}
