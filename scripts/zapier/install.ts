import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pinned } from '../pinned.ts';

/** About 320 MB, half a minute. */
export const zapier = pinned({ name: 'zapier', proofs: ['zapier-platform-cli/src/bin/run'] });
export const { folder: zapierFolder, isInstalled } = zapier;

/** The Node version that Zapier runs integrations with; if npm has none for this system, the one of this process. */
export const zapierNode = (folder: string = zapierFolder()): string => {
	const [platform, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
	const path = join(folder, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
	return existsSync(path) ? path : process.execPath;
};

export const zapierCli = (folder: string = zapierFolder()): string => join(folder, 'node_modules/zapier-platform-cli/src/bin/run');
