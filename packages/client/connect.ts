import { accountOf, type Account } from '../../src/limits/index.ts';
import type { Endpoint as CoreEndpoint, Input } from '../../src/api/index.ts';
import { type Caller, type ClientOptions, createCaller, type ListEndpoint as CoreListEndpoint, refuseInput, trust } from '../../src/client/index.ts';
import { eitherSignal, fetchTransport, NoAnswer, type Transport, type TransportOptions } from '../../src/transport/index.ts';
import type { AnswerInfo, CallOptions, EachOptions } from './callOptions.ts';
import type { Endpoint, ListEndpoint } from './endpoint.ts';
import { anyText, check, count, fields, inputs, inQuery, object, oneOf, onlyFields, optional, problemWith, tell } from './given.ts';
import { checkCall, checkedOptions, checkEach, toldOf, userAgentOf, type ConnectOptions } from './options.ts';
import { PendingCall, type Pending } from './pending.ts';
import { anything } from './shapes.ts';
import { sleep as wait } from './sleep.ts';
import { api } from './generated/table.ts';
import type { Methods } from './generated/types.ts';

/** What the other parts of this library need from a client. */
export interface Core extends Pick<ClientOptions, 'patienceMs' | 'sleep'> {
	readonly account: Account;
	/** The signal of the client. */
	readonly stop: AbortSignal | undefined;
	/** Options for the core's client with the settings of this one, and these changes. */
	readonly optionsWith: (overrides?: Partial<ClientOptions>) => ClientOptions;
}

export const core: unique symbol = Symbol.for('meeting-assistant-client.core');

