import { environment } from './environment.ts';
import { DATABASE } from './postgres.ts';
import { LOOPBACK, type Ports, type QueuePorts } from './ports.ts';

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
