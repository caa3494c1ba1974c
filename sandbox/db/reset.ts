import type { Db } from './open.ts';

/** Removes every row of every table, those first that point to others. */
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
