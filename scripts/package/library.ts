import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Imports of other modules of the same package, with the text before and after the extension in groups. */
const relativeTs = /((?:from|import)\s*(?:\(\s*)?["']\.[^"']+)\.ts(["'])/g;

/** The compiler rewrites imports of `.ts` in what runs, but not in declarations. */
function rewriteDeclarations(dist: string): void {
	for (const path of globSync('**/*.d.ts', { cwd: dist }).map((name) => join(dist, name))) {
		writeFileSync(path, readFileSync(path, 'utf8').replace(relativeTs, '$1.js$2'));
	}
}

/**
 * Compiles a workspace's TypeScript into its `dist`, which is what is published. `complete` adds further files.
 *
 * The mark that says “built” comes last. In each package, a committed link named .npmignore points to it. npm reads that
 * link before it packs, so packing fails while nothing is built. `prepack` alone is not enough, because .npmrc stops npm
 * from running scripts.
 */
export function buildLibrary(folder: string, complete: (dist: string) => void = () => {}): void {
	const dist = join(folder, 'dist');
	rmSync(dist, { recursive: true, force: true });
	const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc');
	const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
	cpSync(join(import.meta.dirname, '../../LICENSE'), join(folder, 'LICENSE'));
	rewriteDeclarations(dist);
	complete(dist);
	writeFileSync(join(dist, '.npmignore'), '');
}
