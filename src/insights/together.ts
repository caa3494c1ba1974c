import type { ReadBriefing } from './briefing.ts';
import type { Person } from './contacts.ts';
import { newestFirst, type MeetingRef } from './meetings.ts';

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
