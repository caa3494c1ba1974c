import { z } from 'zod/v4';
import { UserError } from '../terminal.ts';
import { rehearse } from './rehearse.ts';
import { reportOf } from './report/report.ts';
import { createWatch } from './watch.ts';
import type { Job, Message } from './watched.ts';

const BEAT_MS = 250;

const tell = (message: Message): void => void process.send?.(message);

async function work({ hangs, ...options }: Job): Promise<void> {
	const rehearsed = await rehearse({
		...options,
		onDay: (day) => tell({ kind: 'day', day }),
		watchBy: (now) => createWatch(hangs, now, (node, at) => tell({ kind: 'step', node, at })),
	});
	tell({ kind: 'rehearsed' });
	const { file, month, from, until } = options;
	tell({ kind: 'report', report: reportOf({ file, rehearsed, user: month.user, from, until }) });
}

setInterval(() => tell({ kind: 'beat' }), BEAT_MS);
// Whoever started it is gone.
process.once('disconnect', () => process.exit());
process.once('message', (job) => {
	work(z.custom<Job>().parse(job)).catch((error: unknown) => {
		tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error), isUserError: error instanceof UserError });
	});
});
