import { setTimeout as wait } from 'node:timers/promises';
import { api, type Endpoint, type Input, type Output } from '../../src/api/index.ts';
import {
	ClientError,
	createClient,
	type AnswerInfo,
	type CallOptions,
	type Client as CoreClient,
	type ClientOptions,
	type EachOptions,
	type Item,
	type ListEndpoint,
	type ListInput,
} from '../../src/client/index.ts';
import { trust } from '../../src/client/trust.ts';
import { fetchTransport, type Fetch } from '../../src/transport/fetch.ts';
import { eitherSignal, isKey, type Transport, type TransportOptions } from '../../src/transport/index.ts';
import { anyText, callback, check, fields, flag, methods as having, number, object, problemWith, signal as abortSignal } from './given.ts';
import { PendingCall, type Pending } from './pending.ts';
import type { Methods } from './types.ts';
import { VERSION } from './version.ts';

/** The environment variables that stand in for `apiKey` and `baseUrl`. */
export const environment = { apiKey: 'MEETING_ASSISTANT_API_KEY', baseUrl: 'MEETING_ASSISTANT_BASE_URL' } as const;

export interface ConnectOptions
	extends Pick<ClientOptions, 'allowHttp' | 'maxAnswerBytes' | 'now' | 'onAnswer' | 'onRequest' | 'patienceMs' | 'random' | 'timeoutMs'> {
	/** Created in the desktop app under Settings, API keys. Default: the environment variable `MEETING_ASSISTANT_API_KEY`. */
	readonly apiKey?: string | undefined;
	/**
	 * The service's address without a path, for example `https://api.example.com`.
	 * Default: the environment variable `MEETING_ASSISTANT_BASE_URL`.
	 */
	readonly baseUrl?: string | undefined;
	/** Cancels everything that the client does: requests and waits. */
	readonly signal?: AbortSignal | undefined;
	/** Instead of the global `fetch`. */
	readonly fetch?: Fetch | undefined;
	/** Sends the requests in another way, such as `axiosTransport` of `meeting-assistant-client/axios`. */
	readonly transport?: ((options: TransportOptions) => Transport) | undefined;
	/** The name of your program, in front of the library's own in the header `User-Agent`. */
	readonly userAgent?: string | undefined;
}

/** A type without the fields it does not name, at every depth, so that a typo does not compile. */
export type Known<T> = T extends readonly (infer E)[]
	? Known<E>[]
	: T extends object
		? Record<never, never> extends KnownFields<T>
			? [keyof KnownFields<T>] extends [never]
				? Record<string, unknown>
				: KnownFields<T>
			: KnownFields<T>
		: T;

export type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: Known<T[K]> };

/** Makes a client for the other parts of this library, with options of its own. */
export const core: unique symbol = Symbol.for('meeting-assistant-client.core');

/** A client for the whole service: one method per endpoint, such as `client.conversations.list({ search: 'Acme' })`. */
export interface Client extends Methods {
	/** Calls an endpoint of the table. Resolves with the whole body. Throws `ClientError`. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Pending<Known<Output<E>>>;
	/** Iterates over a list of the table, page by page, with as few requests as possible. Throws `ClientError`. */
	readonly each: <E extends ListEndpoint>(
		endpoint: E,
		input: ListInput<E>,
		options?: EachOptions,
	) => AsyncGenerator<Known<Item<E>>, void, undefined>;
	/** @hidden */
	readonly [core]: (overrides?: Partial<ClientOptions>) => CoreClient;
}

const refuse = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

/** The value given, or that of the environment. A blank one counts as missing: variables that are not set often come as such. */
function required(name: keyof typeof environment, words: string, given: string | undefined): string {
	const value = (given ?? process.env[environment[name]] ?? '').trim();
	return value === '' ? refuse(words, `it is missing. Pass \`${name}\`, or set the environment variable ${environment[name]}`) : value;
}

const AGENT_TEXT = /^[\x20-\x7e]*$/;

