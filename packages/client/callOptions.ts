import type { Drift, RateLimit } from '../../src/client/index.ts';
import type { Endpoint } from './endpoint.ts';

/** What `onRequest` gets before every request is sent. */
export interface RequestInfo {
	readonly endpoint: Endpoint;
	readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
	/** With IDs and search terms, but never with the key. */
	readonly url: string;
	/** Number of the request within its call, from 1. */
	readonly attempt: number;
}

/** What `onAnswer` gets after every answer, refusals included, to count requests and watch the rate limit. */
export interface AnswerInfo extends RequestInfo {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Milliseconds from sending the request to the last byte of its answer. */
	readonly ms: number;
	readonly rateLimit: RateLimit | null;
	/** Where the answer differs from its documented shape. It is delivered anyway. */
	readonly drift: readonly Drift[];
}

/** What one call does differently from the others of its client. */
export interface CallOptions {
	/** Cancels the call: its requests and its waits. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds for one answer. */
	readonly timeoutMs?: number | undefined;
	/** Milliseconds that the call may wait in total; 0: never waits and never repeats a request. */
	readonly patienceMs?: number | undefined;
	/** Sent with each request, unless the client sends a header of that name itself. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Also called with every answer of this call. */
	readonly onAnswer?: ((info: AnswerInfo) => void) | undefined;
}

/** The options of a call are those for each page. */
export interface EachOptions extends CallOptions {
	/** Stops after that many items: 1 or more. Default: all of them. */
	readonly limit?: number | undefined;
	/** Called if the list changed meanwhile and items may be missing. */
	readonly onIncomplete?: (() => void) | undefined;
}
