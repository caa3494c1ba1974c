import * as z from 'zod/v4';
import { priorities } from '../api/index.ts';
import { foldText, namesNobody } from '../format/index.ts';
import { ActionItemRow } from './actionItem.ts';
import { actionItemsOf, ReadingProgress, readPeriods, type ChooseMeetings, type PeriodReading } from './period.ts';
import { maybeText, Meeting, MeetingRef, type Period, type Task, type ValueOf } from '../meetings/index.ts';
import { headingsOf, keepTopic, openQuestionsOf, pointsOf, topicMatcher, topicsOf } from './topic.ts';

const count = z.number();

/** Of what was read. */
const Totals = z.object({
	meetings: count.meta({ examples: [3] }),
	hours: count.meta({ examples: [2.5] }),
	decisions: count,
	actionItems: count,
	actionItemsByPriority: z.object({ high: count, medium: count, low: count, none: count }),
	actionItemsByOwner: z.array(z.object({ owner: maybeText, actionItems: count })),
});
type Totals = ValueOf<typeof Totals>;

const Counted = z.object({
	since: z.iso.datetime().meta({ examples: ['2026-10-26T00:00:00Z'] }),
	until: z.iso.datetime().meta({ examples: ['2026-11-02T17:00:00Z'] }),
	totals: Totals,
});

/** Lists are oldest first unless they say otherwise. Meetings that add nothing to a list are left out of it. */
export const Digest = Counted.extend({
	previous: Counted.extend({ complete: z.boolean(), withoutKeyPoints: count }).nullable().describe('The period before; null unless compared with'),
	meetings: z.array(Meeting),
	topics: z.array(MeetingRef.extend({ topics: z.array(z.string()).meta({ description: 'The headings of its key points, or points', examples: [['Pilot']] }) })),
	decisions: z.array(MeetingRef.extend({ decisions: z.array(z.string()) })),
	actionItems: z
		.array(z.object({ owner: maybeText, items: z.array(ActionItemRow) }))
		.describe('By owner in alphabetical order, unassigned items last; high priority first'),
	openQuestions: z.array(MeetingRef.extend({ questions: z.array(z.string()).meta({ examples: [['Who trains the new users?']] }) })),
	importantDates: z.array(MeetingRef.extend({ date: maybeText, context: maybeText })).describe('By date, then dates in words'),
	participants: z
		.array(z.object({ name: z.string().meta({ examples: ['Priya Shah'] }), meetings: count, conversationIds: z.array(z.string()) }))
		.describe('As named by the key points, those in the most meetings first'),
	...ReadingProgress.shape,
});
export type Digest = ValueOf<typeof Digest>;

interface Owned {
	readonly conversationId: string;
	readonly owner: string | null;
	readonly ownerEmail?: string | null;
	readonly priority: string | null;
}

/** Items without a priority come last. */
function priorityRank({ priority }: Owned): number {
	const rank = priorities.findIndex((one) => one === priority);
	return rank < 0 ? priorities.length : rank;
}

/** Identifies a person by name. A placeholder name stands for another person in each meeting. */
export function personKey(name: string, conversationId: string): string {
	const key = foldText(name);
	return key !== '' && namesNobody(key) ? `${key}\n${conversationId}` : key;
}

const byName = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Groups items by owner in alphabetical order, unassigned items last; within an owner, high priority comes first. Names
 * with the same address count as one person.
 */
