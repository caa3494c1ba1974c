import pLimit from 'p-limit';
import type { Endpoint, Input, Output } from '../api/index.ts';
import { ClientError, isCancelled, isForbidden, isNotFound, isUnauthorized, limitIn, type Client, type ElementOf, type ListEndpoint, type ListInput, type PageOptions, type StopReason } from '../client/index.ts';
import type { TranscriptStore } from './transcripts/transcriptStore.ts';

export interface InsightOptions {
	/** Its patience determines how long it waits for a rate limit. Where it has a request budget, insights stop at it. */
	readonly client: Client;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Max requests at once, at least 1; default 5. */
	readonly concurrency?: number;
	/** IANA name of the zone that due dates are in; default UTC. */
	readonly timezone?: string | undefined;
	/** Keeps the transcripts that were read. Default: none are kept. */
	readonly transcripts?: TranscriptStore | undefined;
	/** Called with how many of a list were read, of how many: 0 before the first. */
	readonly onRead?: ((done: number, count: number) => void) | undefined;
}

const DEFAULT_CONCURRENCY = 5;

/** `failures`: so many reads failed that the service is given a rest. */
export type StoppedBy = StopReason | 'failures';

interface Stop {
	readonly stoppedBy: StoppedBy;
	/** ISO date-time from which resuming makes sense; null when unknown. */
	readonly resumeAt: string | null;
}

/** How a run ended. */
export interface Ending {
	/** Whether everything requested was read. */
	readonly complete: boolean;
	readonly stoppedBy: StoppedBy | null;
	/** ISO date-time from which resuming makes sense; null when nothing stopped the run, or when unknown. */
	readonly resumeAt: string | null;
}

/** Thrown in place of sending a request once the run has stopped. */
export class RunStopped extends Error {
	override readonly name = 'RunStopped';
}

/** The only way insights reach the service, so that nothing is sent once the run has stopped. */
export interface Run {
	/** Throws `RunStopped` or `ClientError`. */
	readonly get: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
	/** The items of a list. Throws `RunStopped` or `ClientError`. */
	readonly each: <E extends ListEndpoint>(endpoint: E, input: ListInput<E>, options?: PageOptions<E>) => AsyncGenerator<ElementOf<E>, void, undefined>;
	/** Prevents all further requests. */
	readonly halt: (stop: Stop) => void;
	/** Why the latest request was held back, or refused by a limit. */
	readonly stop: () => Stop | null;
	readonly now: () => number;
	readonly concurrency: number;
	readonly transcripts: TranscriptStore | undefined;
	readonly onRead: InsightOptions['onRead'];
	readonly timezone: string | undefined;
}

/** Why no further request makes sense, or null for a failure of this one alone. */
function stopOf(error: unknown, now: number): Stop | null {
	const limit = limitIn(error);
	if (!limit) return null;
	if (limit.by === 'service') return { stoppedBy: 'limit', resumeAt: limit.resetAt?.toISOString() ?? null };
	return { stoppedBy: limit.by, resumeAt: (limit.resetAt ?? new Date(now)).toISOString() };
}

export function createRun({ client, now, concurrency = DEFAULT_CONCURRENCY, timezone, transcripts, onRead }: InsightOptions): Run {
	let stop: Stop | null = null;

	const halt = (reason: Stop): void => {
		stop = reason;
	};

	const mayAsk = (): void => {
		if (stop) throw new RunStopped();
	};
	const rethrow = (error: unknown): never => {
		const reason = stopOf(error, now());
		if (!reason) throw error;
		halt(reason);
		throw new RunStopped();
	};

	return {
		now,
		concurrency,
		timezone,
		transcripts,
		onRead,
		halt,
		stop: () => stop,
		get: async (endpoint, input) => {
			mayAsk();
			return await client.call(endpoint, input).catch(rethrow);
		},
		each: async function* (endpoint, input, options) {
			mayAsk();
			try {
				for await (const item of client.each(endpoint, input, options)) {
					yield item;
					mayAsk();
				}
			} catch (error) {
				rethrow(error);
			}
		},
	};
}

/** `cut`: whether anything was left unread; `failures`: how many reads failed. */
export function endingOf(run: Run, cut: boolean, failures: number): Ending {
	const stop = cut ? run.stop() : null;
	return {
		complete: !cut && failures === 0,
		stoppedBy: stop?.stoppedBy ?? null,
		resumeAt: stop?.resumeAt ?? null,
	};
}

/** @throws ClientError `invalidInput` */
export const refuseInput = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

/** The outcome of one read. `missing`: 404. `failed`: only this item is affected. */
type Reading<R> =
	| { readonly kind: 'read'; readonly value: R }
	| { readonly kind: 'missing' }
	| { readonly kind: 'failed'; readonly message: string };

type Attempt<R> = Reading<R> | { readonly kind: 'left' } | { readonly kind: 'fatal'; readonly error: unknown };

/** Failed reads after which the service counts as down: the client has already retried each of them. */
export const MAX_FAILURES = 5;

/** A key without access (401, 403) or a cancelled run would fail for every item. */
function attemptOf(error: unknown): Attempt<never> {
	if (error instanceof RunStopped) return { kind: 'left' };
	if (!(error instanceof ClientError) || isCancelled(error) || isUnauthorized(error) || isForbidden(error)) return { kind: 'fatal', error };
	return isNotFound(error) ? { kind: 'missing' } : { kind: 'failed', message: error.message };
}

export interface EachReading<T, R> {
	/** In the order of the items, without unread ones. */
	readonly readings: readonly { readonly item: T; readonly reading: Reading<R> }[];
	/** Items not read because the run stopped, in order. */
	readonly left: readonly T[];
}

/**
 * Reads each item with one request, several at once, until the run stops.
 * Throws whatever would fail for every item, after all requests under way have ended.
 */
export async function readEach<T extends object, R>(
	run: Run,
	items: readonly T[],
	read: (item: T) => Promise<R>,
): Promise<EachReading<T, R>> {
	const limit = pLimit(run.concurrency);
	const done = new Map<T, Reading<R>>();
	let failures = 0;

	const attempt = async (item: T): Promise<Attempt<R>> => {
		try {
			return { kind: 'read', value: await read(item) };
		} catch (error) {
			const failed = attemptOf(error);
			if (failed.kind === 'failed') failures += 1;
			if (failed.kind === 'fatal' || failures >= MAX_FAILURES) run.halt({ stoppedBy: 'failures', resumeAt: null });
			return failed;
		}
	};

	let ended = 0;
	run.onRead?.(ended, items.length);
	const attempts = await limit.map(items, async (item) => {
		const one = { item, attempt: await attempt(item) };
		run.onRead?.((ended += 1), items.length);
		return one;
	});
	for (const { item, attempt: outcome } of attempts) {
		if (outcome.kind === 'fatal') throw outcome.error;
		if (outcome.kind !== 'left') done.set(item, outcome);
	}
	return {
		readings: items.flatMap((item) => {
			const reading = done.get(item);
			return reading ? [{ item, reading }] : [];
		}),
		left: items.filter((item) => !done.has(item)),
	};
}
