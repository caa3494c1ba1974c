import type { Entry, TextDocument } from '../../../format/index.ts';
import type { MeetingTarget, PersonRef, Preparation } from '../../../reports/index.ts';
import { counted } from '../../../words/index.ts';
import type { Session } from '../../session.ts';
import { datesOf, documentOf, dueNote, entry, meetingName } from './report.ts';

export const shownName = ({ displayName, email, contactId }: PersonRef): string =>
	displayName ?? email ?? contactId ?? 'someone';

/** How to refer to a target that may have no people. */
function titleOf({ event, people, unknownPeople }: Preparation, target: MeetingTarget): string {
	if ('topic' in target) return `Past meetings on “${target.topic.trim()}”`;
	if ('company' in target) return `Before meeting ${target.company.trim()}`;
	const names = [...people, ...unknownPeople].map(shownName);
	return `Before ${event?.title ?? `meeting ${names.join(', ') || 'them'}`}`;
}

type Dates = ReturnType<typeof datesOf>;

function personEntry(person: Preparation['people'][number], searched: Preparation['searched'], dates: Dates): Entry {
	const { companyDomain, meetingCount, lastSeenAt, summary } = person;
	const last = dates.day(lastSeenAt);
	const since = searched === null ? '' : ` since ${dates.day(searched.since)}`;
	const met = meetingCount === null ? null : counted(meetingCount, 'meeting') + since;
	const notes = [companyDomain, met, last && `last on ${last}`];
	return summary?.prose ? entry(summary.prose, notes, shownName(person)) : entry(shownName(person), notes);
}

/** Whether the search came to its end without a single person. */
export const isNobody = ({ people, unknownPeople, complete, madeOf }: Preparation): boolean =>
	madeOf === 'briefings' && complete && people.length === 0 && unknownPeople.length === 0;

/** Everyone who is invited to an event is either found or unknown. */
const nobodySentence = ({ event }: Preparation): string =>
	event === null ? 'None of your recorded meetings were with them.' : 'Nobody else is invited to this event.';

/** Max entries per list in a briefing, which should take a minute to read; the data has all of them. */
const MAX_ENTRIES = 15;

const briefly = (entries: readonly Entry[]): readonly Entry[] =>
	entries.length <= MAX_ENTRIES
		? entries
		: [...entries.slice(0, MAX_ENTRIES), entry(`${entries.length - MAX_ENTRIES} more`)];

/** “Made of the titles and key points of 4 of 12 meetings since 23 August.” */
function introOf({ searched, pastMeetings }: Preparation, dates: Dates): string {
	if (searched === null) return '';
	const all = counted(searched.meetings, 'meeting');
	return `Made of the titles and key points of ${pastMeetings.length} of ${all} since ${dates.day(searched.since)}. Whether action items were completed is not known.`;
}

/** A briefing to read before a meeting: who they are first, then what is still open with them. */
export function preparationDocument(
	found: Preparation,
	target: MeetingTarget,
	session: Pick<Session, 'timezone' | 'now'>,
): TextDocument {
	const { people, openActionItems, recentDecisions, pastMeetings, unknownPeople, peopleLeftOut, failed, left } = found;
	const dates = datesOf(session);
	const isMemory = found.madeOf === 'briefings';
	const questions = people.flatMap((person) =>
		(person.summary?.open_questions ?? []).map((question) => entry(question, [shownName(person)])),
	);
	const unseen = [...peopleLeftOut, ...failed, ...left.people].map(shownName).concat(left.lookUps);
	const noteOf = (decision: Preparation['recentDecisions'][number]): (string | null)[] =>
		decision.conversationId === null ? [...decision.people] : [decision.meetingTitle, dates.day(decision.meetingDate)];
	const tasks = openActionItems.map((task) =>
		entry(task.item, [dueNote(dates, task.dueDate), meetingName(task), dates.day(task.meetingDate)], task.owner),
	);
	const meetings = pastMeetings.map((meeting) => {
		const line = entry(meetingName(meeting), meeting.people, dates.day(meeting.meetingDate));
		return meeting.topics.length === 0 ? line : { ...line, entries: [entry(meeting.topics.join(' · '))] };
	});
	return documentOf(
		titleOf(found, target),
		[
			{ heading: 'People', entries: people.map((person) => personEntry(person, found.searched, dates)) },
			{ heading: isMemory ? 'Still open' : 'Action items', entries: briefly(tasks) },
			{ heading: 'Open questions', entries: questions },
			{
				heading: isMemory ? 'Recent decisions' : 'Decisions',
				entries: briefly(recentDecisions.map((made) => entry(made.decision, noteOf(made)))),
			},
			{ heading: 'Past meetings', entries: briefly(meetings) },
			{
				heading: isMemory ? 'Not met before' : 'Not found in past meetings',
				entries: unknownPeople.map((person) => entry(shownName(person))),
			},
			{ heading: 'Not looked up', entries: unseen.map((name) => entry(name)) },
			{ heading: 'Nothing found', entries: isNobody(found) ? [entry(nobodySentence(found))] : [] },
		],
		{ intro: introOf(found, dates) },
	);
}
