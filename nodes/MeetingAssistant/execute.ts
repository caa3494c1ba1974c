import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';
import { limitIn, mayHaveCost, trust } from '../../src/client/index.ts';
import type { Claims } from '../../src/limits/index.ts';
import { fieldsOf, isRecord, momentFrom } from '../../src/format/index.ts';
import { Answers, catalogue, type Operation, type OperationRun, type Result, runOperation } from '../../src/operations/index.ts';
import { AT_RISK, counted, plural } from '../../src/words/index.ts';
import { textIn } from '../../src/forms/index.ts';
import { clientOf, isTool, readSettings } from '../shared/account.ts';
import { terms } from '../shared/terms.ts';
import { errorItem, nodeError } from './errors.ts';
import { askedOf, chosenOperation } from './form/parameters.ts';
import { type RunLimits, runLimits } from './form/runLimits.ts';
import { unselectedFields } from './form/toolOutput.ts';
import { cancellableSleep, throwIfStopped } from './stopping.ts';
import { triesOf } from './tries.ts';

/**
 * A result as an item. n8n treats an item with a field called `error` as failed and may run the node again, so a field of
 * that name, which a calendar provider is free to use, is renamed. `leftOut`: fields that were not asked for.
 */
async function resultItem(context: IExecuteFunctions, { json, file }: Result, itemIndex: number, leftOut: ReadonlySet<string>): Promise<INodeExecutionData> {
	const whole = trust<IDataObject>(isRecord(json) ? json : { value: typeof json === 'string' || json === null ? json : JSON.stringify(json) });
	const data = leftOut.size > 0 ? Object.fromEntries(Object.entries(whole).filter(([name]) => !leftOut.has(name))) : whole;
	const { error, ...rest } = data;
	const item = { json: error === undefined ? data : { ...rest, providerError: error }, pairedItem: { item: itemIndex } };
	if (!file) return item;
	const { field, text, fileName, mimeType } = file;
	const bytes = Buffer.from(text, 'utf8');
	return { ...item, binary: { [field]: await context.helpers.prepareBinaryData(bytes, fileName, mimeType) } };
}

interface StartedRun {
	readonly run: OperationRun;
	/** Items to process at the same time. */
	readonly concurrency: number;
	/** Aborted once the run is stopped, by a person or by the workflow's timeout. */
	readonly signal: AbortSignal | undefined;
}

/** One run of the node, with the credential’s limits and its own. */
async function startRun(context: IExecuteFunctions, operation: Operation, limits: RunLimits, claims: Claims): Promise<StartedRun> {
	const settings = await readSettings(context);
	const concurrency = limits.concurrency ?? settings.concurrency;
	const signal = context.getExecutionCancelSignal();
	const run = runOperation(operation, {
		account: settings.account,
		limits: {
			...limits,
			concurrency,
			patienceMs: (limits.patienceSeconds ?? settings.patienceSeconds) * 1000,
		},
		connect: (options) => clientOf(context, settings, options),
		claims,
		signal,
		isAgent: isTool(context.getNode()),
		now: Date.now,
		sleep: cancellableSleep(signal),
		terms,
		timezone: context.getTimezone(),
	});
	return { run, concurrency, signal };
}

/**
 * Does `work` for each index below `count`, at most `concurrency` at once, and returns the results in order. After a failure
 * nothing more is started, and the failure of the lowest index is thrown once everything in progress has ended:
 * a request that costs something is never left running unseen.
 */
