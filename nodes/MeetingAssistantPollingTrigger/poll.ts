import { randomUUID } from 'node:crypto';
import { NodeApiError, NodeOperationError, type INode, type IPollFunctions } from 'n8n-workflow';
import { limitIn } from '../../src/client/index.ts';
import { ANSWER_MS, calendarAdvice, type Connecting, type HostProcess, type Item, MAX_POLL_MS, pollOnce, sampleItems } from '../../src/triggers/index.ts';
import { momentFrom } from '../../src/format/index.ts';
import { counted } from '../../src/words/index.ts';
import { clientOf, CREDENTIAL, readSettings } from '../shared/account.ts';
import { triggerError } from '../shared/errors.ts';
import { logOf } from '../shared/log.ts';
import { terms } from '../shared/terms.ts';
import { forgetOutcomes, outcomeOf, startEach, triggerKey } from './executions.ts';
import { checkParameters, readParameters, type FormValues } from './form.ts';
import { createTurns, readMemory, writeMemory, type Turn } from './staticData.ts';

/** The account to poll, identified as far as n8n allows, and how to reach it. */
async function connectionOf(context: IPollFunctions) {
	const settings = await readSettings(context);
	// Since 2.38, n8n says how long a poll may take.
	const hostBudgetMs = typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : MAX_POLL_MS;
	const maxMs = Math.min(hostBudgetMs, MAX_POLL_MS);
	return {
		source: `${context.getNode().credentials?.[CREDENTIAL]?.id ?? ''} ${settings.baseUrl}`,
		account: settings.account,
		connect: ({ around }: Connecting) => clientOf(context, settings, { around, timeoutMs: ANSWER_MS, totalMs: maxMs }),
		...{ maxMs, now: Date.now, terms },
	};
}

const wantedIn = ({ options, ...wanted }: FormValues, context: IPollFunctions) => ({ ...wanted, ...options, timezone: () => context.getTimezone() });

interface PollFailure {
	readonly now: number;
	/** IANA name of the workflow’s. */
	readonly timezone: string;
	/** Whether a person asked for it, whose workflow may not be published. */
	readonly isTest: boolean;
}

/** The error that ends a poll, with what n8n needs to know to put off the next one. */
function pollError(node: INode, error: unknown, { now, timezone, isTest }: PollFailure): NodeApiError | NodeOperationError {
	const reached = limitIn(error);
	if (reached?.by !== 'service') return triggerError(node, error, { advice: calendarAdvice });
	const { perHour: limit, retryAfterMs, resetAt } = reached;
	const until = resetAt ?? (retryAfterMs === null ? null : new Date(now + retryAfterMs));
	const when = until ? ` soon after ${momentFrom(timezone, until.getTime())}` : '';
	return new NodeApiError(node, {}, {
		message: limit === null || limit < 2 ? 'This hour’s requests are used up.' : `All ${counted(limit, 'request')} of this hour are used up.`,
		description: isTest
			? `Run it again${when}.`
			: `Nothing is lost: polling resumes by itself${when}. If this happens often, poll less often.`,
		httpCode: '429',
		failure: {
			cause: 'rate-limited',
			...(retryAfterMs !== null && { retryAfterMs }),
			...(until && { resetsAtEpochMs: until.getTime() }),
		},
	});
}

/** The form, unless one of its filters cannot be used. */
function checkedParameters(context: IPollFunctions): FormValues {
	try {
		checkParameters(context);
	} catch (error) {
		throw triggerError(context.getNode(), error);
	}
	return readParameters(context);
}

/** Tells this process of n8n from the previous one. */
const session = randomUUID();
const beganAt = performance.now();

/** Its age is not taken from the wall clock, which may be set while the process runs. */
const currentSession = (): HostProcess => ({ id: session, ageMs: performance.now() - beganAt });

/**
 * One poll of the running workflow. What is emitted and the memory of having emitted it are handed to n8n together. A quiet
 * failure is not reported: n8n would refuse to publish the workflow, or stop one that it restarts.
 */
async function poll(context: IPollFunctions, turn: Turn): Promise<readonly Item[]> {
	const now = Date.now();
	const log = logOf(context);
	const parameters = checkedParameters(context);
	const { options } = parameters;
	const oneByOne = options.retryInterrupted;
	const polled = await pollOnce({ ...wantedIn(parameters, context), handOver: oneByOne ? 'oneByOne' : 'together' }, {
		...{ ...(await connectionOf(context)), stored: readMemory(context), session: currentSession(), maxRequests: options.maxRequests },
		outcomeOf: (key) => outcomeOf(context, key),
	});
	if (!turn.isCurrent()) {
		log.warn('A poll ended too late. What it found is left to the poll that took over.');
		return [];
	}
	writeMemory(context, polled.memory.after);
	forgetOutcomes(context, polled.outcomesOf);

	for (const warning of polled.warnings) log.warn(warning);
	if (polled.isOnHold) log.info(`Polling pauses while ${counted(polled.onTheirWay, 'event waits for its execution', 'events wait for their executions')} to finish`);
	if (polled.isAsking && polled.error === null && polled.waitsUntil !== null) {
		log.info(`Polling pauses until ${momentFrom(context.getTimezone(), polled.waitsUntil)}: this hour’s requests run low`);
	}
	if (oneByOne) startEach(context, polled.due);
	if (polled.error !== null && polled.due.length === 0 && !polled.isQuiet) {
		throw pollError(context.getNode(), polled.error, { now, timezone: context.getTimezone(), isTest: false });
	}
	return oneByOne ? [] : polled.due;
}

const turns = createTurns();

/** The items to start one execution with. Others may have been started by then, each with a single item. */
export async function pollInTurn(context: IPollFunctions): Promise<readonly Item[]> {
	const turn = turns.begin(triggerKey(context), context.getWorkflowStaticData('node'), Date.now());
	if (!turn) return [];
	if (turn.isAfterLost) logOf(context).warn('The previous poll did not end within two minutes. This one runs without waiting for it.');
	const orNothing = (error: unknown): readonly Item[] => {
		if (turn.isCurrent()) throw error;
		logOf(context).warn('A poll failed after another had taken over', { cause: String(error) });
		return [];
	};
	return await poll(context, turn).catch(orNothing).finally(turn.end);
}

/** What the workflow would get now. */
export async function sample(context: IPollFunctions): Promise<readonly Item[]> {
	const items = await connectionOf(context)
		.then((connection) => sampleItems(wantedIn(checkedParameters(context), context), connection))
		.catch((error: unknown) => {
			throw pollError(context.getNode(), error, { now: Date.now(), timezone: context.getTimezone(), isTest: true });
		});
	if (items.length > 0) return items;
	throw new NodeOperationError(context.getNode(), 'There is nothing to show yet', {
		description:
			'The account has no conversation, key points, feedback or meeting of the chosen kind. Record a meeting, or choose other events. The published workflow starts as soon as there is one.',
	});
}
