import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './setupError.ts';

export interface Servers {
	readonly redis: string;
	/** Folder of PostgreSQL's programs. */
	readonly postgres: string;
	/** Lets a program run as somebody else. */
	readonly setpriv: string;
}

/** How each of the servers is started. */
export interface ServerOptions {
	readonly servers: Servers;
	/** Where it keeps its data. */
	readonly folder: string;
	readonly port: number;
	readonly password: string;
	readonly log: string;
	readonly signal?: AbortSignal | undefined;
}

const onPath = (name: string): string | undefined =>
	(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Ends a program when whoever started it has ended, however that came about; on Linux only. */
export const findSetpriv = (): string | undefined => onPath('setpriv');

/** Where Debian and Ubuntu keep the programs that queue mode needs. @throws SetupError saying how to get what is missing. */
export function findServers(): Servers {
	const redis = onPath('redis-server');
	// Newest last.
	const postgres = globSync('/usr/lib/postgresql/*/bin')
		.filter((folder) => existsSync(join(folder, 'initdb')))
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.at(-1);
	const setpriv = findSetpriv();
	if (redis && postgres && setpriv) return { redis, postgres, setpriv };
	const missing = [...(redis ? [] : ['redis-server']), ...(postgres ? [] : ['postgresql']), ...(setpriv ? [] : ['util-linux'])];
	throw new SetupError(
		`Queue mode needs Redis and PostgreSQL, and this is missing: ${missing.join(', ')}.\nOn Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}\nNothing of it needs to run: copies of their own are started. Without --queue, n8n needs neither.`,
	);
}
