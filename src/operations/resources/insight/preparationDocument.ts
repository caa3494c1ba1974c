import { type Entry, shownName as ownerName, type TextDocument, type Words } from '../../../format/index.ts';
import { domainNamedBy, type MeetingTarget, type PersonRef, type Preparation } from '../../../reports/index.ts';
import type { Writing } from '../../shared/language.ts';
import { documentOf, dueNote, entry, meetingName } from '../../shared/report.ts';

export const shownName = ({ displayName, email, contactId }: PersonRef, someone = 'someone'): string =>
	displayName ?? email ?? contactId ?? someone;

/** How to refer to a target that may have no people. */
function titleOf({ event, people, unknownPeople, left }: Preparation, target: MeetingTarget, words: Words): string {
	if ('topic' in target) return words.about(words.pastMeetings, words.quoted(target.topic.trim()));
	if ('company' in target) return words.beforeMeeting(domainNamedBy(target.company));
	if (event?.title) return words.beforeEvent(event.title);
	const names = [...people, ...unknownPeople, ...left.people].map((person) => shownName(person, words.someone));
	return names.length === 0 ? words.beforeThem : words.beforeMeeting(words.listed(names));
}

function personEntry(person: Preparation['people'][number], { searched, complete }: Preparation, { dates, words }: Writing): Entry {
	const { companyDomain, meetingCount, lastSeenAt, summary } = person;
	const last = dates.day(lastSeenAt);
	const count = meetingCount === null ? null : words.counted(meetingCount, words.meeting);
	const sinceThen = (known: string, { since, unknown }: NonNullable<typeof searched>): string =>
		words.metSince(complete && unknown === 0 ? known : words.atLeast(known), dates.day(since));
	const met = count === null || searched === null ? count : sinceThen(count, searched);
	const notes = [companyDomain, met, last && words.lastOn(last)];
	const name = shownName(person, words.someone);
	return summary?.prose ? entry(summary.prose, notes, name) : entry(name, notes);
}

/** Whether an event is for nobody else: everyone invited is either a known person or listed as unknown. */
export const isNobody = ({ event, people, unknownPeople, complete, madeOf }: Preparation): boolean =>
	event !== null && madeOf === 'briefings' && complete && people.length === 0 && unknownPeople.length === 0;

/** Max entries per list in a briefing, which should take a minute to read; the data has all of them. */
const MAX_ENTRIES = 15;

const briefly = (entries: readonly Entry[], words: Words): readonly Entry[] =>
	entries.length <= MAX_ENTRIES
		? entries
		: [...entries.slice(0, MAX_ENTRIES), entry(words.counted(entries.length - MAX_ENTRIES, words.more))];

/** “Made of the titles and key points of 4 of 12 meetings since 23 August.” */
function introOf({ searched, pastMeetings }: Preparation, { dates, words }: Writing): string {
	if (searched === null) return '';
	const [read, all] = [pastMeetings.length, searched.meetings];
	const counts = {
		read: words.number(read),
		readMeetings: words.counted(read, words.meeting),
		all: words.number(all),
		allMeetings: words.counted(all, words.meeting),
	};
	const unknown = searched.unknown > 0 ? [words.whoUnknown(words.counted(searched.unknown, words.meeting))] : [];
	return [words.madeOf(counts, dates.day(searched.since)), ...unknown, words.doneUnknown].join(' ');
}

/** A briefing to read before a meeting: who they are first, then what is still open with them. */
export function preparationDocument(
	found: Preparation,
	target: MeetingTarget,
	writing: Writing,
): TextDocument {
	const { people, openActionItems, recentDecisions, pastMeetings, unknownPeople, peopleLeftOut, failed, left } = found;
	const { dates, words } = writing;
	const nameOf = (person: PersonRef): string => shownName(person, words.someone);
	const isMemory = found.madeOf === 'briefings';
	const isMissing = 'company' in target && !isMemory && found.complete && pastMeetings.length === 0;
	// A name alone in parentheses would read as who said it, and of one person it goes without saying.
	const withThem = (names: readonly string[]): (string | null)[] => (people.length > 1 ? [words.withPerson(words.listed(names))] : []);
	const questions = people.flatMap((person) =>
		(person.summary?.open_questions ?? []).map((question) => entry(question, withThem([nameOf(person)]))),
	);
	const unseen = [...peopleLeftOut, ...failed, ...left.people].map(nameOf).concat(left.lookUps);
	const again = found.stoppedBy === 'limit' && found.resumeAt !== null ? words.againOn(dates.momentFrom(found.resumeAt)) : null;
	const noteOf = (decision: Preparation['recentDecisions'][number]): (string | null)[] =>
		decision.conversationId === null ? withThem(decision.people) : [decision.conversationTitle, dates.day(decision.conversationDate)];
	const tasks = openActionItems.map((task) =>
		entry(
			task.item,
			[
				dueNote(writing, task.dueDate),
				meetingName(task),
				dates.day(task.conversationDate),
				task.meetings > 1 ? words.counted(task.meetings, words.meeting) : null,
			],
			task.owner && ownerName(task.owner, words),
		),
	);
	const meetings = pastMeetings.map((meeting) => {
		const line = entry(meetingName(meeting), meeting.people.map((name) => ownerName(name, words)), dates.day(meeting.conversationDate));
		return meeting.topics.length === 0 ? line : { ...line, entries: [entry(meeting.topics.join(' · '))] };
	});
	return documentOf(
		writing,
		titleOf(found, target, words),
		[
			{ heading: words.people, entries: people.map((person) => personEntry(person, found, writing)) },
			{ heading: isMemory ? words.stillOpen : words.actionItems, entries: briefly(tasks, words) },
			{ heading: words.openQuestions, entries: questions },
			{
				heading: isMemory ? words.recentDecisions : words.decisions,
				entries: briefly(recentDecisions.map((made) => entry(made.decision, noteOf(made))), words),
			},
			{ heading: words.pastMeetings, entries: briefly(meetings, words) },
			{
				heading: isMemory ? words.notContacts : words.notInPastMeetings,
				entries: [...unknownPeople.map(nameOf), ...(isMissing ? [domainNamedBy(target.company)] : [])].map((name) => entry(name)),
			},
			{ heading: again === null ? words.notLookedUp : `${words.notLookedUp} (${again})`, entries: unseen.map((name) => entry(name)) },
			{ heading: words.nothingFound, entries: isNobody(found) ? [entry(words.nobodyInvited)] : [] },
		],
		{ intro: introOf(found, writing) },
	);
}
