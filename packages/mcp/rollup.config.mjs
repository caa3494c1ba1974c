import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from '@swc/core';
import { failOnWarning, inlining, packable } from '../../scripts/package/bundle.mjs';

const here = import.meta.dirname;

rmSync(join(here, 'dist'), { recursive: true, force: true });

/** A host waits while the program is read. Class names stay: people read them in errors. */
const small = { name: 'small', renderChunk: (code) => minify(code, { module: true, mangle: { keep_classnames: true }, compress: { keep_classnames: true } }) };

export default {
	input: join(here, 'main.ts'),
	// Everything else is inlined, so that a host installs one package and starts the server with few files to read.
	external: [/^node:/],
	onLog: failOnWarning,
	plugins: [...inlining(), small, packable(here)],
	output: { dir: join(here, 'dist'), format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
};
