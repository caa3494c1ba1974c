import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../../packages/rehearsal/terminal.ts';
import { isRoot } from '../folders.ts';
import { LOOPBACK } from '../ports.ts';
import { findOnPath, findSetpriv, startProgram, type Program } from '../program.ts';

export interface Servers {
	readonly redis: string;
	/** Folder of PostgreSQL's programs, newest version. */
	readonly postgres: string;
	/** Runs a program as another user. */
	readonly setpriv: string;
}

/** How to start either server. */
export interface ServerOptions {
	readonly servers: Servers;
	/** Folder for its data. */
	readonly folder: string;
	readonly port: number;
	readonly password: string;
	readonly log: string;
	readonly signal?: AbortSignal | undefined;
}

/** The programs that queue mode needs, where Debian and Ubuntu install them. @throws UserError with how to install them. */
export function findServers(): Servers {
	const redis = findOnPath('redis-server');
	const postgres = globSync('/usr/lib/postgresql/*/bin')
		.filter((folder) => existsSync(join(folder, 'initdb')))
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.at(-1);
	const setpriv = findSetpriv();
	if (redis && postgres && setpriv) return { redis, postgres, setpriv };
	const missing = [...(redis ? [] : ['redis-server']), ...(postgres ? [] : ['postgresql']), ...(setpriv ? [] : ['util-linux'])];
	throw new UserError(
		`Queue mode needs Redis and PostgreSQL. Missing: ${missing.join(', ')}.\n` +
			`On Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}\n` +
			'They need not be running: this script starts its own. Without --queue, n8n needs neither.',
	);
}

const passwordFileIn = (folder: string): string => join(folder, 'password');

export const hasPassword = (folder: string): boolean => existsSync(passwordFileIn(folder));

/** The password of both servers, kept in the folder. Without one, any user of this machine could make them run programs. */
export function passwordIn(folder: string): string {
	if (!hasPassword(folder)) writeFileSync(passwordFileIn(folder), randomBytes(24).toString('hex'), { mode: 0o600 });
	return readFileSync(passwordFileIn(folder), 'utf8');
}

/** The user and the database that `initdb` creates. */
export const DATABASE = { user: 'n8n', name: 'postgres' } as const;

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. As root, run it as the user that its package creates. */
const asPostgresUser = (): readonly string[] => (isRoot() ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []);

/** Starts a separate PostgreSQL; the first start creates its database. @throws UserError with its last output. */
export async function startPostgres({ servers, folder, port, password, log, signal }: ServerOptions): Promise<Program> {
	const { setpriv, postgres: bin } = servers;
	if (!existsSync(join(folder, 'PG_VERSION'))) createDatabase(servers, folder, password);
	const program = startProgram({
		name: 'PostgreSQL',
		command: setpriv,
		words: [
			...asPostgresUser(),
			// Changing the user resets this, so it is set again.
			...['--pdeathsig', 'INT', join(bin, 'postgres'), '-D', folder, '-p', String(port)],
			...['-c', `listen_addresses=${LOOPBACK}`, '-c', 'unix_socket_directories='],
		],
		folder: '/',
		environment: process.env,
		log,
		signal,
		// Does not wait for open connections.
		stopWith: 'SIGINT',
	});
	const words = ['-q', '-h', LOOPBACK, '-p', String(port)];
	await program.until(() => run(join(bin, 'pg_isready'), words).then(() => true, () => false));
	return program;
}

function createDatabase({ setpriv, postgres: bin }: Servers, folder: string, password: string): void {
	if (isRoot()) execFileSync('install', ['-d', '-m', '700', '-o', 'postgres', '-g', 'postgres', folder]);
	else mkdirSync(folder, { recursive: true, mode: 0o700 });
	const words = ['-D', folder, '-U', DATABASE.user, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8'];
	// initdb cannot open Node's standard input by name, as it is a socket; it can open a pipe.
	const piped = ['sh', '-c', 'cat | "$@" --pwfile=/dev/stdin', 'sh', join(bin, 'initdb'), ...words];
	execFileSync(setpriv, [...asPostgresUser(), ...piped], { cwd: '/', input: `${password}\n`, stdio: 'pipe' });
}

/** The rows of a query, with all columns as text. */
export type Query = (sql: string) => Promise<readonly (readonly string[])[]>;

/** Queries the database with psql. */
export const queryOf = ({ postgres: bin }: Servers, port: number, password: string): Query => async (sql) => {
	const words = ['-h', LOOPBACK, '-p', String(port), '-U', DATABASE.user, '-d', DATABASE.name, '-AtX', '-F', '\t', '-c', sql];
	const { stdout } = await run(join(bin, 'psql'), words, { env: { ...process.env, PGPASSWORD: password } });
	return stdout.split('\n').filter(Boolean).map((line) => line.split('\t'));
};

/** Starts a separate Redis that keeps its queue across restarts. @throws UserError with its last output. */
export async function startRedis({ servers, folder, port, password, log, signal }: ServerOptions): Promise<Program> {
	mkdirSync(folder, { recursive: true });
	const program = startProgram({
		name: 'Redis',
		command: servers.redis,
		words: ['-'],
		folder,
		environment: process.env,
		log,
		signal,
		// Not on the command line, which everybody on this machine can read.
		input: [`bind ${LOOPBACK}`, `port ${port}`, `requirepass ${password}`, `dir "${folder}"`, 'appendonly yes', 'save ""', ''].join('\n'),
	});
	await program.until(() => answersPing(port, password));
	return program;
}

const answersPing = (port: number, password: string): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, LOOPBACK, () => socket.write(`AUTH ${password}\r\nPING\r\n`));
		let answer = '';
		socket.on('data', (data) => {
			answer += data.toString();
			if (answer.includes('\r\n') && !answer.startsWith('+OK\r\n')) socket.destroy();
			if (answer.includes('+PONG')) socket.destroy();
		});
		socket.once('error', () => socket.destroy());
		socket.once('close', () => resolve(answer.includes('+PONG')));
	});
