import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone when the program exits, whether it is finished or has failed. */
export function temporaryFolder(prefix: string): string {
	const folder = mkdtempSync(join(tmpdir(), prefix));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
