import * as z from 'zod/v4';
import { api, UnresolvedThread } from '../../../api/index.ts';
import { dueDates, foldText } from '../../../format/index.ts';
import { dateTime, type InputOf, number, text } from '../../../forms/index.ts';
import { ActionItemRow } from '../../../reports/index.ts';
import { addressIn, MeetingRef } from '../../../meetings/index.ts';
import { listed } from '../../list.ts';
import { operation, result } from '../../operation.ts';
import type { Session } from '../../session.ts';

const filters = {
	contact: text({
		label: 'Contact Contains',
		example: 'Maria',
		description:
			'Only action items of contacts whose name, email address, company or ID contains this text',
	}),
	maxAgeDays: number({
		label: 'Maximum Age (Days)',
		min: 0,
		initial: 30,
		description: 'Only action items from meetings at most this many days ago',
	}),
	minAgeDays: number({
		label: 'Minimum Age (Days)',
		min: 0,
		initial: 7,
		description: 'Only action items from meetings at least this many days ago',
	}),
	lastSeenBefore: dateTime({
		label: 'Contact Last Seen Before',
		description: 'Only action items of contacts whom you have not met since then',
	}),
};

/** Responses may drift from their schema: a missing field matches no filter. */
const word = z.string().catch('');
const Thread = z.object({ contactId: word, contactName: word, contactCompany: word, stalenessDays: z.number().catch(NaN) });

const maybe = z.string().nullable().catch(null);
const Task = z.looseObject({ sessionId: z.string(), actionItem: z.string(), meetingTitle: maybe, createdAt: maybe });

/** An action item with the same field names as in other results, and with a due date that counts from the meeting. */
function actionItemOf(thread: unknown, timezone: string): unknown {
	const { data } = Task.safeParse(thread);
	if (!data) return thread;
	const { actionItem: item, meetingTitle, createdAt, sessionId, ...rest } = data;
	const { dueDate, dueText } = dueDates(createdAt, timezone)(item);
	return { item, dueDate, conversationTitle: meetingTitle, conversationDate: createdAt, conversationId: sessionId, dueText, ...rest };
}

const { hash, stalenessDays, contactId, contactName, contactCompany } = UnresolvedThread.shape;
const { item, dueDate, dueText } = ActionItemRow.shape;
const OpenActionItem = z.looseObject({ item, dueDate, ...MeetingRef.shape, dueText, hash, stalenessDays, contactId, contactName, contactCompany });

const Seen = z.object({ id: z.string(), lastSeenAt: z.string().transform((text) => Date.parse(text)).catch(NaN) });

const isAddress = (text: string): boolean => text.includes('@');

/** IDs of the contacts with an address, and last met before a time, which open action items do not say; null if not requested. */
async function contactIds(
	session: Session,
	{ contact = '', lastSeenBefore }: InputOf<typeof filters>,
): Promise<ReadonlySet<string> | null> {
	if (!isAddress(contact) && lastSeenBefore === undefined) return null;
	const ids = new Set<string>();
	for await (const element of listed(session, api.contacts.list, isAddress(contact) ? { search: addressIn(contact) } : {})) {
		const { data } = Seen.safeParse(element);
		if (data && (lastSeenBefore === undefined || data.lastSeenAt < Date.parse(lastSeenBefore))) ids.add(data.id);
	}
	return ids;
}

/** A filter for what the service cannot filter by; undefined when none of it is set. */
function wanted({ contact, maxAgeDays, minAgeDays }: InputOf<typeof filters>, contacts: ReadonlySet<string> | null) {
	if (contact === undefined && maxAgeDays === undefined && minAgeDays === undefined && !contacts) return undefined;
	const part = contact === undefined || isAddress(contact) ? '' : foldText(contact);
	return (element: unknown): boolean => {
		const { data } = Thread.safeParse(element);
		if (!data) return false;
		const names = [data.contactName, data.contactCompany, data.contactId];
		return (
			names.some((name) => foldText(name).includes(part)) &&
			(contacts?.has(data.contactId) ?? true) &&
			(maxAgeDays === undefined || data.stalenessDays <= maxAgeDays) &&
			(minAgeDays === undefined || data.stalenessDays >= minAgeDays)
		);
	};
}

export const getOpenActionItems = operation({
	endpoint: api.contacts.unresolvedThreads,
	id: 'getOpen',
	name: 'Get Open',
	action: 'Get open action items',
	description: 'Get open action items from meetings with your contacts, oldest meeting first',
	notes: ({ operation: find }) =>
		`The service returns at most 100 and does not say who owns them: for that, use ${find('Action Item', 'Find')}.`,
	fields: {},
	filters,
	requests: '1, plus 1 per 200 contacts if you filter by an email address or when they were last seen',
	output: OpenActionItem,
	whenEmpty: ({ operation: find }) =>
		`No open action items were found in meetings with your contacts. ${find('Action Item', 'Find')} looks in all meetings.`,
	async *run(session, asked, page) {
		const contacts = await contactIds(session, asked);
		for await (const thread of listed(session, api.contacts.unresolvedThreads, {}, { ...page, wants: wanted(asked, contacts) })) {
			yield result(actionItemOf(thread, session.timezone));
		}
	},
});
