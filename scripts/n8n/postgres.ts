import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerOptions, Servers } from './debian.ts';
import { LOOPBACK } from './ports.ts';
import { startProgram, type Program } from './program.ts';

/** Both are made by `initdb`. */
export const DATABASE = { user: 'n8n', name: 'postgres' } as const;

const run = promisify(execFile);

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: then it runs as the user that its package has made for it. */
const asItsUser = (): readonly string[] => (isRoot() ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []);

/** Starts a PostgreSQL of our own, with its data base made at the first start. @throws SetupError with what it printed last. */
export async function startPostgres({ servers, folder, port, password, log, signal }: ServerOptions): Promise<Program> {
	const { setpriv, postgres: bin } = servers;
	if (!existsSync(join(folder, 'PG_VERSION'))) makeDatabase(servers, folder, password);
	const program = startProgram({
		name: 'PostgreSQL',
		command: setpriv,
		words: [
			...asItsUser(),
			// Lost when the user changes.
			...['--pdeathsig', 'INT', join(bin, 'postgres'), '-D', folder, '-p', String(port)],
			...['-c', `listen_addresses=${LOOPBACK}`, '-c', 'unix_socket_directories='],
		],
		folder: '/',
		environment: process.env,
		log,
		signal,
		// Does not wait for whoever is still connected.
		stopWith: 'SIGINT',
	});
	const words = ['-q', '-h', LOOPBACK, '-p', String(port)];
	await program.until(() => run(join(bin, 'pg_isready'), words).then(() => true, () => false));
	return program;
}

function makeDatabase({ setpriv, postgres: bin }: Servers, folder: string, password: string): void {
	if (isRoot()) execFileSync('install', ['-d', '-m', '700', '-o', 'postgres', '-g', 'postgres', folder]);
	else mkdirSync(folder, { recursive: true, mode: 0o700 });
	const words = ['-D', folder, '-U', DATABASE.user, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8'];
	// What Node.js gives a program to read from is a socket, which has no name; a pipe has.
	const piped = ['sh', '-c', 'cat | "$@" --pwfile=/dev/stdin', 'sh', join(bin, 'initdb'), ...words];
	execFileSync(setpriv, [...asItsUser(), ...piped], { cwd: '/', input: `${password}\n`, stdio: 'pipe' });
}

/** Rows of a query, each with its columns as text. */
export type Query = (sql: string) => Promise<readonly (readonly string[])[]>;

/** Asks the data base with PostgreSQL's own program. */
export const queryOf = ({ postgres: bin }: Servers, port: number, password: string): Query => async (sql) => {
	const words = ['-h', LOOPBACK, '-p', String(port), '-U', DATABASE.user, '-d', DATABASE.name, '-AtX', '-F', '\t', '-c', sql];
	const { stdout } = await run(join(bin, 'psql'), words, { env: { ...process.env, PGPASSWORD: password } });
	return stdout.split('\n').filter(Boolean).map((line) => line.split('\t'));
};
