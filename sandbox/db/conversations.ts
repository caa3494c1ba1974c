import { z } from 'zod/v4';
import { fold } from '../text.ts';
import { Count, jsonOf } from './columns.ts';
import type { Db } from './open.ts';

export const ConversationRow = z.object({
	id: z.string(),
	userId: z.string(),
	title: z.string(),
	startedAt: z.int(),
	endedAt: z.int(),
	segmentCount: z.int(),
	linkedCalendarEventId: z.string().nullable(),
	shareToken: z.string().nullable(),
});
export type StoredConversation = z.output<typeof ConversationRow>;
const Conversations = ConversationRow.array();
const MaybeConversation = ConversationRow.optional();
const Found = z.object({ rowids: jsonOf(z.array(z.int())) }).transform((row) => row.rowids);

export interface ConversationFilter {
	readonly userId: string;
	readonly search: string;
	/** Only conversations that started after this time. */
	readonly since: number;
}

export function insertConversation({ sql }: Db, row: StoredConversation): void {
	sql.run`INSERT INTO conversations VALUES (${row.id}, ${row.userId}, ${row.title}, ${fold(row.title)},
		${row.startedAt}, ${row.endedAt}, ${row.segmentCount}, ${row.linkedCalendarEventId}, ${row.shareToken}, NULL)`;
}

/** A page of the conversations, newest first, and how many there are in all. */
export function listConversations(db: Db, filter: ConversationFilter, limit: number, offset: number) {
	return filter.search === '' ? pageOfAll(db, filter, limit, offset) : pageOfFound(db, filter, limit, offset);
}

function pageOfAll({ sql }: Db, { userId, since }: ConversationFilter, limit: number, offset: number) {
	const total = Count.parse(
		sql.get`SELECT count(*) AS count FROM conversations
			WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}`,
	);
	const rows = Conversations.parse(
		sql.all`SELECT * FROM conversations WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}
			ORDER BY startedAt DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
	);
	return { total, rows };
}

/** Looks through the titles once, for the count and the page. `instr`, not LIKE: `%` and `_` stand for themselves. */
function pageOfFound({ sql }: Db, { userId, since, search }: ConversationFilter, limit: number, offset: number) {
	const found = Found.parse(
		sql.get`SELECT json_group_array(rowid) AS rowids FROM (
			SELECT rowid FROM conversations
			WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}
				AND instr(titleKey, ${fold(search)}) > 0
			ORDER BY startedAt DESC, id DESC)`,
	);
	const page = JSON.stringify(found.slice(offset, offset + limit));
	const rows = Conversations.parse(
		sql.all`SELECT * FROM conversations WHERE rowid IN (SELECT value FROM json_each(${page}))
			ORDER BY startedAt DESC, id DESC`,
	);
	return { total: found.length, rows };
}

export function findConversation({ sql }: Db, userId: string, id: string): StoredConversation | undefined {
	return MaybeConversation.parse(
		sql.get`SELECT * FROM conversations WHERE id = ${id} AND userId = ${userId} AND deletedAt IS NULL`,
	);
}

export function findShared({ sql }: Db, token: string): StoredConversation | undefined {
	return MaybeConversation.parse(
		sql.get`SELECT * FROM conversations WHERE shareToken = ${token} AND deletedAt IS NULL`,
	);
}

export function renameConversation({ sql }: Db, id: string, title: string): void {
	sql.run`UPDATE conversations SET title = ${title}, titleKey = ${fold(title)} WHERE id = ${id}`;
}

export function shareConversation({ sql }: Db, id: string, token: string): void {
	sql.run`UPDATE conversations SET shareToken = ${token} WHERE id = ${id}`;
}

export function deleteConversation({ sql }: Db, id: string, now: number): void {
	sql.run`UPDATE conversations SET deletedAt = ${now} WHERE id = ${id}`;
}
