import type { ActionItemRecord } from '../../format/index.ts';
import { findOwners, grouped, type OwnerAddress } from '../../insights/index.ts';
import { boolean } from '../../forms/field.ts';
import type { Session } from '../session.ts';
import { hintLeftOut } from './report.ts';

export const withOwnerEmail = boolean({
	label: 'With Owner Email',
	default: false,
	description:
		'Whether to add the email address and contact ID of each owner, where exactly one guest of the meeting’s calendar event or one contact fits the name. Takes one request for your profile, one per day with meetings from your calendar, and for names that no guest has, one per 200 contacts, at most 10.',
});

type Meetings = ReadonlyMap<string, { readonly linkedCalendarEventId: string | null }>;

/** The address of each owner. Sends no request and finds nothing unless addresses were requested. */
export async function ownerAddresses(session: Session, isWanted: boolean, items: readonly ActionItemRecord[], meetings: Meetings): Promise<(item: ActionItemRecord) => Partial<OwnerAddress>> {
	if (!isWanted) return () => ({});
	const owned = [...grouped(items, ({ conversationId }) => conversationId)].map(([conversationId, ofOne]) => ({
		conversationId,
		meetingDate: ofOne[0]?.conversationDate ?? null,
		linkedCalendarEventId: meetings.get(conversationId)?.linkedCalendarEventId ?? null,
		owners: [...new Set(ofOne.flatMap(({ owner }) => owner ?? []))],
	}));
	const isAnybody = owned.some(({ owners }) => owners.length > 0);
	const found = await findOwners(session.insights, owned, isAnybody ? await session.profile() : { name: null, email: null });
	if (!found.complete) hintLeftOut(session, 'some email addresses of owners are missing', found);
	const { calendar, memory, allContacts } = found.without;
	if (calendar) session.hint('No calendar is connected, or its access was revoked, so email addresses of owners come from contacts only.');
	if (memory) session.hint('Without the memory feature there are no contacts, so email addresses of owners come from guests of calendar events only.');
	else if (!allContacts) session.hint('There are more contacts than are looked through, so email addresses of owners come from guests of calendar events only.');
	return ({ conversationId, owner }) => found.of(conversationId, owner);
}
