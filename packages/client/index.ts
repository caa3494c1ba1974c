import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';

export * from '../../src/api/index.ts';
export * from '../../src/client/index.ts';
export * from '../../src/transport/index.ts';
export { axiosTransport };

export interface ConnectOptions extends Omit<ClientOptions, 'transport' | 'sleep'> {
	/** Created in the desktop application under Settings, API keys (Authentication, 3). */
	readonly apiKey: string;
	/** Cancels requests and waits under way. */
	readonly signal?: AbortSignal;
}

/**
 * A client over axios and real time.
 * @throws ClientError `invalidInput` when the base URL is not one.
 */
export function connect({ apiKey, signal, ...options }: ConnectOptions): Client {
	return createClient({
		...options,
		transport: axiosTransport({ apiKey, ...(signal && { signal }) }),
		sleep: (ms) => wait(ms, undefined, signal && { signal }),
	});
}
