import { api, type Api, type Endpoint, type Input, type Output } from '../api/index.ts';
import type { Transport } from '../transport/index.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { call, type AnswerInfo, type CallSettings } from './call.ts';
import { eachItem, type Item, type ListEndpoint, type ListInput, type ReadPage } from './each.ts';
import { DEFAULT_PATIENCE_MS } from './retry.ts';
import { trust } from './trust.ts';

export interface ClientOptions {
	/** The service's address without a path, for example `https://api.example.com`. */
	readonly baseUrl: string;
	/** How requests travel, and who they are from. */
	readonly transport: Transport;
	/** Waits that many milliseconds. Given from outside, so that tests never wait and hosts can cancel. */
	readonly sleep: (ms: number) => Promise<void>;
	/** Milliseconds a call may wait in all to get past a limit; at most 60,000. 0: never wait, never repeat. */
	readonly patienceMs?: number;
	/** Milliseconds to wait for one answer. */
	readonly timeoutMs?: number;
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

function methodsOf(settings: CallSettings): Methods {
	const methods = Object.entries<Record<string, Endpoint>>(api).map(([resource, endpoints]) => [
		resource,
		Object.fromEntries(
			Object.entries(endpoints).map(([name, endpoint]) => [
				name,
				(input: Input<Endpoint> = {}) => call(settings, endpoint, input),
			]),
		),
	]);
	return trust<Methods>(Object.fromEntries(methods));
}

/**
 * A client for the whole service.
 * @throws ClientError `invalidInput` when the base URL is not one.
 */
export function createClient(options: ClientOptions): Client {
	const settings: CallSettings = {
		origin: parseBaseUrl(options.baseUrl),
		transport: options.transport,
		sleep: options.sleep,
		patienceMs: options.patienceMs ?? DEFAULT_PATIENCE_MS,
		timeoutMs: options.timeoutMs ?? 30_000,
		userAgent: options.userAgent ?? 'meeting-assistant-client',
		onAnswer: options.onAnswer ?? (() => {}),
		now: options.now ?? Date.now,
		random: options.random ?? Math.random,
	};
	return {
		...methodsOf(settings),
		call: (endpoint, input) => call(settings, endpoint, input),
		each: <E extends ListEndpoint>(endpoint: E, input: ListInput<E>, { limit }: { limit?: number } = {}) => {
			const read: ReadPage<Item<E>> = async (page) =>
				trust(await call(settings, endpoint, trust<Input<E>>({ ...input, ...page })));
			return eachItem(endpoint.paging, read, limit);
		},
	};
}
