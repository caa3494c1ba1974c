import { z } from 'zod/v4';
import { fold } from '../text.ts';
import { Count, jsonColumn } from './columns.ts';
import type { Db } from './open.ts';

const ContactRow = z.object({
	id: z.string(),
	email: z.string(),
	displayName: z.string().nullable(),
	companyDomain: z.string().nullable(),
	meetingCount: z.int(),
	firstSeenAt: z.int().nullable(),
	lastSeenAt: z.int().nullable(),
	summary: jsonColumn(z.unknown()).nullable(),
	summaryGeneratedAt: z.int().nullable(),
});
export type StoredContact = z.output<typeof ContactRow>;
const Contacts = ContactRow.array();
const MaybeContact = ContactRow.optional();
const IdRow = z.object({ id: z.string() });

interface NewContact {
	readonly id: string;
	readonly userId: string;
	readonly email: string;
	readonly displayName: string | null;
	readonly companyDomain: string | null;
}

/** Adds a contact, or updates the name of the one with this address. Returns its ID. */
export function saveContact({ sql }: Db, contact: NewContact): string {
	const { id, userId, email, displayName, companyDomain } = contact;
	return IdRow.parse(
		sql.get`INSERT INTO contacts VALUES (${id}, ${userId}, ${email}, ${displayName},
				${searchKey(email, displayName)}, ${companyDomain}, 0, NULL, NULL, NULL, NULL)
			ON CONFLICT (userId, email) DO UPDATE SET
				displayName = coalesce(excluded.displayName, displayName),
				searchKey = iif(excluded.displayName IS NULL, searchKey, excluded.searchKey)
			RETURNING id`,
	).id;
}

// A line break keeps a search from matching across the two.
export const searchKey = (email: string, displayName: string | null) => fold(`${email}\n${displayName ?? ''}`);

/** Most meetings first, then most recently seen. */
export function listContacts(
	{ sql }: Db,
	userId: string,
	search: string,
	limit: number,
	offset: number,
): StoredContact[] {
	return Contacts.parse(
		sql.all`SELECT * FROM contacts WHERE userId = ${userId} AND instr(searchKey, ${fold(search)}) > 0
			ORDER BY meetingCount DESC, lastSeenAt DESC, email LIMIT ${limit} + 0 OFFSET ${offset}`,
	);
}

export function countContacts({ sql }: Db, userId: string, search: string): number {
	return Count.parse(
		sql.get`SELECT count(*) AS count FROM contacts
			WHERE userId = ${userId} AND instr(searchKey, ${fold(search)}) > 0`,
	);
}

export function findContact({ sql }: Db, userId: string, id: string): StoredContact | undefined {
	return MaybeContact.parse(sql.get`SELECT * FROM contacts WHERE id = ${id} AND userId = ${userId}`);
}

/** Returns whether the contact exists. */
export function saveContactSummary({ sql }: Db, id: string, summary: object, now: number): boolean {
	return (
		sql.run`UPDATE contacts SET summary = ${JSON.stringify(summary)}, summaryGeneratedAt = ${now} WHERE id = ${id}`
			.changes === 1
	);
}

const Meetings = z.array(z.object({ id: z.string(), title: z.string(), startedAt: z.int() }));

export function addAttendee({ sql }: Db, conversationId: string, contactId: string): void {
	sql.run`INSERT INTO attendees VALUES (${conversationId}, ${contactId}) ON CONFLICT DO NOTHING`;
}

/** Contacts who attended a conversation, by address. */
export const attendeesOf = ({ sql }: Db, conversationId: string): StoredContact[] =>
	Contacts.parse(
		sql.all`SELECT contacts.* FROM attendees JOIN contacts ON id = contactId WHERE conversationId = ${conversationId} ORDER BY email`,
	);

/** Recounts the meetings of everyone who attended a conversation, after it was added or deleted. */
export function countMeetings({ sql }: Db, conversationId: string): void {
	sql.run`UPDATE contacts SET (meetingCount, firstSeenAt, lastSeenAt) = (
			SELECT count(*), min(startedAt), max(startedAt)
			FROM attendees JOIN conversations ON conversations.id = conversationId
			WHERE contactId = contacts.id AND deletedAt IS NULL)
		WHERE id IN (SELECT contactId FROM attendees WHERE conversationId = ${conversationId})`;
}

/** The last `limit` meetings with a contact, newest first. */
export function meetingsWith({ sql }: Db, contactId: string, limit: number) {
	return Meetings.parse(
		sql.all`SELECT id, title, startedAt FROM attendees JOIN conversations ON id = conversationId
			WHERE contactId = ${contactId} AND deletedAt IS NULL ORDER BY startedAt DESC, id DESC LIMIT ${limit} + 0`,
	);
}

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
				SELECT id FROM (
					SELECT q.*, instr(lower(q.displayName) || ' ', lower(i.owner) || ' ') = 1 AS isOwner
					FROM attendees a JOIN contacts q ON q.id = a.contactId
					WHERE a.conversationId = i.conversationId)
				ORDER BY isOwner DESC, meetingCount DESC, email LIMIT 1)
			ORDER BY i.meetingAt, i.position, i.conversationId`,
	);
}
