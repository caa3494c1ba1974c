import * as z from 'zod/v4';
import { UserError } from './terminal.ts';
import { rehearseHere } from './here.ts';
import { createWatch } from './watch.ts';
import type { Job, Message } from './watched.ts';

const BEAT_MS = 250;

const tell = (message: Message): void => void process.send?.(message);

async function work({ hangs, ...options }: Job): Promise<void> {
	const report = await rehearseHere({
		...options,
		onEnd: () => tell({ kind: 'rehearsed' }),
		watchBy: (now) => createWatch(hangs, now, (node, at) => tell({ kind: 'step', node, at })),
	});
	tell({ kind: 'report', report });
}

setInterval(() => tell({ kind: 'beat' }), BEAT_MS);
// The process that started this one is gone.
process.once('disconnect', () => process.exit());
process.once('message', (job) => {
	work(z.custom<Job>().parse(job)).catch((error: unknown) => {
		tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error), isUserError: error instanceof UserError });
	});
});
