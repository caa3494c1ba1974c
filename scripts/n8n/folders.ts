import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import envPaths from 'env-paths';
import { isRoot } from './postgres.ts';
import { hostName, PINNED } from './root.ts';

const paths = envPaths('n8n-nodes-meeting-assistant', { suffix: '' });

/** Where n8n is installed: outside the checkout, which may come and go. */
export const hostFolder = (): string =>
	join(paths.cache, hostName(readFileSync(join(PINNED, 'package-lock.json'), 'utf8')));

/** What a person makes in the n8n that was started for them. */
export interface DataFolder {
	readonly path: string;
	/** n8n's own: its data base, its key, the packages installed into it. */
	readonly n8n: string;
	readonly sandbox: string;
	readonly mail: string;
	readonly log: string;
	/** What each program of queue mode prints. */
	readonly logs: string;
	/** What queue mode keeps besides, but for its data base. */
	readonly queue: string;
	readonly database: string;
	readonly state: string;
	/** Beside the folder, which may be removed. */
	readonly lock: string;
}

/** Root's home is closed to the user that PostgreSQL then runs as. */
const databaseOf = (path: string): string => (isRoot() ? join('/var/lib/postgresql', basename(path)) : join(path, 'postgresql'));

/** Queue mode has another data base, and so everything of its own. */
export const dataFolder = (queue = false, path: string = queue ? `${paths.data}-queue` : paths.data): DataFolder => ({
	path,
	n8n: join(path, 'n8n'),
	sandbox: join(path, 'sandbox.sqlite'),
	mail: join(path, 'mail'),
	log: join(path, 'n8n.log'),
	logs: join(path, 'logs'),
	queue: join(path, 'queue'),
	database: databaseOf(path),
	state: join(path, 'state.json'),
	lock: `${path}.pid`,
});
