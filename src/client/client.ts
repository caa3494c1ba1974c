import { api, type Api, type Endpoint, type Input, type Output } from '../api/index.ts';
import { DEFAULT_MAX_ANSWER_BYTES, type Transport } from '../transport/index.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { call, type AnswerInfo, type CallSettings } from './call.ts';
import { timerMs } from './deadline.ts';
import { eachItem, type Item, type ListEndpoint, type ListInput, type ReadPage } from './each.ts';
import { DEFAULT_PATIENCE_MS } from './retry.ts';
import { trust } from './trust.ts';

/** Long enough for the AI, and for a long transcript on a slow line. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** For a transport that does not know the key: what is documented of its shape, and what was sent as one. */
const redactUnknown = (text: string): string =>
	text.replace(/\w*svc_[0-9a-f]{32}\w*/gi, '[redacted]').replace(/\bBearer\s+\S{16,}/gi, 'Bearer [redacted]');

export interface ClientOptions {
	/** The service's address without a path, for example `https://api.example.com`. */
	readonly baseUrl: string;
	/** How requests travel, and who they are from. */
	readonly transport: Transport;
	/** Waits that many milliseconds; rejects when the host has cancelled. Given from outside, so that tests never wait. */
	readonly sleep: (ms: number) => Promise<void>;
	/**
	 * Milliseconds a call may wait in all to get past a limit, or to find a result whose answer got lost; 30,000 when
	 * left out, at most 60,000. 0: never wait, never repeat.
	 */
	readonly patienceMs?: number;
	/**
	 * Milliseconds for one answer, from sending the request to the last byte; 60,000 when left out. A call, repeated
	 * requests included, takes no longer than this and `patienceMs` together.
	 */
	readonly timeoutMs?: number;
	/** The most bytes of an answer, decompressed; 64 MB when left out. */
	readonly maxAnswerBytes?: number;
	/** Whether `http://` may be used for another machine than one's own, where others may read the key on its way. */
	readonly allowHttp?: boolean;
	/**
	 * Stands around each request, also repeated ones: may put it off or refuse it by throwing. What it waits does not
	 * count for `timeoutMs`.
	 */
	readonly around?: <T>(send: () => Promise<T>) => Promise<T>;
	/** Stands around each call, all its requests together: may refuse it by throwing. */
	readonly aroundCall?: <T>(endpoint: Endpoint, call: () => Promise<T>) => Promise<T>;
	readonly userAgent?: string;
	readonly onAnswer?: (info: AnswerInfo) => void;
	readonly now?: () => number;
	readonly random?: () => number;
}

/** The input may be left out where nothing in it is required. */
type Arguments<E extends Endpoint> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/** One method per endpoint of the table: `client.conversations.list({ search: 'Acme' })`. */
export type Methods = {
	readonly [R in keyof Api]: {
		readonly [N in keyof Api[R]]: Api[R][N] extends infer E extends Endpoint
			? (...args: Arguments<E>) => Promise<Output<E>>
			: never;
	};
};

export interface Client extends Methods {
	/** Calls an entry of the table. Resolves with the whole 200 body. Throws `ClientError`. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
	/** Iterates over a list, page by page, with the fewest requests. Throws `ClientError`. */
	readonly each: <E extends ListEndpoint>(
		endpoint: E,
		input: ListInput<E>,
		options?: { limit?: number },
	) => AsyncGenerator<Item<E>, void, undefined>;
}

type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;

function methodsOf(callEndpoint: Call): Methods {
	const methods = Object.entries<Record<string, Endpoint>>(api).map(([resource, endpoints]) => [
		resource,
		Object.fromEntries(
			Object.entries(endpoints).map(([name, endpoint]) => [
				name,
				(input: Input<Endpoint> = {}) => callEndpoint(endpoint, input),
			]),
		),
	]);
	return trust<Methods>(Object.fromEntries(methods));
}

/**
 * A client for the whole service.
 * @throws ClientError `invalidInput` when the base URL is not one, or sends the key unencrypted.
 */
export function createClient(options: ClientOptions): Client {
	const settings: CallSettings = {
		origin: parseBaseUrl(options.baseUrl, { allowHttp: options.allowHttp ?? false }),
		transport: options.transport,
		around: options.around ?? ((send) => send()),
		redact: options.transport.redact ?? redactUnknown,
		sleep: options.sleep,
		patienceMs: options.patienceMs ?? DEFAULT_PATIENCE_MS,
		timeoutMs: timerMs(options.timeoutMs, DEFAULT_TIMEOUT_MS),
		maxAnswerBytes: options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
		userAgent: options.userAgent ?? 'meeting-assistant-client',
		onAnswer: options.onAnswer ?? (() => {}),
		now: options.now ?? Date.now,
		elapsed: options.now ?? (() => performance.now()),
		random: options.random ?? Math.random,
	};
	const { aroundCall } = options;
	const callEndpoint: Call = (endpoint, input) =>
		aroundCall ? aroundCall(endpoint, () => call(settings, endpoint, input)) : call(settings, endpoint, input);
	return {
		...methodsOf(callEndpoint),
		call: callEndpoint,
		each: <E extends ListEndpoint>(endpoint: E, input: ListInput<E>, { limit }: { limit?: number } = {}) => {
			const read: ReadPage<Item<E>> = async (page) =>
				trust(await callEndpoint(endpoint, trust<Input<E>>({ ...input, ...page })));
			return eachItem(endpoint.paging, read, limit);
		},
	};
}
