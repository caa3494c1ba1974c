import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from '../scripts/package/library.ts';

const here = import.meta.dirname;
const sample = 'examples/meetings/quillbrook-pilot.vtt';

buildLibrary(here, (dist) => {
	// Seen from the code, the sample lies where it does in the repository.
	cpSync(join(here, '..', sample), join(dist, sample));
	chmodSync(join(dist, 'sandbox', 'main.js'), 0o755);
});
