import envPaths from 'env-paths';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod/v4';
import { controls } from '../control/index.ts';
import { remoteDesk } from './desk.ts';

const IN_MEMORY = ':memory:';

/** One database per user of this machine, whatever folder they are in. */
export const defaultDatabase = join(envPaths('meeting-assistant-sandbox', { suffix: '' }).data, 'data.sqlite');

/** The full path of the database to use. Creates the folder of the default one. */
export function databasePath(given: string | undefined): string {
	if (given === IN_MEMORY) return IN_MEMORY;
	if (given !== undefined) return resolve(given);
	mkdirSync(dirname(defaultDatabase), { recursive: true });
	return defaultDatabase;
}

const Note = z.object({ url: z.url() });

/** A note beside the database holds the address of the sandbox that is running on it. */
const notePath = (database: string): string => `${database}-server.json`;

export function noteRunning(database: string, url: string): void {
	if (database !== IN_MEMORY) writeFileSync(notePath(database), `${JSON.stringify({ url })}\n`);
}

export const forgetRunning = (database: string): void => rmSync(notePath(database), { force: true });

/** Address of the sandbox running on a database; null if none answers, whatever the note says. */
export async function findRunning(database: string): Promise<string | null> {
	try {
		const { url } = Note.parse(JSON.parse(readFileSync(notePath(database), 'utf8')));
		const status = await remoteDesk(url).perform(controls.everything.status);
		return status.database === database ? url : null;
	} catch {
		return null;
	}
}
