import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs';
import {
	DatabaseSync,
	type SQLInputValue,
	type SQLOutputValue,
	type StatementResultingChanges,
	type StatementSync,
} from 'node:sqlite';
import { messageOf, SandboxError } from '../errors.ts';
import { IN_MEMORY } from '../running.ts';
import { APPLICATION_ID, schema, SCHEMA_VERSION } from './schema.ts';

type Row = Record<string, SQLOutputValue>;
type Tag<R> = (strings: TemplateStringsArray, ...values: SQLInputValue[]) => R;

/**
 * Parameterized statements: sql.get`SELECT … WHERE id = ${id}`. A value can never become part of the statement.
 *
 * Write `LIMIT ${limit} + 0`: SQLite plans a query by the value of its limit and replans it each time a bare one is bound,
 * which takes longer than reading a page.
 */
interface Sql {
	readonly get: Tag<Row | undefined>;
	readonly all: Tag<Row[]>;
	readonly run: Tag<StatementResultingChanges>;
}

/**
 * Prepares each statement once. Node's own tag store does the same, but keeps its statements from being
 * closed with the connection, which leaves the write-ahead log behind.
 */
function sqlOf(connection: DatabaseSync): Sql {
	const prepared = new Map<TemplateStringsArray, StatementSync>();
	const statement = (strings: TemplateStringsArray): StatementSync => {
		const known = prepared.get(strings) ?? connection.prepare(strings.join('?'));
		prepared.set(strings, known);
		return known;
	};
	return {
		get: (strings, ...values) => statement(strings).get(...values),
		all: (strings, ...values) => statement(strings).all(...values),
		run: (strings, ...values) => statement(strings).run(...values),
	};
}

export interface Db {
	readonly sql: Sql;
	/** Runs `work` in a transaction. It must not be asynchronous. */
	transaction<T>(work: () => T): T;
	close(): void;
}

const OWNER_ONLY = 0o600;
const sideFiles = ['', '-wal', '-shm', '-journal'];

/**
 * Opens a database file, or creates it for its owner alone; `:memory:` keeps everything in memory.
 * @throws SandboxError `database`, after removing a file that it has just created
 */
export function openDb(path: string): Db {
	const existed = path === IN_MEMORY || existsSync(path);
	let connection: DatabaseSync | undefined;
	try {
		if (!existed) createForOwner(path);
		connection = new DatabaseSync(path);
		// Node's own `timeout` does nothing before 22.16.
		connection.exec('PRAGMA busy_timeout = 2000');
		prepare(connection, path);
	} catch (error) {
		connection?.close();
		if (!existed) for (const suffix of sideFiles) rmSync(path + suffix, { force: true });
		if (error instanceof SandboxError) throw error;
		throw new SandboxError('database', `Cannot use the database ${path}: ${messageOf(error)}.`, { cause: error });
	}
	return wrap(connection);
}

/**
 * Creates a file that only its owner can read, because meetings are private. SQLite treats an empty file as a new database, and gives
 * the files next to it the same mode.
 */
function createForOwner(path: string): void {
	try {
		closeSync(openSync(path, 'wx', OWNER_ONLY));
	} catch {
		// SQLite cannot create the file either, and reports why.
	}
}

/** Removes others' access to a database whose file existed before, such as an empty one. */
export function ownerOnly(path: string): void {
	for (const suffix of sideFiles) if (existsSync(path + suffix)) chmodSync(path + suffix, OWNER_ONLY);
}

function prepare(connection: DatabaseSync, path: string): void {
	connection.exec('BEGIN IMMEDIATE');
	const id = pragma(connection, 'application_id');
	const tables = Number(connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count']);
	if (id === 0 && tables === 0) connection.exec(schema);
	else if (id !== APPLICATION_ID)
		throw new SandboxError('database', `${path} is not a sandbox database. Choose another file.`);
	else if (pragma(connection, 'user_version') !== SCHEMA_VERSION) {
		throw new SandboxError('database', `${path} was created by another version of the sandbox. Move it away or choose another file.`);
	}
	connection.exec('COMMIT');
	connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
}

const pragma = (connection: DatabaseSync, name: 'application_id' | 'user_version'): number =>
	Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);

function wrap(connection: DatabaseSync): Db {
	// The connection only reports this since Node 22.16.
	let isOpen = false;
	return {
		sql: sqlOf(connection),
		transaction(work) {
			// An inner transaction is part of the outer one.
			if (isOpen) return work();
			connection.exec('BEGIN IMMEDIATE');
			isOpen = true;
			try {
				const result = work();
				connection.exec('COMMIT');
				return result;
			} catch (error) {
				rollBack(connection);
				throw error;
			} finally {
				isOpen = false;
			}
		},
		close: () => connection.close(),
	};
}

/** SQLite has already rolled back after some failures, such as a full disk. */
function rollBack(connection: DatabaseSync): void {
	try {
		connection.exec('ROLLBACK');
	} catch {
		// No transaction is open.
	}
}

/** Deletes every row of every table, referencing tables first. */
export function deleteEverything({ sql, transaction }: Db): void {
	transaction(() => {
		sql.run`DELETE FROM deliveries`;
		sql.run`DELETE FROM webhooks`;
		sql.run`DELETE FROM calendarEvents`;
		sql.run`DELETE FROM attendees`;
		sql.run`DELETE FROM contacts`;
		sql.run`DELETE FROM actionItems`;
		sql.run`DELETE FROM results`;
		sql.run`DELETE FROM transcripts`;
		sql.run`DELETE FROM conversations`;
		sql.run`DELETE FROM creditUses`;
		sql.run`DELETE FROM requestCounts`;
		sql.run`DELETE FROM keys`;
		sql.run`DELETE FROM users`;
	});
}
