import * as z from 'zod/v4';
import { documentTexts, jsonIn } from '../../../format/index.ts';
import { allWords, choice, type InputOf, json, number, reference, refuse, text, textIn } from '../../../forms/index.ts';
import { Preparation, prepareForMeeting as prepare, type MeetingTarget } from '../../../reports/index.ts';
import { addressIn, selfIn } from '../../../meetings/index.ts';
import { counted, orAnotherKey } from '../../../words/index.ts';
import { NEEDS_MEMORY } from '../../list.ts';
import { A_PERSON } from '../contact.ts';
import { FINAL } from '../../hints.ts';
import { operation, result, type Page, type Result } from '../../operation.ts';
import { language, writingFor } from '../../shared/language.ts';
import { textsLike } from '../../shared/texts.ts';
import type { Session } from '../../session.ts';
import { isNobody, shownName, preparationDocument } from './preparationDocument.ts';
import { datesOf, entry, hintLeftOut, short, shortReport, whatWasSaid } from '../../shared/report.ts';

const MAX_PEOPLE = 10;
const MAX_MEETINGS = 25;
const DAYS = 90;

const showFor = (value: string) => ({ prepareFor: [value] });

/** Who the meeting is with, or what about. */
const fields = {
	prepareFor: choice({
		label: 'Prepare For',
		choices: [
			{ value: 'calendarEvent', label: 'Calendar Event', description: 'Its guests from outside your company, or if there are none, everyone' },
			{ value: 'company', label: 'Company', description: 'All contacts with its email domain' },
			{
				value: 'incoming',
				label: 'Event From Input',
				audience: 'people',
				description: ({ operation: find, list }) => `From Meeting Starting Soon, or ${find('Calendar Event', list.name)}`,
			},
			{ value: 'person', label: 'Person', description: 'One contact' },
			{ value: 'topic', label: 'Topic', description: 'Past meetings about it, whoever took part' },
		],
		default: 'person',
		required: true,
		description: 'Who you are about to meet, or what about',
	}),
	person: reference({
		label: 'Person',
		picks: 'contact',
		required: true,
		example: 'contact_5Tz9',
		description: A_PERSON,
		showWhen: showFor('person'),
	}),
	company: text({
		label: 'Company',
		required: true,
		example: 'acme.com',
		description: 'The domain of its email addresses, or one of the addresses',
		showWhen: showFor('company'),
	}),
	topic: allWords({
		label: 'Topic',
		required: true,
		example: 'pricing acme',
		description:
			'Past meetings that have all of these words in the title or the key points',
		showWhen: showFor('topic'),
	}),
	calendarEvent: reference({
		label: 'Calendar Event',
		name: 'calendarEventId',
		picks: 'calendarEvent',
		required: true,
		example: '7cbh8rpc10lrc0ckih9tafss99',
		description: ({ list, operation: find }) => `An event of the next 30 days; ${find('Calendar Event', list.name)} returns its ID`,
		showWhen: showFor('calendarEvent'),
	}),
	incoming: json({
		label: 'Event',
		name: 'incomingEvent',
		required: true,
		fromInput: true,
		description: ({ step }) => `The calendar event as returned by an earlier ${step}, or the trigger’s event`,
		showWhen: showFor('incoming'),
	}),
};

const Event = z.looseObject({ attendees: z.array(z.unknown()) });

/** Where other steps keep the provider’s own data of an event. */
const Carrier = z.union([
	z.object({ raw: Event }).transform(({ raw }) => raw),
	z.object({ data: z.object({ calendarEvent: Event }) }).transform(({ data }) => data.calendarEvent),
	Event,
]);

function eventIn(value: unknown): z.output<typeof Carrier> {
	const event = Carrier.safeParse(typeof value === 'string' ? jsonIn(value) : value);
	if (event.success) return event.data;
	return refuse(fields.incoming, 'it is not a calendar event with people in the field “attendees”');
}

