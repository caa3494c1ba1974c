import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod/v4';

const Ready = z.object({ url: z.string(), key: z.string(), conversationId: z.string() });
const Memory = z.object({ rss: z.number(), heapUsed: z.number() });

/** Starts `served.ts`. */
export async function startSandboxProcess() {
	const child = fork(join(import.meta.dirname, 'served.ts'), {
		execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
	});
	const [ready] = await once(child, 'message');
	return {
		...Ready.parse(ready),
		pid: child.pid ?? 0,
		/** Bytes in use after garbage collection. */
		async memory() {
			const answer = once(child, 'message');
			child.send('memory');
			return Memory.parse((await answer)[0]);
		},
		stop: () => void child.disconnect(),
	};
}

const STEP_MS = 2000;

/**
 * A clock that advances by two seconds each time it is read. Each request reads it at least once, so an hour has fewer
 * requests than the largest plan allows. The limit is checked every time but never reached.
 */
export function movingClock(start = Date.now()): () => number {
	let time = start;
	return () => (time += STEP_MS);
}
