import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes something in a folder of its own, once per run of jest: the first worker that needs it makes it, and others wait for it. */
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
