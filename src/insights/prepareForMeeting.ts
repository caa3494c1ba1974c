import { MAX_BRIEFING_ITEMS } from '../api/index.ts';
import { newestFirst, type MeetingRef } from './meetings.ts';
import { readBriefing, type Briefing, type Person } from './people.ts';
import { createRun, endingOf, readEach, RunStopped, type Ending, type InsightOptions, type Run } from './run.ts';
import { resolveTarget, type MeetingTarget, type UpcomingEvent } from './target.ts';

interface BriefedPerson extends Person {
	/** Null until the service has written one. */
	readonly summary: Briefing['summary'];
	readonly summaryGeneratedAt: string | null;
}

type OpenItem = Pick<Briefing['openActionItems'][number], 'item' | 'hash' | 'owner' | 'priority'>;

/** Whose briefings contain it: name, else e-mail. */
interface Shared {
	readonly people: readonly string[];
}

/** The content of several people's briefings, without duplicates. */
interface MergedBriefings {
	readonly people: readonly BriefedPerson[];
	/** Newest first. */
	readonly pastMeetings: readonly (MeetingRef & Shared)[];
	/** Newest meeting first, at most 10 per person. `hash` identifies the item within its conversation. */
	readonly openActionItems: readonly (OpenItem & MeetingRef & Shared)[];
	/** At most 10 per person. Briefings do not say in which meeting a decision was made. */
	readonly recentDecisions: readonly (Shared & { readonly decision: string })[];
}

/** Someone without a briefing, by whatever is known about them. */
export interface PersonRef {
	readonly contactId: string | null;
	readonly email: string | null;
	readonly displayName: string | null;
}

export interface Preparation extends MergedBriefings, Ending {
	readonly event: UpcomingEvent | null;
	/** False if the plan or the account lacks the memory feature: there are no contacts or briefings then. */
	readonly memory: boolean;
	/** People who are not contacts of this account. */
	readonly unknownPeople: readonly PersonRef[];
	/** Contacts beyond `maxPeople`. */
	readonly peopleLeftOut: readonly PersonRef[];
	/** People whose briefing could not be read. */
	readonly failed: readonly (PersonRef & { readonly message: string })[];
	/** People who may have more open action items or decisions than fit in a briefing. */
	readonly mayHaveMore: readonly PersonRef[];
	/** Not read because the run stopped: people without a briefing; e-mails, companies (`@domain`) and events not looked up. */
	readonly left: { readonly people: readonly PersonRef[]; readonly lookUps: readonly string[] };
}

interface PrepareOptions {
	/** Max briefings to read; default 10. */
	readonly maxPeople?: number;
	/** The user's own e-mail, to leave them out of an event's attendees. */
	readonly ownEmail?: string;
}

const DEFAULT_MAX_PEOPLE = 10;

interface Briefed {
	readonly person: Person;
	readonly briefing: Briefing;
}

interface KeyedRecord<R> {
	/** Equal for duplicates. */
	readonly key: string;
	readonly record: R;
}

function mergeRecords<R extends object>(
	briefed: readonly Briefed[],
	recordsOf: (briefing: Briefing) => readonly KeyedRecord<R>[],
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

const mergeBriefings = (briefed: readonly Briefed[]): MergedBriefings => ({
	people: briefed.map(({ person, briefing: { summary, summaryGeneratedAt } }) => ({
		...person,
		summary,
		summaryGeneratedAt,
	})),
	pastMeetings: mergeRecords(briefed, ({ recentMeetings }) =>
		recentMeetings.map(({ sessionId, title, date }) => ({
			key: sessionId,
			record: { conversationId: sessionId, meetingTitle: title, meetingDate: date },
		})),
	).sort(newestFirst),
	openActionItems: mergeRecords(briefed, ({ openActionItems }) =>
		openActionItems.map(({ sessionId, ...item }) => ({
			key: JSON.stringify([sessionId, item.hash ?? item.item]),
			record: { ...item, conversationId: sessionId },
		})),
	).sort(newestFirst),
	recentDecisions: mergeRecords(briefed, ({ recentDecisions }) =>
		recentDecisions.map((decision) => ({ key: decision, record: { decision } })),
	),
});

const personRefOf = ({ contactId, email, displayName }: Person): PersonRef => ({ contactId, email, displayName });
const strangerOf = (email: string): PersonRef => ({ contactId: null, email, displayName: null });

async function targetOrLeft(run: Run, target: MeetingTarget, ownEmail?: string) {
	try {
		return await resolveTarget(run, target, ownEmail);
	} catch (error) {
		if (!(error instanceof RunStopped)) throw error;
		const left = 'event' in target && typeof target.event === 'string' ? [target.event] : [];
		return { people: [], unknown: [], left, memory: true, event: null };
	}
}

/**
 * A briefing on a person, a company or the attendees of a calendar event, from the memory feature's contact briefings,
 * without using an AI credit. Requests: one per person for the briefing, and before that, to find them,
 * none for a contact ID · 1 for an e-mail · ceil(contacts of the domain / 200), at least 1, for a company ·
 * for an event 1 if it is given by ID, and for its attendees 1 if all are of one domain, otherwise 1 and, for anyone
 * not among the first 200 contacts, the remaining pages or one per domain, whichever is fewer.
 * A limit or a spent budget does not throw: the result says what is left, and when to resume.
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
	const missing = each.readings
		.filter(({ reading }) => reading.kind === 'missing')
		.map(({ item }) => personRefOf(item));
	const failed = each.readings.flatMap(({ item, reading }) =>
		reading.kind === 'failed' ? [{ ...personRefOf(item), message: reading.message }] : [],
	);
	return {
		event: found.event,
		...mergeBriefings(briefed),
		memory: found.memory && !each.readings.some(({ reading }) => reading.kind === 'read' && reading.value === null),
		unknownPeople: [...found.unknown.map(strangerOf), ...missing],
		peopleLeftOut: found.people.slice(maxPeople).map(personRefOf),
		mayHaveMore: briefed
			.filter(({ briefing: { openActionItems, recentDecisions } }) =>
				[openActionItems, recentDecisions].some(({ length }) => length >= MAX_BRIEFING_ITEMS),
			)
			.map(({ person }) => personRefOf(person)),
		failed,
		...endingOf(run, found.left.length > 0 || each.left.length > 0, failed.length),
		left: { people: each.left.map(personRefOf), lookUps: found.left },
	};
}
