import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../n8n/folders.ts';
import { pinned, runNpm, withPacked } from '../pinned.ts';

export const PACKAGE = join(ROOT, 'packages/node-red');

/** About 120 MB, half a minute. */
export const nodeRed = pinned({ name: 'node-red', proofs: ['node-red/red.js'] });
export const { isInstalled, install: installNodeRed } = nodeRed;

export const pinnedNodeRed = (): string => nodeRed.inside('node-red/red.js');

/** Builds and packs the package as npm would publish it, and installs the tarball into the user folder, like Node-RED’s palette manager. */
export async function installPackageInto(userFolder: string): Promise<void> {
	const rollup = join(ROOT, 'node_modules/rollup/dist/bin/rollup');
	const words = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', rollup, '-c', '--silent'];
	execFileSync(process.execPath, words, { cwd: PACKAGE, stdio: ['ignore', 'ignore', 'inherit'] });
	mkdirSync(userFolder, { recursive: true });
	await withPacked(PACKAGE, ({ tarball }) => runNpm(userFolder, ['install', '--ignore-scripts', '--save', tarball]));
}
