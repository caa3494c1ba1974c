import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, type Host, type N8nProcessOptions, startN8nProcess } from '../host.ts';
import { LOOPBACK, type Ports, type QueuePorts } from '../ports.ts';
import { createGroup, type Program } from '../program.ts';
import {
	DATABASE,
	findServers,
	hasPassword,
	passwordIn,
	type Query,
	queryOf,
	startPostgres,
	startRedis,
} from './servers.ts';

export interface QueueEnvironmentOptions {
	readonly userFolder: string;
	readonly ports: Ports;
	readonly queuePorts: QueuePorts;
	readonly password: string;
}

/** Settings of n8n's main process, its webhook process and its workers. Without workers, of n8n alone on this data base. */
export function queueEnvironments({ userFolder, ports, queuePorts, password }: QueueEnvironmentOptions) {
	const { redis, postgres, webhook, workers } = queuePorts;
	const { N8N_WEBHOOK_URL: editorUrl, ...alone } = environment(userFolder, ports);
	const database = {
		...alone,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: String(postgres),
		DB_POSTGRESDB_DATABASE: DATABASE.name,
		DB_POSTGRESDB_USER: DATABASE.user,
		DB_POSTGRESDB_PASSWORD: password,
		// By itself n8n has 2, for which many deliveries at once may have to wait too long.
		DB_POSTGRESDB_POOL_SIZE: '10',
	};
	if (workers.length === 0) return { main: { ...database, N8N_WEBHOOK_URL: editorUrl }, webhook: [], workers: [] };
	const main = {
		...database,
		// By its former name it counts for published workflows only: what is tested in the editor goes to the main process.
		WEBHOOK_URL: `http://${LOOPBACK}:${webhook.own}/`,
		N8N_EDITOR_BASE_URL: editorUrl,
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: LOOPBACK,
		QUEUE_BULL_REDIS_PORT: String(redis),
		QUEUE_BULL_REDIS_PASSWORD: password,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
	};
	return {
		main,
		webhook: [{ ...main, N8N_PORT: String(webhook.own), N8N_RUNNERS_BROKER_PORT: String(webhook.taskBroker) }],
		workers: workers.map(({ own, taskBroker }) => ({
			port: own,
			environment: { ...main, QUEUE_HEALTH_CHECK_PORT: String(own), N8N_RUNNERS_BROKER_PORT: String(taskBroker) },
		})),
	};
}

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

export interface QueueHostOptions {
	/** Folder that n8n was installed in. */
	readonly installed: string;
	/** n8n's own data, this package among it. */
	readonly userFolder: string;
	/** Redis's data, and the password of both servers. */
	readonly folder: string;
	/** PostgreSQL's data: as root, where its user may go. */
	readonly databaseFolder: string;
	readonly logs: string;
	readonly ports: Ports;
	/** Without workers n8n runs alone, on the same data base. */
	readonly queuePorts: QueuePorts;
	readonly signal?: AbortSignal;
}

export interface QueueHost extends Host {
	/** Where deliveries of published workflows go. */
	readonly webhookUrl: string;
	readonly query: Query;
	readonly workers: readonly Worker[];
}

/** Starts n8n in queue mode and resolves when all of it can be used. @throws SetupError, with nothing left running. */
export async function startQueueHost(options: QueueHostOptions): Promise<QueueHost> {
	const { installed, userFolder, folder, databaseFolder, logs, ports, queuePorts, signal } = options;
	const servers = findServers();
	for (const needed of [folder, userFolder]) mkdirSync(needed, { recursive: true });
	// Without its password, and n8n's key beside it, nobody can read what is in the data base.
	if (!hasPassword(folder)) rmSync(databaseFolder, { recursive: true, force: true });
	const password = passwordIn(folder);
	const processes = queueProcesses({ installed, userFolder, logs, ports, queuePorts, password, signal });
	const [backs, fronts] = [createGroup(), createGroup()];
	const stop = async (): Promise<void> => {
		await fronts.stop();
		await backs.stop();
	};
	try {
		const common = { servers, password, signal };
		await backs.keep([
			startRedis({ ...common, folder: join(folder, 'redis'), port: queuePorts.redis, log: join(logs, 'redis.log') }),
			startPostgres({ ...common, folder: databaseFolder, port: queuePorts.postgres, log: join(logs, 'postgresql.log') }),
		]);
		// The first time, the main process makes the key and the tables that the others need.
		const isFirst = !existsSync(join(userFolder, '.n8n/config'));
		if (isFirst) await fronts.keep([processes.main()]);
		const workers = processes.workers();
		// Whoever takes new work comes first, and so is stopped before whoever does it.
		await fronts.keep([...(isFirst ? [] : [processes.main()]), ...processes.webhook(), ...workers]);
		return {
			url: `http://${LOOPBACK}:${ports.n8n}`,
			webhookUrl: `http://${LOOPBACK}:${queuePorts.workers.length > 0 ? queuePorts.webhook.own : ports.n8n}`,
			pid: fronts.pid(),
			ended: Promise.race([fronts.ended(), backs.ended()]),
			stop,
			query: queryOf(servers, queuePorts.postgres, password),
			workers: await Promise.all(workers),
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
