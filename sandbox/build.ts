import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from '../scripts/package/library.ts';

const here = import.meta.dirname;

buildLibrary(here, (dist) => {
	const sample = join('sandbox', 'sample');
	for (const data of ['account.json', 'meetings']) cpSync(join(here, 'sample', data), join(dist, sample, data), { recursive: true });
	chmodSync(join(dist, 'sandbox', 'main.js'), 0o755);
});
