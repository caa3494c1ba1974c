import type { TranscriptStore } from '../../src/meetings/index.ts';

export type { TranscriptLine } from '../../src/format/index.ts';
export type { TranscriptStore } from '../../src/meetings/index.ts';

export interface RunOptions {
	/** Cancels the operation: its requests and its waits. */
	readonly signal?: AbortSignal | undefined;
	/** Stops after that many results of a list: 1 or more. Default: all of them. */
	readonly limit?: number | undefined;
	/** Requests that the operation may make. */
	readonly maxRequests?: number | undefined;
	/** Requests of the hour to reserve for others. Holds for everything that this process does with the same key. */
	readonly reserveRequests?: number | undefined;
	/** AI credits to reserve. Holds for everything that this process does with the same key. */
	readonly reserveCredits?: number | undefined;
	/** Milliseconds to wait for the hourly limit to reset. Default: that of the client. */
	readonly patienceMs?: number | undefined;
	/** Requests in progress at once. Default 5. */
	readonly concurrency?: number | undefined;
	/**
	 * IANA name of the time zone that reports use. Default: that of the machine. If that is UTC and `TZ` is not set, as in most
	 * containers: that of the user’s profile, which takes one request per process.
	 */
	readonly timezone?: string | undefined;
	/** Whether a language model reads the results: they are shorter, and it waits less than a second. */
	readonly isAgent?: boolean | undefined;
	/** Keeps the transcripts that were read, such as `new Map()`, so that a later search only reads new ones. Default: none are kept. */
	readonly transcripts?: TranscriptStore | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
	/** Called with advice for people, such as why a list is empty. */
	readonly onHint?: ((message: string) => void) | undefined;
}

/** The options of a typed operation. */
export type OperationOptions = Omit<RunOptions, 'isAgent'>;

/** An operation, as a promise of its result. Sends nothing until it is awaited or iterated over, and runs once however often it is awaited. */
export interface OperationCall<T> extends Promise<T> {}

/** Several results: `await` them all, or iterate over them as they are read. */
export interface OperationList<T> extends Promise<T[]>, AsyncIterable<T> {}
