import { api, type Api, type Endpoint, type Input, type Output } from '../api/index.ts';
import { createCaller, type Caller, type ClientOptions } from './caller.ts';
import type { Call, CallOptions } from './settings.ts';
import { trust } from './trust.ts';

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

export interface Client extends Caller, Methods {}

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
	const caller = createCaller(options);
	return { ...methodsOf(caller.call), ...caller };
}
