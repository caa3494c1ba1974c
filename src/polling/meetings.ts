import { markOf } from './mark.ts';

/** The start of a calendar event, in milliseconds since 1970. */
export interface UpcomingStart {
	/** The same for the same start of the same event. */
	readonly key: string;
	readonly start: number;
}

/** Which meetings were told. */
export interface MeetingState {
	/** When the trigger started: what had begun by then is not starting soon. */
	readonly from: number;
	readonly told: readonly { readonly mark: string; readonly start: number }[];
}

/** A meeting that began between two polls is told late rather than not at all; after this it is of no use. */
export const LATE_MS = 15 * 60_000;

const KEPT_MS = 24 * 3_600_000;
const MAX_TOLD = 500;

export const startMeetings = (now: number): MeetingState => ({ from: now, told: [] });

/** The earliest start that may still be told. */
export const earliestStart = ({ from }: MeetingState, now: number): number =>
	Math.max(Math.min(from, now), now - LATE_MS);

/** The events that start within `leadMs` from now and were not told yet, with the state once they are. */
export function startingSoon<E extends UpcomingStart>(
	state: MeetingState,
	events: readonly E[],
	{ now, leadMs }: { now: number; leadMs: number },
): { state: MeetingState; soon: readonly E[] } {
	const known = new Set(state.told.map(({ mark }) => mark));
	const soon = events.filter(
		({ key, start }) => start > earliestStart(state, now) && start <= now + leadMs && !known.has(markOf(key)),
	);
	const kept = state.told.filter(({ start }) => start > now - KEPT_MS);
	const told = [...kept, ...soon.map(({ key, start }) => ({ mark: markOf(key), start }))];
	return { state: { from: Math.min(state.from, now), told: told.slice(-MAX_TOLD) }, soon };
}
