import { HOUR_MS, MINUTE_MS } from '../api/index.ts';

/** Results that the service generates some time after the call. */
export type ResultKind = 'keyPoints' | 'feedback';

/** A result to wait for. */
export interface Watched {
	readonly id: string;
	readonly kind: ResultKind;
	/** When the conversation was first listed, in milliseconds since 1970. */
	readonly seenAt: number;
	/** Requests so far. */
	readonly tries: number;
	/** Whether a result found by the first request is old: the conversation was there before the trigger. */
	readonly isOld: boolean;
}


/** When to request it, counted from when the conversation was first listed; after the last time it is given up. */
export const schedule: readonly number[] = [
	...[0, 1, 3, 7, 15, 30].map((minutes) => minutes * MINUTE_MS),
	...[1, 2, 4, 8, 16, 32, 48].map((hours) => hours * HOUR_MS),
];

/** Max results to wait for at once. Further conversations are not listed until there is room. */
export const MAX_WATCHED = 1000;

/** Setting the clock back must not put off the next request by as much. */
export const notAhead = (watched: readonly Watched[], now: number): Watched[] =>
	watched.map((entry) => (entry.seenAt > now ? { ...entry, seenAt: now } : entry));

const dueAt = ({ seenAt, tries }: Watched): number => seenAt + (schedule[tries] ?? 0);

/** What to request now, the longest overdue first. */
export const due = (watched: readonly Watched[], now: number): Watched[] =>
	watched.filter((entry) => dueAt(entry) <= now).sort((a, b) => dueAt(a) - dueAt(b));

/** This overdue means polling was down. */
const OVERDUE_MS = 12 * HOUR_MS;

/**
 * After a request that found nothing: asked for again later, or null when that was the last. Time without polling does not
 * count; otherwise a clock that was set forward would use up all requests within minutes.
 */
export function later(entry: Watched, now: number): Watched | null {
	if (entry.tries + 1 >= schedule.length) return null;
	const overdue = now - dueAt(entry);
	const seenAt = overdue > OVERDUE_MS ? entry.seenAt + overdue : entry.seenAt;
	return { ...entry, seenAt, tries: entry.tries + 1 };
}
