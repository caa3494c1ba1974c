import { type Endpoint, type Input, MINUTE_MS, type Output } from '../api/index.ts';
import { eitherSignal, type Transport, type TransportRequest } from '../transport/index.ts';
import type { Drift } from './decode.ts';
import type { RateLimit } from './limitHeaders.ts';
import { patienceOf, timerMs } from './wait.ts';

/** What `onRequest` gets before every request is sent. */
export interface RequestInfo {
	readonly endpoint: Endpoint;
	readonly method: TransportRequest['method'];
	/** With IDs and search terms, but never with the key. */
	readonly url: string;
	/** Number of the request within its call, from 1. */
	readonly attempt: number;
}

/** What `onAnswer` gets after every answer, refusals included, to count requests and watch the rate limit. */
export interface AnswerInfo extends RequestInfo {
	/** The endpoint that answered. A lost result is read from another endpoint than the one called. */
	readonly endpoint: Endpoint;
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Milliseconds from sending the request to the last byte of its answer. */
	readonly ms: number;
	readonly rateLimit: RateLimit | null;
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

/** Calls an endpoint. Resolves with the whole body. Throws `ClientError`. */
export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>;

export interface CallSettings {
	/** `https://host:port` */
	readonly origin: string;
	readonly transport: Transport;
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
	readonly redact: (text: string) => string;
	readonly userAgent: string;
	readonly timeoutMs: number;
	readonly patienceMs: number;
	readonly maxAnswerBytes: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Milliseconds since any moment. It does not jump, as a computer's clock does when it is set. */
	readonly elapsed: () => number;
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	readonly random: () => number;
	readonly onRequest: (info: RequestInfo) => void;
	readonly onAnswer: (info: AnswerInfo) => void;
	readonly signal?: AbortSignal | undefined;
	/** Aborted when the time of all requests of the client together is over. */
	readonly over?: AbortSignal | undefined;
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Milliseconds for one answer: long enough for AI generations, and for a long transcript over a slow connection. */
export const DEFAULT_TIMEOUT_MS = MINUTE_MS;

/** Two sets of headers, of which the first wins whatever the case of a name. */
export function allHeaders(
	own: Readonly<Record<string, string>> = {},
	others: Readonly<Record<string, string>> = {},
): Record<string, string> {
	const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()));
	return { ...Object.fromEntries(Object.entries(others).filter(([name]) => !taken.has(name.toLowerCase()))), ...own };
}

/** The settings for one call. */
export function settingsFor(settings: CallSettings, { signal, timeoutMs, patienceMs, headers, onAnswer }: CallOptions): CallSettings {
	return {
		...settings,
		signal: eitherSignal(settings.signal, signal),
		headers: allHeaders(headers, settings.headers),
		timeoutMs: timerMs(timeoutMs, settings.timeoutMs),
		patienceMs: patienceOf(patienceMs, settings.patienceMs),
		onAnswer: onAnswer
			? (info) => {
					settings.onAnswer(info);
					onAnswer(info);
				}
			: settings.onAnswer,
	};
}
