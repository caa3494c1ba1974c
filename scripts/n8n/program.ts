import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findSetpriv } from './queue/servers.ts';

/** Something the person at the keyboard can mend: shown as these words, without a stack trace. */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}

export interface ProgramOptions {
	/** What people call it. */
	readonly name: string;
	readonly command: string;
	readonly words: readonly string[];
	readonly folder: string;
	readonly environment: NodeJS.ProcessEnv;
	/** Where all that it prints goes; begun anew. */
	readonly log: string;
	/** What makes it end in order. */
	readonly stopWith?: NodeJS.Signals;
	/** What it reads from standard input. */
	readonly input?: string;
	/** Ends it while it starts. */
	readonly signal?: AbortSignal | undefined;
}

/** Something that is not meant to end by itself, and did. */
export interface Ended {
	readonly name: string;
	readonly log: string;
}

export interface Program {
	/** Of the process; 0 when it could not be started. */
	readonly pid: number;
	/** Resolves when it has ended, for whatever reason. */
	readonly ended: Promise<Ended>;
	/** Resolves when it has ended. `SIGKILL` leaves it no time for anything. */
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
	/** Resolves once it says that it can be used. @throws SetupError with what it printed last. */
	readonly until: (isReady: () => Promise<boolean>) => Promise<void>;
}

const START_MS = 180_000;
const ASK_MS = 250;
const LINES_SHOWN = 12;

/**
 * Starts a program in a group of its own: Ctrl-C at the terminal reaches only whoever started it, who stops everything
 * in order. When that one ends without doing so, the program is told to end, too; where that is not possible, it stays in
 * the group.
 */
export function startProgram({ name, command, words, folder, environment, log, input, ...options }: ProgramOptions): Program {
	const { stopWith = 'SIGTERM', signal } = options;
	mkdirSync(dirname(log), { recursive: true });
	const output = openSync(log, 'w');
	const setpriv = findSetpriv();
	const [first = command, ...rest] = [...(setpriv ? [setpriv, '--pdeathsig', stopWith.slice('SIG'.length)] : []), command, ...words];
	const child = spawn(first, rest, {
		cwd: folder,
		env: environment,
		detached: setpriv !== undefined,
		stdio: [input === undefined ? 'ignore' : 'pipe', output, output],
	});
	closeSync(output);
	child.stdin?.end(input);
	let hasEnded = false;
	const kill = (): void => void child.kill(stopWith);
	process.once('exit', kill);
	const ended = new Promise<Ended>((resolve) => {
		const end = (): void => {
			hasEnded = true;
			process.off('exit', kill);
			resolve({ name, log });
		};
		child.once('exit', end);
		// One that cannot be started at all never exits.
		child.once('error', end);
	});
	const stop = async (how: NodeJS.Signals = stopWith): Promise<void> => {
		child.kill(how);
		await ended;
	};
	const until = async (isReady: () => Promise<boolean>): Promise<void> => {
		for (let waited = 0; waited < START_MS && !hasEnded && !signal?.aborted; waited += ASK_MS) {
			if (await isReady()) return;
			await wait(ASK_MS);
		}
		await stop();
		const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
		throw new SetupError(`${name} did not start (${log}):\n\n${lines}`);
	};
	return { pid: child.pid ?? 0, ended, stop, until };
}

/** Programs that belong together. */
export function createGroup() {
	const running: Program[] = [];
	return {
		/** Resolves when all have started; those that have are kept before the failure of another is told. */
		async keep(starts: readonly Promise<Program>[]): Promise<void> {
			const outcomes = await Promise.allSettled(starts);
			running.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
			const failed = outcomes.find(({ status }) => status === 'rejected');
			if (failed?.status === 'rejected') throw failed.reason;
		},
		/** Of the first. */
		pid: (): number => running[0]?.pid ?? 0,
		/** One after the other, in the order in which they were given. */
		async stop(): Promise<void> {
			for (const program of running.splice(0)) await program.stop();
		},
		/** The first of those running now that ends. */
		ended: (): Promise<Ended> => Promise.race(running.map((program) => program.ended)),
	};
}
