import { openService } from '../../sandbox/service.ts';
import { createKey, createUser } from '../../sandbox/accounts.ts';
import { DAY_MS } from '../../sandbox/clock.ts';
import { replaceActionItems, setActionItemState } from '../../sandbox/db/actionItems.ts';
import { addAttendee } from '../../sandbox/db/contacts.ts';
import { saveContact } from '../../sandbox/db/contacts.ts';
import { insertConversation } from '../../sandbox/db/conversations.ts';

const CONTACTS = 1000;
const subjects = ['Lisbon office', 'Quarterly review', 'Hiring', 'Pilot follow-up', 'Budget', 'Interview', 'Stand-up'];

/** A database file with a user who has `count` conversations, each with a contact and an action item, nine of ten done. */
export function fill(database: string, count: number) {
	const service = openService({ database });
	const { db, now } = service;
	const { id: userId } = createUser(service, { name: 'Vera Lind', email: 'vera@lind.example', plan: 'enterprise' });
	const key = createKey(service, userId);
	db.transaction(() => {
		const contacts = Array.from({ length: CONTACTS }, (_, number) =>
			saveContact(db, {
				id: `ctc_${number}`,
				userId,
				email: `person${number}@company${number % 50}.example`,
				displayName: `Person ${number}`,
				companyDomain: `company${number % 50}.example`,
			}),
		);
		for (let number = 0; number < count; number += 1) {
			const [id, startedAt] = [`conv_${number}`, now() - ((number * 7919) % 1000) * DAY_MS - number];
			const title = `${subjects[number % subjects.length]} ${number}`;
			insertConversation(db, {
				id,
				userId,
				title,
				startedAt,
				endedAt: startedAt + 1_800_000,
				segmentCount: 0,
				linkedCalendarEventId: null,
				shareToken: null,
			});
			addAttendee(db, id, contacts[number % CONTACTS] ?? '');
			const item = { hash: 'h', item: `Send the notes of ${title}`, owner: null, priority: 'high' as const };
			replaceActionItems(db, { conversationId: id, userId, meetingAt: startedAt, items: [item] });
			if (number % 10 > 0) setActionItemState(db, id, item.hash, 'resolved');
		}
	});
	db.close();
	return { userId, key };
}
