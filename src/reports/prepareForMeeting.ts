import * as z from 'zod/v4';
import { DAY_MS, MAX_BRIEFING_ITEMS } from '../api/index.ts';
import { dueDates, wordsOf } from '../format/index.ts';
import { Ending, endingOf, failuresIn, itemsThat, maybeNumber, maybeText, maybeTime, MeetingRef, newestFirst, valuesIn, type Person, type ReadBriefing, type Task, type ValueOf } from '../meetings/index.ts';
import { ActionItemRow, Due } from './actionItem.ts';
import { personKey } from './digest.ts';
import { findPastMeetings, Searched, type FoundMeetings, type SoughtPerson } from './pastMeetings.ts';
import { message } from './period.ts';
import { checkTarget, eventOf, findPeople, personNamedBy, UpcomingEvent, type InvitedEvent, type MeetingTarget } from './target.ts';
import { topicsOf } from './topic.ts';

const BriefedPerson = z.object({
	contactId: maybeText.meta({ description: 'null if made of key points', examples: ['sample-contact'] }),
	email: maybeText.meta({ examples: ['priya@harbour.example'] }),
	displayName: maybeText.meta({ examples: ['Priya Shah'] }),
	companyDomain: maybeText.meta({ examples: ['harbour.example'] }),
	meetingCount: maybeNumber.meta({ examples: [3] }),
	firstSeenAt: maybeTime.meta({ examples: ['2026-08-17T13:00:00Z'] }),
	lastSeenAt: maybeTime,
	summary: z
		.object({
			prose: maybeText.meta({ examples: ['Priya leads the pilot at Harbour.'] }),
			topics: z.array(z.unknown()),
			open_questions: z.array(z.string()).meta({ examples: [['Who trains the new users?']] }),
		})
		.nullable()
		.describe('null until the service has written one'),
	summaryGeneratedAt: maybeTime,
});
type BriefedPerson = ValueOf<typeof BriefedPerson>;

/** The people whose briefings contain an entry, by name, otherwise by email. With key points: who took part in the meeting. */
const people = z.array(z.string()).meta({ description: 'Names of the people it concerns', examples: [['Priya Shah']] });

/** Someone without a briefing, by whatever is known about them. */
const PersonRef = BriefedPerson.pick({ contactId: true, email: true, displayName: true });
export type PersonRef = ValueOf<typeof PersonRef>;

/** The content of several people's briefings, or of several meetings' key points, without duplicates. */
const Content = z.object({
	people: z.array(BriefedPerson),
	pastMeetings: z
		.array(
			MeetingRef.extend({
				people,
				topics: z
					.array(z.string())
					.meta({ description: 'The headings of its key points, or points, as far as they were read', examples: [['Pilot']] }),
			}),
		)
		.describe('Newest first'),
	openActionItems: z
		.array(
			MeetingRef.extend({
				item: z.string(),
				owner: maybeText,
				priority: ActionItemRow.shape.priority,
				...Due.shape,
				hash: maybeText.meta({ description: 'Identifies the item within its conversation; null if made of key points', examples: ['9b1de2f470c3'] }),
				meetings: z.number().meta({ description: 'How many meetings have it. It is listed once, as in the newest of them.', examples: [1] }),
				people,
			}),
		)
		.describe('Newest meeting first, at most 10 per person. Key points do not say whether an item has been done since.'),
	recentDecisions: z
		.array(
			z.object({
				decision: z.string().meta({ examples: ['The roll-out starts on 1 December'] }),
				people,
				conversationId: maybeText,
				conversationTitle: maybeText,
				conversationDate: maybeTime,
			}),
		)
		.describe('At most 10 per person. Briefings do not say in which meeting a decision was made.'),
});
type Content = ValueOf<typeof Content>;

export const Preparation = z.object({
	madeOf: z.enum(['briefings', 'keyPoints']).describe('Contact briefings, or titles and key points of past meetings'),
	searched: Searched.nullable().describe('null unless made of key points'),
	event: UpcomingEvent.nullable().describe('null unless prepared for an event'),
	...Content.shape,
	memory: z.boolean().describe('Whether the account has the memory feature'),
	unknownPeople: z.array(PersonRef).describe('Who is no contact, or was not in the past meetings'),
	peopleLeftOut: z.array(PersonRef).describe('Contacts beyond the maximum'),
	mayHaveMore: z.array(PersonRef).describe('Who may have more open action items or decisions than a briefing holds'),
	failed: z.array(PersonRef.extend({ message })).describe('Whose briefing could not be read'),
	...Ending.shape,
	left: z
		.object({
			people: z.array(PersonRef),
			lookUps: z.array(z.string()).meta({ description: 'Emails, companies and events not looked up', examples: [['harbour.example']] }),
		})
		.describe('What was not read'),
});
export type Preparation = ValueOf<typeof Preparation>;

interface PrepareOptions {
	/** Max briefings to read; default 10. */
	readonly maxPeople?: number;
	/** The user's own email, to leave them out of an event's attendees. */
	readonly ownEmail?: string;
	/** Whether to leave past meetings alone without the memory feature: reading them takes many requests. Default false. */
	readonly contactsOnly?: boolean;
	/** How far back to look for past meetings; default 90. */
	readonly days?: number;
	/** Max key points to read of past meetings; default 25. */
	readonly maxMeetings?: number;
}

