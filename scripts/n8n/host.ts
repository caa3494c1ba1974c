import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from './folders.ts';
import { LOOPBACK, type Ports } from './ports.ts';
import { startProgram, type Ended, type Program } from './program.ts';

/** Environment variables that n8n must not inherit: they may be settings of the person's own n8n. */
const FOREIGN = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|OFFLOAD_|WEBHOOK_URL$|NODES_|CREDENTIALS_|npm_)/;

/** Where workflows may write files, beside n8n's default folder in the home folder. */
export const filesIn = (userFolder: string): string => join(userFolder, 'files');

/** n8n's settings: reachable from this machine only, without requests to the internet. */
export const n8nEnvironment = (userFolder: string, ports: Ports): NodeJS.ProcessEnv => ({
	...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))),
	// A start compiles thousands of files: two seconds of its ten.
	NODE_COMPILE_CACHE: join(paths.cache, 'compiled'),
	N8N_USER_FOLDER: userFolder,
	N8N_PORT: String(ports.n8n),
	N8N_RUNNERS_BROKER_PORT: String(ports.taskBroker),
	N8N_HOST: LOOPBACK,
	N8N_LISTEN_ADDRESS: LOOPBACK,
	N8N_PROTOCOL: 'http',
	N8N_WEBHOOK_URL: `http://${LOOPBACK}:${ports.n8n}/`,
	N8N_SECURE_COOKIE: 'false',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	// After a single ping that takes longer than n8n's default of five seconds, n8n answers deliveries with 503, which loses them.
	DB_PING_TIMEOUT_MS: '30000',
	GENERIC_TIMEZONE: 'UTC',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	// As n8n 3.0 will have it. It still loads a package from the folder for community nodes.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
	N8N_RESTRICT_FILE_ACCESS_TO: `~/.n8n-files;${filesIn(userFolder)}`,
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,insights',
});

export interface N8nProcessOptions {
	/** Shown to people. */
	readonly name: string;
	/** Folder where n8n is installed. */
	readonly installed: string;
	/** n8n's command, such as `start`. */
	readonly words: readonly string[];
	readonly environment: NodeJS.ProcessEnv;
	/** Port of its readiness check. */
	readonly port: number;
	readonly log: string;
	readonly signal?: AbortSignal | undefined;
}

/** Checks readiness, not health: n8n is healthy before its database and nodes are loaded. */
const isReady = (port: number) => async (): Promise<boolean> => {
	const answer = await fetch(`http://${LOOPBACK}:${port}/healthz/readiness`).catch(() => null);
	return answer?.ok === true;
};

/** Starts one n8n process and resolves when it is ready. @throws UserError with its last output. */
export async function startN8nProcess({ installed, words, port, ...options }: N8nProcessOptions): Promise<Program> {
	const program = startProgram({
		...options,
		command: process.execPath,
		words: ['node_modules/n8n/bin/n8n', ...words],
		folder: installed,
	});
	await program.until(isReady(port));
	return program;
}

export interface HostOptions {
	/** Folder where n8n is installed. */
	readonly installed: string;
	/** n8n's own data, including this package. */
	readonly userFolder: string;
	readonly ports: Ports;
	/** File for everything n8n prints; overwritten at start. */
	readonly log: string;
	/** Environment variables that extend or override the default settings. */
	readonly settings?: Readonly<Record<string, string>>;
	/** Stops a start in progress. */
	readonly signal?: AbortSignal;
}

export interface Host {
	readonly url: string;
	/** Process ID of the main process. */
	readonly pid: number;
	/** Resolves when any of its processes has ended, for whatever reason. */
	readonly ended: Promise<Ended>;
	/** Resolves when it has ended. `SIGKILL` ends it without a clean shutdown. */
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts n8n and resolves when it is ready. @throws UserError with its last output. */
export async function startHost({ installed, userFolder, ports, log, settings, signal }: HostOptions): Promise<Host> {
	mkdirSync(userFolder, { recursive: true });
	const { pid, ended, stop } = await startN8nProcess({
		name: 'n8n',
		installed,
		words: ['start'],
		environment: { ...n8nEnvironment(userFolder, ports), ...settings },
		port: ports.n8n,
		log,
		signal,
	});
	return { url: `http://${LOOPBACK}:${ports.n8n}`, pid, ended, stop };
}
