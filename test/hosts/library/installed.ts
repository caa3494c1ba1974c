import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { packed, unpack } from '../package/clone.ts';

export interface Installed {
	/** With a `package.json`, and the package in `node_modules`. */
	readonly folder: string;
	/** The package’s own folder. */
	readonly home: string;
	readonly tarball: string;
	/** Size of the tarball. */
	readonly bytes: number;
	/** Makes a package of the repository, or of another folder, available as if it were installed too. */
	readonly link: (name: string, from?: string) => void;
	readonly remove: () => void;
}

/** The client as npm would publish it, installed in an empty folder. */
export function installClient(): Installed {
	const folder = mkdtempSync(join(tmpdir(), 'client-packed-'));
	const home = join(folder, 'node_modules', 'meeting-assistant-client');
	const { bytes, tarball } = packed('packages/client');
	writeFileSync(join(folder, 'package.json'), '{ "private": true }');
	const install = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
	const { status } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' });
	if (status !== 0) {
		// Offline with an empty cache: do what npm would have done.
		unpack(tarball, home);
		cpSync(resolve('node_modules/zod'), join(folder, 'node_modules', 'zod'), { recursive: true });
	}
	return {
		...{ folder, home, tarball, bytes },
		link(name, from = resolve('node_modules', name)) {
			const path = join(folder, 'node_modules', name);
			if (existsSync(path)) return;
			mkdirSync(dirname(path), { recursive: true });
			symlinkSync(from, path, 'junction');
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
