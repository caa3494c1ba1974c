import { mkdirSync } from 'node:fs';
import { LOOPBACK, type Ports } from './ports.ts';
import { type Ended, type Program, startProgram } from './program.ts';

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

export interface N8nProcessOptions {
	/** What people call it. */
	readonly name: string;
	/** Folder that n8n was installed in. */
	readonly installed: string;
	/** n8n's own command, `start` or another. */
	readonly words: readonly string[];
	readonly environment: NodeJS.ProcessEnv;
	/** Where it answers whether it is ready. */
	readonly port: number;
	readonly log: string;
	readonly signal?: AbortSignal | undefined;
}

/** Readiness, not health: n8n answers before its data base and its nodes are there. */
const isReady = (port: number) => async (): Promise<boolean> => {
	const answer = await fetch(`http://${LOOPBACK}:${port}/healthz/readiness`).catch(() => null);
	return answer?.ok === true;
};

/** Starts one process of n8n and resolves when it can be used. @throws SetupError with what it printed last. */
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
	/** Folder that n8n was installed in. */
	readonly installed: string;
	/** n8n's own data, this package among it. */
	readonly userFolder: string;
	readonly ports: Ports;
	/** Where all that n8n prints goes; begun anew. */
	readonly log: string;
	/** Settings of n8n's besides, or in place of those made here. */
	readonly settings?: Readonly<Record<string, string>>;
	/** Ends a start that is under way. */
	readonly signal?: AbortSignal;
}

export interface Host {
	readonly url: string;
	/** Of the main process. */
	readonly pid: number;
	/** Resolves when a part of it has ended, for whatever reason. */
	readonly ended: Promise<Ended>;
	/** Resolves when it has ended. `SIGKILL` leaves it no time for anything. */
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts n8n and resolves when it can be used. @throws SetupError with what it printed last. */
export async function startHost({ installed, userFolder, ports, log, settings, signal }: HostOptions): Promise<Host> {
	mkdirSync(userFolder, { recursive: true });
	const { pid, ended, stop } = await startN8nProcess({
		name: 'n8n',
		installed,
		words: ['start'],
		environment: { ...environment(userFolder, ports), ...settings },
		port: ports.n8n,
		log,
		signal,
	});
	return { url: `http://${LOOPBACK}:${ports.n8n}`, pid, ended, stop };
}