/** The target to prepare for. Throws `invalidInput`. */
function targetOf({ prepareFor, person, company, topic, calendarEvent, incoming }: InputOf<typeof fields>): MeetingTarget {
	switch (prepareFor) {
		case 'company':
			return { company: company ?? '' };
		case 'calendarEvent':
			return { event: calendarEvent ?? '' };
		case 'incoming':
			return { event: eventIn(incoming) };
		case 'person':
			return { person: person ?? '' };
		case 'topic':
			return { topic: topic ?? '' };
	}
}

/** What a briefing from past meetings is made of, and what it may lack. */
function hintSearched(session: Session, target: MeetingTarget, { searched, pastMeetings, memory, complete }: Preparation): void {
	const reason = 'This account has no memory feature, so';
	if (searched === null) {
		session.hintIncomplete(`${memory ? 'For past meetings,' : reason} a contact ID cannot be looked up. Enter an email address or a full name instead.`, FINAL);
		return;
	}
	const day = datesOf(session).day(searched.since);
	if (!('topic' in target)) {
		const how = searched.calendar ? 'as guests of calendar events, and by name' : 'by name, since no calendar can be read';
		const who = 'person' in target ? 'This person is not' : 'Nobody from this company is';
		const why = memory ? `${who} among your contacts, so` : reason;
		session.hint(`${why} this is made of the titles and key points of ${counted(searched.meetings, 'meeting')} since ${day}. People are recognized ${how}.`);
	}
	const without = searched.withoutKeyPoints;
	if (without > 0) session.hintIncomplete(`${counted(without, 'meeting')} had no saved key points, so only the title was compared.`, FINAL);
	if (searched.beyondMax > 0) {
		session.hintIncomplete(
			`Only the titles of ${counted(searched.beyondMax, 'meeting')} were compared.${session.isAgent ? '' : ' Raise “Max Meetings” to read them, with one request each.'}`,
			FINAL,
		);
	}
	if (pastMeetings.length === 0 && complete) {
		const said = 'topic' in target ? ` ${whatWasSaid(session.terms)}.` : '';
		session.hint(`Nothing was found in past meetings. Look further back with “Days to Look Back”, or try another spelling or topic.${said}`);
	}
}

function hintPreparation(session: Session, target: MeetingTarget, found: Preparation): void {
	const { left, failed, people, peopleLeftOut, memory, madeOf, searched } = found;
	if (madeOf === 'keyPoints') hintSearched(session, target, found);
	else if (!memory) session.hint(`Nothing is known about these people. ${NEEDS_MEMORY}`);
	else if (isNobody(found)) {
		session.hint('Nobody else is invited to this event, so there is nobody to look up. Prepare for a topic to search past meetings.');
	} else if (people.length === 0 && found.complete) {
		const contacts = textIn(({ operation: find, list }) => find('Contact', list.name), session.terms);
		const who = 'person' in target ? 'Nobody with this ID is' : 'None of the guests is';
		const all = `${contacts} returns them, with email address and company`;
		session.hint(`${who} among your contacts (${all}). Prepare for a topic to search past meetings.`);
	}
	const names = [...left.people, ...failed].map((person) => shownName(person)).concat(left.lookUps);
	if (!found.complete) {
		const unread = searched?.notRead === null || searched === null ? 'some meetings' : counted(searched.notRead, 'meeting');
		hintLeftOut(session, madeOf === 'keyPoints' ? `${unread} left out` : `without ${names.join(', ')}`, found);
	}
	if (peopleLeftOut.length > 0) {
		const more = counted(peopleLeftOut.length, 'more person was', 'more people were');
		session.hintIncomplete(`${more} found but not looked up. Raise “Max People”.`, FINAL);
	}
}

/** The user’s address, to leave them out of the guests: not every calendar marks which guest is the user. */
async function emailToLeaveOut(session: Session, target: MeetingTarget): Promise<string | undefined> {
	const isKnown = !('event' in target) || selfIn(target.event) !== null;
	return isKnown ? undefined : ((await session.profile()).email ?? undefined);
}

