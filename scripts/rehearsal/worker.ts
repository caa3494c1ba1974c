import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod/v4';
import { rehearse } from './rehearse.ts';
import { reportOf } from './report.ts';
import { createWatch } from './watch.ts';
import type { Job, Message } from './watched.ts';

const BEAT_MS = 250;

const { hangs, pulse, ...options } = z.custom<Job>().parse(workerData);
const beats = new Int32Array(pulse);
const tell = (message: Message): void => void parentPort?.postMessage(message);

setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
const rehearsed = await rehearse({
	...options,
	onDay: (day) => tell({ kind: 'day', day }),
	watchBy: (now) => createWatch(hangs, now, (node, at) => tell({ kind: 'step', node, at })),
});
tell({ kind: 'rehearsed' });
const { file, month, from, until } = options;
tell({ kind: 'report', report: reportOf({ file, rehearsed, user: month.user, from, until }) });
