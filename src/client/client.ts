import { api, type Api, type Endpoint, type Input, type Output, type Paging } from '../api/index.ts';
import { DEFAULT_MAX_ANSWER_BYTES, withoutWords, type Transport } from '../transport/index.ts';
import { call } from './call.ts';
import { ClientError } from './errors.ts';
import { DEFAULT_PATIENCE_MS, patienceOf } from './retry.ts';
import {
	DEFAULT_TIMEOUT_MS,
	settingsFor,
	timerMs,
	type AnswerInfo,
	type CallOptions,
	type CallSettings,
	type RequestInfo,
} from './settings.ts';
import { trust } from './trust.ts';

/** The name of the field in errors. */
export const BASE_URL = 'base URL';

/** The reason when the key would be sent unencrypted, which a person can allow. */
export const UNENCRYPTED = 'it must start with https://, because over http://, others on the network could read the API key';

const refuse = (reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field: BASE_URL, reason });
};

/** Only text that looks like a host is repeated: people paste their key into the wrong field. */
const example = (text: string): string => (/^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?$/i.test(text) ? text : 'api.example.com');

/** Whether requests to the host stay on this machine. */
const isLoopback = (hostname: string): boolean =>
	/^(localhost|.+\.localhost)\.?$/.test(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]';

export interface BaseUrlOptions {
	/** Whether the key may be sent unencrypted to another machine. */
	readonly allowHttp?: boolean;
}

/** The service's address as an origin (`https://host:port`), from a person's input. */
export function parseBaseUrl(text: string, { allowHttp = false }: BaseUrlOptions = {}): string {
	const trimmed = text.trim();
	if (!/^https?:\/\//i.test(trimmed)) {
		return refuse(`it must start with https:// (or http:// on your own machine), for example https://${example(trimmed)}`);
	}
	if (!URL.canParse(trimmed)) return refuse('it is not a web address');
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

/** An endpoint whose `data` is a list. */
export type ListEndpoint = Endpoint & { readonly paging: Paging };

/** One element of a list endpoint's `data`. */
export type Item<E extends ListEndpoint> = Output<E> extends { data: readonly (infer T)[] } ? T : never;

/** The input of `each`: everything but the page. */
export type ListInput<E extends ListEndpoint> = Omit<Input<E>, 'limit' | 'offset' | 'maxResults'>;

/** Reads one page. Its inputs are added to the caller's. */
export type ReadPage<T> = (page: Record<string, number>) => Promise<{
	readonly data: readonly T[];
	readonly pagination?: { readonly total: number };
}>;

/** The code of the error that ends a list which would otherwise never end. */
export const REPEATED_PAGE = 'repeated_page';

const repeatedPage = (read: number): ClientError => {
	const message = `The service returns the first page of the list again instead of the next one, so only the first ${read} results can be read`;
	return new ClientError({ kind: 'api', status: 200, code: REPEATED_PAGE, message, creditAtRisk: false });
};

const idOf = (item: unknown): string | null =>
	item instanceof Object && 'id' in item && typeof item.id === 'string' ? item.id : null;

/** Without items seen before: a new item at the top of the list moves known ones to the next page. */
function unseen<T>(seen: Set<string>, items: readonly T[]): T[] {
	return items.filter((item) => {
		const id = idOf(item);
		if (id === null) return true;
		if (seen.has(id)) return false;
		seen.add(id);
		return true;
	});
}

/**
 * The items of a list in the service's order, with as few requests as possible: pages have the maximum size, and none
 * is read beyond the total. Stops after `limit` items. A list with a single page yields the items of that page.
 */
export async function* eachItem<T>(paging: Paging, read: ReadPage<T>, limit = Infinity): AsyncGenerator<T, void, undefined> {
	if (limit <= 0) return;
	if (paging.kind !== 'offset') {
		const { data } = await read(
			paging.kind === 'single' ? { [paging.sizeParam]: Math.min(paging.maxSize, limit) } : {},
		);
		yield* data.slice(0, limit);
		return;
	}
	const seen = new Set<string>();
	let first: string | null = null;
	let offset = 0;
	let taken = 0;
	for (;;) {
		const size = Math.min(paging.maxSize, limit - taken);
		const { data, pagination } = await read({ [paging.sizeParam]: size, offset });
		if (offset === 0) first = idOf(data[0]);
		// A list that moved down by exactly as much as was read is less likely than a service that ignores the offset.
		else if (first !== null && idOf(data[0]) === first) throw repeatedPage(offset);
		const items = unseen(seen, data).slice(0, size);
		yield* items;
		taken += items.length;
		offset += data.length;
		const total: unknown = pagination?.total;
		const isLast = typeof total === 'number' ? offset >= total : data.length < size;
		if (isLast || data.length === 0 || taken >= limit) return;
	}
}

/** For a transport that does not know the key: removes keys of the documented format and bearer tokens. */
const redactUnknown = (text: string): string =>
	withoutWords(text, /svc_[0-9a-f]{32}/gi).replace(/\bBearer \S{16,}/gi, 'Bearer [redacted]');

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
	/** Maximum size of an answer in bytes, after decompression. Default 64 MB. */
	readonly maxAnswerBytes?: number;
	/** Whether `http://` is allowed for other machines. Others on the network can then read the key. */
	readonly allowHttp?: boolean;
	/**
	 * Wraps each request, including repeated ones. May delay it, which does not count towards `timeoutMs`, or refuse it by
	 * throwing.
	 */
	readonly around?: <T>(send: () => Promise<T>) => Promise<T>;
	/** Wraps each call with all its requests. May refuse it by throwing. */
	readonly aroundCall?: <T>(endpoint: Endpoint, call: () => Promise<T>) => Promise<T>;
	readonly userAgent?: string;
	readonly onRequest?: (info: RequestInfo) => void;
	readonly onAnswer?: (info: AnswerInfo) => void;
	readonly now?: () => number;
	readonly random?: () => number;
}

