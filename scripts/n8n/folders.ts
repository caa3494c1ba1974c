import envPaths from 'env-paths';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod/v4';
import { SetupError } from './program.ts';
import { isRoot } from './queue/servers.ts';

/** The repository, from where npm starts every script. */
export const ROOT = process.cwd();

/** Which n8n: package.json and lock file. */
export const PINNED = join(ROOT, 'e2e');

/** Another lock file is another n8n, in another folder. */
export const hostName = (lock: string): string => `n8n-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;

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

/** What is remembered from start to start. */
const State = z.object({
	/** Of the sandbox, which keeps only its hash. */
	apiKey: z.string(),
	/** n8n's port, from which the others follow; null until n8n has credentials with them and with this key. */
	port: z.int().nullable(),
	/** Examples that were imported: one that was deleted since does not come back. */
	imported: z.array(z.string()),
});
export type State = z.output<typeof State>;

/** @returns null when nothing was begun, or what was written cannot be read. */
export function readState(path: string): State | null {
	try {
		return State.parse(JSON.parse(readFileSync(path, 'utf8')));
	} catch {
		return null;
	}
}

/** Only its owner may read it, as n8n does with the key it encrypts credentials with. */
export const writeState = (path: string, state: State): void =>
	writeFileSync(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });

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
