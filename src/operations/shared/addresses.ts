import { findAddresses, ownerAddress, WITH_ADDRESSES, type Address, type NamingMeeting, type OwnerAddress } from '../../reports/index.ts';
import { boolean } from '../../forms/index.ts';
import { unlessStopped } from '../../meetings/index.ts';
import type { Session } from '../session.ts';
import { hintLeftOut } from './report.ts';

export const withOwnerEmail = boolean({
	label: WITH_ADDRESSES,
	default: false,
	description: 'Whether to add the email address of each owner, where exactly one guest or contact has the name',
});

/** Hidden from agents, for which the description of one such field is enough. */
export const withEmailAddresses = boolean({
	label: WITH_ADDRESSES,
	default: false,
	audience: 'people',
	description: 'Whether to add the email address of each owner and participant, where exactly one guest or contact has the name',
});

const NOWHERE = { calendar: false, memory: false, allContacts: false };

/** Explains why guests or contacts could not be used. `what`: what then comes only from the other source. */
export function hintWithout(session: Session, { calendar, memory, allContacts } = NOWHERE, what = 'email addresses'): void {
	if (calendar) session.hint(`No calendar is connected, or its access was revoked, so ${what} come from contacts only.`);
	if (memory) session.hint(`Without the memory feature there are no contacts, so ${what} come from guests of calendar events only.`);
	else if (allContacts) session.hint(`There are more contacts than are looked through, so ${what} come from guests of calendar events only.`);
}

export interface AddressBook {
	/** The address of a person in key points; an empty object if addresses were not requested. */
	readonly person: (conversationId: string, name: string | null) => Partial<Address>;
	readonly owner: (item: { readonly conversationId: string; readonly owner: string | null }) => Partial<OwnerAddress>;
}

const closed: AddressBook = { person: () => ({}), owner: () => ({}) };

/** The addresses of people named by key points. Sends no request unless addresses were requested and the key points name somebody. */
export async function addressBook(session: Session, isWanted: boolean, meetings: readonly NamingMeeting[]): Promise<AddressBook> {
	if (!isWanted) return closed;
	const isAnybody = meetings.some(({ names }) => names.length > 0);
	const user = isAnybody ? await unlessStopped(() => session.task.profile(), null) : { name: null, email: null };
	const found = await findAddresses(session.task, meetings, user);
	if (!found.complete) hintLeftOut(session, 'some email addresses are missing', found);
	hintWithout(session, found.without);
	return {
		person: found.of,
		owner: ({ conversationId, owner }) => ownerAddress(found.of(conversationId, owner)),
	};
}
