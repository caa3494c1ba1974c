import type { Repeat } from '../api/index.ts';

/**
 * What became of an attempt, as far as repeating it goes.
 * `limited`: refused unprocessed, the service says when to come back. `busy`: refused unprocessed, it does not say.
 * `unknown`: no answer or a broken one; it may have been processed. `final`: asking again would not change it.
 */
export type Outcome =
	| { readonly kind: 'limited'; readonly retryAfterMs: number }
	| { readonly kind: 'busy' }
	| { readonly kind: 'unknown' }
	| { readonly kind: 'final' };

/** The longest patience anybody may ask for: n8n kills what still waits at shutdown, and a waiting run holds a slot. */
export const MAX_PATIENCE_MS = 60_000;
export const DEFAULT_PATIENCE_MS = 30_000;

/** Attempts at a request whose outcome stays unknown. */
export const MAX_UNKNOWN_ATTEMPTS = 3;

/** A service that says "in 0 seconds" again and again must not be asked without a pause. */
const MIN_WAIT_MS = 1000;

const BACK_OFF_MS = { busy: 1000, unknown: 500, unsaved: 1000 } as const;
const MAX_BACK_OFF_MS = 16_000;

/** Exponential back-off, the upper half of it random, so that many clients do not come back together. */
const backOff = (baseMs: number, attempt: number, random: number): number => {
	const ceiling = Math.min(MAX_BACK_OFF_MS, baseMs * 2 ** (attempt - 1));
	return Math.round(ceiling / 2 + (random * ceiling) / 2);
};

/** Whether a request without an answer may be sent again. One that never arrived has made nothing that costs. */
export const mayRepeat = (repeat: Repeat, { forced, mayHaveArrived }: { forced: boolean; mayHaveArrived: boolean }): boolean =>
	repeat === 'always' || (repeat === 'read-saved' && !forced && !mayHaveArrived);

interface Attempt {
	readonly outcome: Outcome;
	/** Whether it may be sent again after an unknown outcome. */
	readonly repeatable: boolean;
	/** Attempts made, this one included. */
	readonly attempt: number;
	/** Milliseconds already waited for this call. */
	readonly waitedMs: number;
	/** Milliseconds the caller is willing to wait for this call in all. 0: never wait, never repeat. */
	readonly patienceMs: number;
	/** 0 to 1. */
	readonly random: number;
}

/**
 * Milliseconds to wait before sending the same request again, or null to give up now.
 * A wait that does not fit the patience is not shortened: coming back early only costs another refusal.
 */
export function delayBeforeRepeat({ outcome, repeatable, attempt, waitedMs, patienceMs, random }: Attempt): number | null {
	const patienceLeft = Math.min(patienceMs, MAX_PATIENCE_MS) - waitedMs;
	if (patienceLeft <= 0) return null;
	const within = (delay: number): number | null => (delay <= patienceLeft ? delay : null);
	switch (outcome.kind) {
		case 'final':
			return null;
		case 'limited':
			return within(Math.max(outcome.retryAfterMs, MIN_WAIT_MS));
		case 'busy':
			return within(backOff(BACK_OFF_MS.busy, attempt, random));
		case 'unknown':
			if (!repeatable || attempt >= MAX_UNKNOWN_ATTEMPTS) return null;
			return within(backOff(BACK_OFF_MS.unknown, attempt, random));
	}
}

/**
 * Milliseconds to wait before looking once more whether a result has been saved, or null when the patience is used up.
 * The last wait is shortened to what is left: looking costs no credit, and that one may find it.
 */
export function delayBeforeRead({ attempt, waitedMs, patienceMs, random }: Omit<Attempt, 'outcome' | 'repeatable'>): number | null {
	const patienceLeft = Math.min(patienceMs, MAX_PATIENCE_MS) - waitedMs;
	return patienceLeft > 0 ? Math.min(patienceLeft, backOff(BACK_OFF_MS.unsaved, attempt, random)) : null;
}
