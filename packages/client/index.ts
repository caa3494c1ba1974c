import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';

export * from '../../src/api/index.ts';
export * from '../../src/client/index.ts';
export * from '../../src/transport/index.ts';
export { axiosTransport };

export interface ConnectOptions extends Omit<ClientOptions, 'transport' | 'sleep'> {
	/** Created in the desktop app under Settings, API keys (Authentication, 3). */
	readonly apiKey: string;
	/** Cancels pending requests and waits. */
	readonly signal?: AbortSignal;
}

/**
 * A client that uses axios and waits in real time.
 * @throws ClientError `invalidInput` if the base URL is invalid.
 */
export function connect({ apiKey, signal, ...options }: ConnectOptions): Client {
	return createClient({
		...options,
		transport: axiosTransport({ apiKey, ...(signal && { signal }) }),
		sleep: (ms) => wait(ms, undefined, signal && { signal }),
	});
}
