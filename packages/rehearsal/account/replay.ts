import * as z from 'zod/v4';
import { startOfMonth } from '../../../sandbox/clock.ts';
import { countMeetings } from '../../../sandbox/db/contacts.ts';
import { countCredits, insertCredit } from '../../../sandbox/db/usage.ts';
import type { Service } from '../../../sandbox/service.ts';
import type { Month } from './month.ts';
import { savedAs, type Happened, type Seen } from '../record.ts';

interface Span {
	readonly from: number;
	readonly until: number;
}

/** Something to do to the account at a given time. */
export interface Step {
	readonly at: number;
	readonly play: () => void;
}

const Recording = z.object({ id: z.string(), title: z.string(), at: z.int(), segmentCount: z.int(), deletedAt: z.int().nullable() });
type Recording = z.output<typeof Recording>;
const Saved = z.object({ id: z.string(), title: z.string(), kind: z.enum(['keypoints', 'feedback']), at: z.int(), body: z.string() });
type Saved = z.output<typeof Saved>;
const Credit = z.object({ at: z.int() });
const Count = z.object({ count: z.int() });

const Sections = z.object({ sections: z.array(z.unknown()), actionItems: z.array(z.unknown()) });
const Scored = z.object({ feedback: z.object({ overallScore: z.number() }) });

/** Undoes what had not happened yet at `from`, and everything that belongs to other uses of the database. */
function takeBack({ db }: Service, from: number): void {
	const { sql } = db;
	db.transaction(() => {
		sql.run`DELETE FROM deliveries`;
		sql.run`DELETE FROM webhooks`;
		sql.run`DELETE FROM keys`;
		sql.run`DELETE FROM requestCounts`;
		sql.run`DELETE FROM creditUses WHERE at >= ${from}`;
		sql.run`UPDATE conversations SET deletedAt = NULL WHERE deletedAt >= ${from}`;
		sql.run`DELETE FROM actionItems WHERE conversationId IN (SELECT conversationId FROM results WHERE kind = 'keypoints' AND createdAt >= ${from})`;
		sql.run`DELETE FROM results WHERE createdAt >= ${from}`;
		for (const clear of [
			() => sql.run`DELETE FROM attendees WHERE conversationId IN (SELECT id FROM conversations WHERE endedAt >= ${from})`,
			() => sql.run`DELETE FROM actionItems WHERE conversationId IN (SELECT id FROM conversations WHERE endedAt >= ${from})`,
			() => sql.run`DELETE FROM results WHERE conversationId IN (SELECT id FROM conversations WHERE endedAt >= ${from})`,
			() => sql.run`DELETE FROM transcripts WHERE conversationId IN (SELECT id FROM conversations WHERE endedAt >= ${from})`,
		]) clear();
		sql.run`DELETE FROM conversations WHERE endedAt >= ${from}`;
		sql.run`DELETE FROM contacts WHERE firstSeenAt >= ${from} AND id NOT IN (SELECT contactId FROM attendees)`;
		sql.run`UPDATE contacts SET (meetingCount, firstSeenAt, lastSeenAt) = (
				SELECT count(*), min(startedAt), max(startedAt)
				FROM attendees JOIN conversations ON conversations.id = conversationId
				WHERE contactId = contacts.id AND deletedAt IS NULL)`;
	});
}

function addRecording({ db }: Service, { id }: Recording): void {
	const { sql } = db;
	db.transaction(() => {
		sql.run`INSERT INTO main.conversations SELECT * FROM month.conversations WHERE id = ${id}`;
		sql.run`UPDATE conversations SET deletedAt = NULL WHERE id = ${id}`;
		sql.run`INSERT INTO main.transcripts SELECT * FROM month.transcripts WHERE conversationId = ${id}`;
		sql.run`INSERT OR IGNORE INTO main.contacts SELECT * FROM month.contacts
			WHERE id IN (SELECT contactId FROM month.attendees WHERE conversationId = ${id})`;
		sql.run`INSERT INTO main.attendees SELECT * FROM month.attendees WHERE conversationId = ${id}`;
		countMeetings(db, id);
	});
}

/** Adds a result as it was saved, unless the workflow had it generated earlier. Returns whether it was added. */
function addSaved({ db }: Service, { id, kind }: Saved): boolean {
	const { sql } = db;
	return db.transaction(() => {
		const { changes } = sql.run`INSERT OR IGNORE INTO main.results SELECT * FROM month.results
			WHERE conversationId = ${id} AND kind = ${kind} AND EXISTS (SELECT 1 FROM main.conversations WHERE id = ${id} AND deletedAt IS NULL)`;
		if (changes === 0) return false;
		if (kind === 'keypoints') {
			sql.run`DELETE FROM main.actionItems WHERE conversationId = ${id}`;
			sql.run`INSERT INTO main.actionItems SELECT * FROM month.actionItems WHERE conversationId = ${id}`;
		}
		return true;
	});
}

/**
 * Sets the service's database, a copy of the month's, back to `from`, and returns what happens from then until `until`, in
 * order: recordings when they ended, key points and feedback when they were saved, deletions. Each is announced to webhooks
 * as the service does.
 */
