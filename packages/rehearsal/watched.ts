import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from './terminal.ts';
import type { PlayOptions } from './playMonth.ts';
import type { Report } from './report/report.ts';
import { MAX_MEMORY_MB, MAX_STEP_SECONDS, type Hang } from './watch.ts';

export interface WatchedOptions extends Omit<PlayOptions, 'watchBy'> {
	/** Called with the rehearsal's time as it goes on, in milliseconds since 1970. */
	readonly onTime?: ((at: number) => void) | undefined;
}

/** What the watched process receives. */
export type Job = Omit<WatchedOptions, 'onTime'> & { readonly hangs: readonly Hang[] };

/** What the watched process reports. `beat`: its event loop is running. `step`: a node begins or continues. */
export type Message =
	| { readonly kind: 'beat' }
	| { readonly kind: 'step'; readonly node: string; readonly at: number }
	| { readonly kind: 'rehearsed' }
	| { readonly kind: 'failed'; readonly message: string; readonly isUserError: boolean }
	| { readonly kind: 'report'; readonly report: Report };

const LOOK_MS = 500;

/** For n8n. A process that is stopped removes nothing; this folder is removed with the month's. */
function homeIn(folder: string): string {
	const home = join(folder, 'n8n');
	mkdirSync(home, { recursive: true });
	return home;
}

/**
 * One rehearsal in a process of its own. Resolves with its report, or with what had to be stopped. A thread is not enough: one
 * that has run code in an isolate may crash the whole process when it ends.
 */
function attempt({ onTime, ...options }: WatchedOptions, hangs: readonly Hang[]): Promise<Report | Hang> {
	const job: Job = { ...options, hangs };
	return new Promise((resolve, reject) => {
		const child = fork(fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url)), {
			env: { ...process.env, N8N_USER_FOLDER: process.env.N8N_USER_FOLDER ?? homeIn(options.month.folder) },
			// Not those of this process: with `-e`, each child would start over and fork the next.
			execArgv: ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', `--max-old-space-size=${MAX_MEMORY_MB}`],
			serialization: 'advanced',
			stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
		});
		const kill = () => void child.kill('SIGKILL');
		// Before its files are removed.
		process.prependListener('exit', kill);
		// Nothing is watched before the first node begins, while n8n is loaded, nor once all have ended.
		let current: Omit<Hang, 'why'> | null = null;
		let looks = 0;
		let said = '';
		let act = () => reject(new Error(`The rehearsal ended without a report. ${said.trim()}`));
		const end = (how: () => void): void => {
			act = how;
			kill();
		};
		const stop = (why: Hang['why'], error: unknown): void => {
			const at = current;
			if (!at || hangs.some(({ node }) => node === at.node)) return end(() => reject(error));
			end(() => resolve({ node: at.node, from: at.from, why }));
		};
		// Counts looks and no time, so that a laptop may sleep.
		const looking = setInterval(() => {
			looks = current ? looks + 1 : 0;
			if (looks * LOOK_MS > MAX_STEP_SECONDS * 1000) stop('time', new UserError(`The rehearsal was stopped: “${current?.node}” did not end within ${MAX_STEP_SECONDS} seconds.`));
		}, LOOK_MS);
		child.stderr?.setEncoding('utf8').on('data', (text: string) => void (said += text));
		child.on('message', (message: Message) => {
			looks = 0;
			if (message.kind === 'step') {
				current = { node: message.node, from: message.at };
				onTime?.(message.at);
			} else if (message.kind === 'rehearsed') current = null;
			else if (message.kind === 'report') end(() => resolve(message.report));
			else if (message.kind === 'failed') end(() => reject(message.isUserError ? new UserError(message.message) : new Error(message.message)));
		});
		child.on('error', (error) => end(() => reject(error)));
		child.on('close', () => {
			clearInterval(looking);
			process.off('exit', kill);
			if (/heap out of memory/.test(said)) stop('memory', new UserError(`The rehearsal was stopped: it used more than ${MAX_MEMORY_MB / 1024} GB of memory. Choose fewer days with --days.`));
			act();
		});
		child.send(job);
	});
}

/**
 * Rehearses in a process that is watched, so that it ends whatever a workflow contains: a node that does not return control
 * or takes all memory is stopped, and the month is replayed without it from then on.
 * @throws UserError if that does not help
 */
export async function rehearseWatched(options: WatchedOptions): Promise<Report> {
	const hangs: Hang[] = [];
	for (;;) {
		const ended = await attempt(options, hangs);
		if (!('why' in ended)) return ended;
		hangs.push(ended);
	}
}
