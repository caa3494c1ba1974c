import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installationOf, ROOT } from '../n8n/folders.ts';
import { installPinned, runNpm } from '../n8n/install.ts';

const PINNED = join(ROOT, 'scripts/zapier');

export const zapierFolder = (): string => installationOf('zapier', PINNED);

/** The Node that Zapier runs integrations on; that of this process where npm has none for this system. */
export const zapierNode = (folder: string = zapierFolder()): string => {
	const [platform, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
	const path = join(folder, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
	return existsSync(path) ? path : process.execPath;
};

export const zapierCli = (folder: string = zapierFolder()): string => join(folder, 'node_modules/zapier-platform-cli/src/bin/run');

export const isInstalled = (): boolean => existsSync(zapierCli());

/** About 320 MB, half a minute. */
export const installZapier = (): Promise<void> =>
	installPinned(PINNED, zapierFolder(), (unfinished) => runNpm(unfinished, ['ci', '--ignore-scripts']));