/** Names of headers that belong to the client and its connection. HTTP libraries refuse some of them without a word. */
const RESERVED = ['authorization', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

const callOptions = fields({
	headers: object.optional(),
	onAnswer: callback.nullish(),
	patienceMs: number.nullish(),
	signal: abortSignal.nullish(),
	timeoutMs: number.nullish(),
});

function checkOptions(options: CallOptions): void {
	check(callOptions, options, 'options');
	const headers = options.headers ?? {};
	if (headers instanceof Headers) refuse('headers', 'pass a plain object, such as Object.fromEntries(headers)');
	for (const [name, value] of Object.entries(headers)) {
		if (RESERVED.includes(name.toLowerCase())) refuse('headers', `leave out ${name}, which belongs to the client and its connection`);
		if (typeof value !== 'string') refuse('headers', `${name} must be text`);
		try {
			new Headers([[name, value]]);
		} catch {
			// Without the value, which may be a secret.
			refuse('headers', `${/^[\w-]+$/.test(name) ? name : 'one of them'} is not a valid header`);
		}
	}
}

const PAGE_INPUTS = ['limit', 'offset', 'maxResults'];

function refusePage(input: object): void {
	check(object, input, 'input');
	const name = PAGE_INPUTS.find((name) => Reflect.get(input, name) !== undefined);
	if (name) refuse(name, 'it selects one page, and an iteration reads all of them. Leave it out, and stop when you have enough');
}

const isList = (endpoint: Endpoint): endpoint is ListEndpoint => endpoint.paging !== undefined;

const endpointOfTable = fields({ method: anyText, path: anyText });

const checkEndpoint = (endpoint: Endpoint): void => {
	if (problemWith(endpointOfTable, endpoint, '')) refuse('endpoint', 'pass one of `api`, such as `api.conversations.list`');
};

/** The library's interface over the client that the other hosts use. */
function clientOver(makeCore: Client[typeof core]): Client {
	const inner = makeCore();
	const each = (endpoint: ListEndpoint, input: Input<Endpoint> = {}, options: EachOptions = {}) => {
		checkEndpoint(endpoint);
		if (!isList(endpoint)) throw new TypeError('This endpoint does not return a list');
		refusePage(input);
		checkOptions(options);
		return inner.each(endpoint, trust(input), options);
	};
	const pending = (endpoint: Endpoint, input: Input<Endpoint>, options: CallOptions = {}) => {
		checkEndpoint(endpoint);
		const work = async () => {
			checkOptions(options);
			let last: AnswerInfo | undefined;
			let attempts = 0;
			const onAnswer = (info: AnswerInfo): void => {
				last = info;
				attempts = info.attempt;
				options.onAnswer?.(info);
			};
			const body = trust<object>(await inner.call(endpoint, input, { ...options, onAnswer }));
			const { status = 0, headers = {}, rateLimit = null, ms = 0, drift = [] } = last ?? {};
			return { body, response: { status, headers, rateLimit, ms, drift, attempts } };
		};
		const iterate = () => {
			if (!isList(endpoint)) throw new TypeError('This endpoint does not return a list');
			return each(endpoint, input, options);
		};
		return new PendingCall(work, iterate, isList(endpoint));
	};
	const methods = Object.entries<Record<string, Endpoint>>(api).map(([resource, endpoints]) => [
		resource,
		Object.fromEntries(
			Object.entries(endpoints).map(([name, endpoint]) => [
				name,
				(input: Input<Endpoint> = {}, options?: CallOptions) => pending(endpoint, input, options),
			]),
		),
	]);
	return trust<Client>({ ...Object.fromEntries(methods), call: pending, each, [core]: makeCore });
}

const connectOptions = fields({
	allowHttp: flag.nullish(),
	apiKey: anyText.nullish(),
	baseUrl: anyText.nullish(),
	fetch: callback.nullish(),
	maxAnswerBytes: number.nullish(),
	now: callback.nullish(),
	onAnswer: callback.nullish(),
	onRequest: callback.nullish(),
	patienceMs: number.nullish(),
	random: callback.nullish(),
	signal: abortSignal.nullish(),
	timeoutMs: number.nullish(),
	transport: callback.nullish(),
	userAgent: anyText.nullish(),
});

/** The transport itself in place of the function that makes it would take the options for a request. */
function madeTransport(make: NonNullable<ConnectOptions['transport']>, options: TransportOptions): Transport {
	const transport = make(options);
	if (typeof transport === 'function') return transport;
	Promise.resolve(transport).catch(() => {});
	return refuse('transport', 'pass the function that makes the transport, such as `axiosTransport`, not what it returns');
}

/** The client inside the one that `connect` returned, for the other parts of this library. */
export function coreOf(client: Client, overrides?: Partial<ClientOptions>): CoreClient {
	check(having('pass what `connect` returned', core), client, 'client');
	return client[core](overrides);
}

/**
 * A client for the service.
 * @throws ClientError `invalidInput` if the key or the base URL is missing, or an option is invalid.
 */
export function connect(options: ConnectOptions = {}): Client {
	check(connectOptions, options, 'options');
	const { signal, fetch, userAgent } = options;
	const baseUrl = required('baseUrl', 'base URL', options.baseUrl);
	const apiKey = required('apiKey', 'API key', options.apiKey);
	if (!isKey(apiKey)) refuse('API key', 'it contains a space, a line break or a character that no key has');
	if (userAgent && !AGENT_TEXT.test(userAgent)) refuse('userAgent', 'a header can carry only ASCII characters, on one line');
	const { allowHttp, maxAnswerBytes, now, onAnswer, onRequest, patienceMs, random, timeoutMs } = options;
	const transport = madeTransport(options.transport ?? fetchTransport, { apiKey, ...(signal && { signal }), ...(fetch && { fetch }) });
	const own = { allowHttp, maxAnswerBytes, now, onAnswer, onRequest, patienceMs, random, timeoutMs };
	const given = Object.fromEntries(Object.entries(own).filter(([, value]) => (value ?? undefined) !== undefined));
	return clientOver((overrides = {}) =>
		createClient({
			baseUrl,
			transport,
			sleep: (ms, stop) => {
				const either = eitherSignal(signal, stop);
				return wait(ms, undefined, either && { signal: either });
			},
			userAgent: `${userAgent ? `${userAgent} ` : ''}meeting-assistant-client/${VERSION} node/${process.versions.node}`,
			...given,
			...overrides,
			onAnswer: (info) => {
				onAnswer?.(info);
				overrides.onAnswer?.(info);
			},
		}),
	);
}
