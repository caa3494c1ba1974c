import { appendFileSync } from 'node:fs';
import Table from 'cli-table3';
import { median } from './statistics.ts';

/** Set by `npm run bench`: the file that collects what the benchmarks publish, one JSON text a line. */
export const COLLECTED_IN = 'BENCH_COLLECTED_IN';

/** What this project takes, divided by what something else or the least possible takes, both measured in the same run. */
export interface Ratio {
	readonly name: string;
	readonly value: number;
	/** The lowest and the highest of all rounds. Left out where the value is counted rather than timed. */
	readonly spread?: readonly [lowest: number, highest: number];
}

export interface Section {
	readonly title: string;
	/** How it was measured. Markdown. */
	readonly about: string;
	readonly head: readonly string[];
	readonly rows: readonly (readonly (number | string)[])[];
	readonly ratios?: readonly Ratio[];
}

/** The ratio of two timed in turns: the median of the rounds’ ratios, so that what else the machine did in a round is on both sides. */
export function timedRatio(name: string, ours: readonly number[], others: readonly number[]): Ratio {
	const ratios = ours.map((value, round) => value / (others[round] ?? Number.NaN));
	return { name, value: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] };
}

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

/** Prints a benchmark's figures, and adds them to docs/benchmarks.md when `npm run bench` runs it. */
export function publish(section: Section): void {
	const { title, about, head, rows, ratios = [] } = section;
	const table = new Table({ head: [...head], style: { head: [], border: [] } });
	for (const row of rows) table.push([...row]);
	const lines = ratios.map(({ name, value, spread }) => `${name}: ${times(value)}${spread ? ` (${spread.map(times).join(' to ')})` : ''}`);
	console.log(['', title, about, table.toString(), ...lines].join('\n'));
	const file = process.env[COLLECTED_IN];
	if (file) appendFileSync(file, `${JSON.stringify(section)}\n`);
}
