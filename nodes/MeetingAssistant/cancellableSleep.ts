import { sleep } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';

/** n8n's own sleep does not see a stopped run in every version, so it is looked for that often. */
const SLICE_MS = 1000;

/** @throws ClientError `aborted` once the run was stopped: nothing is under way then. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new ClientError({ kind: 'noAnswer', reason: 'aborted', creditAtRisk: false });
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
