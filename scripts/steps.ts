import type { WriteStream } from 'node:tty';
import { progressLine } from '../packages/rehearsal/terminal.ts';
import { printable } from '../src/format/index.ts';

/** Shows the current step: on a single changing line of a terminal, elsewhere one line for each step. */
export function createSteps(stream: WriteStream) {
	const line = progressLine(stream);
	let last = '';
	return {
		show(step: string, detail = '') {
			if (stream.isTTY) return line.show(detail ? `${step}: ${detail}` : step);
			if (step !== last) stream.write(`${printable(step)}\n`);
			last = step;
		},
		clear: line.clear,
	};
}

export type Steps = ReturnType<typeof createSteps>;
