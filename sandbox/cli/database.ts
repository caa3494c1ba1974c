import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultDatabase } from '../commandLine.ts';
import { controls } from '../control/index.ts';
import { messageOf } from '../errors.ts';
import { IN_MEMORY, notedUrl } from '../running.ts';
import { remoteDesk } from './desk.ts';
import { CliError } from './failure.ts';

/** The full path of the database to use. Creates the folder of the default one, for its owner alone. */
export function databasePath(given: string | undefined, otherwise = defaultDatabase): string {
	if (given === IN_MEMORY) return IN_MEMORY;
	if (given !== undefined) return resolve(given);
	mkdirSync(dirname(otherwise), { recursive: true, mode: 0o700 });
	return otherwise;
}

/** Gives a claimed database back. */
type Release = () => void;

/**
 * Claims a database for one `serve`, or one `mirror`; null if another process has claimed it. The claim is SQLite's lock on an empty
 * file next to the database. The system releases it with the process, however that ends. The database itself stays open to other
 * programs.
 * @throws CliError if there is no place for the file.
 */
export function claim(database: string, by: 'mirror' | 'server' = 'server'): Release | null {
	if (database === IN_MEMORY) return () => {};
	const path = `${database}-${by}.lock`;
	let lock: DatabaseSync | undefined;
	try {
		lock = new DatabaseSync(path);
		lock.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		lock?.close();
		if (isBusy(error)) return null;
		throw new CliError(`Cannot use the database ${database}: ${messageOf(error)}.`);
	}
	const held = lock;
	// Its last owner may have removed the file in between. A lock on a removed file keeps nobody away.
	if (!existsSync(path)) {
		held.close();
		return claim(database, by);
	}
	return () => {
		removeOpen(path);
		held.close();
	};
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

/** Removed before it is unlocked, so that it never belongs to another process. */
function removeOpen(path: string): void {
	try {
		rmSync(path, { force: true });
	} catch {
		// Windows does not remove open files. The empty file left behind is used again.
	}
}

/** Address of the sandbox running on a database; null if none answers, whatever the note says. */
export async function findRunning(database: string): Promise<string | null> {
	try {
		const url = notedUrl(database);
		const status = await remoteDesk(url).perform(controls.everything.status);
		return status.database === database ? url : null;
	} catch {
		return null;
	}
}
