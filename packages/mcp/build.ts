import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { inlining } from '../../scripts/package/bundle.mjs';
import { buildLibrary } from '../../scripts/package/library.ts';

const here = import.meta.dirname;

/** What npm installs with the package. The rest is inlined, so that a host starts the server with few files to read. */
const externals = [/^node:/, /^zod(\/|$)/, /^@modelcontextprotocol\//];

buildLibrary(here, (dist) => mkdirSync(dist));
const bundle = await rollup({
	input: join(here, 'main.ts'),
	external: externals,
	onLog: (level, log, handler) => handler(level === 'warn' ? 'error' : level, log),
	plugins: inlining(),
});
await bundle.write({ dir: join(here, 'dist'), format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' });
await bundle.close();
