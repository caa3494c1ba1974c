import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { environment } from './environment.ts';
import { LOOPBACK, type Ports } from './ports.ts';
import { SetupError } from './setupError.ts';

export interface HostOptions {
	/** Folder that n8n was installed in. */
	readonly installed: string;
	/** n8n's own data, this package among it. */
	readonly userFolder: string;
	readonly ports: Ports;
	/** Where all that n8n prints goes; begun anew. */
	readonly log: string;
	/** Ends a start that is under way. */
	readonly signal?: AbortSignal;
}

export interface Host {
	readonly url: string;
	/** Resolves when n8n has ended, for whatever reason. */
	readonly ended: Promise<unknown>;
	readonly stop: () => Promise<void>;
}

const START_MS = 180_000;
const ASK_MS = 250;

/** Starts n8n and resolves when it can be used. @throws SetupError with what it printed last. */
export async function startHost({ installed, userFolder, ports, log, signal }: HostOptions): Promise<Host> {
	mkdirSync(dirname(log), { recursive: true });
	mkdirSync(userFolder, { recursive: true });
	const output = openSync(log, 'w');
	const child = spawn(process.execPath, ['node_modules/n8n/bin/n8n', 'start'], {
		cwd: installed,
		env: environment(userFolder, ports),
		stdio: ['ignore', output, output],
	});
	closeSync(output);
	const ended = once(child, 'exit');
	// Ctrl-C reaches n8n by itself, too; a second signal does no harm.
	const stop = async (): Promise<void> => {
		child.kill();
		await ended;
	};
	signal?.addEventListener('abort', () => child.kill());
	const url = `http://${LOOPBACK}:${ports.n8n}`;
	const outcome = await Promise.race([isReady(url), ended.then(() => 'ended' as const)]);
	if (outcome === 'ready') return { url, ended, stop };
	await stop();
	const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
	throw new SetupError(`n8n did not start (${log}):\n\n${lines}`);
}

/** Readiness, not health: n8n answers before its data base and its nodes are there. */
async function isReady(url: string): Promise<'ready' | 'late'> {
	for (let waited = 0; waited < START_MS; waited += ASK_MS) {
		const answer = await fetch(`${url}/healthz/readiness`).catch(() => null);
		if (answer?.ok) return 'ready';
		await wait(ASK_MS);
	}
	return 'late';
}
