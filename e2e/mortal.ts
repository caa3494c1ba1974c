import { startHost, type Host, type HostOptions } from '../scripts/n8n/host.ts';

/** An n8n that can be stopped or killed, and started again with the data it left. */
export async function startMortal(options: HostOptions) {
	let lives = 1;
	let host: Host = await startHost(options);
	return {
		url: host.url,
		/** Resolves when it has ended. `SIGKILL` leaves it no time for anything. */
		stop: (signal?: NodeJS.Signals): Promise<void> => host.stop(signal),
		async start(): Promise<void> {
			lives += 1;
			host = await startHost({ ...options, log: `${options.log}.${lives}` });
		},
	};
}

export type Mortal = Awaited<ReturnType<typeof startMortal>>;
