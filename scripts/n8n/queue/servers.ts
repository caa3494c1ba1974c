import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { LOOPBACK } from '../ports.ts';
import { type Program, SetupError, startProgram } from '../program.ts';

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

const fileIn = (folder: string): string => join(folder, 'password');

export const hasPassword = (folder: string): boolean => existsSync(fileIn(folder));

/** The password of servers that only n8n talks to: others on this machine could have them run programs. Kept in the folder. */
export function passwordIn(folder: string): string {
	if (!hasPassword(folder)) writeFileSync(fileIn(folder), randomBytes(24).toString('hex'), { mode: 0o600 });
	return readFileSync(fileIn(folder), 'utf8');
}

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

/** Starts a Redis of our own, which keeps its queue over a restart. @throws SetupError with what it printed last. */
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
		// Not on the command line, which everybody on the machine can read.
		input: [`bind ${LOOPBACK}`, `port ${port}`, `requirepass ${password}`, `dir "${folder}"`, 'appendonly yes', 'save ""', ''].join('\n'),
	});
	await program.until(() => answers(port, password));
	return program;
}

const answers = (port: number, password: string): Promise<boolean> =>
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
