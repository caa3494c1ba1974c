import type { IPollFunctions, IRun } from 'n8n-workflow';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Item, Outcome } from '../../src/polling/index.ts';

/** How executions of this process have gone, until the next poll has taken note of it. */
const outcomes = new Map<string, Outcome>();

const nameOf = (context: IPollFunctions, key: string): string =>
	`${String(context.getWorkflow().id)}/${context.getNode().id}/${key}`;

/** How the execution with an item has gone; asked for once. */
export function takeOutcome(context: IPollFunctions, key: string): Outcome {
	const name = nameOf(context, key);
	const outcome = outcomes.get(name);
	outcomes.delete(name);
	return outcome;
}

/** A worker of n8n that went down takes executions along, which n8n then ends as failed, though no node had failed. */
const isCutOff = ({ status, data }: IRun): boolean =>
	status === 'crashed' || (status === 'error' && data.resultData.lastNodeExecuted === undefined);

/** One that failed has ended, and shows in n8n's list. */
const outcomeOf = (run: IRun | undefined): Outcome => (run && isCutOff(run) ? 'lost' : 'ended');

/** n8n's errors for an execution that a person stopped, and for one that had ended before it could be waited for. */
const OVER = /Cancel|ExecutionNotFound/;

/** What is over is not to come again; what n8n could not begin is. */
const outcomeOfFailure = (error: unknown): Outcome =>
	error instanceof Error && OVER.test(`${error.name} ${error.constructor.name}`) ? 'ended' : 'lost';

/** At once, for one trigger: on SQLite n8n's executions wait for each other to write, and fail when that takes long. */
const AT_ONCE = 5;
const limits = new Map<string, LimitFunction>();

function limitOf(context: IPollFunctions): LimitFunction {
	const name = nameOf(context, '');
	const limit = limits.get(name) ?? pLimit(AT_ONCE);
	limits.set(name, limit);
	return limit;
}

/** Resolves when it has ended. */
async function start(context: IPollFunctions, item: Item): Promise<void> {
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	context.__emit([[{ json: { ...item } }]], undefined, done);
	const outcome = await done.promise.then(outcomeOf, outcomeOfFailure);
	outcomes.set(nameOf(context, item.dedupeKey), outcome);
}

/** Starts an execution with each of the items, one after the other if there are many, and notes how it goes. */
export function startEach(context: IPollFunctions, items: readonly Item[]): void {
	const limit = limitOf(context);
	for (const item of items) void limit(() => start(context, item));
}
