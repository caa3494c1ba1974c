import { DAY_MS, MAX_BRIEFING_ITEMS } from '../api/index.ts';
import { dueDates, type Due } from '../format/index.ts';
import { endingOf, failuresIn, itemsThat, newestFirst, unlessStopped, valuesIn, type Ending, type FoundPeople, type MeetingRef, type Person, type ReadBriefing, type Task } from '../meetings/index.ts';
import { findPastMeetings, type FoundMeetings, type Searched, type SoughtPerson } from './pastMeetings.ts';
import { checkTarget, eventOf, findPeople, type InvitedEvent, type MeetingTarget, type UpcomingEvent } from './target.ts';
import { headingsOf } from './topic.ts';

interface BriefedPerson extends Omit<Person, 'contactId'> {
	/** Null if it is made of key points, which have no contacts. */
	readonly contactId: string | null;
	/** Null until the service has written one. */
	readonly summary: ReadBriefing['summary'];
	readonly summaryGeneratedAt: string | null;
}

type OpenItem = Due & Pick<ReadBriefing['openActionItems'][number], 'item' | 'hash' | 'owner' | 'priority'>;

/** Whose briefings contain it: name, else email. Made of key points: who took part in the meeting. */
interface Shared {
	readonly people: readonly string[];
}

/** Briefings do not say in which meeting a decision was made: then all three are null. */
type DecidedIn = { readonly [K in keyof MeetingRef]: MeetingRef[K] | null };

/** The content of several people's briefings, or of several meetings' key points, without duplicates. */
interface Content {
	readonly people: readonly BriefedPerson[];
	/** Newest first. `topics`: the headings of its key points, as far as they were read. */
	readonly pastMeetings: readonly (MeetingRef & Shared & { readonly topics: readonly string[] })[];
	/**
	 * Newest meeting first, at most 10 per person. `hash` identifies the item within its conversation. Key points have no
	 * hash, and do not say whether it has been done since.
	 */
	readonly openActionItems: readonly (OpenItem & MeetingRef & Shared)[];
	/** At most 10 per person. */
	readonly recentDecisions: readonly (Shared & DecidedIn & { readonly decision: string })[];
}

/** Someone without a briefing, by whatever is known about them. */
export interface PersonRef {
	readonly contactId: string | null;
	readonly email: string | null;
	readonly displayName: string | null;
}

export interface Preparation extends Content, Ending {
	/** Contact briefings of the memory feature, or the titles and saved key points of past meetings. */
	readonly madeOf: 'briefings' | 'keyPoints';
	/** Which past meetings it is made of; null if it is made of briefings. */
	readonly searched: Searched | null;
	readonly event: UpcomingEvent | null;
	/** False if the plan or the account lacks the memory feature: there are no contacts or briefings then. */
	readonly memory: boolean;
	/** People who are not contacts of this account, or were not in the past meetings. */
	readonly unknownPeople: readonly PersonRef[];
	/** Contacts beyond `maxPeople`. */
	readonly peopleLeftOut: readonly PersonRef[];
	/** People whose briefing could not be read. */
	readonly failed: readonly (PersonRef & { readonly message: string })[];
	/** People who may have more open action items or decisions than fit in a briefing. */
	readonly mayHaveMore: readonly PersonRef[];
	/** Not read because the run stopped: people without a briefing; emails, companies (`@domain`) and events not looked up. */
	readonly left: { readonly people: readonly PersonRef[]; readonly lookUps: readonly string[] };
}

interface PrepareOptions {
	/** Max briefings to read; default 10. */
	readonly maxPeople?: number;
	/** The user's own email, to leave them out of an event's attendees. */
	readonly ownEmail?: string;
	/** Default `auto`: past meetings for a topic, and without the memory feature; otherwise contacts. */
	readonly source?: 'auto' | 'contacts' | 'meetings';
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

/** `key`: equal for duplicates. */
function mergeRecords<R extends object>(
	briefed: readonly Briefed[],
	recordsOf: (briefing: ReadBriefing) => readonly { readonly key: string; readonly record: R }[],
): (R & Shared)[] {
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
			record: { conversationId: sessionId, meetingTitle: title, meetingDate: date, topics: [] },
		})),
	).sort(newestFirst),
	openActionItems: mergeRecords(briefed, ({ openActionItems }) =>
		openActionItems.map(({ sessionId, ...item }) => ({
			key: JSON.stringify([sessionId, item.hash ?? item.item]),
			record: { ...item, ...dueDates(item.meetingDate, timezone)(item.item), conversationId: sessionId },
		})),
	).sort(newestFirst),
	recentDecisions: mergeRecords(briefed, ({ recentDecisions }) =>
		recentDecisions.map((decision) => ({
			key: decision,
			record: { decision, conversationId: null, meetingTitle: null, meetingDate: null },
		})),
	),
});

