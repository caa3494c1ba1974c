import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import * as z from 'zod/v4';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../sandbox/clock.ts';
import { COMMAND } from '../../../sandbox/commandLine.ts';
import { addSample } from '../../../sandbox/sample/addSample.ts';
import type { Db } from '../../../sandbox/db/open.ts';
import { openService } from '../../../sandbox/service.ts';
import { listUsers, type User } from '../../../sandbox/db/users.ts';
import { UserError } from '../terminal.ts';

/** A copy of an account's month, which the rehearsal replays. Nothing else uses the file. */
export interface Month {
	readonly file: string;
	readonly folder: string;
	readonly user: User;
	readonly isSample: boolean;
}

function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'meeting-assistant-rehearsal-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	return folder;
}

const IsSandbox = z.object({ name: z.literal('conversations') });

/** Copies a database that may be in use. It is only read. */
async function copy(from: string, to: string): Promise<void> {
	if (!existsSync(from)) throw new UserError(`There is no database ${from}. To see where the sandbox’s own is: ${COMMAND} --help`);
	let source: DatabaseSync | undefined;
	try {
		source = new DatabaseSync(from, { readOnly: true });
		IsSandbox.parse(source.prepare(`SELECT name FROM sqlite_schema WHERE name = 'conversations'`).get());
		await backup(source, to);
	} catch {
		throw new UserError(`${from} is not a sandbox database that can be read. Create one with: ${COMMAND} serve`);
	} finally {
		source?.close();
	}
}

const Imported = z.object({ id: z.string(), kind: z.string(), userId: z.string(), at: z.int(), doneAt: z.int() });

/**
 * Dates results that an import saved as the desktop application would have, each with its AI credit: the import may be weeks
 * after the meeting, when no trigger waits for them any more, or before its end.
 */
function dateImported(db: Db): void {
	const { sql } = db;
	db.transaction(() => {
		const imported = Imported.array().parse(
			sql.all`SELECT conversationId AS id, kind, userId, createdAt AS at, endedAt + ${2 * MINUTE_MS} AS doneAt FROM results JOIN conversations ON id = conversationId
				WHERE createdAt NOT BETWEEN endedAt AND endedAt + ${2 * DAY_MS} ORDER BY createdAt`,
		);
		for (const { id, kind, userId, at, doneAt } of imported) {
			sql.run`UPDATE results SET createdAt = ${doneAt} WHERE conversationId = ${id} AND kind = ${kind}`;
			sql.run`UPDATE creditUses SET at = ${doneAt} WHERE id =
				(SELECT id FROM creditUses WHERE userId = ${userId} AND at BETWEEN ${at - HOUR_MS} AND ${at} ORDER BY at DESC LIMIT 1)`;
		}
	});
}

/**
 * The month to replay: of a sandbox database, or the sample month before `until` (milliseconds since 1970). `user`: an ID or
 * email address, needed if the database has several.
 * @throws UserError for a database that cannot be read or does not say whose month it is
 */
export async function openMonth(database: string | null, until: number, user: string | null): Promise<Month> {
	const folder = temporaryFolder();
	const file = join(folder, 'month.sqlite');
	if (database !== null) await copy(database, file);
	const service = openService({ database: file, now: () => until });
	try {
		if (database === null) addSample(service);
		else dateImported(service.db);
		const [found, ...more] = listUsers(service.db, user);
		if (!found) throw new UserError(user === null ? `${database} has no user yet.` : `${database ?? 'The sample month'} has no user ${user}.`);
		if (more.length > 0) throw new UserError(`${database} has ${more.length + 1} users. Choose one with --user, such as --user ${found.email}`);
		return { file, folder, user: found, isSample: database === null };
	} finally {
		await service.close();
	}
}
