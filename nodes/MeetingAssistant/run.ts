import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import type { Claims } from '../../src/limits/index.ts';
import { ClientError, noRisk } from '../../src/client/index.ts';
import { runOperation, type Operation, type OperationRun } from '../../src/operations/index.ts';
import { clientOf, isTool, readSettings } from '../shared/account.ts';
import { terms } from '../shared/terms.ts';
import type { RunLimits } from './form/runLimits.ts';

/** Not every version of n8n ends a sleep when the run is stopped, so that is checked this often. */
const SLICE_MS = 1000;

/** @throws ClientError `aborted` once the run is stopped: nothing is in progress then. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk });
}

/** Waits that many milliseconds, or rejects soon after the run was stopped. */
export const cancellableSleep =
	(signal: AbortSignal | undefined) =>
	async (ms: number): Promise<void> => {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			throwIfStopped(signal);
			await sleep(Math.min(left, SLICE_MS));
		}
		throwIfStopped(signal);
	};

export interface StartedRun {
	readonly run: OperationRun;
	/** Items to process at the same time. */
	readonly concurrency: number;
	/** Aborted once the run is stopped, by a person or by the workflow's timeout. */
	readonly signal: AbortSignal | undefined;
}

/** One run of the node, with the credential’s limits and its own. */
export async function startRun(context: IExecuteFunctions, operation: Operation, limits: RunLimits, claims: Claims): Promise<StartedRun> {
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
