import pLimit from 'p-limit';
import * as z from 'zod/v4';
import type { Endpoint, Input, Output } from '../api/index.ts';
import { ClientError, isCancelled, isForbidden, isNotFound, isUnauthorized, limitIn, type Caller, type ElementOf, type ListEndpoint, type ListInput, type PageOptions, type StopReason } from '../client/index.ts';
import type { Kept } from './kept.ts';
import { maybeTime, type ValueOf } from './shapes.ts';

/** `failures`: so many reads failed that the service is given a rest. */
export type StoppedBy = StopReason | 'failures';

export interface Stop {
	readonly stoppedBy: StoppedBy;
	/** ISO date-time from which resuming makes sense; null when unknown. */
	readonly resumeAt: string | null;
}

/** Thrown in place of a request once the task has stopped. `cause`: the error that stopped it. */
export class Stopped extends Error {
	override readonly name = 'Stopped';
	constructor(cause?: unknown) {
		super('The task has stopped', { cause });
	}
}

/** The client's error that stopped a task; any other error unchanged. */
export const causeOf = (error: unknown): unknown => (error instanceof Stopped && error.cause !== undefined ? error.cause : error);

/** What `work` resolves with, or `otherwise` if the task stops before that. */
export async function unlessStopped<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		return otherwise;
	}
}

/** How reading ended. */
export const Ending = z.object({
	complete: z.boolean().describe('Whether everything was read'),
	stoppedBy: z.enum(['budget', 'limit', 'time', 'failures']).nullable(),
	resumeAt: maybeTime.describe('When to resume; null when nothing stopped, or when unknown'),
});
export type Ending = ValueOf<typeof Ending>;

/** `cut`: whether anything was left unread; `failures`: how many reads failed. */
export function endingOf({ stopped }: { readonly stopped: Stop | null }, cut: boolean, failures: number): Ending {
	const stop = cut ? stopped : null;
	return { complete: !cut && failures === 0, stoppedBy: stop?.stoppedBy ?? null, resumeAt: stop?.resumeAt ?? null };
}

/**
 * The outcome of reading one of several items. `none`: 404. `failed`: only this one failed. `left`: not requested, because the
 * task stopped.
 */
export type Got<R> =
	| { readonly is: 'read'; readonly value: R }
	| { readonly is: 'none' | 'left' }
	| { readonly is: 'failed'; readonly message: string };

/** In the order of the items. */
export type Readings<T, R> = readonly (Got<R> & { readonly item: T })[];

/** The items with this outcome. */
export const itemsThat = <T, R>(readings: Readings<T, R>, are: Got<R>['is']): T[] => readings.flatMap((one) => (one.is === are ? [one.item] : []));

/** The items that failed, each with the reason. */
export const failuresIn = <T, R>(readings: Readings<T, R>): { readonly item: T; readonly message: string }[] =>
	readings.flatMap((one) => (one.is === 'failed' ? [{ item: one.item, message: one.message }] : []));

/** The results that were read, by item. */
export const valuesIn = <T, R>(readings: Readings<T, R>): Map<T, R> => new Map(readings.flatMap((one) => (one.is === 'read' ? [[one.item, one.value]] : [])));

/** How a task reaches the service, so that nothing is sent once it has stopped. Throws `Stopped` or `ClientError`. */
export interface Asking {
	readonly stopped: () => Stop | null;
	/** Throws what stopped it. */
	readonly throwIfStopped: () => void;
	readonly get: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
	/** A request, or several. */
	readonly ask: <T>(read: () => Promise<T>) => Promise<T>;
	/** Reads what several tasks of a run need only once. `about`: forgotten together with this. */
	readonly once: <T>(about: string, key: string, read: (client: Caller) => Promise<T>) => Promise<T>;
	/** The items of a list. */
	readonly list: <E extends ListEndpoint>(endpoint: E, input: ListInput<E>, options?: PageOptions<E>) => AsyncGenerator<ElementOf<E>, void, undefined>;
	/**
	 * Reads each item, several at once, until the task stops. Null counts as none.
	 * Throws whatever would fail for every item, after all requests under way have ended.
	 */
	readonly each: <T, R>(items: readonly T[], read: (item: T) => Promise<R | null>) => Promise<Readings<T, R>>;
}

export interface TaskOptions {
	readonly client: Caller;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Max requests at once, at least 1. */
	readonly concurrency: number;
	/** Called with how many of several were read, of how many: 0 before the first. */
	readonly onRead: ((done: number, count: number) => void) | undefined;
}

/** Why no further request makes sense; null if only this request failed. */
function stopOf(error: unknown, now: number): Stop | null {
	const limit = limitIn(error);
	if (!limit) return null;
	if (limit.by === 'service') return { stoppedBy: 'limit', resumeAt: limit.resetAt?.toISOString() ?? null };
	return { stoppedBy: limit.by, resumeAt: (limit.resetAt ?? new Date(now)).toISOString() };
}

/** After this many failed reads the service counts as down: the client has already retried each of them. */
const MAX_FAILURES = 5;

/** A key without access (401, 403) or a cancelled run would fail for every item. */
const isOfAll = (error: unknown): boolean => !(error instanceof ClientError) || isCancelled(error) || isUnauthorized(error) || isForbidden(error);

export function createAsking({ client, now, concurrency, onRead }: TaskOptions, kept: Kept): Asking {
	let stop: Stop | null = null;
	let stopError: unknown;
	let failures = 0;

	const halt = (reason: Stop, error: unknown): void => {
		stop = reason;
		stopError = error;
	};
	const throwIfStopped = (): void => {
		if (stop) throw new Stopped(stopError);
	};
	const rethrow = (error: unknown): never => {
		const reason = stopOf(error, now());
		if (!reason) throw error;
		halt(reason, error);
		throw new Stopped(error);
	};
	const ask = async <T>(read: () => Promise<T>): Promise<T> => {
		throwIfStopped();
		return await read().catch(rethrow);
	};
	const attempt = async <R>(read: () => Promise<R | null>): Promise<Got<R> | { readonly is: 'fatal'; readonly error: unknown }> => {
		try {
			const value = await read();
			return value === null ? { is: 'none' } : { is: 'read', value };
		} catch (error) {
			if (error instanceof Stopped) return { is: 'left' };
			if (isNotFound(error)) return { is: 'none' };
			const isFatal = isOfAll(error);
			if (!isFatal) failures += 1;
			if (isFatal || failures >= MAX_FAILURES) halt({ stoppedBy: 'failures', resumeAt: null }, error);
			return isFatal || !(error instanceof Error) ? { is: 'fatal', error } : { is: 'failed', message: error.message };
		}
	};

	return {
		stopped: () => stop,
		throwIfStopped,
		ask,
		get: (endpoint, input) => ask(() => client.call(endpoint, input)),
		once: async (about, key, read) => {
			if (!kept.has(about, key)) throwIfStopped();
			return await kept.once(about, key, () => read(client)).catch(rethrow);
		},
		list: async function* (endpoint, input, options) {
			throwIfStopped();
			try {
				for await (const item of client.each(endpoint, input, options)) {
					yield item;
					throwIfStopped();
				}
			} catch (error) {
				rethrow(error);
			}
		},
		each: async (items, read) => {
			let ended = 0;
			onRead?.(ended, items.length);
			const outcomes = await pLimit(concurrency).map(items, async (item) => {
				const outcome = await attempt(() => read(item));
				onRead?.((ended += 1), items.length);
				return { ...outcome, item };
			});
			return outcomes.map((one) => {
				if (one.is === 'fatal') throw one.error;
				return one;
			});
		},
	};
}
