import pLimit from 'p-limit';

/**
 * Does `work` for each index below `count`, at most `concurrency` at once, and returns the results in order of index.
 * After a failure nothing more is begun, and the failure of the lowest index is thrown when all under way has ended:
 * a request that costs something is never left running unseen.
 */
export async function inOrder<T>(
	count: number,
	concurrency: number,
	work: (index: number) => Promise<readonly T[]>,
): Promise<T[]> {
	const limit = pLimit({ concurrency, rejectOnClear: true });
	// Cleared before the limit learns of the failure, or it would begin the next one first.
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
