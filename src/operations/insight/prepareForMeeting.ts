import { z } from 'zod/v4';
import type { Entry, TextDocument } from '../../format/index.ts';
import {
	prepareForMeeting as prepare,
	type MeetingTarget,
	type PersonRef,
	type Preparation,
} from '../../insights/index.ts';
import { orAnotherKey } from '../../words/errors.ts';
import { NEEDS_MEMORY } from '../contact.ts';
import { choice, json, number, reference, refuse, text, type InputOf } from '../field.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';
import { dayOf } from './period.ts';
import { documentOf, entry, hintLeftOut, many, meetingName, short, textFields, textFormat } from './report.ts';

const MAX_PEOPLE = 10;

const showFor = (value: string) => ({ prepareFor: [value] });

/** Who the meeting is with. */
const fields = {
	prepareFor: choice({
		label: 'Prepare For',
		choices: [
			{ value: 'calendarEvent', label: 'Calendar Event', description: 'Everyone who is invited' },
			{ value: 'company', label: 'Company', description: 'All contacts with its email domain' },
			{
				value: 'incoming',
				label: 'Event From Input',
				description: ({ operation: find, list, startingSoonTrigger }) =>
					`From ${find('Calendar Event', list.name)} or ${startingSoonTrigger}. Saves one request.`,
			},
			{ value: 'person', label: 'Person', description: 'One contact' },
		],
		default: 'person',
		required: true,
		description: 'Who you are about to meet',
		hint: 'Requests: 1 per person, plus a few to find them. No AI credits.',
	}),
	person: reference({
		label: 'Person',
		picks: 'person',
		required: true,
		example: 'contact_5Tz9',
		description: 'A person you have met. Selecting by ID saves one request.',
		showWhen: showFor('person'),
	}),
	company: text({
		label: 'Company',
		required: true,
		example: 'acme.com',
		description: 'The domain of its email addresses. A full email address works too.',
		showWhen: showFor('company'),
	}),
	calendarEvent: reference({
		label: 'Calendar Event',
		name: 'calendarEventId',
		picks: 'calendarEvent',
		required: true,
		example: '7cbh8rpc10lrc0ckih9tafss99',
		description: 'One of the next 50 events, up to 30 days from now',
		showWhen: showFor('calendarEvent'),
	}),
	incoming: json({
		label: 'Event',
		name: 'incomingEvent',
		required: true,
		fromInput: true,
		description: ({ step }) =>
			`The calendar event as returned by an earlier ${step}. Keep the default if that ${step} comes right before this one.`,
		showWhen: showFor('incoming'),
	}),
};

const Event = z.looseObject({ attendees: z.array(z.unknown()) });

/** Where other steps keep the provider’s own data of an event. */
const Carrier = z.union([
	z.object({ raw: Event }).transform(({ raw }) => raw),
	z.object({ data: z.object({ calendarEvent: Event }) }).transform(({ data }) => data.calendarEvent),
	Event.transform(({ title, ...event }) => ({ summary: title, ...event })),
]);

const parsed = (value: unknown): unknown => {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return null;
	}
};

function eventIn(value: unknown): z.output<typeof Carrier> {
	const event = Carrier.safeParse(parsed(value));
	if (event.success) return event.data;
	return refuse(fields.incoming, 'it is not a calendar event with people in the field “attendees”');
}

/** Who to prepare for. Throws `invalidInput`. */
function targetOf({ prepareFor, person, company, calendarEvent, incoming }: InputOf<typeof fields>): MeetingTarget {
	switch (prepareFor) {
		case 'company':
			return { company: company ?? '' };
		case 'calendarEvent':
			return { event: calendarEvent ?? '' };
		case 'incoming':
			return { event: eventIn(incoming) };
		case 'person':
			return { person: person ?? '' };
	}
}

const personName = ({ displayName, email, contactId }: PersonRef): string =>
	displayName ?? email ?? contactId ?? 'someone';

function title({ event, people, unknownPeople }: Preparation): string {
	const names = [...people, ...unknownPeople].map(personName);
	return `Before ${event?.title ?? `meeting ${names.join(', ') || 'them'}`}`;
}

function personEntry(person: Preparation['people'][number], timezone: string): Entry {
	const { companyDomain, meetingCount, lastSeenAt, summary } = person;
	const last = dayOf(timezone, lastSeenAt);
	const met = meetingCount === null ? null : many(meetingCount, 'meeting');
	const notes = [companyDomain, met, last && `last on ${last}`];
	return summary?.prose ? entry(summary.prose, notes, personName(person)) : entry(personName(person), notes);
}

