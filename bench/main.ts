/**
 * Runs the benchmarks one after another and writes the measured part of docs/benchmarks.md. If names are given, runs only those
 * and leaves the page alone, because all figures of that part come from one run. Words after a second `--` are passed to the
 * benchmark.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { withMarked } from '../scripts/docs/marked.ts';
import { ROOT } from '../scripts/n8n/folders.ts';
import { COLLECTED_IN, times, type Section } from './report.ts';

const PAGE = join(ROOT, 'docs/benchmarks.md');
const flags = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];

/** The programs of each benchmark, relative to this folder. */
const parts: Readonly<Record<string, readonly string[]>> = {
	reports: ['reports/main.ts'],
	sync: ['reports/sync.ts'],
	calls: ['--expose-gc', 'nodes/calls.ts'],
	load: ['nodes/load.ts'],
	trigger: ['trigger/main.ts'],
	client: ['client/main.ts'],
	import: ['import/main.ts'],
};

/** Benchmarks with figures below the measured part. */
const others: typeof parts = { scaling: ['scaling/main.ts'] };
const all: typeof parts = { ...parts, ...others };

const given = process.argv.slice(2);
const end = given.indexOf('--');
const wanted = end < 0 ? given : given.slice(0, end);
/** Words to pass to the benchmark. */
const more = end < 0 ? [] : given.slice(end + 1);

/** @throws if it fails: a page that lacks some figures would suggest that nothing is slow. */
async function run(name: string, collectedIn: string): Promise<void> {
	const words = [...(all[name] ?? []).map((word) => (word.endsWith('.ts') ? join(import.meta.dirname, word) : word)), ...more];
	const child = spawn(process.execPath, [...flags, ...words], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, [COLLECTED_IN]: collectedIn } });
	const [code] = await once(child, 'close');
	if (code !== 0) throw new Error(`The benchmark ${name} failed.`);
}

const line = (cells: readonly (number | string)[]): string => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const tableOf = (head: readonly string[], rows: Section['rows']): string => [head, head.map(() => '---'), ...rows].map(line).join('\n');

function measuredOf(sections: readonly Section[], began: Date, loads: readonly string[]): string {
	const ratios = sections.flatMap(({ ratios: all = [] }) => all);
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	const processor = cpus()[0]?.model.trim() || 'unknown processor';
	return `Measured on ${began.toISOString().slice(0, 10)} with Node ${process.versions.node} on ${availableParallelism()} cores (${processor}) and ${gigabytes} GB of memory; the load was ${loads.join(' at the start and ')} at the end.
\`npm run bench\` repeats it. Every comparison is of one run, with both sides in turns, so the ratios hold
on other machines better than the times do. “From” and “to” are the lowest and the highest of all rounds.

### In short

${tableOf(['What', 'Ratio', 'From', 'To'], ratios.map(({ name, value, spread }) => [name, times(value), ...(spread?.map(times) ?? ['', ''])]))}

${sections.map(({ title, about, head, rows }) => `### ${title}\n\n${about}\n\n${tableOf(head, rows)}`).join('\n\n')}`;
}

const unknown = wanted.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) throw new Error(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
	const collectedIn = join(folder, 'sections');
	writeFileSync(collectedIn, '');
	const load = (): string => (loadavg()[0] ?? 0).toFixed(1);
	const [began, loadBefore] = [new Date(), load()];
	for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) await run(name, collectedIn);
	if (wanted.length === 0) {
		const sections = readFileSync(collectedIn, 'utf8').trimEnd().split('\n').map((text): Section => JSON.parse(text));
		writeFileSync(PAGE, withMarked(readFileSync(PAGE, 'utf8'), 'measured', measuredOf(sections, began, [loadBefore, load()])));
	}
} finally {
	rmSync(folder, { recursive: true });
}