const preset = { maxPeople: 10, days: 90, maxMeetings: 25 };

interface Briefed {
	readonly person: Person;
	readonly briefing: ReadBriefing;
}

/** A task that several meetings have is one thing to do. `items`: newest first. */
const eachTaskOnce = <T extends Omit<Content['openActionItems'][number], 'meetings'>>(items: readonly T[]) =>
	[...Map.groupBy(items, ({ item, owner, conversationId }) => JSON.stringify([wordsOf(item), personKey(owner ?? '', conversationId)])).values()].flatMap((alike) =>
		alike.slice(0, 1).map((newest) => ({
			...newest,
			meetings: new Set(alike.map(({ conversationId }) => conversationId)).size,
			people: [...new Set(alike.flatMap(({ people: ofOne }) => ofOne))],
		})),
	);

/** `key`: equal for duplicates. */
function mergeRecords<R extends object>(
	briefed: readonly Briefed[],
	recordsOf: (briefing: ReadBriefing) => readonly { readonly key: string; readonly record: R }[],
): (R & { readonly people: readonly string[] })[] {
	const merged = new Map<string, { record: R; people: Set<string> }>();
	for (const { person, briefing } of briefed) {
		for (const { key, record } of recordsOf(briefing)) {
			const entry = merged.get(key) ?? { record, people: new Set() };
			entry.people.add(person.displayName ?? person.email ?? person.contactId);
			merged.set(key, entry);
		}
	}
	return [...merged.values()].map(({ record, people }) => ({ ...record, people: [...people] }));
}

const mergeBriefings = (briefed: readonly Briefed[], timezone: string): Content => ({
	people: briefed.map(({ person, briefing: { summary, summaryGeneratedAt } }) => ({
		...person,
		summary,
		summaryGeneratedAt,
	})),
	pastMeetings: mergeRecords(briefed, ({ recentMeetings }) =>
		recentMeetings.map(({ sessionId, title, date }) => ({
			key: sessionId,
			record: { conversationId: sessionId, conversationTitle: title, conversationDate: date, topics: [] },
		})),
	).sort(newestFirst),
	openActionItems: eachTaskOnce(
		mergeRecords(briefed, ({ openActionItems }) =>
			openActionItems.map(({ sessionId, meetingTitle, meetingDate, ...item }) => ({
				key: JSON.stringify([sessionId, item.hash ?? item.item]),
				record: {
					...item,
					...dueDates(meetingDate, timezone)(item.item),
					conversationId: sessionId,
					conversationTitle: meetingTitle,
					conversationDate: meetingDate,
				},
			})),
		).sort(newestFirst),
	),
	recentDecisions: mergeRecords(briefed, ({ recentDecisions }) =>
		recentDecisions.map((decision) => ({
			key: decision,
			record: { decision, conversationId: null, conversationTitle: null, conversationDate: null },
		})),
	),
});

const personRefOf = ({ contactId, email, displayName }: Person): PersonRef => ({ contactId, email, displayName });
/** Somebody who is not a contact, by what was searched for. `names`: the event's names for its addresses. */
const strangerOf = (text: string, names?: ReadonlyMap<string, string>): PersonRef =>
	text.includes('@')
		? { contactId: null, email: text, displayName: names?.get(text) ?? null }
		: { contactId: null, email: null, displayName: text };

const nothing = {
	people: [],
	pastMeetings: [],
	openActionItems: [],
	recentDecisions: [],
	unknownPeople: [],
	peopleLeftOut: [],
	mayHaveMore: [],
	failed: [],
};

/** A briefing from the contacts of the memory feature. */
async function fromBriefings(
	task: Task,
	target: MeetingTarget,
	invited: InvitedEvent | null,
	{ maxPeople = preset.maxPeople, ownEmail }: PrepareOptions,
): Promise<Preparation> {
	const found = await findPeople(task, target, invited, ownEmail);
	const readings = await task.each(found.people.slice(0, maxPeople), ({ contactId }) => task.briefing(contactId));
	const briefings = valuesIn(readings);
	const briefed = [...briefings].flatMap(([person, briefing]) => (briefing === 'noMemory' ? [] : [{ person: briefing.contact ?? person, briefing }]));
	const missing = itemsThat(readings, 'none').map(personRefOf);
	const left = itemsThat(readings, 'left').map(personRefOf);
	const failed = failuresIn(readings).map(({ item, message }) => ({ ...personRefOf(item), message }));
	// Names alone are not a briefing.
	if ([briefed, found.unknown, missing, failed].every(({ length }) => length === 0)) task.throwIfStopped();
	return {
		madeOf: 'briefings',
		searched: null,
		event: invited?.event ?? null,
		...mergeBriefings(briefed, task.timezone),
		memory: found.memory && ![...briefings.values()].includes('noMemory'),
		unknownPeople: [...found.unknown.map((text) => strangerOf(text, invited?.names)), ...missing],
		peopleLeftOut: found.people.slice(maxPeople).map(personRefOf),
		mayHaveMore: briefed
			.filter(({ briefing: { openActionItems, recentDecisions } }) =>
				[openActionItems, recentDecisions].some(({ length }) => length >= MAX_BRIEFING_ITEMS),
			)
			.map(({ person }) => personRefOf(person)),
		failed,
		...endingOf(task, found.left.length + left.length > 0, failed.length),
		left: { people: left, lookUps: found.left },
	};
}

