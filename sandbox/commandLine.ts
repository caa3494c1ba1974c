import envPaths from 'env-paths';
import { dirname, extname, join } from 'node:path';

/** How a command of the sandbox starts at a shell: in a checkout its sources run, in an installed package compiled code. */
export const COMMAND = extname(import.meta.url) === '.ts' ? 'npm run sandbox --' : 'npx meeting-assistant-sandbox';

/** One database per user of this machine, independent of the current folder. */
export const defaultDatabase = join(envPaths('meeting-assistant-sandbox', { suffix: '' }).data, 'data.sqlite');

/** The copy of a real account, apart from sample data. */
export const mirrorDatabase = join(dirname(defaultDatabase), 'mirror.sqlite');

/** A command for a database, whether or not a sandbox is running on it. */
export const commandOn = (database: string, words: string): string =>
	database === defaultDatabase ? `${COMMAND} ${words}` : `${COMMAND} ${words} --database "${database}"`;

/** A command for a running sandbox, wherever its database is. */
export const commandFor = (url: string, words: string): string => `${COMMAND} ${words} --server ${url}`;
