import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates something in its own folder, once per run of jest: the first worker that needs it creates it, and the others wait. */
export function once(name: string, make: (folder: string) => void): string {
	const folder = join(process.env['JEST_RUN_FOLDER'] ?? '', name);
	const ended = `${folder}.ended`;
	if (mkdirSync(folder, { recursive: true }) === undefined) {
		while (!existsSync(ended)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
		const failure = readFileSync(ended, 'utf8');
		if (failure) throw new Error(`${name} could not be made: ${failure}`);
		return folder;
	}
	let failure = '';
	try {
		make(folder);
	} catch (error) {
		failure = String(error);
		throw error;
	} finally {
		writeFileSync(ended, failure);
	}
	return folder;
}
