import { z } from 'zod/v4';
import { fold } from '../text.ts';
import { Count, jsonOf } from './columns.ts';
import type { Db } from './open.ts';

const ContactRow = z.object({
	id: z.string(),
	email: z.string(),
	displayName: z.string().nullable(),
	companyDomain: z.string().nullable(),
	meetingCount: z.int(),
	firstSeenAt: z.int().nullable(),
	lastSeenAt: z.int().nullable(),
	summary: jsonOf(z.unknown()).nullable(),
	summaryGeneratedAt: z.int().nullable(),
});
export type StoredContact = z.output<typeof ContactRow>;
const Contacts = ContactRow.array();
const MaybeContact = ContactRow.optional();
const IdRow = z.object({ id: z.string() });

export interface NewContact {
	readonly id: string;
	readonly userId: string;
	readonly email: string;
	readonly displayName: string | null;
	readonly companyDomain: string | null;
}

/** Adds a contact, or gives the one of the same address its new name. Returns its identifier. */
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
const searchKey = (email: string, displayName: string | null) => fold(`${email}\n${displayName ?? ''}`);

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

/** Returns whether there is such a contact. */
export function saveContactSummary({ sql }: Db, id: string, summary: object, now: number): boolean {
	return (
		sql.run`UPDATE contacts SET summary = ${JSON.stringify(summary)}, summaryGeneratedAt = ${now} WHERE id = ${id}`
			.changes === 1
	);
}