/** An entry for an agent, which has the title and the date of a meeting from the list of past meetings. */
const shortEntry =
	({ pastMeetings }: Preparation) =>
	<
		T extends {
			readonly conversationId: string | null;
			readonly conversationTitle: string | null;
			readonly conversationDate: string | null;
		},
	>(
		entryOf: T,
	): object => {
		const { conversationTitle: _, conversationDate: __, ...rest } = entryOf;
		return short(pastMeetings.some(({ conversationId }) => conversationId === entryOf.conversationId) ? rest : entryOf);
	};

const forAgent = (found: Preparation, page: Page): Result =>
	shortReport({
		...found,
		people: found.people.map(({ contactId, displayName, email, companyDomain, meetingCount, lastSeenAt, summary }) =>
			short({ contactId, displayName, email, companyDomain, meetingCount, lastSeenAt, summary: summary?.prose }),
		),
		pastMeetings: found.pastMeetings.map(short),
		openActionItems: found.openActionItems.map(({ hash: _, meetings, ...item }) => shortEntry(found)({ ...item, ...(meetings > 1 && { meetings }) })),
		recentDecisions: found.recentDecisions.map(shortEntry(found)),
		left: found.complete ? null : found.left,
	}, page);

const Sample = textsLike({
	title: 'Before Pilot review with Harbour',
	blocks: [{ heading: 'People', entries: [entry('Priya leads the pilot at Harbour.', ['harbour.example', '3 meetings'], 'Priya Shah')] }],
});

const Output = z.object({ ...Sample.shape, ...Preparation.shape });

export const prepareForMeeting = operation({
	id: 'prepareForMeeting',
	name: 'Prepare for Meeting',
	action: 'Prepare for meeting',
	description:
		'Get a briefing before you meet a person, a company or the guests of an event, or on a topic',
	notes: 'Who they are, past meetings, action items and decisions. Uses no AI credit. Without the memory feature, and for somebody who is no contact, it is made of past meetings, and says so.',
	fields,
	options: {
		language,
		days: number({
			label: 'Days to Look Back',
			name: 'lookBackDays',
			whole: true,
			min: 1,
			max: 3650,
			default: DAYS,
			description: 'How far back to look, on a topic or without the memory feature',
		}),
		maxMeetings: number({
			label: 'Max Meetings',
			whole: true,
			min: 0,
			default: MAX_MEETINGS,
			description:
				'How many past meetings to read; the rest are found by title only',
			audience: 'people',
		}),
		maxPeople: number({
			label: 'Max People',
			whole: true,
			min: 1,
			default: MAX_PEOPLE,
			description: 'How many people to look up, those you meet most first',
			showWhen: { prepareFor: ['calendarEvent', 'company', 'incoming'] },
		}),
		userEmail: text({
			label: 'My Email',
			example: 'nora@acme.com',
			description:
				'Your own address, so that you are left out; the one in your profile if empty',
			showWhen: { prepareFor: ['calendarEvent', 'incoming'] },
		}),
	},
	requests:
		'1 per person. Finding them takes none by ID, 1 by email or name, 1 for a company or calendar event, and a few more if many companies are invited. For a topic, for a person or company that is no contact, and without the memory feature: 1 per 100 meetings of the last days, plus 1 per meeting read, at most 25 unless set; for people as many again at most, 1 per day with meetings that have a calendar event; 1 for the language of your profile',
	credit: 'never',
	output: Output,
	advice: {
		forbidden: orAnotherKey('If this is about the calendar, reconnect it in the desktop app'),
		not_found: 'Connect one in the desktop app, or prepare for a person or company',
	},
	async *run(session, { maxPeople, maxMeetings, days, userEmail, language: asLanguage, ...asked }, page) {
		const target = targetOf(asked);
		const ownEmail = (userEmail && addressIn(userEmail)) ?? (await emailToLeaveOut(session, target));
		const found = await prepare(session.task, target, {
			maxPeople,
			maxMeetings,
			days,
			...(ownEmail !== undefined && { ownEmail }),
		});
		hintPreparation(session, target, found);
		yield session.isAgent
			? forAgent(found, page)
			: result({ ...documentTexts(preparationDocument(found, target, await writingFor(session, asLanguage))), ...found });
	},
});
