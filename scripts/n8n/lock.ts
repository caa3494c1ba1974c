import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from './setupError.ts';

/** Two at once would write into the same data bases. Let go when the program ends. @throws SetupError when another one runs. */
export function lock(path: string): void {
	mkdirSync(dirname(path), { recursive: true });
	const other = holderOf(path);
	if (other !== null) {
		throw new SetupError(
			`It is running already, as process ${other}. Stop that one first.\nIf that process is something else, remove ${path}`,
		);
	}
	writeFileSync(path, String(process.pid));
	process.on('exit', () => rmSync(path, { force: true }));
}

export function isRunning(id: number): boolean {
	try {
		return process.kill(id, 0);
	} catch {
		return false;
	}
}

/** Id of the process that holds it; null when none does, or one that ended without letting go. */
function holderOf(path: string): number | null {
	const id = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
	return id > 0 && isRunning(id) ? id : null;
}
