import { api, NO_MEMORY } from '../../src/api/index.ts';
import { DAY_MS, iso, isoOrNull } from '../clock.ts';
import { countContacts, findContact, listContacts, type StoredContact } from '../db/contacts.ts';
import { unresolvedThreads } from '../db/threads.ts';
import { ApiError, notFound } from '../server/apiError.ts';
import { hasMemory } from '../server/auth.ts';
import { briefingOf } from './briefing.ts';
import { route } from './route.ts';

/** What an empty list says on an account without the memory feature. */
const withoutMemory: { readonly reason: typeof NO_MEMORY } = { reason: NO_MEMORY };

const shownContact = (contact: StoredContact) => ({
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
				'Briefings need the Professional or Enterprise plan with the memory feature enabled.',
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
