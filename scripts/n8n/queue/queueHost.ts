import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { n8nEnvironment, startN8nProcess, type Host, type N8nProcessOptions } from '../host.ts';
import { LOOPBACK, type Ports, type QueuePorts } from '../ports.ts';
import { createProgramGroup, type Program } from '../program.ts';
import { DATABASE, findServers, hasPassword, passwordIn, queryOf, startPostgres, startRedis, type Query } from './servers.ts';

interface QueueEnvironmentOptions {
	readonly userFolder: string;
	readonly ports: Ports;
	readonly queuePorts: QueuePorts;
	readonly password: string;
}

/** Settings of n8n's main process, webhook process and workers. Without workers, a single n8n uses the database. */
function queueEnvironments({ userFolder, ports, queuePorts, password }: QueueEnvironmentOptions) {
	const { redis, postgres, webhook, workers } = queuePorts;
	const { N8N_WEBHOOK_URL: editorUrl, ...alone } = n8nEnvironment(userFolder, ports);
	const database = {
		...alone,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: String(postgres),
		DB_POSTGRESDB_DATABASE: DATABASE.name,
		DB_POSTGRESDB_USER: DATABASE.user,
		DB_POSTGRESDB_PASSWORD: password,
		// n8n's default of 2 can make many simultaneous deliveries wait too long.
		DB_POSTGRESDB_POOL_SIZE: '10',
	};
	if (workers.length === 0) return { main: { ...database, N8N_WEBHOOK_URL: editorUrl }, webhook: [], workers: [] };
	const main = {
		...database,
		// Under its former name the setting applies to published workflows only: tests in the editor use the main process.
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
	/** File with all of its output. */
	readonly log: string;
}

/** Starts n8n's processes in queue mode, each kind at its own time. */
function queueProcesses({ installed, signal, logs, ...settings }: QueueProcessesOptions) {
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

interface QueueHostOptions {
	/** Folder where n8n is installed. */
	readonly installed: string;
	/** n8n's own data, including this package. */
	readonly userFolder: string;
	/** Redis's data, and the password of both servers. */
	readonly folder: string;
	/** PostgreSQL's data: for root, in a folder that PostgreSQL's own user can read. */
	readonly databaseFolder: string;
	readonly logs: string;
	readonly ports: Ports;
	/** Without workers, a single n8n runs on the same database. */
	readonly queuePorts: QueuePorts;
	readonly signal?: AbortSignal;
}

export interface QueueHost extends Host {
	/** Receives deliveries for published workflows. */
	readonly webhookUrl: string;
	readonly query: Query;
	readonly workers: readonly Worker[];
}

/** Starts n8n in queue mode and resolves when all of it is ready. @throws UserError, with nothing left running. */
export async function startQueueHost(options: QueueHostOptions): Promise<QueueHost> {
	const { installed, userFolder, folder, databaseFolder, logs, ports, queuePorts, signal } = options;
	const servers = findServers();
	for (const needed of [folder, userFolder]) mkdirSync(needed, { recursive: true });
	// Without its password and n8n's encryption key, the database is useless.
	if (!hasPassword(folder)) rmSync(databaseFolder, { recursive: true, force: true });
	const password = passwordIn(folder);
	const processes = queueProcesses({ installed, userFolder, logs, ports, queuePorts, password, signal });
	const [backs, fronts] = [createProgramGroup(), createProgramGroup()];
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
		// On the first start, the main process creates the key and the tables that the others need.
		const isFirst = !existsSync(join(userFolder, '.n8n/config'));
		if (isFirst) await fronts.keep([processes.main()]);
		const workers = processes.workers();
		// Processes that accept work come first, so that they are stopped before those that do it.
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
