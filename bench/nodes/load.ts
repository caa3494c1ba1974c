/**
 * The cost of loading this package: requiring its entries and creating their instances, as n8n does when it starts, beside
 * another published package. Each sample is a process of its own with n8n-workflow already loaded; packages take turns.
 */
import { execFile, execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Table from 'cli-table3';
import { median } from '../statistics.ts';

const OTHER = '@mendable/n8n-nodes-firecrawl@2.1.2';
const SAMPLES = 40;
const root = process.cwd();

interface Sample {
	/** Milliseconds of processor time, user and system. */
	readonly cpu: number;
	readonly wall: number;
}

/** Loads a package in this process, and prints what that took. */
function load(folder: string): void {
	const require = createRequire(join(root, 'package.json'));
	require('n8n-workflow');
	const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const entries: readonly string[] = [...n8n.credentials, ...n8n.nodes];
	const began = performance.now();
	const before = process.cpuUsage();
	for (const entry of entries) {
		const name = entry.replace(/.*\/|\..*/g, '');
		const Entry = require(join(folder, entry))[name];
		new Entry();
	}
	const { user, system } = process.cpuUsage(before);
	const sample: Sample = { cpu: (user + system) / 1000, wall: performance.now() - began };
	process.stdout.write(JSON.stringify(sample));
}

async function sampleOf(folder: string): Promise<Sample> {
	const env = { ...process.env, NODE_PATH: join(root, 'node_modules') };
	const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, folder];
	const { stdout } = await promisify(execFile)(process.execPath, args, { env });
	return JSON.parse(stdout);
}

/** The other package as published, or undefined if the registry cannot be reached. */
function fetchOther(into: string): string | undefined {
	try {
		const quiet: ExecFileSyncOptions = { cwd: into, stdio: ['ignore', 'pipe', 'ignore'] };
		const file = execFileSync('npm', ['pack', '--silent', OTHER], quiet).toString().trim();
		execFileSync('tar', ['xzf', file], quiet);
		return join(into, 'package');
	} catch {
		return undefined;
	}
}

async function report(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'load-'));
	const other = fetchOther(folder);
	if (!other) process.stdout.write(`${OTHER} is not compared: the registry cannot be reached\n`);
	const packages = [{ name: 'this package', folder: root }, ...(other ? [{ name: OTHER, folder: other }] : [])];
	const samples = packages.map((): Sample[] => []);
	for (let turn = 0; turn < SAMPLES; turn++) {
		for (const [index, { folder: path }] of packages.entries()) samples[index]?.push(await sampleOf(path));
	}
	rmSync(folder, { recursive: true });
	const table = new Table({ head: ['package', 'CPU', 'fastest', 'wall'], style: { head: [], border: [] } });
	const ms = (value: number): string => `${value.toFixed(1)} ms`;
	const medians = samples.map((all) => median(all.map(({ cpu }) => cpu)));
	for (const [index, { name }] of packages.entries()) {
		const all = samples[index] ?? [];
		table.push([name, ms(medians[index] ?? 0), ms(Math.min(...all.map(({ cpu }) => cpu))), ms(median(all.map(({ wall }) => wall)))]);
	}
	process.stdout.write(`Loading all entries, Node ${process.version}, median of ${SAMPLES} processes each:\n${table}\n`);
	const [ours = 0, theirs] = medians;
	if (theirs !== undefined) process.stdout.write(`${(ours / theirs).toFixed(2)} times the CPU of ${OTHER}\n`);
}

const [folder] = process.argv.slice(2);
if (folder) load(folder);
else await report();
