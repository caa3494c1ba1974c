import { api, Briefing, MAX_BRIEFING_ITEMS, NO_MEMORY } from '../../src/api/index.ts';
import { DAY_MS, iso, isoOrNull } from '../clock.ts';
import { openActionItems } from '../db/actionItems.ts';
import {
	countContacts,
	findContact,
	listContacts,
	meetingsWith,
	type StoredContact,
	unresolvedThreads,
} from '../db/contacts.ts';
import type { Db } from '../db/open.ts';
import { findResult } from '../db/results.ts';
import { ApiError, notFound } from '../http/apiError.ts';
import { hasMemory } from '../auth.ts';
import { fold } from '../text.ts';
import { KeyPointsRow } from './keyPoints.ts';
import { route } from './route.ts';

/** The briefing on a contact from the last `historyLimit` meetings (Resources, Contact briefing). */
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
		({ id }) => findResult(db, id, 'keypoints', KeyPointsRow)?.body.decisions ?? [],
	);
	return {
		summary: Briefing.shape.summary.parse(contact.summary),
		summaryGeneratedAt: isoOrNull(contact.summaryGeneratedAt),
		recentMeetings: meetings.map(({ id, title, startedAt }) => ({ sessionId: id, title, date: iso(startedAt) })),
		openActionItems: items.slice(0, MAX_BRIEFING_ITEMS),
		recentDecisions: withoutRepeats(decisions).slice(0, MAX_BRIEFING_ITEMS),
	};
}

/** Removes texts that differ from an earlier one only in case or surrounding whitespace. */
function withoutRepeats(texts: readonly string[]): string[] {
	const seen = new Set<string>();
	return texts.filter((text) => {
		const key = fold(text.trim());
		return seen.has(key) ? false : seen.add(key);
	});
}

/** Added to an empty list on an account without the memory feature. */
const withoutMemory: { readonly reason: typeof NO_MEMORY } = { reason: NO_MEMORY };

/** A contact as shown by the API (Resources, Contact). */
export const shownContact = (contact: StoredContact) => ({
	id: contact.id,
	email: contact.email,
	displayName: contact.displayName,
	companyDomain: contact.companyDomain,
	meetingCount: contact.meetingCount,
	firstSeenAt: isoOrNull(contact.firstSeenAt),
	lastSeenAt: isoOrNull(contact.lastSeenAt),
});

export const contacts = {
	list: route(api.contacts.list, ({ limit, offset, search = '' }, { service: { db }, user }) => {
		if (!hasMemory(user)) return { data: [], pagination: { total: 0, limit, offset }, ...withoutMemory };
		const rows = listContacts(db, user.id, search, limit, offset);
		return {
			data: rows.map(shownContact),
			pagination: { total: countContacts(db, user.id, search), limit, offset },
		};
	}),

	briefing: route(api.contacts.briefing, ({ id, historyLimit }, { service: { db }, user }) => {
		if (!hasMemory(user)) {
			throw new ApiError(
				'forbidden',
				'Briefings require the Professional or Enterprise plan with the memory feature enabled.',
			);
		}
		const contact = findContact(db, user.id, id);
		if (contact === undefined) throw notFound(`Contact ${id}`);
		return { data: { contact: shownContact(contact), ...briefingOf(db, contact, historyLimit) } };
	}),

	unresolvedThreads: route(api.contacts.unresolvedThreads, ({ limit }, { service: { db, now }, user }) => {
		if (!hasMemory(user)) return { data: [], total: 0, ...withoutMemory };
		const data = unresolvedThreads(db, user.id, limit).map(({ meetingAt, ...thread }) => ({
			...thread,
			createdAt: iso(meetingAt),
			stalenessDays: Math.max(0, Math.floor((now() - meetingAt) / DAY_MS)),
		}));
		return { data, total: data.length };
	}),
};
