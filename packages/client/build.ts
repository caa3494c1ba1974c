import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import swc from '@rollup/plugin-swc';
import { rollup, type LogHandlerWithDefault, type OutputOptions, type Plugin } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { buildLibrary } from '../../scripts/package/library.ts';
import { thirdPartyNotices } from '../../scripts/package/thirdPartyNotices.mjs';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const dist = join(here, 'dist');
/** The sources that the source maps of both module systems point to. */
const sources = join(dist, 'source');
/** The declarations of all modules, as the compiler writes them. */
const compiledTypes = join(dist, 'compiled');
const entries = ['index', 'axios', 'format', 'node', 'operations', 'polling', 'tools', 'webhooks'];

/** What a program installs itself or already has. The rest is inlined, so that zod is the only dependency. */
const externals = [/^node:/, /^zod(\/|$)/, /^axios$/];

const failOnWarning: LogHandlerWithDefault = (level, log, handler) => handler(level === 'warn' ? 'error' : level, log);

/** Leaves the command line out of the CommonJS build, because nobody loads a program with `require`. */
const withoutProgram: Plugin = {
	name: 'without-program',
	generateBundle(_, files) {
		delete files['cli.js'];
		delete files['cli.js.map'];
	},
};

/** JavaScript for both module systems. */
async function bundle(): Promise<void> {
	const compiled = await rollup({
		input: { ...Object.fromEntries(entries.map((name) => [name, join(here, `${name}.ts`)])), cli: join(here, 'cli', 'main.ts') },
		external: externals,
		onLog: failOnWarning,
		// None of our modules registers anything when imported, so unused ones can be left out.
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
		// A bundler drops unused files as a whole, but keeps the module-level setup of a file that it uses.
		onlyExplicitManualChunks: true,
		manualChunks: (id) => (/[\\/](?:chrono-node|dueDates)[\\/]/.test(id) ? 'dueDates' : /[\\/]format[\\/](languages|note|printable)\b/.exec(id)?.[1]),
		hoistTransitiveImports: false,
		sourcemap: true,
		sourcemapExcludeSources: true,
		sourcemapPathTransform: (source, map) => {
			const original = join(dirname(map), source);
			// A linked node_modules lies elsewhere, but its files belong in the package too.
			const library = original.lastIndexOf('node_modules');
			const copy = join(sources, library === -1 ? relative(root, original) : original.slice(library));
			cpSync(original, copy);
			return relative(dirname(map), copy);
		},
	};
	await compiled.write({ ...output, dir: join(dist, 'esm'), format: 'es' });
	await compiled.write({ ...output, dir: join(dist, 'cjs'), format: 'cjs', exports: 'named', generatedCode: 'es2015', plugins: [withoutProgram] });
	await compiled.close();
	const notices = 'THIRD-PARTY-NOTICES.md';
	cpSync(join(dist, 'esm', notices), join(dist, notices));
	for (const format of ['esm', 'cjs']) rmSync(join(dist, format, notices));
}

/** The contract's objects have the names of the client's own types, which say the same without zod. */
const withoutZod: Plugin = {
	name: 'without-zod',
	resolveId: (source, importer = '') =>
		source.endsWith('/api/index.js') && /[\\/]src[\\/](?:format[\\/]|meetings[\\/]calendar\.)/.test(importer) ? join(compiledTypes, 'packages', 'client', 'generated', 'types.d.ts') : null,
};

/** One declaration for each entry, and one for what they share: editors then show none of our folders and need no other files. */
async function bundleTypes(): Promise<void> {
	const compiled = await rollup({
		input: Object.fromEntries(entries.map((name) => [name, join(compiledTypes, 'packages', 'client', `${name}.d.ts`)])),
		external: externals,
		onLog: failOnWarning,
		plugins: [withoutZod, dts()],
	});
	const output: OutputOptions = {
		format: 'es',
		entryFileNames: '[name].d.ts',
		chunkFileNames: 'shared/[name].d.ts',
		// Named after the module that everything else in it belongs to.
		sanitizeFileName: (name) => name.replace(/\.d$/, ''),
	};
	for (const folder of ['types', join('cjs', 'types')]) await compiled.write({ ...output, dir: join(dist, folder) });
	await compiled.close();
	rmSync(compiledTypes, { recursive: true });
}

buildLibrary(here, () => {});
renameSync(join(dist, 'types'), compiledTypes);
await bundle();
await bundleTypes();
writeFileSync(join(dist, 'cjs', 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
