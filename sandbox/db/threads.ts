import { z } from 'zod/v4';
import type { Db } from './open.ts';

const Threads = z.array(
	z.object({
		sessionId: z.string(),
		actionItem: z.string(),
		hash: z.string(),
		meetingTitle: z.string(),
		meetingAt: z.int(),
		contactId: z.string(),
		contactName: z.string().nullable(),
		contactCompany: z.string().nullable(),
	}),
);

/**
 * Open action items of meetings with contacts, oldest meeting first. An item belongs to the attendee who owns it by
 * full or first name, otherwise to the one met most often, so that it is listed once however many people attended.
 */
export function unresolvedThreads({ sql }: Db, userId: string, limit: number) {
	return Threads.parse(
		sql.all`SELECT i.conversationId AS sessionId, i.item AS actionItem, i.hash, c.title AS meetingTitle,
				i.meetingAt, p.id AS contactId, p.displayName AS contactName, p.companyDomain AS contactCompany
			FROM (
				SELECT * FROM actionItems item
				WHERE userId = ${userId} AND state = 'open'
					AND EXISTS (SELECT 1 FROM attendees WHERE conversationId = item.conversationId)
					AND EXISTS (SELECT 1 FROM conversations WHERE id = item.conversationId AND deletedAt IS NULL)
				ORDER BY meetingAt, position, conversationId LIMIT ${limit} + 0) i
			JOIN conversations c ON c.id = i.conversationId
			JOIN contacts p ON p.id = (
				SELECT q.id FROM attendees a JOIN contacts q ON q.id = a.contactId
				WHERE a.conversationId = i.conversationId
				ORDER BY instr(lower(q.displayName) || ' ', lower(i.owner) || ' ') = 1 DESC,
					q.meetingCount DESC, q.email
				LIMIT 1)
			ORDER BY i.meetingAt, i.position, i.conversationId`,
	);
}
