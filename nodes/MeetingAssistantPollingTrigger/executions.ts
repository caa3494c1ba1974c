import type { IPollFunctions, IRun } from 'n8n-workflow';
import pLimit, { type LimitFunction } from 'p-limit';
import { MINUTE_MS } from '../../src/api/index.ts';
import type { Item, RunOutcome } from '../../src/triggers/index.ts';
import { quietSleep } from '../shared/quietSleep.ts';

/** How executions of this process ended, until the next poll has taken note. */
const outcomes = new Map<string, RunOutcome>();

/** Equal for every poll of a trigger, whatever its name. */
export const triggerKey = (context: IPollFunctions): string => `${String(context.getWorkflow().id)}/${context.getNode().id}`;

const nameOf = (context: IPollFunctions, key: string): string => `${triggerKey(context)}/${key}`;

/** How the execution with an item went. */
export const outcomeOf = (context: IPollFunctions, key: string): RunOutcome => outcomes.get(nameOf(context, key));

/** Call it once the memory contains them: a poll that fails before that must not lose them. */
export function forgetOutcomes(context: IPollFunctions, keys: readonly string[]): void {
	for (const key of keys) outcomes.delete(nameOf(context, key));
}

/** When a worker of n8n dies, n8n ends its executions as failed, though no node failed. */
const isCutOff = ({ status, data }: IRun): boolean =>
	status === 'crashed' || (status === 'error' && data.resultData.lastNodeExecuted === undefined);

/** A failed one has ended, and shows in n8n's list. */
const outcomeOfRun = (run: IRun | undefined): RunOutcome => (run && isCutOff(run) ? 'lost' : 'ended');

/** n8n's errors for an execution that a person stopped, and for an execution that ended before the wait began. */
const OVER = /Cancel|ExecutionNotFound/;

/** Don't retry what is over. Do retry what n8n could not start. */
const outcomeOfFailure = (error: unknown): RunOutcome =>
	error instanceof Error && OVER.test(`${error.name} ${error.constructor.name}`) ? 'ended' : 'lost';

/** Max executions of one trigger at once. On SQLite, n8n's executions wait for each other to write, and fail if that takes long. */
const AT_ONCE = 5;
const limits = new Map<string, LimitFunction>();

/** How long one execution may keep others from starting: five that hang must not stop the trigger for good. */
const MAX_HOLD_MS = 5 * MINUTE_MS;

function limitOf(context: IPollFunctions): LimitFunction {
	const name = triggerKey(context);
	const limit = limits.get(name) ?? pLimit(AT_ONCE);
	limits.set(name, limit);
	return limit;
}

/** Resolves when it has ended, or when the next one may start anyway. */
async function start(context: IPollFunctions, item: Item): Promise<void> {
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	context.__emit([[{ json: { ...item } }]], undefined, done);
	const ended = done.promise.then(outcomeOfRun, outcomeOfFailure).then((outcome) => {
		outcomes.set(nameOf(context, item.dedupeKey), outcome);
	});
	await Promise.race([ended, quietSleep(MAX_HOLD_MS)]);
}

/** Starts an execution with each of the items, one after the other if there are many, and notes how each one ends. */
export function startEach(context: IPollFunctions, items: readonly Item[]): void {
	const limit = limitOf(context);
	for (const item of items) void limit(() => start(context, item));
}
