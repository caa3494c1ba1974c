import { type Endpoint, type Input, isUrl, type Output } from '../api/index.ts';
import { DEFAULT_MAX_ANSWER_BYTES, REDACTED, type Transport } from '../transport/index.ts';
import { composed, type Wrapper } from './around.ts';
import { call } from './call.ts';
import { eachItem, type ListEndpoint, type ReadPage, type Walk } from './each.ts';
import { ClientError } from './errors.ts';
import {
	DEFAULT_TIMEOUT_MS,
	settingsFor,
	type AnswerInfo,
	type CallOptions,
	type CallSettings,
	type RequestInfo,
} from './settings.ts';
import { trust } from './trust.ts';
import { DEFAULT_PATIENCE_MS, patienceOf, timerMs } from './wait.ts';

/** The name of the field in errors. */
export const BASE_URL = 'base URL';

/** The reason given when the key would be sent unencrypted, which a person can allow. */
export const UNENCRYPTED = 'it must start with https://, because over http://, others on the network could read the API key';

const refuse = (reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field: BASE_URL, reason });
};

/** Only text that looks like a host is repeated: people paste their key into the wrong field. */
function example(text: string): string {
	const [, host = ''] = /^([a-z\d-]+(?:\.[a-z\d-]+)*)(?::\d+)?$/i.exec(text) ?? [];
	if (isLoopback(host.toLowerCase())) return `http://${text}`;
	return `https://${host.includes('.') ? text : 'api.example.com'}`;
}

/** Whether requests to a URL's host stay on this machine. */
export const isLoopback = (hostname: string): boolean =>
	/^(localhost|.+\.localhost)\.?$/.test(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]';

export interface BaseUrlOptions {
	/** Whether the key may be sent unencrypted to another machine. */
	readonly allowHttp?: boolean;
}

/** The service's address as an origin (`https://host:port`), from a person's input. */
export function parseBaseUrl(text: string, { allowHttp = false }: BaseUrlOptions = {}): string {
	const trimmed = text.trim();
	if (!/^https?:\/\//i.test(trimmed)) {
		return refuse(`it must start with https:// (or http:// on your own machine), for example ${example(trimmed)}`);
	}
	if (!isUrl(trimmed)) return refuse('it is not a web address');
	const url = new URL(trimmed);
	if (url.username || url.password) return refuse('it must not contain a user name or password');
	if (url.pathname !== '/' || url.search || url.hash) {
		return refuse(`leave out everything after the host: ${url.origin}`);
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		return refuse(UNENCRYPTED);
	}
	return url.origin;
}

/** One element of a list endpoint's `data`. */
export type ElementOf<E extends ListEndpoint> = Output<E> extends { data: readonly (infer T)[] } ? T : never;

/** The input of `each`: everything but the page. */
export type ListInput<E extends ListEndpoint> = Omit<Input<E>, 'limit' | 'offset' | 'maxResults'>;

/** For a transport that does not know the key: removes keys of the documented format and bearer tokens. */
const redactUnknown = (text: string): string => text.replace(/svc_[0-9a-f]{32}/gi, REDACTED).replace(/\bBearer \S{16,}/gi, `Bearer ${REDACTED}`);

export interface ClientOptions {
	/** The service's address without a path, for example `https://api.example.com`. */
	readonly baseUrl: string;
	/** Sends the requests, with the credentials. */
	readonly transport: Transport;
	/** Waits for that many milliseconds; rejects when the host or the caller cancels. An option, so that tests never wait. */
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	/**
	 * Milliseconds that a call may wait in total: for a rate limit to reset, or for a result whose answer was lost.
	 * Default 30,000, maximum 60,000. With 0, it never waits and never repeats a request.
	 */
	readonly patienceMs?: number;
	/**
	 * Milliseconds for one answer, from sending the request to the last byte. Default 60,000. A call, including repeated
	 * requests, takes no longer than `timeoutMs` plus `patienceMs`.
	 */
	readonly timeoutMs?: number;
	/**
	 * Milliseconds for all requests of this client together, from now on, with what delays them. Afterwards it sends nothing,
	 * and a request under way is given up. Default: no limit.
	 */
	readonly totalMs?: number;
	/** Maximum size of an answer in bytes, after decompression. Default 64 MB. */
	readonly maxAnswerBytes?: number;
	/** Cancels every call: its requests and its waits. */
	readonly signal?: AbortSignal | undefined;
	/** Sent with each request, unless the call or the client itself sends a header of that name. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Whether `http://` is allowed for other machines. Others on the network can then read the key. */
	readonly allowHttp?: boolean;
	/** Limits, caches and observers, the outermost first. */
	readonly around?: readonly Wrapper[];
	readonly userAgent?: string;
	readonly onRequest?: (info: RequestInfo) => void;
	readonly onAnswer?: (info: AnswerInfo) => void;
	readonly now?: () => number;
	readonly random?: () => number;
}

