import { accountOf, type Account } from '../../src/account/index.ts';
import { api, type Endpoint, type Input, type Output } from '../../src/api/index.ts';
import {
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
import { fetchTransport } from '../../src/transport/fetch.ts';
import { eitherSignal, NoAnswer, type Transport, type TransportOptions } from '../../src/transport/index.ts';
import { anyText, check, count, fields, methods as having, object, problemWith, tell } from './given.ts';
import { checkCall, checkedOptions, checkEach, logAnswer, loggerOf, refuse, userAgentOf, type ConnectOptions } from './options.ts';
import { PendingCall, type Pending } from './pending.ts';
import { sleep as wait } from './sleep.ts';
import type { Methods } from './types.ts';

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

/** What the other parts of this library need of a client. */
export interface Core extends Pick<ClientOptions, 'patienceMs' | 'sleep'> {
	readonly account: Account;
	/** The signal of the client. */
	readonly stop: AbortSignal | undefined;
	/** A client with options of its own. */
	(overrides?: Partial<ClientOptions>): CoreClient;
}

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
	/** The same client with some options changed: `client.withOptions({ patienceMs: 0 })`. */
	readonly withOptions: (options: ConnectOptions) => Client;
	/** @hidden */
	readonly [core]: Core;
}

function refuseInputs(input: object, names: readonly string[], reason: string): void {
	const name = names.find((one) => Reflect.get(input, one) !== undefined);
	if (name) refuse(name, reason);
}

/** Times as the service reads them. What is no object at all is refused later, by name. */
function withTexts(input: Input<Endpoint>): Input<Endpoint> {
	if (problemWith(object, input, '')) return input;
	const texts = Object.entries(input).map(([name, value]) => {
		if (!(value instanceof Date)) return [name, value];
		return [name, Number.isNaN(value.getTime()) ? refuse(name, 'it is an invalid Date') : value.toISOString()];
	});
	return Object.fromEntries(texts);
}

const isList = (endpoint: Endpoint): endpoint is ListEndpoint => endpoint.paging !== undefined;

const endpointOfTable = fields({ method: anyText, path: anyText });

const checkEndpoint = (endpoint: Endpoint): void => {
	if (problemWith(endpointOfTable, endpoint, '')) refuse('endpoint', 'pass one of `api`, such as `api.conversations.list`');
};

/** The library's interface over the client that the other hosts use. */
function clientOver(makeCore: Core, withOptions: Client['withOptions']): Client {
	const inner = makeCore();
	const each = (endpoint: ListEndpoint, input: Input<Endpoint> = {}, options: EachOptions = {}) => {
		checkEndpoint(endpoint);
		if (!isList(endpoint)) throw new TypeError('This endpoint does not return a list');
		check(object, input, 'input');
		refuseInputs(input, ['limit', 'maxResults', 'offset'], 'an iteration chooses its pages. The limit of how many items to read is an option, after the input');
		checkEach(options);
		return inner.each(endpoint, trust(withTexts(input)), options);
	};
	/** What selects a page when it is waited for is the size of the pages when it is iterated over. */
	const eachOfPages = (endpoint: ListEndpoint, input: Input<Endpoint>, options: CallOptions) => {
		check(object, input, 'input');
		refuseInputs(input, ['offset'], 'it selects one page, and an iteration reads all of them');
		const { paging } = endpoint;
		const size: unknown = paging.kind === 'whole' ? undefined : Reflect.get(input, paging.sizeParam);
		if (size === undefined || paging.kind === 'whole') return each(endpoint, input, options);
		check(count, size, paging.sizeParam);
		if (Number(size) > paging.maxSize) refuse(paging.sizeParam, `a page has at most ${paging.maxSize}`);
		const { [paging.sizeParam]: _, ...rest } = input;
		return each({ ...endpoint, paging: { ...paging, maxSize: Number(size) } }, rest, options);
	};
	const pending = (endpoint: Endpoint, input: Input<Endpoint>, options: CallOptions = {}) => {
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
			const body = trust<object>(await inner.call(endpoint, withTexts(input), { ...options, onAnswer }));
			const { status = 0, headers = {}, rateLimit = null, ms = 0, drift = [] } = last ?? {};
			return { body, response: { status, headers, rateLimit, ms, drift, attempts } };
		};
		const iterate = () => {
			if (!isList(endpoint)) throw new TypeError('This endpoint does not return a list');
			return eachOfPages(endpoint, input, options);
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
	return trust<Client>({ ...Object.fromEntries(methods), call: pending, each, withOptions, [core]: makeCore });
}

/** The transport itself in place of the function that makes it would take the options for a request. */
function madeTransport(make: (options: TransportOptions) => Transport, options: TransportOptions): Transport {
	const transport = make(options);
	if (typeof transport === 'function') return transport;
	Promise.resolve(transport).catch(() => {});
	return refuse('transport', 'pass the function that makes the transport, such as `axiosTransport`, not what it returns');
}

/** What the other parts of this library need of the client that `connect` returned. Throws `ClientError` `invalidInput`. */
export function coreIn(client: Client): Core {
	check(having('pass what `connect` returned', core), client, 'client');
	return client[core];
}

/** The client inside the one that `connect` returned. */
export const coreOf = (client: Client, overrides?: Partial<ClientOptions>): CoreClient => coreIn(client)(overrides);

/**
 * A client for the service.
 * @throws ClientError `invalidInput` if the key or the base URL is missing, or an option is invalid.
 */
export function connect(options: ConnectOptions = {}): Client {
	const { apiKey, baseUrl, fetch, headers, onAnswer, onRequest, signal, userAgent, ...rest } = checkedOptions(options);
	const transport = madeTransport(rest.transport ?? fetchTransport, { apiKey, ...(signal && { signal }), ...(fetch && { fetch }) });
	const { allowHttp, maxAnswerBytes, now, patienceMs, random, timeoutMs } = rest;
	const own = { allowHttp, headers, maxAnswerBytes, now, patienceMs, random, timeoutMs };
	const given = Object.fromEntries(Object.entries(own).filter(([, value]) => (value ?? undefined) !== undefined));
	const logger = loggerOf(rest);
	const account = accountOf(baseUrl, apiKey);
	const sleep: Core['sleep'] = async (ms, stop) => {
		await wait(ms, eitherSignal(signal, stop)).catch((cause: unknown) => {
			throw new NoAnswer('aborted', { mayHaveArrived: false, cause });
		});
	};
	const make = (overrides: Partial<ClientOptions> = {}) => {
		const { hooks } = account.begin({ ...(now && { now }), ...(signal && { signal }) });
		return createClient({
			baseUrl,
			transport,
			sleep,
			userAgent: userAgentOf(userAgent),
			...hooks,
			...given,
			...overrides,
			onRequest: (info) => {
				if (onRequest) tell('onRequest', () => onRequest(info));
				if (logger) tell('logger', () => logger.debug(`meeting-assistant ${info.method} ${info.url}`));
			},
			onAnswer: (info) => {
				if (onAnswer) tell('onAnswer', () => onAnswer(info));
				if (logger) tell('logger', () => logAnswer(logger, info));
				(overrides.onAnswer ?? hooks.onAnswer)(info);
			},
		});
	};
	const parts = { account, sleep, stop: signal, ...(typeof patienceMs === 'number' && { patienceMs }) };
	return clientOver(Object.assign(make, parts), (changed) => connect({ ...options, ...changed }));
}
