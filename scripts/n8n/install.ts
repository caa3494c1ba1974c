import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { z } from 'zod/v4';
import { UserError } from '../../packages/rehearsal/terminal.ts';
import { pinned, runNpm, withPacked } from '../pinned.ts';
import type { Steps } from '../steps.ts';
import { ROOT } from './folders.ts';

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

/**
 * Takes about 3 GB and a few minutes. Install scripts do not run, because one of them downloads from another place, except those of the two
 * packages that need them.
 */
export const n8nWith = ({ show }: Pick<Steps, 'show'>) =>
	pinned({
		name: 'n8n',
		where: 'e2e',
		proofs: ['n8n/bin/n8n', 'sqlite3/build/Release/node_sqlite3.node'],
		async how(unfinished, signal) {
			const watching = setInterval(progressWatcher(unfinished, (progress) => show('Downloading n8n', progress)), WATCH_MS);
			show('Downloading n8n');
			await runNpm(unfinished, ['ci', '--ignore-scripts'], signal).finally(() => clearInterval(watching));
			show('Compiling n8n’s database driver, about two minutes');
			await runNpm(unfinished, ['rebuild', '--ignore-scripts=false', 'isolated-vm', 'sqlite3'], signal);
		},
	});

export const { folder: hostFolder, isInstalled } = n8nWith({ show: () => undefined });
export const installN8n = (steps: Pick<Steps, 'show'>, signal?: AbortSignal): Promise<void> => n8nWith(steps).install(signal);

const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() });

/** Fields that n8n's installer of community packages removes before it runs npm install. */
const REMOVED = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

const writeJson = (path: string, value: object): void => writeFileSync(path, JSON.stringify(value, null, 2));

/**
 * Packs this package as npm would publish it, and installs it into n8n's user folder as n8n's own installer of community
 * packages does. The package must be built.
 */
export const installPackageInto = (userFolder: string): Promise<void> =>
	withPacked(ROOT, async ({ tarball, name, version }) => {
		const nodes = join(userFolder, '.n8n/nodes');
		const folder = join(nodes, 'node_modules', name);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);

		const path = join(folder, 'package.json');
		const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
		writeJson(path, Object.fromEntries(Object.entries(manifest).filter(([key]) => !REMOVED.includes(key))));
		writeJson(join(nodes, 'package.json'), { name: 'installed-nodes', private: true, dependencies: { [name]: version } });
		await runNpm(folder, ['install', '--ignore-scripts', '--install-strategy=shallow', '--package-lock=false']);
	});
