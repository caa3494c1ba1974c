import { z } from 'zod/v4';
import { fold } from '../text.ts';
import { Count } from './columns.ts';
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

/** Newest first. `instr` instead of LIKE: there, `%` and `_` in a title stand for themselves. */
export function listConversations({ sql }: Db, filter: ConversationFilter, limit: number, offset: number) {
	return Conversations.parse(
		sql.all`SELECT * FROM conversations WHERE id IN (
				SELECT id FROM conversations
				WHERE userId = ${filter.userId} AND deletedAt IS NULL AND startedAt > ${filter.since}
					AND (${filter.search} = '' OR instr(titleKey, ${fold(filter.search)}) > 0)
				ORDER BY startedAt DESC, id DESC LIMIT ${limit} OFFSET ${offset})
			ORDER BY startedAt DESC, id DESC`,
	);
}

export function countConversations({ sql }: Db, filter: ConversationFilter): number {
	return Count.parse(
		sql.get`SELECT count(*) AS count FROM conversations
			WHERE userId = ${filter.userId} AND deletedAt IS NULL AND startedAt > ${filter.since}
				AND (${filter.search} = '' OR instr(titleKey, ${fold(filter.search)}) > 0)`,
	);
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
