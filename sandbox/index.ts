import { openService, type ServiceOptions } from './openService.ts';
import { toolsOf, type Sandbox } from './sandbox.ts';
import { createApp } from './server/app.ts';
import { close, listen, urlOf } from './server/listen.ts';
import { listenerOf } from './server/listener.ts';

export type { Ai, Meeting } from './ai/ai.ts';
export { extractiveAi } from './ai/index.ts';
export { aiFromEnvironment } from './ai/openai/settings.ts';
export { settableClock, type SettableClock } from './clock.ts';
export { AiBusyError, AiFailedError, SandboxError } from './errors.ts';
export { ImportError } from './import/index.ts';
export type { ImportedMeeting } from './meetings.ts';
export type { Sandbox } from './sandbox.ts';

export interface SandboxOptions extends ServiceOptions {
	/** 0 takes any free port. */
	readonly port: number;
	/** Default 127.0.0.1. */
	readonly host?: string;
	/** Allows a host that other machines can reach. */
	readonly allowRemote?: boolean;
	/** Whether this process does nothing else: then quicker classes take the place of the global Request and Response. */
	readonly ownProcess?: boolean;
}

/**
 * Starts the whole service of the API description on this machine.
 * @throws SandboxError when the port is in use or the data base cannot be used; nothing is left behind.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const { port, host = '127.0.0.1', allowRemote = false, ownProcess = false } = options;
	const server = await listen(host, port, allowRemote);
	try {
		const service = openService(options);
		server.on('request', listenerOf(createApp(service), ownProcess));
		return {
			...toolsOf(service),
			url: urlOf(server),
			settled: service.deliveries.settled,
			async stop() {
				await close(server);
				await service.close();
			},
		};
	} catch (error) {
		await close(server);
		throw error;
	}
}
