import { DatabaseSync } from 'node:sqlite';
import { conversationsAsJson } from '../../sandbox/db/conversations.ts';
import { openDb, type Db } from '../../sandbox/db/open.ts';
import { unresolvedThreads } from '../../sandbox/db/contacts.ts';

/** Prints SQLite's query plans for lists, searches and unresolved threads. */
export function explain(database: string, userId: string): void {
	const db = openDb(database);
	const second = new DatabaseSync(database, { readOnly: true });
	const plan = (strings: TemplateStringsArray) => {
		for (const { detail } of second.prepare(`EXPLAIN QUERY PLAN ${strings.join('?')}`).all()) console.log(`  ${detail}`);
	};
	const explaining: Db = {
		...db,
		sql: {
			...db.sql,
			all: (strings, ...values) => (plan(strings), db.sql.all(strings, ...values)),
			get: (strings, ...values) => (plan(strings), db.sql.get(strings, ...values)),
		},
	};
	console.log('EXPLAIN QUERY PLAN, list:');
	conversationsAsJson(explaining, { userId, search: '', since: 0 }, 20, 0);
	console.log('search:');
	conversationsAsJson(explaining, { userId, search: 'nothing', since: 0 }, 20, 0);
	console.log('unresolved threads:');
	unresolvedThreads(explaining, userId, 25);
	second.close();
	db.close();
}
