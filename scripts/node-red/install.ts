import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { installationOf, ROOT } from '../n8n/folders.ts';
import { installPinned, runNpm } from '../n8n/install.ts';

const PINNED = join(ROOT, 'scripts/node-red');
export const PACKAGE = join(ROOT, 'packages/node-red');

export const nodeRedFolder = (): string => installationOf('node-red', PINNED);

export const pinnedNodeRed = (): string => join(nodeRedFolder(), 'node_modules/node-red/red.js');

export const isInstalled = (): boolean => existsSync(pinnedNodeRed());

/** About 120 MB, half a minute. */
export const installNodeRed = (signal?: AbortSignal): Promise<void> =>
	installPinned(PINNED, nodeRedFolder(), (unfinished) => runNpm(unfinished, ['ci', '--ignore-scripts'], signal));

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