export async function inOrder<T>(
	count: number,
	concurrency: number,
	work: (index: number) => Promise<readonly T[]>,
): Promise<T[]> {
	const limit = pLimit({ concurrency, rejectOnClear: true });
	// Cleared before the limit sees the failure; otherwise the next one would start first.
	const doOne = (index: number) =>
		work(index).catch((error: unknown) => {
			limit.clearQueue();
			throw error;
		});
	const results = await Promise.allSettled(Array.from({ length: count }, (_, index) => limit(doOne, index)));
	const failure = results.find((result) => result.status === 'rejected');
	if (failure) throw failure.reason;
	return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** What ends a run early without being an error. */
interface LimitStop {
	readonly error: unknown;
	/** When it makes sense to continue, if known. */
	readonly resumeAt: Date | null;
	/** Whether the stopped item may have spent a credit. */
	readonly creditAtRisk: boolean;
}

/** The limit that ends the run; null for any other failure. */
function stopOf(error: unknown): LimitStop | null {
	const limit = limitIn(error);
	if (!limit || (limit.by === 'service' && limit.resetAt === null)) return null;
	return { error, resumeAt: limit.by === 'service' || limit.by === 'limit' ? limit.resetAt : null, creditAtRisk: limit.creditAtRisk };
}

/** Shown when a run stopped and returned what it had. */
function stopHint(stops: readonly LimitStop[], items: number, timezone: string): string {
	const left = stops.length;
	const resumeAt = stops[0]?.resumeAt ?? null;
	const when = resumeAt === null ? 'in another run' : `at ${momentFrom(timezone, resumeAt.getTime())}`;
	const risk = stops.some(({ creditAtRisk }) => creditAtRisk) ? ` ${textIn(AT_RISK, terms)}.` : '';
	return `Stopped at the request limit: ${left} of ${counted(items, 'input item')} ${plural(left, 'was', 'were')} not processed. Continue with ${plural(left, 'it', 'them')} ${when}. To list them, set On Error to “Continue (using error output)” in the node’s settings.${risk}`;
}

/** Shown when the form uses nothing from the items. */
const sameHint = (items: number): string =>
	`All ${items} input items made the same request, so it was sent once and each got its result. For a single result, turn on “Execute Once” in the settings of this node. For one about each item, use an expression such as {{ $json.conversationId }}.`;

/** People see hints beside the results; an agent sees nothing but items, and of none an empty text. */
function withHints(context: IExecuteFunctions, run: OperationRun, results: INodeExecutionData[]): INodeExecutionData[] {
	const { hints } = run.end();
	if (isTool(context.getNode())) return hints.length === 0 ? results : [...results, { json: { notes: [...hints] } }];
	context.addExecutionHints(...hints.map((message) => ({ message, location: 'outputPane' as const })));
	return results;
}

/** Runs the chosen operation for each input item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, catalogue);
	const limits = runLimits(context);
	const tries = triesOf(context, operation);
	const { run, concurrency, signal } = await startRun(context, operation, limits, tries.claims);
	const node = context.getNode();
	const timezone = context.getTimezone();
	const items = context.getInputData().length;
	const returnsWhatItHas = !isTool(node) && (limits.maxRequests !== undefined || limits.reserveRequests !== undefined);
	const stopAfter = (error: unknown): LimitStop | null => (returnsWhatItHas ? stopOf(error) : null);
	const answers = new Answers<Result>();
	const stops = new Map<number, LimitStop>();
	/** Failures that end the run, by item. */
	const fatal = new Map<number, unknown>();

	const doItem = async (itemIndex: number): Promise<readonly INodeExecutionData[]> => {
		const results: INodeExecutionData[] = [];
		const work = async (): Promise<readonly INodeExecutionData[]> => {
			throwIfStopped(signal);
			const leftOut = unselectedFields(context, operation, itemIndex);
			const asked = { ...askedOf(context, operation, itemIndex, isTool(node)), failsIfCut: !isTool(node), wantsFailures: context.continueOnFail(), ...(items > 1 && { answers }) };
			for await (const result of run.results(asked)) {
				throwIfStopped(signal);
				const { failure, json } = result;
				results.push(
					failure
						? errorItem(failure, { node, itemIndex, operation, timezone }, trust<IDataObject>(fieldsOf(json)))
						: await resultItem(context, result, itemIndex, leftOut),
				);
			}
			// A person has set this limit in the form, which an agent does not see.
			if (isTool(node) && operation.endpoint !== undefined && results.length === asked.limit) {
				run.hint(`Only the first ${counted(results.length, 'result')} ${plural(results.length, 'is', 'are')} here. There may be more: narrow them down.`);
			}
			return results;
		};
		return await tries.once(itemIndex, work).catch((error: unknown) => {
			const stop = stopAfter(error);
			// A stopped run is over: none of its items go to the error output.
			if (context.continueOnFail() && !signal?.aborted) {
				return [...results, errorItem(error, { node, itemIndex, operation, timezone })];
			}
			if (stop) {
				stops.set(itemIndex, stop);
				return results;
			}
			fatal.set(itemIndex, error);
			throw error;
		});
	};

	/** The error of the first item that ended the run. */
	const endOfRun = (): Error => {
		tries.spent += run.creditsSpent();
		const itemIndex = Math.min(...fatal.keys());
		const risked = [...fatal].filter(([index, error]) => index !== itemIndex && mayHaveCost(error));
		const discarded = { results: tries.spent, failures: risked.length };
		return nodeError(fatal.get(itemIndex), { node, itemIndex, operation, timezone }, discarded);
	};

	if (!context.continueOnFail()) {
		for (const [index, error] of tries.final) if (!stopAfter(error)) fatal.set(index, error);
		// Another try cannot succeed, so don't spend anything on it.
		if (fatal.size > 0) throw endOfRun();
	}
	const results = await inOrder(items, concurrency, doItem).catch((error: unknown) => {
		throw fatal.size > 0 ? endOfRun() : error;
	});
	if (results.length === 0 && stops.size > 0) {
		// A run that could not look would pass for one that found nothing.
		for (const [index, { error }] of stops) fatal.set(index, error);
		throw endOfRun();
	}
	if (items > 1 && answers.shared === items - 1 && results.length > 0) run.hint(sameHint(items));
	if (stops.size > 0) run.hint(stopHint([...stops.values()], items, timezone));
	return [withHints(context, run, results)];
}
