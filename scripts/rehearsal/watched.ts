import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod/v4';
import { UserError } from '../terminal.ts';
import type { RehearseOptions } from './rehearse.ts';
import type { Report } from './report.ts';
import { MAX_MEMORY_MB, MAX_STEP_SECONDS, type Hang } from './watch.ts';

export type WatchedOptions = Omit<RehearseOptions, 'watchBy'>;

/** What the worker is started with. */
export type Job = Omit<WatchedOptions, 'onDay'> & { readonly hangs: readonly Hang[]; readonly pulse: SharedArrayBuffer };

/** What the worker says. `step`: a node begins, or goes on. */
export type Message =
	| { readonly kind: 'day'; readonly day: number }
	| { readonly kind: 'step'; readonly node: string; readonly at: number }
	| { readonly kind: 'rehearsed' }
	| { readonly kind: 'report'; readonly report: Report };

const LOOK_MS = 500;

const OutOfMemory = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') });

/** One rehearsal in a thread of its own: its report, or what had to be stopped. */
function attempt({ onDay, ...options }: WatchedOptions, hangs: readonly Hang[]): Promise<Report | Hang> {
	const pulse = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
	const beats = new Int32Array(pulse);
	const job: Job = { ...options, hangs, pulse };
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
		// Nothing is watched before the first node begins, while n8n is loaded, nor once all have ended.
		let current: Omit<Hang, 'why'> | null = null;
		let [last, looks] = [-1, 0];
		const end = (act: () => void): void => {
			clearInterval(looking);
			void worker.terminate();
			act();
		};
		const stop = (why: Hang['why'], error: unknown): void => {
			const [at, known] = [current, hangs];
			if (!at || known.some(({ node }) => node === at.node)) return end(() => reject(error));
			end(() => resolve({ node: at.node, from: at.from, why }));
		};
		// Counts looks and no time, so that a laptop may sleep.
		const looking = setInterval(() => {
			const beat = Atomics.load(beats, 0);
			looks = beat === last || !current ? looks + 1 : 0;
			if (!current) looks = 0;
			last = beat;
			if (looks * LOOK_MS > MAX_STEP_SECONDS * 1000) stop('time', new UserError(`The rehearsal was stopped: “${current?.node}” did not end within ${MAX_STEP_SECONDS} seconds.`));
		}, LOOK_MS);
		worker.on('message', (message: Message) => {
			if (message.kind === 'day') onDay?.(message.day);
			else if (message.kind === 'step') current = { node: message.node, from: message.at };
			else if (message.kind === 'rehearsed') current = null;
			else end(() => resolve(message.report));
		});
		worker.on('error', (error) => {
			if (OutOfMemory.safeParse(error).success) stop('memory', new UserError(`The rehearsal was stopped: it used more than ${MAX_MEMORY_MB / 1024} GB of memory. Choose fewer days with --days.`));
			else end(() => reject(error));
		});
		worker.on('exit', () => end(() => reject(new Error('The rehearsal ended without a report'))));
	});
}

/**
 * Rehearses in a thread that is watched, so that it ends whatever a workflow contains: a node that does not give back
 * control or takes all memory is stopped, and the month is replayed without it from then on.
 * @throws UserError if that does not help
 */
export async function rehearseWatched(options: WatchedOptions): Promise<Report> {
	// A thread that is stopped removes nothing; this folder is removed with the month's.
	const home = join(options.month.folder, 'n8n');
	mkdirSync(home, { recursive: true });
	process.env.N8N_USER_FOLDER ??= home;
	const hangs: Hang[] = [];
	for (;;) {
		const ended = await attempt(options, hangs);
		if (!('why' in ended)) return ended;
		hangs.push(ended);
	}
}
