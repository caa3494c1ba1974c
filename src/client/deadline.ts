import { NoAnswer } from '../transport/index.ts';

/** The longest that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a timer accepts. Zero, which HTTP libraries take for "for ever", and what is no number mean the default. */
export const timerMs = (ms: number | undefined, otherwise: number): number =>
	Math.min(MAX_TIMER_MS, Math.ceil(ms !== undefined && ms > 0 ? ms : otherwise));

/**
 * Waits for `send` no longer than that, whatever it does: an HTTP library's own timeout is one of silence, which a
 * service outlasts that sends a byte now and then. The signal tells `send` that nobody waits for it any more.
 * @throws NoAnswer `timeout`, or what `send` throws.
 */
export async function withinTime<T>(ms: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const signal = AbortSignal.timeout(ms);
	let giveUp = (): void => {};
	const over = new Promise<never>((_, reject) => {
		giveUp = () => reject(new NoAnswer('timeout'));
		signal.addEventListener('abort', giveUp, { once: true });
	});
	try {
		return await Promise.race([over, send(signal)]);
	} finally {
		// With its last listener gone the timer is garbage.
		signal.removeEventListener('abort', giveUp);
	}
}
