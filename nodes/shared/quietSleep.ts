/** A timer that does not keep the process alive. */
export const quietSleep = (ms: number): Promise<void> =>
	new Promise((resolve) => AbortSignal.timeout(ms).addEventListener('abort', () => resolve(), { once: true }));
