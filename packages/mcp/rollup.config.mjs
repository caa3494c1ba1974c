import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { failOnWarning, inlining, packable } from '../../scripts/package/bundle.mjs';

const here = import.meta.dirname;

rmSync(join(here, 'dist'), { recursive: true, force: true });

export default {
	input: join(here, 'main.ts'),
	// What npm installs with the package. The rest is inlined, so that a host starts the server with few files to read.
	external: [/^node:/, /^zod(\/|$)/, /^@modelcontextprotocol\//],
	onLog: failOnWarning,
	plugins: [...inlining(), packable(here)],
	output: { dir: join(here, 'dist'), format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
};
