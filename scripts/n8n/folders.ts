import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod/v4';
import { UserError } from '../../packages/rehearsal/terminal.ts';

/** The repository, from which npm starts every script. */
export const ROOT = process.cwd();

/** Folder of the package.json and lock file that pin n8n's version. */
export const PINNED = join(ROOT, 'e2e');

export const paths = envPaths('n8n-nodes-meeting-assistant', { suffix: '' });

/** Where the data of the local n8n and its service are kept. */
export interface DataFolder {
	readonly path: string;
	/** n8n's own: its database, its key, the packages installed into it. */
	readonly n8n: string;
	readonly sandbox: string;
	readonly mail: string;
	readonly log: string;
	/** Output of each program of queue mode. */
	readonly logs: string;
	/** Data of queue mode, apart from its database. */
	readonly queue: string;
	readonly database: string;
	readonly state: string;
	/** Next to the folder, as the folder itself may be removed. */
	readonly lock: string;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL does not run as root, and its own user cannot read root's home folder. */
const databaseOf = (path: string): string => (isRoot() ? join('/var/lib/postgresql', basename(path)) : join(path, 'postgresql'));

/** The folder for the data. Queue mode has another database, and therefore its own folder. */
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

/** The folder for an n8n that runs elsewhere. Each such n8n has other credentials and workflows. */
export const dataFolderFor = (url: string): DataFolder => dataFolder(false, `${paths.data}-${new URL(url).host.replace(/\W+/g, '-')}`);

export function isRunning(id: number): boolean {
	try {
		return process.kill(id, 0);
	} catch {
		return false;
	}
}

/** When a process started, in the format of the system; empty if the system does not tell. */
function beginningOf(id: number): string {
	try {
		// The name of the program, in brackets, may have blanks.
		if (process.platform === 'linux') return readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[19] ?? '';
		return execFileSync('ps', ['-o', 'lstart=', '-p', String(id)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim();
	} catch {
		return '';
	}
}

/**
 * ID of the process that holds the lock; null if none does, or if that process has ended. The system may later give the same
 * ID to another program, which then has another start time.
 */
function holderOf(path: string): number | null {
	const [id = '', ...beginning] = existsSync(path) ? readFileSync(path, 'utf8').split(' ') : [];
	if (!(Number(id) > 0) || !isRunning(Number(id))) return null;
	const now = beginningOf(Number(id));
	return now !== '' && beginning.length > 0 && beginning.join(' ') !== now ? null : Number(id);
}

/**
 * Keeps a second start from writing to the same databases. Released when the program ends.
 * @throws UserError if another process holds the lock.
 */
export function lockFolder(path: string): void {
	mkdirSync(dirname(path), { recursive: true });
	const other = holderOf(path);
	if (other !== null) {
		throw new UserError(`Already running as process ${other}. Stop that one first.\nIf that process is another program, remove ${path}`);
	}
	writeFileSync(path, `${process.pid} ${beginningOf(process.pid)}`);
	process.on('exit', () => rmSync(path, { force: true }));
}

/** What one start remembers for the next. */
const State = z.object({
	/** The sandbox stores only its hash. */
	apiKey: z.string(),
	/** n8n's port, which determines the others; null until n8n has credentials for this port and key. */
	port: z.int().nullable(),
	/** Keys of the examples imported so far: an example deleted since is not imported again. */
	imported: z.array(z.string()),
});
export type State = z.output<typeof State>;

/** @returns null if there is no readable state. */
export function readState(path: string): State | null {
	try {
		return State.parse(JSON.parse(readFileSync(path, 'utf8')));
	} catch {
		return null;
	}
}

/** Readable by its owner only, as it holds the API key. */
export const writeState = (path: string, state: State): void =>
	writeFileSync(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