export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>;

/** The options of a call are those for each page. */
export interface EachOptions extends CallOptions, Walk {}

/** For information that only pages have, such as the total. */
export interface PageOptions<E extends ListEndpoint> extends EachOptions {
	/** Called with each answer, before its items are given. What it throws ends the list. */
	readonly onPage?: ((page: Output<E>) => void) | undefined;
	/** How many items of a list with offsets to leave out, unread. What is left then looks like the whole list. Default: none. */
	readonly start?: number | undefined;
}

/** Calls endpoints of the table. */
export interface Caller {
	/** Calls an endpoint. Resolves with the whole body. Throws `ClientError`. */
	readonly call: Call;
	/** Iterates over a list, page by page, with as few requests as possible. Throws `ClientError`. */
	readonly each: <E extends ListEndpoint>(
		endpoint: E,
		input: ListInput<E>,
		options?: PageOptions<E>,
	) => AsyncGenerator<ElementOf<E>, void, undefined>;
}

/** A page of a list as if its first items were not there. */
function withoutStart(answer: unknown, start: number): unknown {
	const { pagination, ...rest } = trust<{ readonly pagination?: { readonly total?: unknown } }>(answer);
	return typeof pagination?.total === 'number' ? { ...rest, pagination: { ...pagination, total: Math.max(0, pagination.total - start) } } : answer;
}

/**
 * A client without a method per endpoint, which keeps the table, most of the code, out of a bundle.
 * @throws ClientError `invalidInput` if the base URL is invalid or would send the key unencrypted.
 */
export function createCaller(options: ClientOptions): Caller {
	const around = composed(options.around ?? []);
	const settings: CallSettings = {
		origin: parseBaseUrl(options.baseUrl, { allowHttp: options.allowHttp ?? false }),
		transport: options.transport,
		around: around.request,
		redact: options.transport.redact ?? redactUnknown,
		sleep: options.sleep,
		patienceMs: patienceOf(options.patienceMs, DEFAULT_PATIENCE_MS),
		timeoutMs: timerMs(options.timeoutMs, DEFAULT_TIMEOUT_MS),
		maxAnswerBytes: options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
		userAgent: options.userAgent ?? 'meeting-assistant-client',
		onRequest: options.onRequest ?? (() => {}),
		onAnswer: (info) => {
			options.onAnswer?.(info);
			around.onAnswer(info);
		},
		now: options.now ?? Date.now,
		elapsed: options.now ?? (() => performance.now()),
		random: options.random ?? Math.random,
		signal: options.signal,
		...(options.totalMs !== undefined && { over: AbortSignal.timeout(timerMs(options.totalMs, 1)) }),
		headers: options.headers,
	};
	const callEndpoint: Call = (endpoint, input, given) => {
		const own = given ? settingsFor(settings, given) : settings;
		return around.call(endpoint, () => call(own, endpoint, input), input);
	};
	return {
		call: callEndpoint,
		each: <E extends ListEndpoint>(endpoint: E, input: ListInput<E>, { limit, onIncomplete, onPage = () => {}, start = 0, ...given }: PageOptions<E> = {}) => {
			const read: ReadPage<ElementOf<E>> = async ({ offset = 0, ...size }) => {
				const page = endpoint.paging.kind === 'offset' ? { ...size, offset: offset + start } : size;
				const answer = await callEndpoint(endpoint, trust<Input<E>>({ ...input, ...page }), given);
				onPage(answer);
				return trust(withoutStart(answer, start));
			};
			return eachItem(endpoint.paging, read, { limit, onIncomplete });
		},
	};
}
