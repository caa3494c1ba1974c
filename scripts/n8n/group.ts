import type { Ended, Program } from './program.ts';

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
