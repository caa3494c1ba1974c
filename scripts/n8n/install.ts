import { execFileSync, spawn } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { z } from 'zod/v4';
import type { Steps } from '../terminal.ts';
import { hostFolder, isRunning, PINNED, ROOT } from './folders.ts';
import { SetupError } from './program.ts';

/** Node's own folder, whose headers are needed to compile for it. */
const NODE = dirname(dirname(process.execPath));

/**
 * Runs npm in a folder, on the Node that runs this: what it compiles fits n8n, which is started with the same one.
 * @returns standard output. @throws SetupError with the end of standard error.
 */
export async function npm(folder: string, words: readonly string[], signal?: AbortSignal): Promise<string> {
	const cli = process.env.npm_execpath;
	if (!cli) throw new SetupError('npm is not known here. Start this with npm run n8n.');
	// Options of the project, handed on by the npm that started this, give way to those of the command line.
	const child = spawn(process.execPath, [cli, ...words, '--prefix', folder, '--loglevel=error', '--no-audit', '--no-fund'], {
		cwd: folder,
		env: {
			...process.env,
			PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
			npm_config_nodedir: NODE,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	signal?.addEventListener('abort', () => child.kill());
	const [out, err]: [Buffer[], Buffer[]] = [[], []];
	child.stdout.on('data', (data: Buffer) => out.push(data));
	child.stderr.on('data', (data: Buffer) => err.push(data));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code === 0) return Buffer.concat(out).toString();
	const end = Buffer.concat(err).toString().trimEnd().split('\n').slice(-12).join('\n');
	throw new SetupError(`npm ${words[0]} failed:\n\n${end}`);
}

interface Terminal {
	readonly input: ReadStream;
	readonly output: WriteStream;
	readonly signal: AbortSignal;
}

const announcement = (folder: string): string => `
The first time, this installs n8n itself: about 3 GB, and some minutes. It goes
into a folder of its own, which later starts use again:

  ${folder}
`;

/** Lets whoever sits at the terminal decide. @throws SetupError when the answer is no, or nobody is there to ask. */
export async function askToInstall(folder: string, { input, output, signal }: Terminal): Promise<void> {
	output.write(`${announcement(folder)}\n`);
	if (!input.isTTY || !output.isTTY) throw new SetupError('To install it without being asked: npm run n8n -- --yes');
	const terminal = createInterface({ input, output });
	try {
		const answer = await terminal.question('Install it now? [Y/n] ', { signal });
		if (!/^(y|yes)?$/i.test(answer.trim())) throw new SetupError('Nothing was installed.');
	} finally {
		terminal.close();
	}
}

const Lock = z.object({ packages: z.record(z.string(), z.object({ optional: z.boolean().optional(), extraneous: z.boolean().optional() })) });

const WATCH_MS = 1000;

/** Whether n8n and the part of it that is compiled are there. */
export const isInstalled = (folder: string = hostFolder()): boolean =>
	['n8n/bin/n8n', 'sqlite3/build/Release/node_sqlite3.node'].every((file) => existsSync(join(folder, 'node_modules', file)));

/**
 * Installs the pinned n8n: about 3 GB, and some minutes. What is half done is removed; only a whole one gets its name.
 * Install scripts do not run, as one of them downloads from elsewhere; the two packages that need theirs are named.
 */
export async function install({ show }: Pick<Steps, 'show'>, signal?: AbortSignal, folder: string = hostFolder()): Promise<void> {
	removeLeftOvers(folder);
	const unfinished = `${folder}.${process.pid}`;
	const remove = () => rmSync(unfinished, { recursive: true, force: true });
	process.once('exit', remove);
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(PINNED, file), join(unfinished, file));
		const watching = setInterval(watch(unfinished, (progress) => show('Downloading n8n', progress)), WATCH_MS);
		show('Downloading n8n');
		await npm(unfinished, ['ci', '--ignore-scripts'], signal).finally(() => clearInterval(watching));
		show('Compiling what n8n needs for its data base, about two minutes');
		await npm(unfinished, ['rebuild', '--ignore-scripts=false', 'isolated-vm', 'sqlite3'], signal);
		// One that lost some of its files, maybe to a program that tidies up.
		rmSync(folder, { recursive: true, force: true });
		renameSync(unfinished, folder);
	} finally {
		remove();
		process.off('exit', remove);
	}
}

/** Of installations that were broken off. */
function removeLeftOvers(folder: string): void {
	for (const other of globSync(`${folder}.*`)) {
		if (!isRunning(Number(extname(other).slice(1)))) rmSync(other, { recursive: true, force: true });
	}
}

/** Tells how many of the packages in the lock file are there. npm itself tells nobody but a terminal. */
function watch(folder: string, tell: (progress: string) => void): () => void {
	const { packages } = Lock.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
	// Some are for other systems, and some are named without being needed.
	const expected = Object.entries(packages).flatMap(([path, { optional, extraneous }]) =>
		path === '' || optional || extraneous ? [] : [path],
	);
	const from = performance.now();
	return () => {
		const there = expected.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
		const seconds = Math.round((performance.now() - from) / 1000);
		tell(`${Math.floor((100 * there) / expected.length)} % of the packages, ${seconds} s`);
	};
}

const Packed = z.tuple([z.object({ filename: z.string(), name: z.string(), version: z.string() })]);
const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() });

/** What n8n's installer of community packages removes before it lets npm install the rest. */
const REMOVED = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

const readManifest = (path: string) => Manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
const write = (path: string, value: object): void => writeFileSync(path, JSON.stringify(value, null, 2));

/**
 * Packs this package as npm would publish it, and installs it into an n8n's user folder as n8n's own installer of community
 * packages does. The package must have been built.
 */
export async function installPackageInto(userFolder: string): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'meeting-assistant-pack-'));
	try {
		const [{ filename, name, version }] = Packed.parse(
			JSON.parse(await npm(ROOT, ['pack', '--json', '--pack-destination', temporary])),
		);
		const nodes = join(userFolder, '.n8n/nodes');
		const folder = join(nodes, 'node_modules', name);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		execFileSync('tar', ['-xzf', join(temporary, filename), '-C', folder, '--strip-components=1']);

		const path = join(folder, 'package.json');
		const manifest = readManifest(path);
		write(path, Object.fromEntries(Object.entries(manifest).filter(([key]) => !REMOVED.includes(key))));
		write(join(nodes, 'package.json'), { name: 'installed-nodes', private: true, dependencies: { [name]: version } });
		await npm(folder, ['install', '--ignore-scripts', '--install-strategy=shallow', '--package-lock=false']);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
