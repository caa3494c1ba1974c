import { z } from 'zod/v4';
import { Briefing, Contact, type priorities, UnresolvedThread } from '../../src/api/index.ts';
import { setActionItemState } from '../db/actionItems.ts';
import { addAttendee, searchKey } from '../db/contacts.ts';
import type { Db } from '../db/open.ts';
import { fold } from '../text.ts';

// Contacts of the real service, and what only the memory feature knows: who took part, and which action items are open.

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const Row = z.object({ meetingCount: z.int(), lastSeenAt: z.int().nullable() }).optional();

/** Adds or updates a contact as listed. `isChanged`: whether their briefing may have changed. Null if it cannot be stored. */
export function storeContact({ sql }: Db, userId: string, answer: unknown): { readonly id: string; readonly isChanged: boolean } | null {
	const { data } = Contact.safeParse(answer);
	if (data === undefined || data.id === '') return null;
	const { id, email, displayName, companyDomain, meetingCount } = data;
	const [firstSeenAt, lastSeenAt] = [timeOf(data.firstSeenAt), timeOf(data.lastSeenAt)];
	const known = Row.parse(sql.get`SELECT meetingCount, lastSeenAt FROM contacts WHERE id = ${id} AND userId = ${userId}`);
	// An address can pass from one contact to another, as when two are merged.
	for (const { id: other } of Ids.parse(sql.all`SELECT id FROM contacts WHERE userId = ${userId} AND email = ${email} AND id <> ${id}`)) removeContact({ sql }, other);
	sql.run`INSERT INTO contacts VALUES (${id}, ${userId}, ${email}, ${displayName}, ${searchKey(email, displayName)}, ${companyDomain}, ${meetingCount},
			${firstSeenAt}, ${lastSeenAt}, NULL, NULL)
		ON CONFLICT (id) DO UPDATE SET email = excluded.email, displayName = excluded.displayName, searchKey = excluded.searchKey,
			companyDomain = excluded.companyDomain, meetingCount = excluded.meetingCount, firstSeenAt = excluded.firstSeenAt, lastSeenAt = excluded.lastSeenAt`;
	return { id, isChanged: known?.meetingCount !== meetingCount || known.lastSeenAt !== lastSeenAt };
}

const Ids = z.array(z.object({ id: z.string() }));

function removeContact({ sql }: Pick<Db, 'sql'>, id: string): void {
	sql.run`DELETE FROM attendees WHERE contactId = ${id}`;
	sql.run`DELETE FROM contacts WHERE id = ${id}`;
}

/** Removes contacts that the service no longer lists. */
export function keepContacts(db: Db, userId: string, listed: ReadonlySet<string>): void {
	const all = Ids.parse(db.sql.all`SELECT id FROM contacts WHERE userId = ${userId}`);
	for (const { id } of all) if (!listed.has(id)) removeContact(db, id);
}

const isCopied = ({ sql }: Db, conversationId: string): boolean => sql.get`SELECT 1 FROM conversations WHERE id = ${conversationId}` !== undefined;

const Items = z.array(z.object({ hash: z.string(), item: z.string(), state: z.string() }));

interface OpenItem {
	readonly conversationId: string;
	readonly hash: string;
	readonly item: string;
	readonly owner?: string | null;
	readonly priority?: (typeof priorities)[number] | null;
}

/** Marks an item as open under the service’s own hash, which the sandbox cannot compute. */
function open({ sql }: Db, userId: string, { conversationId, hash, item, owner = null, priority = null }: OpenItem): void {
	const items = Items.parse(sql.all`SELECT hash, item, state FROM actionItems WHERE conversationId = ${conversationId}`);
	const known = items.find((one) => one.hash === hash) ?? items.find((one) => fold(one.item.trim()) === fold(item.trim()));
	if (known === undefined) {
		sql.run`INSERT INTO actionItems SELECT ${conversationId}, ${hash}, ${userId}, ${items.length}, ${item}, ${owner}, ${priority}, startedAt, 'open'
			FROM conversations WHERE id = ${conversationId}`;
	} else {
		sql.run`UPDATE actionItems SET hash = ${hash}, state = 'open' WHERE conversationId = ${conversationId} AND hash = ${known.hash}`;
	}
}

/** Resolves the items that the service would have listed if they were still open. */
function resolveOthers(db: Db, conversationId: string, stillOpen: ReadonlySet<string>): void {
	const items = Items.parse(db.sql.all`SELECT hash, item, state FROM actionItems WHERE conversationId = ${conversationId} AND state = 'open'`);
	for (const { hash } of items) if (!stillOpen.has(hash)) setActionItemState(db, conversationId, hash, 'resolved');
}

/** The maximum number of meetings in a briefing. */
export const HISTORY = 50;

/** Saves what a briefing adds to the contact: summary, meetings and open items. False if it cannot be stored. */
export function storeBriefing(db: Db, userId: string, contactId: string, answer: unknown): boolean {
	const { data } = Briefing.safeParse(answer);
	if (data === undefined) return false;
	const summary = data.summary === null ? null : JSON.stringify(data.summary);
	db.sql.run`UPDATE contacts SET summary = ${summary}, summaryGeneratedAt = ${timeOf(data.summaryGeneratedAt)} WHERE id = ${contactId}`;
	const meetings = data.recentMeetings.map(({ sessionId }) => sessionId).filter((id) => isCopied(db, id));
	for (const id of meetings) addAttendee(db, id, contactId);
	for (const { sessionId: conversationId, ...item } of data.openActionItems) if (isCopied(db, conversationId)) open(db, userId, { conversationId, ...item });
	if (data.recentMeetings.length < HISTORY) {
		const still = new Set(meetings);
		const attended = Ids.parse(db.sql.all`SELECT conversationId AS id FROM attendees WHERE contactId = ${contactId}`);
		for (const { id } of attended) if (!still.has(id)) db.sql.run`DELETE FROM attendees WHERE conversationId = ${id} AND contactId = ${contactId}`;
	}
	return true;
}

/**
 * Saves which action items are open. The list is oldest first, so an item older than its last entry that is missing from it is
 * resolved. `limit`: the length at which a list may have been cut. Returns how many could not be stored.
 */
export function storeThreads(db: Db, userId: string, answers: readonly unknown[], limit: number): number {
	const threads = answers.flatMap((answer) => UnresolvedThread.safeParse(answer).data ?? []);
	const hashes = new Map<string, Set<string>>();
	for (const { sessionId: conversationId, actionItem: item, hash, contactId } of threads) {
		if (!isCopied(db, conversationId)) continue;
		open(db, userId, { conversationId, hash, item });
		if (db.sql.get`SELECT 1 FROM contacts WHERE id = ${contactId}` !== undefined) addAttendee(db, conversationId, contactId);
		hashes.set(conversationId, (hashes.get(conversationId) ?? new Set()).add(hash));
	}
	const isCut = answers.length >= limit;
	// An item that cannot be read may still be open.
	if (answers.length > threads.length) return answers.length - threads.length;
	const end = isCut ? Math.max(...threads.map(({ createdAt }) => Date.parse(createdAt))) : Number.MAX_SAFE_INTEGER;
	const listed = Ids.parse(db.sql.all`SELECT DISTINCT conversationId AS id FROM attendees JOIN conversations c ON c.id = conversationId
		WHERE c.userId = ${userId} AND c.startedAt < ${end}`);
	for (const { id } of listed) resolveOthers(db, id, hashes.get(id) ?? new Set());
	return 0;
}
