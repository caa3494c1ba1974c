import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { once } from '../../support/once.ts';

const root = process.cwd();

export const packages = ['.', 'packages/client', 'packages/mcp', 'packages/node-red', 'packages/rehearsal', 'sandbox'] as const;

export function run(command: string, args: readonly string[], cwd: string) {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	return { status, stdout, stderr };
}

/** The repository right after cloning and installing: nothing is built. */
function clone(to: string): void {
	const left = ['.git', 'node_modules', 'dist', 'coverage'];
	const filter = (path: string) => !left.includes(basename(path)) && !/^(sandbox|packages\/[^/]+)\/LICENSE$/.test(relative(root, path));
	cpSync(root, to, { recursive: true, verbatimSymlinks: true, filter });
	for (const folder of packages.map((folder) => join(folder, 'node_modules'))) {
		if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(to, folder), 'junction');
	}
}

export function pack(from: string, to: string, ...more: string[]) {
	mkdirSync(to, { recursive: true });
	const { status, stderr } = run('npm', ['pack', '--loglevel', 'error', '--pack-destination', to, ...more], from);
	return { status, stderr, tarballs: globSync(join(to, '*.tgz')) };
}

export interface Packed {
	readonly tarball: string;
	readonly bytes: number;
	readonly files: readonly string[];
}

/** A fresh clone, where npm may run scripts. */
export const freshClone = (): string =>
	once('clone', (made) => {
		clone(made);
		// Programs in the clone find modules in the folders above it.
		symlinkSync(join(root, 'node_modules'), join(made, '..', 'node_modules'), 'junction');
	});

/** A package as npm would publish it, built and packed in a fresh clone. */
export function packed(folder: (typeof packages)[number]): Packed {
	const fresh = freshClone();
	const target = once(`packed-${folder.replace(/\W+/g, '-')}`, (made) => {
		const { status, stderr } = pack(join(fresh, folder), made, '--ignore-scripts=false');
		if (status !== 0) throw new Error(`${folder} cannot be packed: ${stderr}`);
	});
	const [tarball = ''] = globSync(join(target, '*.tgz'));
	const listed = run('tar', ['-tzf', tarball], target).stdout.trim().split('\n');
	return { tarball, bytes: statSync(tarball).size, files: listed.map((path) => path.replace(/^package\//, '')).filter((path) => !path.endsWith('/')) };
}

export const unpack = (tarball: string, to: string): void => {
	mkdirSync(to, { recursive: true });
	run('tar', ['-xzf', tarball, '-C', to, '--strip-components=1'], to);
};
