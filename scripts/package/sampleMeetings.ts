import { cpSync } from 'node:fs';
import { join } from 'node:path';

const FROM = join(import.meta.dirname, '../../sandbox/sample');

/** Puts the sandbox’s sample meetings into a build that contains the sandbox. */
export function copySampleMeetings(dist: string): void {
	for (const data of ['account.json', 'meetings']) cpSync(join(FROM, data), join(dist, 'sandbox/sample', data), { recursive: true });
}
