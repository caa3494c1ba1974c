import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../packages/rehearsal/terminal.ts';

export interface ProgramOptions {
	/** Shown to people. */
	readonly name: string;
	readonly command: string;
	readonly words: readonly string[];
	readonly folder: string;
	readonly environment: NodeJS.ProcessEnv;
	/** File for everything it prints; overwritten at start. */
	readonly log: string;
	/** The signal that makes it shut down cleanly. */
	readonly stopWith?: NodeJS.Signals;
	/** Its standard input. */
	readonly input?: string;
	/** Stops it while it starts. */
	readonly signal?: AbortSignal | undefined;
}

/** A program that ended, though it should run until it is stopped. */
export interface Ended {
	readonly name: string;
	readonly log: string;
}

export interface Program {
	/** Process ID; 0 if it could not be started. */
	readonly pid: number;
	/** Resolves when it has ended, for whatever reason. */
	readonly ended: Promise<Ended>;
	/** Resolves when it has ended. `SIGKILL` ends it without a clean shutdown. */
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
	/** Resolves once `isReady` does with true. @throws UserError with its last output. */
	readonly until: (isReady: () => Promise<boolean>) => Promise<void>;
}

const START_MS = 180_000;
const ASK_MS = 250;
const LINES_SHOWN = 12;

export const findOnPath = (name: string): string | undefined =>
	(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)).find((path) => existsSync(path));

/** `setpriv` ends a program when its parent ends, for whatever reason. Linux only. */
export const findSetpriv = (): string | undefined => findOnPath('setpriv');

/**
 * Starts a program in its own process group: Ctrl-C at the terminal reaches only the parent, which stops everything in
 * order. If the parent ends without doing so, setpriv stops the program; without setpriv it stays in the parent's group.
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
		// A program that cannot be started never emits exit.
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
		throw new UserError(`${name} did not start (${log}):\n\n${lines}`);
	};
	return { pid: child.pid ?? 0, ended, stop, until };
}

/** Programs that are stopped together. */
export function createProgramGroup() {
	const running: Program[] = [];
	return {
		/** Resolves when all have started. If one fails, the others are still part of the group, to be stopped. */
		async keep(starts: readonly Promise<Program>[]): Promise<void> {
			const outcomes = await Promise.allSettled(starts);
			running.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
			const failed = outcomes.find(({ status }) => status === 'rejected');
			if (failed?.status === 'rejected') throw failed.reason;
		},
		/** Process ID of the first program. */
		pid: (): number => running[0]?.pid ?? 0,
		/** Stops one after the other, in the order they were added. */
		async stop(): Promise<void> {
			for (const program of running.splice(0)) await program.stop();
		},
		/** Resolves when the first of the running programs ends. */
		ended: (): Promise<Ended> => Promise.race(running.map((program) => program.ended)),
	};
}
