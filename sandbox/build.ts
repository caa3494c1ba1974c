import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from '../scripts/package/library.ts';

const here = import.meta.dirname;

buildLibrary(here, (dist) => {
	chmodSync(join(dist, 'sandbox', 'main.js'), 0o755);
});
