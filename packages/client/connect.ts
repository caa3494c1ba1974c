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
import { eitherSignal, type Transport, type TransportOptions } from '../../src/transport/index.ts';
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

/** What a header can carry. A key with a line break or an ellipsis in it was not copied whole. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

const AGENT_TEXT = /^[\x20-\x7e]*$/;

/** Names of headers that only the client may set. */
const RESERVED = ['authorization', 'host', 'content-length', 'connection', 'transfer-encoding'];

function checkHeaders({ headers }: CallOptions): void {
	for (const [name, value] of Object.entries(headers ?? {})) {
		if (RESERVED.includes(name.toLowerCase())) refuse('headers', `the client itself sets ${name}`);
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
	const name = PAGE_INPUTS.find((name) => Reflect.get(input, name) !== undefined);
	if (name) refuse(name, 'it selects one page, and an iteration reads all of them. Leave it out, and stop when you have enough');
}

const isList = (endpoint: Endpoint): endpoint is ListEndpoint => endpoint.paging !== undefined;

/** The library's interface over the client that the other hosts use. */
function clientOver(makeCore: Client[typeof core]): Client {
	const inner = makeCore();
	const pending = (endpoint: Endpoint, input: Input<Endpoint>, options: CallOptions = {}) => {
		const work = async () => {
			checkHeaders(options);
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
			refusePage(input);
			checkHeaders(options);
			return inner.each(endpoint, trust(input), options);
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
	return trust<Client>({ ...Object.fromEntries(methods), call: pending, each: inner.each, [core]: makeCore });
}

/**
 * A client for the service.
 * @throws ClientError `invalidInput` if the key or the base URL is missing or invalid.
 */
export function connect(options: ConnectOptions = {}): Client {
	const { signal, fetch, transport: transportWith = fetchTransport, userAgent } = options;
	const baseUrl = required('baseUrl', 'base URL', options.baseUrl);
	const apiKey = required('apiKey', 'API key', options.apiKey);
	if (!HEADER_TEXT.test(apiKey)) refuse('API key', 'it contains a space, a line break or a character that no key has');
	if (userAgent !== undefined && !AGENT_TEXT.test(userAgent)) refuse('userAgent', 'a header can carry only ASCII characters, on one line');
	const { allowHttp, maxAnswerBytes, now, onAnswer, onRequest, patienceMs, random, timeoutMs } = options;
	const transport = transportWith({ apiKey, ...(signal && { signal }), ...(fetch && { fetch }) });
	const own = { allowHttp, maxAnswerBytes, now, onAnswer, onRequest, patienceMs, random, timeoutMs };
	const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
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