/** A request to an endpoint that has no method. */
export interface RawRequest {
	/** Default `GET`. */
	readonly method?: 'DELETE' | 'GET' | 'PATCH' | 'POST' | undefined;
	/** After the base URL, without a query. IDs in it go through `encodeURIComponent`. */
	readonly path: string;
	readonly query?: Readonly<Record<string, boolean | number | string | undefined>> | undefined;
	/** Fields of the JSON body. */
	readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** A client for the whole service: one method per endpoint, such as `client.conversations.list({ search: 'Acme' })`. */
export interface Client extends Methods {
	/** Calls an endpoint of the table. Resolves with the whole body. Throws `ClientError`. */
	readonly call: <I extends object, A>(endpoint: Endpoint<I, A>, input: NoInfer<I>, options?: CallOptions) => Pending<A>;
	/** Iterates over a list of the table, page by page, with as few requests as possible. Throws `ClientError`. */
	readonly each: <I extends object, A, T>(
		endpoint: ListEndpoint<I, A, T>,
		input: Omit<NoInfer<I>, 'limit' | 'maxResults' | 'offset'>,
		options?: EachOptions,
	) => AsyncGenerator<T, void, undefined>;
	/**
	 * Sends a request to an endpoint that this version has no method for. Only a GET is repeated if its outcome is unknown;
	 * anything else may cost an AI credit. The answer is not checked: `A` is the type you expect. Throws `ClientError`.
	 */
	readonly request: <A = unknown>(request: RawRequest, options?: CallOptions) => Pending<A>;
	/** The same client with some options changed: `client.withOptions({ patienceMs: 0 })`. */
	readonly withOptions: (options: ConnectOptions) => Client;
	/** @hidden */
	readonly [core]: object;
}

type Values = Input<CoreEndpoint>;

function refuseInputs(input: object, names: readonly string[], reason: string): void {
	const name = names.find((one) => Reflect.get(input, one) !== undefined);
	if (name) refuseInput(name, reason);
}

/** Times as the service reads them. Anything but an object is refused later, by name. */
function withTexts(input: Values): Values {
	if (problemWith(inputs, input, '')) return input;
	const texts = Object.entries(input).map(([name, value]) => {
		if (!(value instanceof Date)) return [name, value];
		return [name, Number.isNaN(value.getTime()) ? refuseInput(name, 'it is an invalid Date') : value.toISOString()];
	});
	return Object.fromEntries(texts);
}

const isList = (endpoint: Endpoint): endpoint is ListEndpoint => endpoint.paging !== undefined;

/** The core's type names zod, where any object that checks a value would do. */
const toCore = (endpoint: Endpoint): CoreEndpoint => trust<CoreEndpoint>(endpoint);

const endpointOfTable = fields({ method: anyText, path: anyText });

const checkEndpoint = (endpoint: Endpoint): void => {
	// Anything before the first slash would become part of the host's name.
	if (problemWith(endpointOfTable, endpoint, '') || !endpoint.path.startsWith('/')) refuseInput('endpoint', 'pass one of `api`, such as `api.conversations.list`');
};

const rawRequest = onlyFields({ method: optional(oneOf('DELETE', 'GET', 'PATCH', 'POST')), path: anyText, query: optional(inputs), body: optional(inputs) });

/** Segments that every URL parser resolves, also when encoded. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** An endpoint for one request. Whatever is unknown about it is assumed to be the worst case. */
function unlisted(asked: RawRequest): Endpoint & Pick<CoreEndpoint, 'isUnlisted'> {
	check(rawRequest, asked, 'request');
	const { method = 'GET', path, query = {}, body = {} } = asked;
	if (!/^\/(?!\/)[^\s?#{}\\]*$/.test(path)) refuseInput('path', 'it must start with one slash and have neither spaces, braces nor a query: encode IDs with encodeURIComponent');
	if (DOT_SEGMENT.test(path)) refuseInput('path', 'it must not have one or two dots alone between slashes, which would name another endpoint');
	const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
		if (value === undefined) return [];
		return problemWith(inQuery, value, '') ? refuseInput('query', `${name} must be text, a number, true or false`) : [[name, String(value)]];
	});
	const search = String(new URLSearchParams(given));
	const isRead = method === 'GET';
	if (isRead && Object.keys(body).length > 0) refuseInput('body', 'a GET has none. Use `query`, or another method');
	return {
		method,
		path: search === '' ? path : `${path}?${search}`,
		body: Object.fromEntries(Object.keys(body).map((name) => [name, anything])),
		response: anything,
		repeat: isRead ? 'always' : 'never',
		credit: isRead ? 'never' : 'unless-saved',
		isUnlisted: true,
	};
}

/** The library's interface over the client that the other hosts use. */
function clientOver(parts: Core, withOptions: Client['withOptions']): Client {
	const inner: Caller = createCaller(parts.optionsWith());
	const each = (endpoint: ListEndpoint, input: Values = {}, options: EachOptions = {}) => {
		checkEndpoint(endpoint);
		if (!isList(endpoint)) throw new TypeError('This endpoint does not return a list');
		check(inputs, input, 'input');
		refuseInputs(input, ['limit', 'maxResults', 'offset'], 'an iteration chooses its pages. The limit of how many items to read is an option, after the input');
		checkEach(options);
		return inner.each(trust<CoreListEndpoint>(endpoint), trust(withTexts(input)), options);
	};
	/** A page size for a single page also applies when the list is iterated over. */
	const eachOfPages = (endpoint: ListEndpoint, input: Values, options: CallOptions) => {
		check(inputs, input, 'input');
		refuseInputs(input, ['offset'], 'it selects one page, and an iteration reads all of them');
		const { paging } = endpoint;
		const size: unknown = paging.kind === 'whole' ? undefined : Reflect.get(input, paging.sizeParam);
		if (size === undefined || paging.kind === 'whole') return each(endpoint, input, options);
		check(count, size, paging.sizeParam);
		if (Number(size) > paging.maxSize) refuseInput(paging.sizeParam, `a page has at most ${paging.maxSize}`);
		const { [paging.sizeParam]: _, ...rest } = input;
		return each({ ...endpoint, paging: { ...paging, maxSize: Number(size) } }, rest, options);
	};
	const pending = (endpoint: Endpoint, input: Values, options: CallOptions = {}) => {
		checkEndpoint(endpoint);
		const work = async () => {
			checkCall(options);
			let last: AnswerInfo | undefined;
			let attempts = 0;
			const onAnswer = (info: AnswerInfo): void => {
				last = info;
				attempts = info.attempt;
				const { onAnswer: own } = options;
				if (own) tell('onAnswer', () => own(info));
			};
			const body = trust<object>(await inner.call(toCore(endpoint), withTexts(input), { ...options, onAnswer }));
			const { status = 0, headers = {}, rateLimit = null, ms = 0, drift = [] } = last ?? {};
			return { body, response: { status, headers, rateLimit, ms, drift, attempts } };
		};
		const iterate = () => {
			if (!isList(endpoint)) throw new TypeError('This endpoint does not return a list');
			return eachOfPages(endpoint, input, options);
		};
		return new PendingCall(work, iterate, isList(endpoint));
	};
	const request = (asked: RawRequest, options?: CallOptions) => pending(unlisted(asked), asked.body ?? {}, options);
	const methods = Object.entries<Record<string, Endpoint>>(api).map(([resource, endpoints]) => [
		resource,
		Object.fromEntries(
			Object.entries(endpoints).map(([name, endpoint]) => [
				name,
				(input: Values = {}, options?: CallOptions) => pending(endpoint, input, options),
			]),
		),
	]);
	return trust<Client>({ ...Object.fromEntries(methods), call: pending, each, request, withOptions, [core]: parts });
}

/** Catches a transport passed in place of the function that makes it, which would take the options for a request. */
function madeTransport(make: (options: TransportOptions) => Transport, options: TransportOptions): Transport {
	const transport = make(options);
	if (typeof transport === 'function') return transport;
	Promise.resolve(transport).catch(() => {});
	return refuseInput('transport', 'pass the function that makes the transport, such as `axiosTransport`, not what it returns');
}

/** What the other parts of this library need from the client that `connect` returned. Throws `ClientError` `invalidInput`. */
export function coreIn(client: Client): Core {
	if (problemWith(object, client, '') || problemWith(object, client[core], '')) refuseInput('client', 'pass what `connect` returned');
	return trust<Core>(client[core]);
}

/**
 * A client for the service.
 * @throws ClientError `invalidInput` if the key or the base URL is missing, or an option is invalid.
 */
export function connect(options: ConnectOptions = {}): Client {
	const { apiKey, baseUrl, fetch, headers, signal, userAgent, ...rest } = checkedOptions(options);
	const transport = madeTransport(rest.transport ?? fetchTransport, { apiKey, ...(signal && { signal }), ...(fetch && { fetch }) });
	const { allowHttp, maxAnswerBytes, now, patienceMs, random, timeoutMs } = rest;
	const own = { allowHttp, headers, maxAnswerBytes, now, patienceMs, random, timeoutMs };
	const given = Object.fromEntries(Object.entries(own).filter(([, value]) => (value ?? undefined) !== undefined));
	const account = accountOf(baseUrl, apiKey);
	const sleep: Core['sleep'] = async (ms, stop) => {
		await wait(ms, eitherSignal(signal, stop)).catch((cause: unknown) => {
			throw new NoAnswer('aborted', { mayHaveArrived: false, cause });
		});
	};
	const optionsWith = (overrides: Partial<ClientOptions> = {}): ClientOptions => {
		const { around } = account.begin({ ...(now && { now }), ...(signal && { signal }) });
		return {
			baseUrl,
			transport,
			sleep,
			userAgent: userAgentOf(userAgent),
			around,
			...given,
			...overrides,
			...toldOf(options),
		};
	};
	const parts = { account, optionsWith, sleep, stop: signal, ...(typeof patienceMs === 'number' && { patienceMs }) };
	return clientOver(parts, (changed) => connect({ ...options, ...changed }));
}
