import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import envPaths from 'env-paths';

export const IN_MEMORY = ':memory:';

/** One data base for each person of this machine, whatever folder they are in. */
export const defaultDatabase = join(envPaths('meeting-assistant-sandbox', { suffix: '' }).data, 'data.sqlite');

/** The data base meant, as a whole path. The folder of the default one is made. */
export function databasePath(given: string | undefined): string {
	if (given === IN_MEMORY) return IN_MEMORY;
	if (given !== undefined) return resolve(given);
	mkdirSync(dirname(defaultDatabase), { recursive: true });
	return defaultDatabase;
}
