import { join } from 'node:path';
import { startN8nProcess, type N8nProcessOptions } from './n8nProcess.ts';
import type { Program } from './program.ts';
import { queueEnvironments, type QueueEnvironmentOptions } from './queueEnvironment.ts';

interface QueueProcessesOptions extends QueueEnvironmentOptions, Pick<N8nProcessOptions, 'installed' | 'signal'> {
	readonly logs: string;
}

export interface Worker extends Program {
	/** File with all that it has printed. */
	readonly log: string;
}

/** n8n's processes in queue mode, to be started when their time has come. */
export function queueProcesses({ installed, signal, logs, ...settings }: QueueProcessesOptions) {
	const environments = queueEnvironments(settings);
	const start = (options: Pick<N8nProcessOptions, 'name' | 'words' | 'environment' | 'port' | 'log'>): Promise<Program> =>
		startN8nProcess({ installed, signal, ...options });
	return {
		main: () =>
			start({
				name: 'n8n',
				words: ['start'],
				environment: environments.main,
				port: settings.ports.n8n,
				log: join(logs, 'main.log'),
			}),
		webhook: () =>
			environments.webhook.map((environment) =>
				start({
					name: 'n8n’s webhook process',
					words: ['webhook'],
					environment,
					port: settings.queuePorts.webhook.own,
					log: join(logs, 'webhook.log'),
				}),
			),
		workers: () =>
			environments.workers.map(async ({ port, environment }, index): Promise<Worker> => {
				const name = `n8n’s worker ${index + 1}`;
				const log = join(logs, `worker-${index + 1}.log`);
				return { ...(await start({ name, words: ['worker'], environment, port, log })), log };
			}),
	};
}
