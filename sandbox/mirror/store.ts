import { z } from 'zod/v4';
import { Conversation, Feedback, KeyPoints, Segment, type UserProfile } from '../../src/api/index.ts';
import { MINUTE_MS, startOfMonth } from '../clock.ts';
import { asListed, insertConversation, listConversations, type StoredConversation } from '../db/conversations.ts';
import { Count } from '../db/columns.ts';
import type { Db } from '../db/open.ts';
import { findResult, saveResult } from '../db/results.ts';
import { insertCredit } from '../db/usage.ts';
import { saveUser, type User } from '../db/users.ts';
import { KeyPointsRow, saveKeyPoints } from '../resources/keyPoints.ts';
import { fold, oneLine } from '../text.ts';

// Writes answers of the real service into the tables from which the sandbox answers. Answers are checked here, because the
// client also returns those that differ from the description. Each function returns false for an answer that cannot be
// stored.

/** Far more credits than any plan has; a higher number is not a count of credits. */
const MAX_CREDITS = 100_000;

/** The years that ISO 8601 writes with four digits, as the API does. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const timeOf = (text: string | null | undefined): number | null => {
	const ms = Date.parse(text ?? '');
	return ms >= FIRST && ms <= LAST ? ms : null;
};

/** Saves the account's owner, and the AI credits used this month. */
export function storeProfile(db: Db, known: User, { profile, subscription, apiUsage }: UserProfile, now: number): User {
	const user: User = {
		...known,
		name: oneLine(profile.name),
		email: profile.email,
		plan: subscription.tier,
		timezone: profile.timezone,
		language: profile.language,
		profilePictureUrl: profile.profilePictureUrl,
		createdAt: timeOf(profile.createdAt) ?? now,
		subscriptionStatus: subscription.status,
		currentPeriodEnd: timeOf(subscription.currentPeriodEnd),
	};
	saveUser(db, user);
	// Dated at the start of the month, so that they count towards none of the days that follow.
	const month = startOfMonth(now);
	const used = Math.min(MAX_CREDITS, Math.max(0, apiUsage.aiGenerations.used));
	db.sql.run`DELETE FROM creditUses WHERE userId = ${user.id} AND at >= ${month}`;
	for (let credit = 0; credit < used; credit += 1) insertCredit(db, user.id, month);
	return user;
}

const Listed = z.looseObject({
	id: z.string().min(1),
	title: z.string().catch(''),
	startTime: z.string(),
	endTime: z.string().catch(''),
	duration: z.number().min(0).catch(0),
	segmentCount: z.int().min(0).catch(0),
	linkedCalendarEventId: z.string().nullable().catch(null),
});

/** The listed data of a conversation that was copied before. */
const Known = z.object({ userId: z.string(), listed: z.string(), endedAt: z.int(), segmentCount: z.int() }).optional();

export interface StoredListing {
	readonly id: string;
	readonly startedAt: number;
	/** Whether it is copied for the first time. */
	readonly isNew: boolean;
	/** Whether its transcript has changed since it was last listed. */
	readonly isChanged: boolean;
}

/** Adds or updates a conversation as listed, including one that had been deleted. Null if it has no ID or no start. */
export function storeConversation(db: Db, userId: string, answer: unknown): StoredListing | null {
	const { data } = Listed.safeParse(answer);
	const startedAt = timeOf(data?.startTime);
	if (data === undefined || startedAt === null) return null;
	const { id, title, segmentCount, linkedCalendarEventId } = data;
	const endedAt = timeOf(data.endTime) ?? Math.min(LAST, Math.round(startedAt + data.duration * MINUTE_MS));
	const row: StoredConversation = { id, userId, title, startedAt, endedAt, segmentCount, linkedCalendarEventId, shareToken: null };
	const known = Known.parse(db.sql.get`SELECT userId, listed, endedAt, segmentCount FROM conversations WHERE id = ${id}`);
	if (known !== undefined && known.userId !== userId) return null;
	// As listed by the service, including undocumented fields.
	const listed = JSON.stringify(Conversation.safeParse(answer).data ?? asListed(row));
	if (known === undefined) insertConversation(db, row);
	db.sql.run`UPDATE conversations SET title = ${title}, titleKey = ${fold(title)}, startedAt = ${startedAt}, endedAt = ${endedAt},
		segmentCount = ${segmentCount}, linkedCalendarEventId = ${linkedCalendarEventId}, deletedAt = NULL, listed = ${listed} WHERE id = ${id}`;
	return { id, startedAt, isNew: known === undefined, isChanged: known !== undefined && (known.segmentCount !== segmentCount || known.endedAt !== endedAt) };
}

export function storeTranscript({ sql }: Db, id: string, segments: unknown): boolean {
	const { data } = z.array(Segment).safeParse(segments);
	if (data === undefined) return false;
	sql.run`INSERT INTO transcripts VALUES (${id}, ${JSON.stringify(data)})
		ON CONFLICT (conversationId) DO UPDATE SET segments = excluded.segments`;
	return true;
}

/** Saves key points with their action items, unless the same ones are already saved. */
export function storeKeyPoints(db: Db, conversation: StoredConversation, answer: unknown): boolean {
	const { data } = KeyPoints.safeParse(answer);
	if (data === undefined) return false;
	const createdAt = Date.parse(data.createdAt);
	const saved = findResult(db, conversation.id, 'keypoints', KeyPointsRow);
	if (saved?.createdAt !== createdAt || JSON.stringify(saved.body) !== JSON.stringify(data.keypoints)) saveKeyPoints(db, conversation, data.keypoints, createdAt);
	return true;
}

export function storeFeedback(db: Db, id: string, answer: unknown): boolean {
	const { data } = Feedback.safeParse(answer);
	if (data === undefined) return false;
	const { feedback, userSpeakerName, createdAt } = data;
	saveResult(db, id, 'feedback', { feedback, userSpeakerName }, Date.parse(createdAt));
	return true;
}

/** Removes a result that the service no longer has. */
export function removeResult({ sql }: Db, id: string, kind: 'feedback' | 'keypoints'): void {
	sql.run`DELETE FROM results WHERE conversationId = ${id} AND kind = ${kind}`;
	if (kind === 'keypoints') sql.run`DELETE FROM actionItems WHERE conversationId = ${id}`;
}

/** Removes a conversation that the service no longer has. */
export function removeConversation({ sql }: Db, id: string): void {
	sql.run`DELETE FROM attendees WHERE conversationId = ${id}`;
	sql.run`DELETE FROM actionItems WHERE conversationId = ${id}`;
	sql.run`DELETE FROM results WHERE conversationId = ${id}`;
	sql.run`DELETE FROM transcripts WHERE conversationId = ${id}`;
	sql.run`DELETE FROM conversations WHERE id = ${id}`;
}

/** Whether nobody but this user has data in the database. */
export const isAlone = ({ sql }: Db, userId: string | null): boolean =>
	Count.parse(sql.get`SELECT count(*) AS count FROM users WHERE id IS NOT ${userId}`) === 0;

/** The copied conversations, newest first. */
export const copiedConversations = (db: Db, userId: string): StoredConversation[] => listConversations(db, userId, '', Number.MAX_SAFE_INTEGER);
