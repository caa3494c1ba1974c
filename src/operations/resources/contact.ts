import * as z from 'zod/v4';
import { api, Briefing, BriefingActionItem } from '../../api/index.ts';
import { dueDates, quoted } from '../../format/index.ts';
import { maybeNumber, maybeText, MeetingRef, shapeOf } from '../../meetings/index.ts';
import { ActionItemRow, findPerson } from '../../reports/index.ts';
import { orAnotherKey } from '../../words/index.ts';
import { number, reference, refuse, text } from '../../forms/index.ts';
import { listed } from '../list.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';
import { namedBriefly } from '../shared/report.ts';
import { simplify } from './user.ts';

/** Describes the ways to identify a person. */
export const A_PERSON = 'A person you have met, by email address, full name or contact ID';

const contactId = reference({
	label: 'Contact',
	name: 'contactId',
	picks: 'contact',
	required: true,
	example: 'contact_5Tz9',
	description: A_PERSON,
});

/** The ID of the one contact who is meant. If nobody matches, the service's answer says why. */
async function idOf({ task }: Session, contact: string): Promise<string> {
	const { people } = await findPerson(task, contact, contactId.label);
	const [first] = people;
	if (people.length < 2) return first?.contactId ?? contact;
	return refuse(contactId, `it fits ${namedBriefly(people.map(({ displayName, email, contactId: id }) => `${displayName ?? ''} ${email ?? id}`.trim()))}`);
}

/** Responses may drift from their schema: what is missing becomes null or empty, never an error. */
const nullableText = z.string().nullable().catch(null);
const array = z.array(z.unknown()).catch([]);

const nobody = { id: null, displayName: null, email: null, companyDomain: null, meetingCount: null };
const Contact = z
	.object({
		id: nullableText,
		displayName: nullableText,
		email: nullableText,
		companyDomain: nullableText,
		meetingCount: z.number().nullable().catch(null),
	})
	.catch(nobody);
const Summary = z
	.object({ prose: nullableText, topics: array, open_questions: array })
	.catch({ prose: null, topics: [], open_questions: [] });

const Met = z.looseObject({ sessionId: z.string(), title: nullableText, date: nullableText });
const Task = z.looseObject({ sessionId: z.string(), item: z.string(), meetingTitle: nullableText, meetingDate: nullableText });

/** A past meeting with the names of every other result. */
function pastMeetingOf(one: unknown): unknown {
	const { data } = Met.safeParse(one);
	if (!data) return one;
	const { title, date, sessionId, ...rest } = data;
	return { conversationTitle: title, conversationDate: date, conversationId: sessionId, ...rest };
}

/** An action item with the same field names as in other results, and with a due date that counts from the meeting. */
function actionItemOf(one: unknown, timezone: string): unknown {
	const { data } = Task.safeParse(one);
	if (!data) return one;
	const { item, owner, priority, meetingTitle, meetingDate, sessionId, ...rest } = data;
	const { dueDate, dueText } = dueDates(meetingDate, timezone)(item);
	return { item, owner, dueDate, priority, conversationTitle: meetingTitle, conversationDate: meetingDate, conversationId: sessionId, dueText, ...rest };
}

/** A briefing as one flat object, starting with the fields people map first. Due dates are in the time zone (IANA name). */
function simpleBriefing(briefing: Briefing, timezone: string) {
	const contact = Contact.parse(briefing.contact);
	const summary = Summary.parse(briefing.summary);
	return {
		contactId: contact.id,
		name: contact.displayName ?? contact.email,
		email: contact.email,
		company: contact.companyDomain,
		meetingCount: contact.meetingCount,
		summary: summary.prose,
		topics: summary.topics,
		openQuestions: summary.open_questions,
		recentMeetings: array.parse(briefing.recentMeetings).map(pastMeetingOf),
		openActionItems: array.parse(briefing.openActionItems).map((one) => actionItemOf(one, timezone)),
		recentDecisions: array.parse(briefing.recentDecisions),
	};
}

const SimpleBriefing = shapeOf<ReturnType<typeof simpleBriefing>>()({
	contactId: maybeText.meta({ examples: ['sample-contact'] }),
	name: maybeText.meta({ examples: ['Priya Shah'] }),
	email: maybeText.meta({ examples: ['priya@harbour.example'] }),
	company: maybeText.meta({ examples: ['harbour.example'] }),
	meetingCount: maybeNumber.meta({ examples: [3] }),
	summary: maybeText.meta({ examples: ['Priya leads the pilot at Harbour.'] }),
	topics: z.array(z.unknown()),
	openQuestions: z.array(z.string()).meta({ examples: [['Who trains the new users?']] }),
	recentMeetings: z.array(MeetingRef),
	openActionItems: z.array(ActionItemRow.omit({ confidence: true, dedupeKey: true }).extend({ hash: BriefingActionItem.shape.hash })),
	recentDecisions: z.array(z.string()).meta({ examples: [['The roll-out starts on 1 December']] }),
});

export const getBriefing = operation({
	endpoint: api.contacts.briefing,
	id: 'getBriefing',
	name: 'Get Briefing',
	action: 'Get contact briefing',
	description: 'Get a briefing on a contact: summary, past meetings, open action items and decisions',
	fields: { id: contactId, simplify },
	options: {
		historyLimit: number({
			label: 'Recent Meetings to Read',
			whole: true,
			min: 1,
			max: 50,
			initial: 25,
			description: 'How many of the latest meetings with the contact to read, from 1 to 50',
		}),
	},
	output: SimpleBriefing,
	requests: '1, plus 1 or more to find somebody by email address or name',
	variants: [{ when: { simplify: [false] }, output: Briefing }],
	advice: {
		forbidden: orAnotherKey('This needs a Professional or Enterprise plan with the memory feature turned on'),
		not_found: ({ operation: find, list }) => `Check the contact. ${find('Contact', list.name)} returns everyone you have met`,
	},
	async *run(session, { id: contact, historyLimit, simplify: isSimple }) {
		const { client, hint, timezone } = session;
		const { data } = await client.contacts.briefing({ id: await idOf(session, contact), historyLimit });
		const simple = simpleBriefing(data, timezone);
		const { summary, recentMeetings, openActionItems, recentDecisions } = simple;
		if (summary === null && [recentMeetings, openActionItems, recentDecisions].every(({ length }) => length === 0)) {
			hint('Nothing is known about this contact yet. A briefing fills up with the meetings that are recorded with them.');
		}
		yield result(isSimple ? simple : data);
	},
});

export const getContacts = operation({
	endpoint: api.contacts.list,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} contacts`,
	description: 'Find people you have met, starting with those you meet most',
	fields: {},
	filters: {
		search: text({
			label: 'Name or Email Contains',
			example: 'maria@acme.com',
			description: 'Only contacts with this text in their name or email address',
		}),
	},
	whenEmpty: 'No contacts were found. People become contacts once a meeting with them is recorded.',
	async *run(session, { search }, page) {
		const whenNone =
			search === undefined ? undefined : `No contact has ${quoted(search)} in their name or email address. Try a shorter part of it.`;
		for await (const contact of listed(session, api.contacts.list, { search }, { ...page, whenNone })) yield result(contact);
	},
});
