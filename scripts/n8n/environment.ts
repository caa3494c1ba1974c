import { LOOPBACK, type Ports } from './ports.ts';

/** What n8n would read from the environment of whoever starts it, and must not: their own n8n's settings. */
const FOREIGN = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|OFFLOAD_|WEBHOOK_URL$|NODES_|CREDENTIALS_|npm_)/;

/** n8n's settings: on this machine alone, without looking for anything on the internet. */
export const environment = (userFolder: string, ports: Ports): NodeJS.ProcessEnv => ({
	...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))),
	N8N_USER_FOLDER: userFolder,
	N8N_PORT: String(ports.n8n),
	N8N_RUNNERS_BROKER_PORT: String(ports.taskBroker),
	N8N_HOST: LOOPBACK,
	N8N_LISTEN_ADDRESS: LOOPBACK,
	N8N_PROTOCOL: 'http',
	N8N_WEBHOOK_URL: `http://${LOOPBACK}:${ports.n8n}/`,
	N8N_SECURE_COOKIE: 'false',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	GENERIC_TIMEZONE: 'UTC',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	// This package is one.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,insights',
});
