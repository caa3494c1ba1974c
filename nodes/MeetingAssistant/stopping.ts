import { sleep } from 'n8n-workflow';
import { ClientError, noRisk } from '../../src/client/index.ts';

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
