import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { paths, ROOT } from '../n8n/folders.ts';
import { runNpm } from '../n8n/install.ts';

const PINNED = join(ROOT, 'scripts/zapier');

/** Where Zapier’s platform is installed: outside the checkout, one folder for each lock file. */
export const zapierFolder = (): string => {
	const lock = readFileSync(join(PINNED, 'package-lock.json'));
	return join(paths.cache, `zapier-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
};

/** The Node that Zapier runs integrations on; that of this process where npm has none for this system. */
export const zapierNode = (folder: string = zapierFolder()): string => {
	const [platform, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
	const path = join(folder, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
	return existsSync(path) ? path : process.execPath;
};

export const zapierCli = (folder: string = zapierFolder()): string => join(folder, 'node_modules/zapier-platform-cli/src/bin/run');

export const isInstalled = (): boolean => existsSync(zapierCli());

/** About 320 MB, half a minute. Only a complete installation gets its final name. */
export async function installZapier(): Promise<void> {
	const folder = zapierFolder();
	const unfinished = `${folder}.${process.pid}`;
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(PINNED, file), join(unfinished, file));
		await runNpm(unfinished, ['ci', '--ignore-scripts']);
		rmSync(folder, { recursive: true, force: true });
		renameSync(unfinished, folder);
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}
