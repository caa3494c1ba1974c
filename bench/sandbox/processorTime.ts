import { existsSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** Milliseconds that a process has had of the processor, which other work on the machine hardly changes. NaN where the system does not tell. */
export function processorMs(pid: number): number {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return Number.NaN;
	// The name of the program comes first, in brackets, and may hold anything (proc(5)).
	const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
