import type { Listed } from './listed.ts';

/** When a trigger started. What was there before is not new. Times in milliseconds since 1970. */
export interface Baseline {
	readonly at: number;
	/** Conversations that started after this are told although they were there; null: none are. */
	readonly recentFrom: number | null;
}

/** `justBefore`: not told, but what the service makes of it may still be on its way. */
export type Newness = 'new' | 'justBefore' | 'old';

const JUST_BEFORE_MS = 2 * 3_600_000;

/** How a conversation that was not seen before is to be taken. */
export function newnessOf({ start, end }: Listed, baseline: Baseline | null, isFirst: boolean): Newness {
	if (!baseline) return 'new';
	if (baseline.recentFrom !== null && start !== null && start > baseline.recentFrom) return 'new';
	const endedAt = end ?? start ?? 0;
	// What the very first answer lists was there, whatever the clocks say.
	if (!isFirst && endedAt > baseline.at) return 'new';
	return endedAt > baseline.at - JUST_BEFORE_MS ? 'justBefore' : 'old';
}
