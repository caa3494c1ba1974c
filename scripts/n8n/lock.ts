import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from './setupError.ts';

/** Two at once would write into the same data bases. Let go when the program ends. @throws SetupError when another one runs. */
export function lock(path: string): void {
	mkdirSync(dirname(path), { recursive: true });
	const other = holderOf(path);
	if (other !== null) throw new SetupError(`It is running already, as process ${other}. Stop that one first.`);
	writeFileSync(path, String(process.pid));
	process.on('exit', () => rmSync(path, { force: true }));
}

/** Id of the process that holds it; null when none does, or one that ended without letting go. */
function holderOf(path: string): number | null {
	try {
		const id = Number(readFileSync(path, 'utf8'));
		process.kill(id, 0);
		return id;
	} catch {
		return null;
	}
}
