import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from '../../scripts/package/library.ts';
import { copySampleMeetings } from '../../scripts/package/sampleMeetings.ts';

const here = import.meta.dirname;

buildLibrary(here, (dist) => {
	copySampleMeetings(dist);
	const built = join(dist, 'packages/rehearsal');
	chmodSync(join(built, 'main.js'), 0o755);
	copyFileSync(join(here, 'engine/code/realm.js'), join(built, 'engine/code/realm.js'));
});