export function groupByOwner<T extends Owned>(items: readonly T[]): { readonly owner: string | null; readonly items: readonly T[] }[] {
	return [...Map.groupBy(items, ({ owner, ownerEmail, conversationId }) => ownerEmail ?? personKey(owner ?? '', conversationId)).values()]
		.map((group) => ({ name: foldText(group[0]?.owner ?? ''), group }))
		.sort(({ name: a }, { name: b }) => Number(a === '') - Number(b === '') || byName(a, b))
		.map(({ name, group }) => ({
			owner: name === '' ? null : (group[0]?.owner ?? null),
			items: group.toSorted((a, b) => priorityRank(a) - priorityRank(b)),
		}));
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

function sortByDate(dates: Digest['importantDates']): Digest['importantDates'] {
	const key = (date: string | null): string => ISO_DATE.exec(date ?? '')?.[0] ?? '~';
	return dates.toSorted((a, b) => (key(a.date) < key(b.date) ? -1 : Number(key(a.date) !== key(b.date))));
}

type Reading = Pick<PeriodReading, 'meetings' | 'read'>;

/** One entry per person and meeting, however often the key points name them. */
function countParticipants(read: PeriodReading['read']): Digest['participants'] {
	const known = new Map<string, { readonly name: string; readonly conversationIds: string[] }>();
	for (const { meeting, keyPoints } of read) {
		for (const [key, name] of new Map(keyPoints.participants.map((each) => [personKey(each, meeting.conversationId), each.trim()]))) {
			if (key === '') continue;
			const person = known.get(key) ?? { name, conversationIds: [] };
			known.set(key, person);
			person.conversationIds.push(meeting.conversationId);
		}
	}
	return [...known.values()]
		.map(({ name, conversationIds }) => ({ name, meetings: conversationIds.length, conversationIds }))
		.sort((a, b) => b.meetings - a.meetings || byName(foldText(a.name), foldText(b.name)));
}

/** A list of each meeting, without meetings whose list is empty. */
const listsOf = (read: PeriodReading['read'], listOf: (keyPoints: Reading['read'][number]['keyPoints']) => string[]) =>
	read.map(({ meeting, keyPoints }) => ({ meeting, list: listOf(keyPoints) })).filter(({ list }) => list.length > 0);

function summarize({ meetings, read }: Reading, timezone: string) {
	const items = actionItemsOf({ read }, timezone);
	const actionItems = groupByOwner(items);
	const withPriority = (wanted: string | null) => items.filter(({ priority }) => priority === wanted).length;
	const minutes = meetings.reduce((sum, meeting) => sum + (meeting.minutes ?? 0), 0);
	const totals: Totals = {
		meetings: meetings.length,
		hours: Math.round(minutes / 6) / 10,
		decisions: read.reduce((sum, { keyPoints: { decisions } }) => sum + decisions.length, 0),
		actionItems: items.length,
		actionItemsByPriority: {
			high: withPriority('high'),
			medium: withPriority('medium'),
			low: withPriority('low'),
			none: withPriority(null),
		},
		actionItemsByOwner: actionItems.map(({ owner, items: { length } }) => ({ owner, actionItems: length })),
	};
	return {
		totals,
		meetings,
		topics: listsOf(read, topicsOf).map(({ meeting, list }) => ({ ...meeting, topics: list })),
		decisions: listsOf(read, ({ decisions }) => decisions).map(({ meeting, list }) => ({ ...meeting, decisions: list })),
		actionItems,
		openQuestions: listsOf(read, openQuestionsOf).map(({ meeting, list }) => ({ ...meeting, questions: list })),
		importantDates: sortByDate(
			read.flatMap(({ meeting, keyPoints }) => keyPoints.importantDates.map((date) => ({ ...date, ...meeting }))),
		),
		participants: countParticipants(read),
	};
}

/** The people whom the key points of a meeting name; null where none are saved, undefined where they were not read. */
export type SavedNames = readonly string[] | null | undefined;

/** The meetings of a reading that are wanted. */
function ofWanted(reading: PeriodReading, isWanted: (conversationId: string, named: SavedNames) => boolean): PeriodReading {
	const { left, failed } = reading.progress;
	const named = new Map<string, SavedNames>([
		...reading.read.map(({ meeting, keyPoints }) => [meeting.conversationId, keyPoints.participants] as const),
		...[...left.meetings, ...failed].map(({ conversationId }) => [conversationId, undefined] as const),
	]);
	const meetings = reading.meetings.filter(({ conversationId: id }) => isWanted(id, named.has(id) ? named.get(id) : null));
	const ids = new Set(meetings.map(({ conversationId }) => conversationId));
	const withoutKeyPoints = reading.progress.withoutKeyPoints.filter(({ conversationId }) => ids.has(conversationId));
	return {
		...reading,
		meetings,
		read: reading.read.filter(({ meeting }) => ids.has(meeting.conversationId)),
		progress: { ...reading.progress, withoutKeyPoints },
	};
}

/** What a reading has on a topic: whole meetings about it, and single entries of others. Oldest first. */
function onTopic({ meetings, read }: Reading, topic: string | undefined): Reading {
	const matches = topicMatcher(topic);
	const kept = read.toReversed().flatMap(({ meeting, keyPoints: all }) => {
		const keyPoints = keepTopic(matches, meeting, all);
		return keyPoints ? [{ meeting, keyPoints }] : [];
	});
	const ids = new Set(kept.map(({ meeting: { conversationId } }) => conversationId));
	const isKept = ({ conversationId, conversationTitle: title }: Meeting): boolean =>
		ids.has(conversationId) || matches({ title, headings: [] });
	return { meetings: meetings.toReversed().filter(isKept), read: kept };
}

/** Titles, headings, points, decisions and action items. */
const textsOf = ({ meetings, read }: Reading): string[] => [
	...meetings.map(({ conversationTitle }) => conversationTitle ?? ''),
	...read.flatMap(({ keyPoints }) => [...headingsOf(keyPoints), ...pointsOf(keyPoints), ...keyPoints.decisions, ...keyPoints.actionItems.map(({ item }) => item)]),
];

interface DigestOptions {
	/** Words to find by: see `topicMatcher`. */
	readonly topic?: string | undefined;
	/** An earlier period to give the totals of. Each of its meetings takes one request. */
	readonly previous?: Required<Period> | undefined;
	/** Called with everything that could be on the topic, if nothing is. */
	readonly onNothing?: ((texts: readonly string[]) => void) | undefined;
	/** Which of the meetings it is about. */
	readonly choose?: ChooseMeetings | undefined;
	/** Whether one of these is wanted, according to the names in its key points. */
	readonly isWanted?: ((conversationId: string, named: SavedNames) => boolean) | undefined;
}

/**
 * What happened in the meetings of a period, from saved key points, without using an AI credit; see `readPeriods` for
 * requests and limits. A topic takes no fewer: only key points tell what a meeting was about.
 */
export async function digest(
	task: Task,
	period: Period,
	{ topic, previous, onNothing, choose = (meetings) => meetings, isWanted = () => true }: DigestOptions = {},
): Promise<Digest> {
	const chosen = new Set<string>();
	const periods = await readPeriods(task, period, previous, async (meetings) => {
		const wanted = await choose(meetings);
		for (const { conversationId } of wanted) chosen.add(conversationId);
		return wanted;
	});
	const ofChosen = (reading: PeriodReading): PeriodReading => ofWanted(reading, (id, named) => chosen.has(id) && isWanted(id, named));
	const current = ofChosen(periods.current);
	const earlier = periods.earlier && ofChosen(periods.earlier);
	const wanted = onTopic(current, topic);
	if (wanted.meetings.length === 0) onNothing?.(textsOf(current));
	return {
		since: current.since,
		until: current.until,
		...summarize(wanted, task.timezone),
		previous: earlier && {
			since: earlier.since,
			until: earlier.until,
			totals: summarize(onTopic(earlier, topic), task.timezone).totals,
			complete: earlier.progress.complete,
			withoutKeyPoints: earlier.progress.withoutKeyPoints.length,
		},
		...current.progress,
	};
}