/** Everything in the meetings found: `people` are those who took part in each. */
function contentOf({ meetings, people }: FoundMeetings, timezone: string): Content {
	return {
		people: people
			.filter((one) => one.meetings.length > 0)
			.map(({ person: { email, name }, calledIn, meetings: ofPerson }) => ({
				contactId: null,
				email,
				displayName: name ?? calledIn,
				companyDomain: null,
				meetingCount: ofPerson.length,
				firstSeenAt: null,
				lastSeenAt: ofPerson[0]?.conversationDate ?? null,
				summary: null,
				summaryGeneratedAt: null,
			})),
		pastMeetings: meetings.map(({ keyPoints, ...ref }) => ({
			...ref,
			people: keyPoints?.participants ?? [],
			topics: keyPoints ? topicsOf(keyPoints) : [],
		})),
		openActionItems: eachTaskOnce(
			meetings.flatMap(({ keyPoints, ...ref }) => {
				const dueOf = dueDates(ref.conversationDate, timezone);
				return (keyPoints?.actionItems ?? []).map(({ item, owner, priority }) => ({
					...ref,
					item,
					owner,
					priority,
					...dueOf(item),
					hash: null,
					people: keyPoints?.participants ?? [],
				}));
			}),
		),
		recentDecisions: meetings.flatMap(({ keyPoints, ...ref }) =>
			(keyPoints?.decisions ?? []).map((decision) => ({ ...ref, decision, people: keyPoints?.participants ?? [] })),
		),
	};
}

const refOf = ({ email, name }: SoughtPerson): PersonRef => ({ contactId: null, email, displayName: name });

/** A briefing from the titles and saved key points of past meetings. */
async function fromMeetings(
	task: Task,
	target: MeetingTarget,
	invited: InvitedEvent | null,
	{ ownEmail, days = preset.days, maxMeetings = preset.maxMeetings, memory }: PrepareOptions & Pick<Preparation, 'memory'>,
): Promise<Preparation> {
	const since = task.now() - days * DAY_MS;
	const found = await findPastMeetings(task, target, { invited, ownEmail, since, maxMeetings });
	const isCut = found !== null && !found.ending.complete;
	const unseen = (found?.people ?? []).filter(({ meetings }) => meetings.length === 0).map(({ person }) => refOf(person));
	return {
		madeOf: 'keyPoints',
		...nothing,
		searched: found?.searched ?? null,
		event: invited?.event ?? null,
		memory,
		...(found && contentOf(found, task.timezone)),
		unknownPeople: found ? (isCut ? [] : unseen) : 'person' in target ? [strangerOf(target.person.trim())] : [],
		...(found?.ending ?? endingOf(task, false, 0)),
		left: { people: isCut ? unseen : [], lookUps: [] },
	};
}

/** Whether a person or a company is no contact. They may have spoken anyway, but nobody else has the ID of a contact. */
function isNoContact(target: MeetingTarget, { people, failed, complete }: Preparation): boolean {
	const isNamed = 'company' in target || ('person' in target && personNamedBy(target.person).kind !== 'id');
	return isNamed && complete && people.length + failed.length === 0;
}

/**
 * A briefing on a person, a company, the attendees of a calendar event or a topic, without using an AI credit. It is
 * made of the memory feature's contact briefings, or of past meetings without them and for a person or a company that
 * is no contact. Requests for the briefings: one per person, and to find the people first, none for a contact ID · 1
 * for an email · ceil(contacts of the domain, or with the name / 200), at least 1, for a company or a name · for an
 * event 1 if it is given by ID, and for its attendees 1 if all are of one domain, otherwise 1 and, for anyone not among
 * the first 200 contacts, the remaining pages or one per domain, whichever is fewer. Requests for past meetings: see
 * `findPastMeetings`; plus 1 for an event given by ID, and 1 if only the answer tells that there is no memory feature.
 * A limit or a spent budget does not throw once anything was read: the result says what is left, and when to resume.
 * @throws ClientError `invalidInput`, or when contacts, calendar or meetings cannot be read.
 */
export async function prepareForMeeting(
	task: Task,
	target: MeetingTarget,
	prepare: PrepareOptions = {},
): Promise<Preparation> {
	checkTarget(target);
	const invited = await eventOf(task, target);
	if ('topic' in target) return fromMeetings(task, target, invited, { ...prepare, memory: true });
	const briefing = await fromBriefings(task, target, invited, prepare);
	const isAnswer = briefing.memory && !isNoContact(target, briefing);
	return isAnswer || prepare.contactsOnly ? briefing : fromMeetings(task, target, invited, { ...prepare, memory: briefing.memory });
}
