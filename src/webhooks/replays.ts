import { createHash } from 'node:crypto';

/** A delivery that was verified. */
export interface Signed {
	/** The webhook it was sent to: the IDs of two services may be the same. */
	readonly webhook: string;
	readonly rawBody: Uint8Array;
	/** Whether it says when it happened. Without that, two events may well have the same bytes. */
	readonly isDated: boolean;
}

/** To be called once, when it is known whether the host has accepted the delivery. */
export type Settle = (isAccepted: boolean) => void;

/** Within that time, undated deliveries with the same bytes count as one: a sender that retries does so soon. */
const UNDATED_MS = 5 * 60_000;

/**
 * Remembers the last `capacity` deliveries that were accepted. One that was not leaves no mark, so that its sender's
 * retry is accepted. `wait` resolves when the same bytes, still being processed, have been waited for long enough.
 */
export function createReplays(capacity: number, wait: () => Promise<void>) {
	/** When, in milliseconds since 1970. */
	const accepted = new Map<string, number>();
	const underWay = new Map<string, Promise<boolean>>();

	function mark(key: string, now: number): void {
		accepted.delete(key);
		accepted.set(key, now);
		// A Map is in the order of insertion: the first is the one that was accepted or repeated longest ago.
		for (const oldest of accepted.keys()) {
			if (accepted.size <= capacity) break;
			accepted.delete(oldest);
		}
	}

	function isReplay(key: string, isDated: boolean, now: number): boolean {
		const at = accepted.get(key);
		// A clock that was set, either way, must not drop an event that is undated.
		return at !== undefined && (isDated || Math.abs(now - at) <= UNDATED_MS);
	}

	/**
	 * Claims a delivery for the caller, who has to settle it: unless it was `accepted` before, or it is `unknown` because
	 * the same one is still being processed.
	 */
	return async ({ webhook, rawBody, isDated }: Signed, now: number): Promise<Settle | 'accepted' | 'unknown'> => {
		const key = `${webhook}:${createHash('sha256').update(rawBody).digest('base64')}`;
		for (let other = underWay.get(key); other; other = underWay.get(key)) {
			const outcome = await Promise.race([other, wait()]);
			if (outcome === undefined) return 'unknown';
		}
		if (isReplay(key, isDated, now)) {
			// An undated one is measured from the first: repeated often enough, it would be dropped for ever.
			if (isDated) mark(key, now);
			return 'accepted';
		}
		let tellOthers: (isAccepted: boolean) => void = () => {};
		underWay.set(key, new Promise((resolve) => (tellOthers = resolve)));
		return (isAccepted) => {
			underWay.delete(key);
			if (isAccepted) mark(key, now);
			tellOthers(isAccepted);
		};
	};
}
