import type {
	DatabaseSync,
	SQLInputValue,
	SQLOutputValue,
	StatementResultingChanges,
	StatementSync,
} from 'node:sqlite';

type Row = Record<string, SQLOutputValue>;
type Tag<R> = (strings: TemplateStringsArray, ...values: SQLInputValue[]) => R;

/**
 * Parameterised statements: sql.get`SELECT … WHERE id = ${id}`. A value can never become part of the statement.
 *
 * Write `LIMIT ${limit} + 0`: SQLite plans by the value of a limit, and so plans anew each time that a bare one is bound,
 * which takes longer than to read a page.
 */
export interface Sql {
	readonly get: Tag<Row | undefined>;
	readonly all: Tag<Row[]>;
	readonly run: Tag<StatementResultingChanges>;
}

/**
 * Prepares each statement of the code once. Node's own tag store does the same, but keeps its statements from being
 * closed with the connection, which leaves the write-ahead log behind.
 */
export function sqlOf(connection: DatabaseSync): Sql {
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