/** A briefing to read before a meeting: who they are first, then what is still open with them. */
export function preparationDocument(found: Preparation, timezone: string): TextDocument {
	const { people, openActionItems, recentDecisions, pastMeetings, unknownPeople, peopleLeftOut, failed, left } = found;
	const questions = people.flatMap((person) =>
		(person.summary?.open_questions ?? []).map((question) => entry(question, [personName(person)])),
	);
	const unseen = [...peopleLeftOut, ...failed, ...left.people].map(personName).concat(left.lookUps);
	return documentOf(title(found), [
		{ heading: 'People', entries: people.map((person) => personEntry(person, timezone)) },
		{
			heading: 'Still open',
			entries: openActionItems.map((task) =>
				entry(task.item, [meetingName(task), dayOf(timezone, task.meetingDate)], task.owner),
			),
		},
		{ heading: 'Open questions', entries: questions },
		{ heading: 'Recent decisions', entries: recentDecisions.map((made) => entry(made.decision, made.people)) },
		{
			heading: 'Past meetings',
			entries: pastMeetings.map((meeting) =>
				entry(meetingName(meeting), meeting.people, dayOf(timezone, meeting.meetingDate)),
			),
		},
		{ heading: 'Not met before', entries: unknownPeople.map((person) => entry(personName(person))) },
		{ heading: 'Not looked up', entries: unseen.map((name) => entry(name)) },
	]);
}

function hintPreparation(session: Session, found: Preparation): void {
	const { left, failed, peopleLeftOut, memory } = found;
	if (!memory) session.hint(`Nothing is known about these people. ${NEEDS_MEMORY}`);
	const names = [...left.people, ...failed].map(personName).concat(left.lookUps);
	if (!found.complete) hintLeftOut(session, `without ${names.join(', ')}`, found);
	if (peopleLeftOut.length > 0) {
		const more = many(peopleLeftOut.length, 'more person was', 'more people were');
		session.hint(`${more} found but not looked up. Raise “Max People”.`);
	}
}

const isSelf = (attendee: unknown): boolean =>
	attendee instanceof Object && 'self' in attendee && attendee.self === true;
const WithSelf = z.looseObject({ attendees: z.array(z.unknown()).refine((all) => all.some(isSelf)) });

/** The user is among the guests, and not every calendar says which guest that is. */
async function emailToLeaveOut(session: Session, target: MeetingTarget): Promise<string | undefined> {
	const isKnown = !('event' in target) || WithSelf.safeParse(target.event).success;
	return isKnown ? undefined : (await session.profile()).profile?.email;
}

const forAgent = (found: Preparation) =>
	short({
		...found,
		people: found.people.map(({ contactId, displayName, email, companyDomain, meetingCount, lastSeenAt, summary }) =>
			short({ contactId, displayName, email, companyDomain, meetingCount, lastSeenAt, summary: summary?.prose }),
		),
		openActionItems: found.openActionItems.map(({ hash: _, ...item }) => short(item)),
		left: found.complete ? null : found.left,
	});

export const prepareForMeeting = operation({
	id: 'prepareForMeeting',
	name: 'Prepare for Meeting',
	action: 'Prepare for a meeting',
	description:
		'Get a briefing before you meet a person, a company or the guests of a calendar event: who they are, past meetings, open action items and recent decisions. Uses no AI credit. Needs the memory feature.',
	fields,
	options: {
		maxPeople: number({
			label: 'Max People',
			whole: true,
			min: 1,
			default: MAX_PEOPLE,
			description: 'How many people to look up, with one request each. For a company, those you meet most come first.',
			showWhen: { prepareFor: ['calendarEvent', 'company', 'incoming'] },
		}),
		textFormat,
		userEmail: text({
			label: 'My Email',
			example: 'nora@acme.com',
			description:
				'Excludes you from the people to prepare for. If empty, the email address in your profile is used, which takes one extra request per run if the calendar does not say who you are.',
			showWhen: { prepareFor: ['calendarEvent', 'incoming'] },
		}),
	},
	requests:
		'1 per person. Finding them takes none by ID, 1 by email, 1 for a company or calendar event, and a few more if many companies are invited',
	credit: 'never',
	advice: {
		forbidden: orAnotherKey('Reconnect the calendar in the desktop app'),
		not_found: 'Connect one in the desktop app, or prepare for a person or company',
	},
	async *run(session, { maxPeople, userEmail, textFormat: format, ...asked }) {
		const target = targetOf(asked);
		const ownEmail = userEmail ?? (await emailToLeaveOut(session, target));
		const found = await prepare(session.insights, target, { maxPeople, ...(ownEmail !== undefined && { ownEmail }) });
		hintPreparation(session, found);
		const written = textFields(preparationDocument(found, session.timezone), format);
		yield result(session.isAgent ? forAgent(found) : { ...written, ...found });
	},
});
