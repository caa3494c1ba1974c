import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from '../scripts/package/library.ts';
import { copySampleMeetings } from '../scripts/package/sampleMeetings.ts';

buildLibrary(import.meta.dirname, (dist) => {
	copySampleMeetings(dist);
	chmodSync(join(dist, 'sandbox', 'main.js'), 0o755);
});
