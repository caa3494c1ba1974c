import { colorsOf, type Colors, printError, UserError } from '../packages/rehearsal/terminal.ts';
import { createSteps, type Steps } from './steps.ts';

export interface Started {
	/** Aborted by the first signal, so that everything stops in order; a second one exits at once. */
	readonly signal: AbortSignal;
	readonly steps: Steps;
	readonly colors: Colors;
}

/** Runs a program that lasts until somebody stops it, and explains how it failed. */
export async function untilSignalled(run: (started: Started) => Promise<void>): Promise<void> {
	const stopping = new AbortController();
	const { signal } = stopping;
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => (signal.aborted ? process.exit(1) : stopping.abort()));
	}
	const steps = createSteps(process.stderr);
	try {
		await run({ signal, steps, colors: colorsOf({ colors: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR }) });
	} catch (error) {
		steps.clear();
		if (signal.aborted) {
			printError('Stopped.');
		} else {
			printError(error instanceof UserError ? error.message : `Unexpected error: ${String(error)}`);
			process.exitCode = 1;
		}
	}
}
