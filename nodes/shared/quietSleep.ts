/** A timer that does not hold anything up once it is no longer needed. */
export const quietSleep = (ms: number): Promise<void> =>
	new Promise((resolve) => AbortSignal.timeout(ms).addEventListener('abort', () => resolve(), { once: true }));
