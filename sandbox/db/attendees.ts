import { z } from 'zod/v4';
import type { Db } from './open.ts';

const Meeting = z.object({ id: z.string(), title: z.string(), startedAt: z.int() });

export function addAttendee({ sql }: Db, conversationId: string, contactId: string): void {
	sql.run`INSERT INTO attendees VALUES (${conversationId}, ${contactId}) ON CONFLICT DO NOTHING`;
}

/** Counts the meetings of everybody who attended a conversation again, after it came or went. */
export function countMeetings({ sql }: Db, conversationId: string): void {
	sql.run`UPDATE contacts SET (meetingCount, firstSeenAt, lastSeenAt) = (
			SELECT count(*), min(startedAt), max(startedAt)
			FROM attendees JOIN conversations ON conversations.id = conversationId
			WHERE contactId = contacts.id AND deletedAt IS NULL)
		WHERE id IN (SELECT contactId FROM attendees WHERE conversationId = ${conversationId})`;
}

/** The last `limit` meetings with a contact, newest first. */
export function meetingsWith({ sql }: Db, contactId: string, limit: number) {
	return Meeting.array().parse(
		sql.all`SELECT id, title, startedAt FROM attendees JOIN conversations ON id = conversationId
			WHERE contactId = ${contactId} AND deletedAt IS NULL ORDER BY startedAt DESC, id DESC LIMIT ${limit} + 0`,
	);
}
