import { z } from 'zod/v4';
import type { Conversation } from '../../src/api/index.ts';
import { iso, MINUTE_MS } from '../clock.ts';
import { fold } from '../text.ts';
import type { Db } from './open.ts';

const ConversationRow = z.object({
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
const Page = z.object({ total: z.int(), json: z.string() });
type Page = z.output<typeof Page>;

interface ConversationFilter {
	readonly userId: string;
	readonly search: string;
	/** Only conversations that started after this time. */
	readonly since: number;
}

/** Length of a conversation in whole minutes. */
export const minutesOf = ({ startedAt, endedAt }: StoredConversation): number =>
	Math.round((endedAt - startedAt) / MINUTE_MS);

export const secondsOf = ({ startedAt, endedAt }: StoredConversation): number => Math.round((endedAt - startedAt) / 1000);

/** A conversation as listed by the API (Resources, Conversation). */
export const asListed = (row: StoredConversation) =>
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

/** The conversations of a user, or of all users, with these words in the title; newest first. */
export const listConversations = ({ sql }: Db, userId: string | null, search: string, limit: number): StoredConversation[] =>
	Conversations.parse(
		sql.all`SELECT * FROM conversations WHERE (${userId} IS NULL OR userId = ${userId}) AND deletedAt IS NULL
			AND instr(titleKey, ${fold(search)}) > 0 ORDER BY startedAt DESC, id DESC LIMIT ${limit} + 0`,
	);

/** A conversation of the user that looks the same, whenever it was. */
export const conversationLike = ({ sql }: Db, { userId, title, startedAt, endedAt, segmentCount }: Pick<StoredConversation, 'userId' | 'title' | 'startedAt' | 'endedAt' | 'segmentCount'>): StoredConversation | undefined =>
	MaybeConversation.parse(
		sql.get`SELECT * FROM conversations WHERE userId = ${userId} AND deletedAt IS NULL AND titleKey = ${fold(title)}
			AND segmentCount = ${segmentCount} AND endedAt - startedAt = ${endedAt - startedAt} LIMIT 1`,
	);

/** A page as the JSON of the API's answer (Resources, Conversation), newest first, and the total count. */
export const conversationsAsJson = (db: Db, filter: ConversationFilter, limit: number, offset: number): Page =>
	Page.parse(filter.search === '' ? pageOfAll(db, filter, limit, offset) : pageOfFound(db, filter, limit, offset));

const pageOfAll = ({ sql }: Db, { userId, since }: ConversationFilter, limit: number, offset: number) =>
	sql.get`SELECT
			(SELECT count(*) FROM conversations
				WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}) AS total,
			'[' || coalesce(group_concat(listed), '') || ']' AS json
		FROM (
			SELECT listed FROM conversations WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}
			ORDER BY startedAt DESC, id DESC LIMIT ${limit} + 0 OFFSET ${offset})`;

/** Scans the titles once, for the count and the page. `instr` instead of LIKE, so that `%` and `_` match literally. */
const pageOfFound = ({ sql }: Db, { userId, since, search }: ConversationFilter, limit: number, offset: number) =>
	sql.get`WITH found AS MATERIALIZED (
			SELECT rowid AS place FROM conversations
			WHERE userId = ${userId} AND deletedAt IS NULL AND startedAt > ${since}
				AND instr(titleKey, ${fold(search)}) > 0
			ORDER BY startedAt DESC, id DESC)
		SELECT (SELECT count(*) FROM found) AS total, '[' || coalesce(group_concat(listed), '') || ']' AS json
		FROM (
			SELECT listed FROM (SELECT place FROM found LIMIT ${limit} + 0 OFFSET ${offset})
				JOIN conversations ON conversations.rowid = place
			ORDER BY startedAt DESC, id DESC)`;

export function findConversation({ sql }: Db, userId: string, id: string): StoredConversation | undefined {
	return MaybeConversation.parse(
		sql.get`SELECT * FROM conversations WHERE id = ${id} AND userId = ${userId} AND deletedAt IS NULL`,
	);
}

/** A conversation of any user. */
export function findConversationById({ sql }: Db, id: string): StoredConversation | undefined {
	return MaybeConversation.parse(sql.get`SELECT * FROM conversations WHERE id = ${id} AND deletedAt IS NULL`);
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
