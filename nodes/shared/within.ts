import { NoAnswer } from '../../src/transport/transport.ts';

const whenAborted = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** A timer that does not hold anything up once it is no longer needed. */
export const quietSleep = (ms: number): Promise<void> => whenAborted(AbortSignal.timeout(ms));

/**
 * For a client's `around`: gives up on every request once `ms` have passed since it was made, so that all requests of a task
 * together take no longer.
 */
export function within(ms: number): <T>(send: () => Promise<T>) => Promise<T> {
	const over = AbortSignal.timeout(Math.max(0, Math.round(ms)));
	const late = whenAborted(over).then((): never => {
		throw new NoAnswer('timeout');
	});
	// With no request in progress, nobody has to handle the rejection.
	late.catch(() => {});
	return async (send) => {
		if (over.aborted) throw new NoAnswer('timeout', { mayHaveArrived: false });
		return await Promise.race([send(), late]);
	};
}
