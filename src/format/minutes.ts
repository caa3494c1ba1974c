import { numberOf } from './read.ts';
import { instantOf } from './time.ts';

/** What an answer may say about how long a conversation lasted; anything may be missing or of another type. */
export interface Lasted {
	readonly startTime?: unknown;
	readonly endTime?: unknown;
	readonly duration?: unknown;
}

/**
 * Whole minutes from start to end; where one of them cannot be read, the `duration`, whose unit the service does not say.
 * Null when nothing tells.
 */
export function minutesOf({ startTime, endTime, duration }: Lasted): number | null {
	const [start, end] = [instantOf(startTime), instantOf(endTime)];
	const isKnown = start !== null && end !== null && end >= start;
	return isKnown ? Math.round((end - start) / 60_000) : numberOf(duration);
}
