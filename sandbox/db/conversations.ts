import { z } from 'zod/v4';
import type { Conversation } from '../../src/api/index.ts';
import { iso, MINUTE_MS } from '../clock.ts';
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
const Rowids = z.object({ rowids: jsonOf(z.array(z.int())) }).transform((row) => row.rowids);
const Json = z.object({ json: z.string() }).transform((row) => row.json);

export interface ConversationFilter {
	readonly userId: string;
	readonly search: string;
	/** Only conversations that started after this time. */
	readonly since: number;
}

/** Length of a conversation in whole minutes. */
export const minutesOf = ({ startedAt, endedAt }: StoredConversation): number =>
	Math.round((endedAt - startedAt) / MINUTE_MS);

const asListed = (row: StoredConversation) =>
	({
		id: row.id,
		title: row.title,
		startTime: iso(row.startedAt),
		endTime: iso(row.endedAt),
		duration: minutesOf(row),
		segmentCount: row.segmentCount,
		linkedCalendarEventId: row.linkedCalendarEventId,
	}) satisfies Conversation;

export function insertConversation({ sql }: Db, row: StoredConversation): void {
	const listed = JSON.stringify(asListed(row));
	sql.run`INSERT INTO conversations VALUES (${row.id}, ${row.userId}, ${row.title}, ${fold(row.title)},
		${row.startedAt}, ${row.endedAt}, ${row.segmentCount}, ${row.linkedCalendarEventId}, ${row.shareToken}, NULL,
		${listed})`;
}

/** A page of conversations, newest first, by place in the table, and how many there are in all. */
interface Page {
	readonly total: number;
	readonly rowids: readonly number[];
}

function pageOf(db: Db, filter: ConversationFilter, limit: number, offset: number): Page {
	if (filter.search === '') return pageOfAll(db, filter, limit, offset);
	const found = rowidsFound(db, filter);
	return { total: found.length, rowids: found.slice(offset, offset + limit) };
}

function pageOfAll({ sql }: Db, { userId, since }: ConversationFilter, limit: number, offset: number): Page {
	const total = Count.parse(
		sql.get`SELECT count(*) AS count FROM conversations
			WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}`,
	);
	const rowids = Rowids.parse(
		sql.get`SELECT json_group_array(rowid) AS rowids FROM (
			SELECT rowid FROM conversations
			WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}
			ORDER BY startedAt DESC, id DESC LIMIT ${limit} OFFSET ${offset})`,
	);
	return { total, rowids };
}

/** Looks through the titles once, for the count and the page. `instr`, not LIKE: `%` and `_` stand for themselves. */
const rowidsFound = ({ sql }: Db, { userId, since, search }: ConversationFilter): number[] =>
	Rowids.parse(
		sql.get`SELECT json_group_array(rowid) AS rowids FROM (
			SELECT rowid FROM conversations
			WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}
				AND instr(titleKey, ${fold(search)}) > 0
			ORDER BY startedAt DESC, id DESC)`,
	);

export function listConversations(db: Db, filter: ConversationFilter, limit: number): StoredConversation[] {
	const { rowids } = pageOf(db, filter, limit, 0);
	return Conversations.parse(
		db.sql.all`SELECT * FROM conversations WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(rowids)}))
			ORDER BY startedAt DESC, id DESC`,
	);
}

/** A page as the JSON that the API answers with (Resources, Conversation), and how many there are in all. */
export function conversationsAsJson(db: Db, filter: ConversationFilter, limit: number, offset: number) {
	const { total, rowids } = pageOf(db, filter, limit, offset);
	const json = Json.parse(
		db.sql.get`SELECT '[' || coalesce(group_concat(listed), '') || ']' AS json FROM (
			SELECT listed FROM conversations WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(rowids)}))
			ORDER BY startedAt DESC, id DESC)`,
	);
	return { total, json };
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
	sql.run`UPDATE conversations SET title = ${title}, titleKey = ${fold(title)},
		listed = json_set(listed, '$.title', ${title}) WHERE id = ${id}`;
}

export function shareConversation({ sql }: Db, id: string, token: string): void {
	sql.run`UPDATE conversations SET shareToken = ${token} WHERE id = ${id}`;
}

export function deleteConversation({ sql }: Db, id: string, now: number): void {
	sql.run`UPDATE conversations SET deletedAt = ${now} WHERE id = ${id}`;
}
