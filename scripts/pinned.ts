import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { delimiter, dirname, extname, join } from 'node:path';
import { z } from 'zod/v4';
import { UserError } from '../packages/rehearsal/terminal.ts';
import { isRunning, paths, ROOT } from './n8n/folders.ts';

/**
 * Runs npm in a folder, on the Node that runs this script: n8n starts on the same Node, so whatever npm compiles works
 * there.
 * @returns standard output. @throws UserError with the end of standard error.
 */
export async function runNpm(folder: string, words: readonly string[], signal?: AbortSignal): Promise<string> {
	const cli = process.env.npm_execpath;
	if (!cli) throw new UserError('Cannot find npm. Start this script with npm run.');
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

/** Each lock file gets an installation of its own. */
export const installationName = (program: string, lock: string): string =>
	`${program}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;

function removeUnfinished(folder: string): void {
	for (const other of globSync(`${folder}.*`)) {
		if (!isRunning(Number(extname(other).slice(1)))) rmSync(other, { recursive: true, force: true });
	}
}

/** Installs a program from the lock file that pins it. Only a complete installation gets its final name; others are removed. */
async function installPinned(pinned: string, folder: string, install: (unfinished: string) => Promise<unknown>): Promise<void> {
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

interface Pinned {
	/** Names the folder that it is installed into. */
	readonly name: string;
	/** Folder of the package.json and lock file that pin it, in the repository. Default: that of its name in scripts. */
	readonly where?: string;
	/** Files that must exist for it to count as installed. */
	readonly proofs: readonly string[];
	/** Default: `npm ci`, without install scripts. */
	readonly how?: (unfinished: string, signal?: AbortSignal) => Promise<unknown>;
}

/** A program that a lock file pins. It is installed outside the checkout, so that it outlives it. */
export function pinned({ name, where = `scripts/${name}`, proofs, how = (unfinished, signal) => runNpm(unfinished, ['ci', '--ignore-scripts'], signal) }: Pinned) {
	const from = join(ROOT, where);
	const folder = (): string => join(paths.cache, installationName(name, readFileSync(join(from, 'package-lock.json'), 'utf8')));
	const inside = (path: string): string => join(folder(), 'node_modules', path);
	return {
		folder,
		inside,
		isInstalled: (): boolean => proofs.every((path) => existsSync(inside(path))),
		install: (signal?: AbortSignal): Promise<void> => installPinned(from, folder(), (unfinished) => how(unfinished, signal)),
	};
}

const Packed = z.tuple([z.object({ filename: z.string(), name: z.string(), version: z.string() })]);

/** Packs a built package as npm would publish it, for as long as `use` takes. */
export async function withPacked(folder: string, use: (packed: { readonly tarball: string; readonly name: string; readonly version: string }) => Promise<unknown>): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'meeting-assistant-pack-'));
	try {
		const [{ filename, ...packed }] = Packed.parse(JSON.parse(await runNpm(folder, ['pack', '--json', '--pack-destination', temporary])));
		await use({ ...packed, tarball: join(temporary, filename) });
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
