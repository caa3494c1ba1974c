import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { paths, ROOT } from '../n8n/folders.ts';
import { runNpm } from '../n8n/install.ts';

const PINNED = join(ROOT, 'scripts/node-red');
export const PACKAGE = join(ROOT, 'packages/node-red');

/** Where Node-RED is installed: outside the checkout, one folder for each lock file. */
export const nodeRedFolder = (): string => {
	const lock = readFileSync(join(PINNED, 'package-lock.json'));
	return join(paths.cache, `node-red-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
};

export const isInstalled = (): boolean => existsSync(join(nodeRedFolder(), 'node_modules/node-red/red.js'));

/** About 120 MB, half a minute. Only a complete installation gets its final name. */
export async function installNodeRed(signal?: AbortSignal): Promise<void> {
	const folder = nodeRedFolder();
	const unfinished = `${folder}.${process.pid}`;
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(PINNED, file), join(unfinished, file));
		await runNpm(unfinished, ['ci', '--ignore-scripts'], signal);
		rmSync(folder, { recursive: true, force: true });
		renameSync(unfinished, folder);
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}

const Packed = z.tuple([z.object({ filename: z.string() })]);

/** Builds and packs the package as npm would publish it, and installs the tarball into the user folder as Node-RED’s palette does. */
export async function installPackageInto(userFolder: string): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'meeting-assistant-pack-'));
	try {
		const rollup = join(ROOT, 'node_modules/rollup/dist/bin/rollup');
		const words = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', rollup, '-c', '--silent'];
		execFileSync(process.execPath, words, { cwd: PACKAGE, stdio: ['ignore', 'ignore', 'inherit'] });
		const [{ filename }] = Packed.parse(JSON.parse(await runNpm(PACKAGE, ['pack', '--json', '--pack-destination', temporary])));
		mkdirSync(userFolder, { recursive: true });
		await runNpm(userFolder, ['install', '--ignore-scripts', '--save', join(temporary, filename)]);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
