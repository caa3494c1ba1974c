import { MINUTE_MS, type Repeat } from '../api/index.ts';
import { eitherSignal, NoAnswer } from '../transport/index.ts';

/** The longest time that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A time that a timer accepts. Zero, which means "for ever" to HTTP libraries, and NaN give the default. */
export const timerMs = (ms: number | undefined, otherwise: number): number =>
	Math.min(MAX_TIMER_MS, Math.ceil(ms !== undefined && ms > 0 ? ms : otherwise));

/**
 * What `work` resolves with, unless the signal is aborted first.
 * @throws what `late` returns, or what `work` throws.
 */
export async function unlessAborted<T>(signal: AbortSignal | undefined, late: () => unknown, work: () => Promise<T>): Promise<T> {
	if (!signal) return await work();
	let listener = (): void => {};
	const aborted = new Promise<never>((_, reject) => {
		listener = () => reject(late());
		signal.addEventListener('abort', listener);
	});
	try {
		return await Promise.race([aborted, work()]);
	} finally {
		// Without listeners, a timer behind the signal can be garbage-collected.
		signal.removeEventListener('abort', listener);
	}
}

/** What ends a request before its answer. */
export interface Ends {
	/** Milliseconds for its answer. */
	readonly ms: number;
	/** Aborted when nobody wants the answer any more. */
	readonly stop: AbortSignal | undefined;
	/** Aborted when the time of all requests of the client together is over. */
	readonly over: AbortSignal | undefined;
}

/**
 * Waits for the answer to a request. HTTP libraries' own timeouts measure silence, so a service that sends a byte now and
 * then never triggers them. The signal tells `send` that nobody waits for it any more.
 * @throws NoAnswer `timeout`, `aborted` when `stop` is, or what `send` throws.
 */
export async function withinTime<T>({ ms, stop, over }: Ends, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
	if (stop?.aborted) throw new NoAnswer('aborted', { mayHaveArrived: false, cause: stop.reason });
	const timer = AbortSignal.timeout(ms);
	const deadline = eitherSignal(over, timer) ?? timer;
	const inTime = () => unlessAborted(deadline, () => new NoAnswer('timeout'), () => send(eitherSignal(stop, deadline) ?? deadline));
	return await unlessAborted(stop, () => new NoAnswer('aborted', { cause: stop?.reason }), inTime);
}

/**
 * The outcome of a request, as far as it matters for repeating it.
 * `limited`: refused, not processed; the service says when to retry. `busy`: refused, not processed; it does not say when.
 * `unknown`: no answer or a broken one; it may have been processed. `final`: repeating it would not change the outcome.
 */
export type RequestOutcome =
	| { readonly kind: 'limited'; readonly retryAfterMs: number }
	| { readonly kind: 'busy' }
	| { readonly kind: 'unknown' }
	| { readonly kind: 'final' };

/** The maximum patience: a host ends runs that still wait when it shuts down, and a waiting run takes up a slot. */
export const MAX_PATIENCE_MS = MINUTE_MS;
export const DEFAULT_PATIENCE_MS = 30_000;

/** Makes a patience usable: NaN, as from a missing variable, counts as not given. */
export const patienceOf = (ms: number | undefined, otherwise: number): number =>
	ms === undefined || Number.isNaN(ms) ? otherwise : Math.min(MAX_PATIENCE_MS, Math.max(0, ms));

/** Maximum attempts at a request whose outcome stays unknown. */
export const MAX_UNKNOWN_ATTEMPTS = 3;

/** Even if the service keeps answering "retry in 0 seconds", there is a pause between requests. */
const MIN_WAIT_MS = 1000;

/** For AI agents, which give up at a dropped connection as at an outage: the one passes in this time, and no limit is waited for. */
export const AGENT_PATIENCE_MS = MIN_WAIT_MS - 1;

const BACK_OFF_MS = { busy: 1000, unknown: 500, unsaved: 1000 } as const;
const MAX_BACK_OFF_MS = 16_000;

/** Exponential back-off with a random upper half, so that many clients do not retry at the same time. */
const backOff = (baseMs: number, attempt: number, random: number): number => {
	const ceiling = Math.min(MAX_BACK_OFF_MS, baseMs * 2 ** (attempt - 1));
	return Math.round(ceiling / 2 + (random * ceiling) / 2);
};

/** Whether a request without an answer may be repeated. A request that never arrived cannot have cost anything. */
export const mayRepeat = (repeat: Repeat, { forced, mayHaveArrived }: { forced: boolean; mayHaveArrived: boolean }): boolean =>
	repeat === 'always' || (repeat === 'read-saved' && !forced && !mayHaveArrived);

interface Attempt {
	readonly outcome: RequestOutcome;
	/** Whether it may be repeated after an unknown outcome. */
	readonly repeatable: boolean;
	/** Attempts made, including this one. */
	readonly attempt: number;
	/** Milliseconds already waited for this call. */
	readonly waitedMs: number;
	/** Milliseconds that this call may wait in total. 0: never wait, never repeat. */
	readonly patienceMs: number;
	/** 0 to 1. */
	readonly random: number;
}

/**
 * Milliseconds to wait before repeating a request, or null to give up now.
 * A wait that exceeds the patience is not shortened: a request sent too early would only be refused again.
 */
export function delayBeforeRepeat({ outcome, repeatable, attempt, waitedMs, patienceMs, random }: Attempt): number | null {
	const patienceLeft = Math.min(patienceMs, MAX_PATIENCE_MS) - waitedMs;
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
 * Milliseconds to wait before checking again for a saved result, or null when the patience is used up.
 * The last wait is shortened to the time left: checking costs no credit, and the result may be there.
 */
export function delayBeforeRead({ attempt, waitedMs, patienceMs, random }: Omit<Attempt, 'outcome' | 'repeatable'>): number | null {
	const patienceLeft = Math.min(patienceMs, MAX_PATIENCE_MS) - waitedMs;
	return patienceLeft > 0 ? Math.min(patienceLeft, backOff(BACK_OFF_MS.unsaved, attempt, random)) : null;
}
