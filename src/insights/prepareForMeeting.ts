import { MAX_BRIEFING_ITEMS } from '../api/index.ts';
import { type MeetingRef, newestFirst } from './meetings.ts';
import { type Person, type ReadBriefing, readBriefing } from './people.ts';
import { createRun, type Ending, endingOf, type InsightOptions, readEach, type Run, Stopped } from './run.ts';
import { type MeetingTarget, resolveTarget, type UpcomingEvent } from './target.ts';

export interface BriefedPerson extends Person {
	/** Null before the service has written one. */
	readonly summary: ReadBriefing['summary'];
	readonly summaryGeneratedAt: string | null;
}

export interface Briefed {
	readonly person: Person;
	readonly briefing: ReadBriefing;
}

type OpenItem = Pick<ReadBriefing['openActionItems'][number], 'item' | 'hash' | 'owner' | 'priority'>;

/** With whom of the people one prepares for: name, else e-mail. */
interface Shared {
	readonly people: readonly string[];
}

/** What several people's briefings say, each thing once. */
export interface Together {
	readonly people: readonly BriefedPerson[];
	/** Newest first. */
	readonly pastMeetings: readonly (MeetingRef & Shared)[];
	/** Newest meeting first, at most 10 a person. `hash` identifies the item within its conversation. */
	readonly openActionItems: readonly (OpenItem & MeetingRef & Shared)[];
	/** At most 10 a person. Briefings do not tell which meeting decided it. */
	readonly recentDecisions: readonly (Shared & { readonly decision: string })[];
}

interface Entry<R> {
	/** Equal for what is the same thing. */
	readonly key: string;
	readonly record: R;
}

function merge<R extends object>(
	briefed: readonly Briefed[],
	entriesOf: (briefing: ReadBriefing) => readonly Entry<R>[],
): (R & Shared)[] {
	const merged = new Map<string, { record: R; people: Set<string> }>();
	for (const { person, briefing } of briefed) {
		for (const { key, record } of entriesOf(briefing)) {
			const entry = merged.get(key) ?? { record, people: new Set() };
			entry.people.add(person.displayName ?? person.email ?? person.contactId);
			merged.set(key, entry);
		}
	}
	return [...merged.values()].map(({ record, people }) => ({ ...record, people: [...people] }));
}

export const putTogether = (briefed: readonly Briefed[]): Together => ({
	people: briefed.map(({ person, briefing: { summary, summaryGeneratedAt } }) => ({
		...person,
		summary,
		summaryGeneratedAt,
	})),
	pastMeetings: merge(briefed, ({ recentMeetings }) =>
		recentMeetings.map(({ sessionId, title, date }) => ({
			key: sessionId,
			record: { conversationId: sessionId, meetingTitle: title, meetingDate: date },
		})),
	).sort(newestFirst),
	openActionItems: merge(briefed, ({ openActionItems }) =>
		openActionItems.map(({ sessionId, ...item }) => ({
			key: JSON.stringify([sessionId, item.hash ?? item.item]),
			record: { ...item, conversationId: sessionId },
		})),
	).sort(newestFirst),
	recentDecisions: merge(briefed, ({ recentDecisions }) =>
		recentDecisions.map((decision) => ({ key: decision, record: { decision } })),
	),
});

/** Somebody who could not be told about, by what is known of them. */
export interface PersonRef {
	readonly contactId: string | null;
	readonly email: string | null;
	readonly displayName: string | null;
}

export interface Preparation extends Together, Ending {
	readonly event: UpcomingEvent | null;
	/** False when the plan or the account is without the memory feature: then there are no contacts and briefings. */
	readonly memory: boolean;
	/** People who are no contacts of this account. */
	readonly unknownPeople: readonly PersonRef[];
	/** Contacts beyond `maxPeople`. */
	readonly peopleLeftOut: readonly PersonRef[];
	/** People whose briefing could not be read. */
	readonly failed: readonly (PersonRef & { readonly message: string })[];
	/** People of whom there may be more open action items or decisions than a briefing holds. */
	readonly mayHaveMore: readonly PersonRef[];
	/** What was not read: people not briefed, e-mails, companies (`@domain`) and events not looked up. */
	readonly left: { readonly people: readonly PersonRef[]; readonly lookUps: readonly string[] };
}

export interface PrepareOptions {
	/** Briefings read at most; default 10. */
	readonly maxPeople?: number;
	/** The user's own e-mail, so that it is left out of an event's attendees. */
	readonly ownEmail?: string;
}

const DEFAULT_MAX_PEOPLE = 10;

const refOf = ({ contactId, email, displayName }: Person): PersonRef => ({ contactId, email, displayName });
const strangerOf = (email: string): PersonRef => ({ contactId: null, email, displayName: null });

async function targetOrLeft(run: Run, target: MeetingTarget, ownEmail?: string) {
	try {
		return await resolveTarget(run, target, ownEmail);
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		const left = 'event' in target && typeof target.event === 'string' ? [target.event] : [];
		return { people: [], unknown: [], left, memory: true, event: null };
	}
}

/**
 * What to know before meeting a person, a company or the attendees of a calendar event, out of the memory feature's
 * briefings, without spending a credit. Requests: one briefing for each person, and before them
 * none for a contact ID · 1 for an e-mail · ceil(contacts of the domain / 200), at least 1, for a company ·
 * for an event 1 when it is given by ID, and for its attendees 1 when all are of one domain, otherwise 1 and, for
 * whoever is not among the first 200 contacts, the further pages or one for each domain, whichever is less.
 * A limit or a used-up budget does not throw: what there is comes back, with what is left and when to go on.
 * @throws ClientError `invalidInput`, or when contacts or calendar cannot be read.
 */
export async function prepareForMeeting(
	options: InsightOptions,
	target: MeetingTarget,
	{ maxPeople = DEFAULT_MAX_PEOPLE, ownEmail }: PrepareOptions = {},
): Promise<Preparation> {
	const run = createRun(options);
	const found = await targetOrLeft(run, target, ownEmail);
	const each = await readEach(run, found.people.slice(0, maxPeople), ({ contactId }) => readBriefing(run, contactId));
	const briefed = each.readings.flatMap(({ item, reading }) =>
		reading.kind === 'read' && reading.value ? [{ person: reading.value.contact ?? item, briefing: reading.value }] : [],
	);
	const missing = each.readings.filter(({ reading }) => reading.kind === 'missing').map(({ item }) => refOf(item));
	const failed = each.readings.flatMap(({ item, reading }) =>
		reading.kind === 'failed' ? [{ ...refOf(item), message: reading.message }] : [],
	);
	return {
		event: found.event,
		...putTogether(briefed),
		memory: found.memory && !each.readings.some(({ reading }) => reading.kind === 'read' && reading.value === null),
		unknownPeople: [...found.unknown.map(strangerOf), ...missing],
		peopleLeftOut: found.people.slice(maxPeople).map(refOf),
		mayHaveMore: briefed
			.filter(({ briefing: { openActionItems, recentDecisions } }) =>
				[openActionItems, recentDecisions].some(({ length }) => length >= MAX_BRIEFING_ITEMS),
			)
			.map(({ person }) => refOf(person)),
		failed,
		...endingOf(run, found.left.length > 0 || each.left.length > 0, failed.length),
		left: { people: each.left.map(refOf), lookUps: found.left },
	};
}
