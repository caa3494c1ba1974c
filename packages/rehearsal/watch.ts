import type { Failure } from './record.ts';

/** Real time for one step to give back control: a loop without an end, or a regular expression that tries for years, never does. */
export const MAX_STEP_SECONDS = 20;

/** What a step has done that another process had to stop. It happens again each time the month is replayed. */
export interface Hang {
	readonly node: string;
	/** From when the node no longer runs, in milliseconds since 1970. */
	readonly from: number;
	readonly why: 'time' | 'memory';
}

/** Reports which node is running, to a process that watches from outside and can stop it. */
export interface Watch {
	/** Reports that a node begins or continues. Undefined: no node is known to be running. */
	readonly step: (node: string | undefined) => void;
	/** Why a node must not run; null if it may. */
	readonly refusal: (node: string) => Failure | null;
}

/** A watch for rehearsals that nobody watches. */
export const unwatched: Watch = { step: () => undefined, refusal: () => null };

/** Memory of a rehearsal, in MB. */
export const MAX_MEMORY_MB = 3072;

/** `tell` is called with each node that begins; `now` in milliseconds since 1970. */
export function createWatch(hangs: readonly Hang[], now: () => number, tell: (node: string, at: number) => void): Watch {
	let last = '';
	let lastAt = 0;
	return {
		step(node) {
			const at = now();
			if (node === undefined || (node === last && at === lastAt)) return;
			[last, lastAt] = [node, at];
			tell(node, at);
		},
		refusal(node) {
			const hang = hangs.find((one) => one.node === node && one.from <= now());
			if (!hang) return null;
			return hang.why === 'time'
				? { node, message: `It did not end within ${MAX_STEP_SECONDS} seconds, and was stopped`, advice: 'Look for a loop without an end in its expressions, or a regular expression with repeats inside repeats. In n8n, it would stop every other workflow too.' }
				: { node, message: `It used more than ${MAX_MEMORY_MB / 1024} GB of memory, and was stopped`, advice: 'Process fewer items at a time, for example with Loop Over Items.' };
		},
	};
}
