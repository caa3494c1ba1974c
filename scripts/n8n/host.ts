import { mkdirSync } from 'node:fs';
import { environment } from './environment.ts';
import { startN8nProcess } from './n8nProcess.ts';
import { LOOPBACK, type Ports } from './ports.ts';
import type { Ended } from './program.ts';

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
