import { Briefing, KeyPoints, MAX_BRIEFING_ITEMS } from '../../src/api/index.ts';
import { iso, isoOrNull } from '../clock.ts';
import { openActionItems } from '../db/actionItems.ts';
import { meetingsWith } from '../db/attendees.ts';
import type { StoredContact } from '../db/contacts.ts';
import type { Db } from '../db/open.ts';
import { findResult } from '../db/results.ts';
import { fold } from '../text.ts';

/** What the last `historyLimit` meetings with a contact left behind (Resources, Contact briefing). */
export function briefingOf(db: Db, contact: StoredContact, historyLimit: number) {
	const meetings = meetingsWith(db, contact.id, historyLimit);
	const items = meetings.flatMap(({ id, title, startedAt }) =>
		openActionItems(db, id).map((item) => ({
			...item,
			sessionId: id,
			meetingDate: iso(startedAt),
			meetingTitle: title,
		})),
	);
	const decisions = meetings.flatMap(
		({ id }) => findResult(db, id, 'keypoints', KeyPoints.shape.keypoints)?.body.decisions ?? [],
	);
	return {
		summary: Briefing.shape.summary.parse(contact.summary),
		summaryGeneratedAt: isoOrNull(contact.summaryGeneratedAt),
		recentMeetings: meetings.map(({ id, title, startedAt }) => ({ sessionId: id, title, date: iso(startedAt) })),
		openActionItems: items.slice(0, MAX_BRIEFING_ITEMS),
		recentDecisions: withoutRepeats(decisions).slice(0, MAX_BRIEFING_ITEMS),
	};
}

/** Keeps the first of texts that differ in nothing but case and space around them. */
function withoutRepeats(texts: readonly string[]): string[] {
	const seen = new Set<string>();
	return texts.filter((text) => {
		const key = fold(text.trim());
		return seen.has(key) ? false : seen.add(key);
	});
}
