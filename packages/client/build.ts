import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import swc from '@rollup/plugin-swc';
import { rollup, type LogHandlerWithDefault, type OutputOptions } from 'rollup';
import { buildLibrary } from '../../scripts/package/library.ts';
import { thirdPartyNotices } from '../../scripts/package/thirdPartyNotices.mjs';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const dist = join(here, 'dist');
/** The sources that the source maps of both module systems point to. */
const sources = join(dist, 'source');
const entries = ['index', 'axios', 'format', 'node', 'operations', 'polling', 'webhooks'];

/** What a program installs itself, or has anyway. The rest is inlined, so that zod is the only dependency. */
const externals = [/^node:/, /^zod(\/|$)/, /^axios$/];

const failOnWarning: LogHandlerWithDefault = (level, log, handler) => handler(level === 'warn' ? 'error' : level, log);

/** JavaScript for both module systems. The declarations, which the compiler has written, serve both as well. */
async function bundle(): Promise<void> {
	const compiled = await rollup({
		input: Object.fromEntries(entries.map((name) => [name, join(here, `${name}.ts`)])),
		external: externals,
		onLog: failOnWarning,
		// No module of ours registers anything by being imported, so what nobody uses stays out.
		treeshake: { moduleSideEffects: false },
		plugins: [
			nodeResolve({ extensions: ['.ts', '.mjs', '.js'], preferBuiltins: true }),
			swc({
				include: '**/*.ts',
				swc: { swcrc: false, sourceMaps: true, jsc: { target: 'es2023', parser: { syntax: 'typescript' }, keepClassNames: true } },
			}),
			thirdPartyNotices('THIRD-PARTY-NOTICES.md'),
		],
	});
	const output: OutputOptions = {
		entryFileNames: '[name].js',
		chunkFileNames: 'chunks/[name].js',
		hoistTransitiveImports: false,
		sourcemap: true,
		sourcemapExcludeSources: true,
		sourcemapPathTransform: (source, map) => {
			const original = join(dirname(map), source);
			// A linked node_modules is elsewhere, and its files belong into the package all the same.
			const library = original.lastIndexOf('node_modules');
			const copy = join(sources, library === -1 ? relative(root, original) : original.slice(library));
			cpSync(original, copy);
			return relative(dirname(map), copy);
		},
	};
	await compiled.write({ ...output, dir: join(dist, 'esm'), format: 'es' });
	await compiled.write({ ...output, dir: join(dist, 'cjs'), format: 'cjs', exports: 'named', generatedCode: 'es2015' });
	await compiled.close();
	const notices = 'THIRD-PARTY-NOTICES.md';
	cpSync(join(dist, 'esm', notices), join(dist, notices));
	for (const format of ['esm', 'cjs']) rmSync(join(dist, format, notices));
}

/** Removes the declarations that no entry needs: most modules are of no concern to whoever uses the library. */
function pruneDeclarations(types: string): void {
	const needed = new Set(entries.map((name) => join(types, 'packages', 'client', `${name}.d.ts`)));
	// A Set goes on with what is added meanwhile.
	for (const path of needed) {
		for (const [, to = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*(?:\(\s*)?["'](\.[^"']+)\.js["']/g)) {
			needed.add(join(dirname(path), `${to}.d.ts`));
		}
	}
	for (const path of readdirSync(types, { recursive: true, encoding: 'utf8' }).map((name) => join(types, name))) {
		if (path.endsWith('.d.ts') && !needed.has(path)) rmSync(path);
	}
}

buildLibrary(here, (folder) => {
	pruneDeclarations(join(folder, 'types'));
	cpSync(join(folder, 'types'), join(folder, 'cjs', 'types'), { recursive: true });
	writeFileSync(join(folder, 'cjs', 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
});
await bundle();
