import type { WriteStream } from 'node:tty';
import { progressLine } from '../demo/progress.ts';

/** Says what is going on: one line that changes on a terminal, one line for each step elsewhere. */
export function steps(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
	const line = progressLine(stream);
	let last = '';
	return {
		show(step: string, detail = '') {
			if (stream.isTTY) return line.show(detail ? `${step}: ${detail}` : step);
			if (step !== last) stream.write(`${step}\n`);
			last = step;
		},
		clear: line.clear,
	};
}

export type Steps = ReturnType<typeof steps>;
