import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import swc from '@rollup/plugin-swc';
import { rollup } from 'rollup';
import { buildLibrary } from '../../scripts/package/library.ts';
import { thirdPartyNotices } from '../../scripts/package/thirdPartyNotices.mjs';

const here = import.meta.dirname;

/** What npm installs with the package. The rest is inlined, so that a host starts the server with few files to read. */
const externals = [/^node:/, /^zod(\/|$)/, /^@modelcontextprotocol\//];

buildLibrary(here, (dist) => mkdirSync(dist));
const bundle = await rollup({
	input: join(here, 'main.ts'),
	external: externals,
	onLog: (level, log, handler) => handler(level === 'warn' ? 'error' : level, log),
	plugins: [
		nodeResolve({ extensions: ['.ts', '.mjs', '.js'], preferBuiltins: true }),
		swc({ include: '**/*.ts', swc: { swcrc: false, jsc: { target: 'es2023', parser: { syntax: 'typescript' }, keepClassNames: true } } }),
		thirdPartyNotices('THIRD-PARTY-NOTICES.md'),
	],
});
await bundle.write({ dir: join(here, 'dist'), format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' });
await bundle.close();