/** The input may be omitted if none of it is required. */
type Arguments<E extends Endpoint> = Record<never, never> extends Input<E>
	? [input?: Input<E>, options?: CallOptions]
	: [input: Input<E>, options?: CallOptions];

/** One method per endpoint of the table: `client.conversations.list({ search: 'Acme' })`. */
export type Methods = {
	readonly [R in keyof Api]: {
		readonly [N in keyof Api[R]]: Api[R][N] extends infer E extends Endpoint
			? (...args: Arguments<E>) => Promise<Output<E>>
			: never;
	};
};

type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>;

/** The options are those of the call for each page. */
export interface EachOptions extends CallOptions {
	/** Stops after that many items. */
	readonly limit?: number | undefined;
}

export interface Client extends Methods {
	/** Calls an endpoint of the table. Resolves with the whole body. Throws `ClientError`. */
	readonly call: Call;
	/** Iterates over a list, page by page, with as few requests as possible. Throws `ClientError`. */
	readonly each: <E extends ListEndpoint>(
		endpoint: E,
		input: ListInput<E>,
		options?: EachOptions,
	) => AsyncGenerator<Item<E>, void, undefined>;
}

function methodsOf(callEndpoint: Call): Methods {
	const methods = Object.entries<Record<string, Endpoint>>(api).map(([resource, endpoints]) => [
		resource,
		Object.fromEntries(
			Object.entries(endpoints).map(([name, endpoint]) => [
				name,
				(input: Input<Endpoint> = {}, given?: CallOptions) => callEndpoint(endpoint, input, given),
			]),
		),
	]);
	return trust<Methods>(Object.fromEntries(methods));
}

/**
 * A client for the whole service.
 * @throws ClientError `invalidInput` if the base URL is invalid or would send the key unencrypted.
 */
export function createClient(options: ClientOptions): Client {
	const settings: CallSettings = {
		origin: parseBaseUrl(options.baseUrl, { allowHttp: options.allowHttp ?? false }),
		transport: options.transport,
		around: options.around ?? ((send) => send()),
		redact: options.transport.redact ?? redactUnknown,
		sleep: options.sleep,
		patienceMs: patienceOf(options.patienceMs, DEFAULT_PATIENCE_MS),
		timeoutMs: timerMs(options.timeoutMs, DEFAULT_TIMEOUT_MS),
		maxAnswerBytes: options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
		userAgent: options.userAgent ?? 'meeting-assistant-client',
		onRequest: options.onRequest ?? (() => {}),
		onAnswer: options.onAnswer ?? (() => {}),
		now: options.now ?? Date.now,
		elapsed: options.now ?? (() => performance.now()),
		random: options.random ?? Math.random,
	};
	const { aroundCall } = options;
	const callEndpoint: Call = (endpoint, input, given) => {
		const own = given ? settingsFor(settings, given) : settings;
		return aroundCall ? aroundCall(endpoint, () => call(own, endpoint, input)) : call(own, endpoint, input);
	};
	return {
		...methodsOf(callEndpoint),
		call: callEndpoint,
		each: <E extends ListEndpoint>(endpoint: E, input: ListInput<E>, { limit, ...given }: EachOptions = {}) => {
			const read: ReadPage<Item<E>> = async (page) =>
				trust(await callEndpoint(endpoint, trust<Input<E>>({ ...input, ...page }), given));
			return eachItem(endpoint.paging, read, limit);
		},
	};
}