const personRefOf = ({ contactId, email, displayName }: Person): PersonRef => ({ contactId, email, displayName });
/** Somebody without a contact, by what was sought; `names`: what a calendar event calls its addresses. */
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

const none: FoundPeople = { people: [], unknown: [], left: [], memory: true };

/** A briefing from the contacts of the memory feature. */
async function fromBriefings(
	task: Task,
	target: MeetingTarget,
	invited: InvitedEvent | null,
	{ maxPeople = preset.maxPeople, ownEmail }: PrepareOptions,
): Promise<Preparation> {
	const found = await unlessStopped(() => findPeople(task, target, invited, ownEmail), none);
	const readings = await task.each(found.people.slice(0, maxPeople), ({ contactId }) => task.briefing(contactId));
	const briefings = valuesIn(readings);
	const briefed = [...briefings].flatMap(([person, briefing]) => (briefing === 'noMemory' ? [] : [{ person: briefing.contact ?? person, briefing }]));
	const missing = itemsThat(readings, 'none').map(personRefOf);
	const left = itemsThat(readings, 'left').map(personRefOf);
	const failed = failuresIn(readings).map(({ item, message }) => ({ ...personRefOf(item), message }));
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
				lastSeenAt: ofPerson[0]?.meetingDate ?? null,
				summary: null,
				summaryGeneratedAt: null,
			})),
		pastMeetings: meetings.map(({ keyPoints, ...ref }) => ({
			...ref,
			people: keyPoints?.participants ?? [],
			topics: keyPoints ? headingsOf(keyPoints) : [],
		})),
		openActionItems: meetings.flatMap(({ keyPoints, ...ref }) => {
			const dueOf = dueDates(ref.meetingDate, timezone);
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

/**
 * A briefing on a person, a company, the attendees of a calendar event or a topic, without using an AI credit. It is
 * made of the memory feature's contact briefings, or without them of past meetings. Requests for the briefings: one per
 * person, and before that, to find them, none for a contact ID · 1 for an email · ceil(contacts of the domain, or with
 * the name / 200), at least 1, for a company or a name · for an event 1 if it is given by ID, and for its attendees 1 if
 * all are of one domain, otherwise 1 and, for anyone not among the first 200 contacts, the remaining pages or one per
 * domain, whichever is fewer. Requests for past meetings: see `findPastMeetings`; plus 1 for an event given by ID, and 1
 * if only the answer tells that there is no memory feature.
 * A limit or a spent budget does not throw: the result says what is left, and when to resume.
 * @throws ClientError `invalidInput`, or when contacts, calendar or meetings cannot be read.
 */
export async function prepareForMeeting(
	task: Task,
	target: MeetingTarget,
	prepare: PrepareOptions = {},
): Promise<Preparation> {
	checkTarget(target);
	const { source = 'auto' } = prepare;
	const stopped = Symbol('stopped');
	const invited = await unlessStopped<InvitedEvent | null | typeof stopped>(() => eventOf(task, target), stopped);
	if (invited === stopped) {
		const left = 'event' in target && typeof target.event === 'string' ? [target.event] : [];
		return {
			madeOf: source === 'meetings' ? 'keyPoints' : 'briefings',
			searched: null,
			event: null,
			memory: true,
			...nothing,
			...endingOf(task, true, 0),
			left: { people: [], lookUps: left },
		};
	}
	if ('topic' in target || source === 'meetings') return fromMeetings(task, target, invited, { ...prepare, memory: true });
	const briefing = await fromBriefings(task, target, invited, prepare);
	return briefing.memory || source === 'contacts' ? briefing : fromMeetings(task, target, invited, { ...prepare, memory: false });
}
