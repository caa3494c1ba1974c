import { NoAnswer } from '../../src/transport/noAnswer.ts';
import type { Transport, TransportRequest } from '../../src/transport/port.ts';

const whenAborted = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** A timer that holds nothing up when it is no longer needed. */
export const quietSleep = (ms: number): Promise<void> => whenAborted(AbortSignal.timeout(ms));

/**
 * A transport that gives up on every request once `ms` have passed since it was made, whatever the connection does: an
 * answer that trickles in must not take longer than all the requests of a task together.
 */
export function within(ms: number, transport: Transport): Transport {
	const over = AbortSignal.timeout(Math.max(0, Math.round(ms)));
	const late = whenAborted(over).then((): never => {
		throw new NoAnswer('timeout');
	});
	// It is nobody's failure when no request is under way.
	late.catch(() => {});
	const send = async (request: TransportRequest) => {
		if (over.aborted) throw new NoAnswer('timeout', false);
		return await Promise.race([transport(request), late]);
	};
	return Object.assign(send, transport.redact && { redact: transport.redact });
}