export function turnBack(service: Service, { file, user, isSample }: Month, { from, until }: Span, seen: Seen): readonly Step[] {
	const { db, deliveries } = service;
	const { sql } = db;
	sql.run`ATTACH ${file} AS month`;
	// Each request is counted in the database, which nobody else opens and nobody needs after the rehearsal.
	sql.run`PRAGMA main.synchronous = OFF`;
	sql.get`PRAGMA main.locking_mode = EXCLUSIVE`;
	sql.get`PRAGMA main.journal_mode = MEMORY`;
	takeBack(service, from);

	seen.creditsBefore = countCredits(db, user.id, startOfMonth(from));
	if (!isSample) {
		const outside = sql.get`SELECT count(*) AS count FROM month.conversations
			WHERE userId = ${user.id} AND deletedAt IS NULL AND (endedAt < ${from} OR endedAt >= ${until})`;
		seen.outside = Count.parse(outside).count;
	}
	const before = Saved.pick({ id: true, kind: true, at: true }).array().parse(
		sql.all`SELECT conversationId AS id, kind, createdAt AS at FROM month.results JOIN month.conversations ON id = conversationId
			WHERE userId = ${user.id} AND createdAt < ${until}`,
	);
	for (const { id, kind, at } of before) seen.saved.set(savedAs(id, kind), at);

	const note = (happened: Happened) => void seen.happened.push(happened);
	const recordings = Recording.array().parse(
		sql.all`SELECT id, title, endedAt AS at, segmentCount, deletedAt FROM month.conversations
			WHERE userId = ${user.id} AND endedAt >= ${from} AND endedAt < ${until} ORDER BY endedAt, id`,
	);
	const saved = Saved.array().parse(
		sql.all`SELECT conversationId AS id, title, kind, createdAt AS at, body FROM month.results JOIN month.conversations ON id = conversationId
			WHERE userId = ${user.id} AND createdAt >= ${from} AND createdAt < ${until} ORDER BY createdAt, kind DESC`,
	);
	const deleted = Recording.array().parse(
		sql.all`SELECT id, title, deletedAt AS at, segmentCount, deletedAt FROM month.conversations
			WHERE userId = ${user.id} AND deletedAt >= ${from} AND deletedAt < ${until}`,
	);
	const credits = Credit.array().parse(
		sql.all`SELECT at FROM month.creditUses WHERE userId = ${user.id} AND at >= ${from} AND at < ${until}`,
	);

	const recorded = (recording: Recording): Step => ({
		at: recording.at,
		play: () => {
			const { at, id: conversationId, title, segmentCount } = recording;
			addRecording(service, recording);
			const transcript = segmentCount > 0 ? 'transcript.ready' : 'transcript.failed';
			for (const event of ['conversation.created', transcript]) note({ at, event, conversationId, title });
			deliveries.emit(user.id, 'conversation.created', { conversationId });
			if (segmentCount > 0) deliveries.emit(user.id, 'transcript.ready', { conversationId, segmentCount });
			else deliveries.emit(user.id, 'transcript.failed', { conversationId, error: 'The recording could not be transcribed.' });
		},
	});
	const keyPointsSaved = ({ at, id: conversationId, title, body }: Saved): void => {
		const { sections, actionItems } = Sections.parse(JSON.parse(body));
		// Without action items, this event starts nothing.
		const named = ['keypoints', 'summary', ...(actionItems.length > 0 ? ['action_items'] : [])];
		for (const name of named) note({ at, event: `conversation.${name}.ready`, conversationId, title });
		deliveries.emit(user.id, 'conversation.keypoints.ready', { conversationId, title });
		deliveries.emit(user.id, 'conversation.summary.ready', { conversationId, title, sectionCount: sections.length });
		deliveries.emit(user.id, 'conversation.action_items.ready', { conversationId, actionItemCount: actionItems.length });
	};
	const feedbackSaved = ({ at, id: conversationId, title, body }: Saved): void => {
		const { feedback } = Scored.parse(JSON.parse(body));
		note({ at, event: 'conversation.feedback.ready', conversationId, title });
		deliveries.emit(user.id, 'conversation.feedback.ready', { conversationId, overallScore: feedback.overallScore });
	};
	const resultSaved = (result: Saved): Step => ({
		at: result.at,
		play: () => {
			if (addSaved(service, result)) (result.kind === 'keypoints' ? keyPointsSaved : feedbackSaved)(result);
		},
	});
	const wasDeleted = ({ at, id: conversationId, title }: Recording): Step => ({
		at,
		play: () => {
			sql.run`UPDATE main.conversations SET deletedAt = ${at} WHERE id = ${conversationId}`;
			countMeetings(db, conversationId);
			note({ at, event: 'conversation.deleted', conversationId, title });
			deliveries.emit(user.id, 'conversation.deleted', { conversationId });
		},
	});
	const creditUsed = ({ at }: z.output<typeof Credit>): Step => ({
		at,
		play: () => {
			insertCredit(db, user.id, at);
			seen.applicationCredits.push(at);
		},
	});
	return [...recordings.map(recorded), ...saved.map(resultSaved), ...deleted.map(wasDeleted), ...credits.map(creditUsed)].toSorted((a, b) => a.at - b.at);
}
