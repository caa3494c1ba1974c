/**
 * What this package takes to load and to install beside other published ones. Loading is requiring its entries and making
 * their instances, as n8n does when it starts. Each sample is a process of its own, with n8n-workflow already loaded; packages take turns.
 */
import { execFile, execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { publish, timedRatio } from '../report.ts';
import { median } from '../statistics.ts';

/** A large one that is well known, and a small one for another meeting assistant. */
const OTHERS = ['@mendable/n8n-nodes-firecrawl@2.1.2', 'n8n-nodes-grain@0.1.4'];
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

interface Package {
	readonly name: string;
	readonly folder: string;
	/** Bytes of the tarball, and of its unpacked content. */
	readonly packed: number;
	readonly installed: number;
}

const Packed = z.tuple([z.object({ filename: z.string(), size: z.number(), unpackedSize: z.number() })]);

/** A package as npm has it, or this one as it would be published. */
function pack(specifier: string, into: string): Package {
	const quiet: ExecFileSyncOptions = { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] };
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', into, specifier];
	const [{ filename, size, unpackedSize }] = Packed.parse(JSON.parse(String(execFileSync('npm', args, quiet))));
	const folder = mkdtempSync(join(into, 'package-'));
	execFileSync('tar', ['xzf', join(into, filename), '-C', folder, '--strip-components=1']);
	return { name: specifier === root ? 'this package' : specifier, folder, packed: size, installed: unpackedSize };
}

async function report(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'load-'));
	const packages = [root, ...OTHERS].map((specifier) => pack(specifier, folder));
	const samples = packages.map((): Sample[] => []);
	for (let turn = 0; turn < SAMPLES; turn++) {
		for (const [index, { folder: path }] of packages.entries()) samples[index]?.push(await sampleOf(path));
	}
	rmSync(folder, { recursive: true });
	const ms = (value: number): string => `${value.toFixed(1)} ms`;
	const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
	const cpuOf = (index: number): number[] => (samples[index] ?? []).map(({ cpu }) => cpu);
	const [ours] = packages;
	publish({
		title: 'Loading and installing',
		about: `Loading all entries as n8n does when it starts, with n8n-workflow already loaded; median of ${SAMPLES} processes each, in turns. Sizes are npm’s.`,
		head: ['Package', 'CPU to load', 'Fastest', 'Wall time', 'Packed', 'Installed'],
		rows: packages.map(({ name, packed, installed }, index) => {
			const wall = median((samples[index] ?? []).map((sample) => sample.wall));
			return [name, ms(median(cpuOf(index))), ms(Math.min(...cpuOf(index))), ms(wall), kilobytes(packed), kilobytes(installed)];
		}),
		ratios: packages.slice(1).flatMap(({ name, packed, installed }, index) => {
			const size = (of: number | undefined, bytes: number): number => (of ?? Number.NaN) / bytes;
			return [
				timedRatio(`CPU to load ÷ ${name}`, cpuOf(0), cpuOf(index + 1)),
				{ name: `Packed size ÷ ${name}`, value: size(ours?.packed, packed) },
				{ name: `Installed size ÷ ${name}`, value: size(ours?.installed, installed) },
			];
		}),
	});
}

const [folder] = process.argv.slice(2);
if (folder) load(folder);
else await report();
