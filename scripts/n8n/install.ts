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
import { UserError, type Steps } from '../../packages/rehearsal/terminal.ts';
import { hostFolder, isRunning, PINNED, ROOT } from './folders.ts';

/**
 * Runs npm in a folder, on the Node that runs this script: n8n starts on the same Node, so whatever npm compiles fits it.
 * @returns standard output. @throws UserError with the end of standard error.
 */
export async function runNpm(folder: string, words: readonly string[], signal?: AbortSignal): Promise<string> {
	const cli = process.env.npm_execpath;
	if (!cli) throw new UserError('Cannot find npm. Start this script with npm run n8n.');
	// Command line options take precedence over those passed on by the npm that started this script.
	const child = spawn(process.execPath, [cli, ...words, '--prefix', folder, '--loglevel=error', '--no-audit', '--no-fund'], {
		cwd: folder,
		env: {
			...process.env,
			PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
			// Node's own folder has the headers that compiling needs.
			npm_config_nodedir: dirname(dirname(process.execPath)),
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
	throw new UserError(`npm ${words[0]} failed:\n\n${end}`);
}

interface Terminal {
	readonly input: ReadStream;
	readonly output: WriteStream;
	readonly signal: AbortSignal;
}

const announcement = (folder: string): string => `
The first start installs n8n itself: about 3 GB, which takes a few minutes.
Later starts use the same folder:

  ${folder}
`;

/** Asks the person at the terminal. @throws UserError if they decline, or if there is no terminal. */
export async function askToInstall(folder: string, { input, output, signal }: Terminal): Promise<void> {
	output.write(`${announcement(folder)}\n`);
	if (!input.isTTY || !output.isTTY) throw new UserError('To install it without confirmation: npm run n8n -- --yes');
	const terminal = createInterface({ input, output });
	try {
		const answer = await terminal.question('Install it now? [Y/n] ', { signal });
		if (!/^(y|yes)?$/i.test(answer.trim())) throw new UserError('Nothing was installed.');
	} finally {
		terminal.close();
	}
}

/** Whether n8n and its compiled dependency are there. */
export const isInstalled = (folder: string = hostFolder()): boolean =>
	['n8n/bin/n8n', 'sqlite3/build/Release/node_sqlite3.node'].every((file) => existsSync(join(folder, 'node_modules', file)));

const Lock = z.object({ packages: z.record(z.string(), z.object({ optional: z.boolean().optional(), extraneous: z.boolean().optional() })) });

const WATCH_MS = 1000;

/** Reports how many packages of the lock file are in the folder. npm itself reports progress to terminals only. */
function progressWatcher(folder: string, report: (progress: string) => void): () => void {
	const { packages } = Lock.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
	// Optional packages may be for other systems; extraneous ones are not needed.
	const expected = Object.entries(packages).flatMap(([path, { optional, extraneous }]) =>
		path === '' || optional || extraneous ? [] : [path],
	);
	const from = performance.now();
	return () => {
		const there = expected.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
		const seconds = Math.round((performance.now() - from) / 1000);
		report(`${Math.floor((100 * there) / expected.length)} % of the packages, ${seconds} s`);
	};
}

function removeUnfinished(folder: string): void {
	for (const other of globSync(`${folder}.*`)) {
		if (!isRunning(Number(extname(other).slice(1)))) rmSync(other, { recursive: true, force: true });
	}
}

/** Installs a program from the lock file that pins it. Only a complete installation gets its final name; others are removed. */
export async function installPinned(pinned: string, folder: string, install: (unfinished: string) => Promise<unknown>): Promise<void> {
	removeUnfinished(folder);
	const unfinished = `${folder}.${process.pid}`;
	const remove = () => rmSync(unfinished, { recursive: true, force: true });
	process.once('exit', remove);
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(pinned, file), join(unfinished, file));
		await install(unfinished);
		// Replaces an installation that lost files, for example to a program that cleans up caches.
		rmSync(folder, { recursive: true, force: true });
		renameSync(unfinished, folder);
	} finally {
		remove();
		process.off('exit', remove);
	}
}

/**
 * Installs the pinned n8n: about 3 GB, a few minutes. Install scripts do not run, as one of them downloads from elsewhere,
 * except for the two packages that need theirs.
 */
export const installN8n = ({ show }: Pick<Steps, 'show'>, signal?: AbortSignal, folder: string = hostFolder()): Promise<void> =>
	installPinned(PINNED, folder, async (unfinished) => {
		const watching = setInterval(progressWatcher(unfinished, (progress) => show('Downloading n8n', progress)), WATCH_MS);
		show('Downloading n8n');
		await runNpm(unfinished, ['ci', '--ignore-scripts'], signal).finally(() => clearInterval(watching));
		show('Compiling n8n’s database driver, about two minutes');
		await runNpm(unfinished, ['rebuild', '--ignore-scripts=false', 'isolated-vm', 'sqlite3'], signal);
	});

const Packed = z.tuple([z.object({ filename: z.string(), name: z.string(), version: z.string() })]);
const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() });

/** Fields that n8n's installer of community packages removes before it runs npm install. */
const REMOVED = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

const writeJson = (path: string, value: object): void => writeFileSync(path, JSON.stringify(value, null, 2));

/**
 * Packs this package as npm would publish it, and installs it into n8n's user folder as n8n's own installer of community
 * packages does. The package must be built.
 */
export async function installPackageInto(userFolder: string): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'meeting-assistant-pack-'));
	try {
		const [{ filename, name, version }] = Packed.parse(
			JSON.parse(await runNpm(ROOT, ['pack', '--json', '--pack-destination', temporary])),
		);
		const nodes = join(userFolder, '.n8n/nodes');
		const folder = join(nodes, 'node_modules', name);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		execFileSync('tar', ['-xzf', join(temporary, filename), '-C', folder, '--strip-components=1']);

		const path = join(folder, 'package.json');
		const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
		writeJson(path, Object.fromEntries(Object.entries(manifest).filter(([key]) => !REMOVED.includes(key))));
		writeJson(join(nodes, 'package.json'), { name: 'installed-nodes', private: true, dependencies: { [name]: version } });
		await runNpm(folder, ['install', '--ignore-scripts', '--install-strategy=shallow', '--package-lock=false']);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
