import { endingOf, failuresIn, itemsThat, meetingRefOf, unlessStopped, valuesIn, type Ending, type Meeting, type MeetingRef, type Person, type SavedKeyPoints, type Task } from '../meetings/index.ts';
import { headingsOf } from './topic.ts';
import { stemOf, tellingOf, wordsIn } from './transcripts/words.ts';

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsIn(text).map(({ word }) => stemOf(word)));

interface Part {
	readonly stems: ReadonlySet<string>;
	readonly weight: number;
}

/** The searched parts of a meeting with their weights: what a meeting was about weighs more than what was mentioned. */
function partsOf({ conversationTitle }: Meeting, people: readonly string[], keyPoints: SavedKeyPoints | undefined): Part[] {
	const part = (weight: number, texts: readonly (string | null)[]): Part => ({ weight, stems: stemsOf(texts.join('\n')) });
	const { participants = [], sections = [], decisions = [], actionItems = [], importantDates = [] } = keyPoints ?? {};
	return [
		part(4, [conversationTitle]),
		part(4, [...people, ...participants]),
		part(2, keyPoints ? headingsOf(keyPoints) : []),
		part(1, [
			...sections.flatMap(({ points }) => points),
			...decisions,
			...actionItems.map(({ item }) => item),
			...importantDates.map(({ context }) => context),
		]),
	];
}

const wordsOfPerson = ({ displayName, email, companyDomain }: Person): string => [displayName, email?.split('@')[0], companyDomain?.split('.')[0]].join('\n');

/** How many people to look up, with one request each. */
const MAX_BRIEFINGS = 3;

/** For how many of the newest meetings to read the calendar without the memory feature. Each day takes a request. */
const MAX_INVITED = 20;

/**
 * Which meetings the people in the words were invited to: 1 request per 200 contacts, and 1 for each of up to three
 * people, or without contacts, 1 for each day of the newest meetings.
 */
async function meetingsOfPeople(
	task: Task,
	meetings: readonly Meeting[],
	sought: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
	const { people, memory } = await task.contacts();
	if (!memory) {
		const { events } = await task.guests(meetings.slice(0, MAX_INVITED));
		return new Map([...events].map(([id, { guests }]) => [id, guests.map(({ name, email }) => [name, email?.split('@')[0]].join('\n'))]));
	}
	const hits = (person: Person): number => sought.filter((stem) => stemsOf(wordsOfPerson(person)).has(stem)).length;
	const named = people.map((person) => ({ person, hits: hits(person) })).filter((one) => one.hits > 0).toSorted((one, other) => other.hits - one.hits);
	const found = new Map<string, readonly string[]>();
	for (const { person } of named.slice(0, MAX_BRIEFINGS)) {
		const briefing = await task.briefing(person.contactId);
		for (const { sessionId } of briefing === null || briefing === 'noMemory' ? [] : briefing.recentMeetings)
			found.set(sessionId, [...(found.get(sessionId) ?? []), wordsOfPerson(person)]);
	}
	return found;
}

export interface MeetingSearch {
	readonly query: string;
	/** Milliseconds since 1970. */
	readonly since: number;
	/** How many key points to read, with one request each. */
	readonly maxMeetings: number;
	readonly limit: number;
}

export interface FoundMeetings extends Ending {
	/** Best match first. */
	readonly meetings: readonly MeetingRef[];
	/** How many meetings were compared by their titles and people only. */
	readonly beyondMax: number;
}

/**
 * Ranks meetings by how well they match a question, best first. Looks for any of its words, also with other endings, in
 * titles, names of people and saved key points. Rare words count for more than those in most meetings. Requests: 1 per 100
 * meetings since then, 1 for each of the newest whose key points are read, and those for people. At a limit, the rest is
 * left out, and the result not complete. @throws ClientError if the meetings cannot be listed or the key has no access.
 */
export async function searchMeetings(task: Task, { query, since, maxMeetings, limit }: MeetingSearch): Promise<FoundMeetings> {
	const sought = [...new Set(tellingOf(wordsIn(query).map(({ word }) => word), 'question').map(stemOf))];
	const { meetings, unlisted } = await task.meetings({ since, until: Infinity });
	if (sought.length === 0 || meetings.length === 0) return { meetings: [], beyondMax: 0, ...endingOf(task, unlisted !== 0, 0) };
	const met = await unlessStopped(() => meetingsOfPeople(task, meetings, sought), null);
	const people = met ?? new Map<string, readonly string[]>();
	const isLikely = ({ conversationId, conversationTitle }: Meeting): boolean => {
		const stems = stemsOf([conversationTitle, ...(people.get(conversationId) ?? [])].join('\n'));
		return sought.some((stem) => stems.has(stem));
	};
	const inOrder = meetings.toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)));
	const readings = await task.each(inOrder.slice(0, maxMeetings), task.keyPoints);
	const saved = valuesIn(readings);
	const parts = new Map(
		meetings.map((meeting) => [meeting, partsOf(meeting, people.get(meeting.conversationId) ?? [], saved.get(meeting))]),
	);
	const weightIn = (meeting: Meeting, stem: string): number =>
		Math.max(0, ...(parts.get(meeting) ?? []).flatMap(({ stems, weight }) => (stems.has(stem) ? weight : [])));
	const rarity = new Map(
		sought.map((stem) => [
			stem,
			Math.log(1 + meetings.length / Math.max(1, meetings.filter((meeting) => weightIn(meeting, stem) > 0).length)),
		]),
	);
	const scoreOf = (meeting: Meeting): number =>
		sought.reduce((score, stem) => score + weightIn(meeting, stem) * (rarity.get(stem) ?? 0), 0);
	const ranked = meetings
		.map((meeting) => ({ meeting, score: scoreOf(meeting) }))
		.filter(({ score }) => score > 0)
		.toSorted((one, other) => other.score - one.score);
	const isLeft = met === null || unlisted !== 0 || itemsThat(readings, 'left').length > 0;
	return {
		meetings: ranked.slice(0, limit).map(({ meeting }) => meetingRefOf(meeting)),
		beyondMax: meetings.length - readings.length,
		...endingOf(task, isLeft, failuresIn(readings).length),
	};
}
