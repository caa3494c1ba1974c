import { sleep } from 'n8n-workflow';

/** n8n's own sleep does not see a stopped run in every version, so it is looked for that often. */
const SLICE_MS = 1000;

/** Waits that many milliseconds, or rejects soon after the run was stopped. */
export const cancellableSleep =
	(signal: AbortSignal | undefined) =>
	async (ms: number): Promise<void> => {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			signal?.throwIfAborted();
			await sleep(Math.min(left, SLICE_MS));
		}
		signal?.throwIfAborted();
	};
