import type { Entry, TextDocument } from '../../../../src/format/index.ts';
import type { PersonRef, Preparation } from '../../../../src/insights/index.ts';
import { dayOf } from './calendarDay.ts';
import { meetingName } from './digestDocument.ts';
import { many } from './progress.ts';
import { documentOf, entry } from './textFormat.ts';

export const personName = ({ displayName, email, contactId }: PersonRef): string =>
	displayName ?? email ?? contactId ?? 'somebody';

function title({ event, people, unknownPeople }: Preparation): string {
	const names = [...people, ...unknownPeople].map(personName);
	return `Before ${event?.title ?? `meeting ${names.join(', ') || 'them'}`}`;
}

function personEntry(person: Preparation['people'][number], timezone: string): Entry {
	const { companyDomain, meetingCount, lastSeenAt, summary } = person;
	const last = dayOf(timezone, lastSeenAt);
	const met = meetingCount === null ? null : many(meetingCount, 'meeting');
	const notes = [companyDomain, met, last && `last on ${last}`];
	return summary?.prose ? entry(summary.prose, notes, personName(person)) : entry(personName(person), notes);
}

/** What to know before a meeting, to read: who they are first, then what is still open with them. */
export function preparationDocument(found: Preparation, timezone: string): TextDocument {
	const { people, openActionItems, recentDecisions, pastMeetings, unknownPeople, peopleLeftOut, failed, left } = found;
	const questions = people.flatMap((person) =>
		(person.summary?.open_questions ?? []).map((question) => entry(question, [personName(person)])),
	);
	const unseen = [...peopleLeftOut, ...failed, ...left.people].map(personName).concat(left.lookUps);
	return documentOf(title(found), [
		{ heading: 'People', entries: people.map((person) => personEntry(person, timezone)) },
		{
			heading: 'Still open',
			entries: openActionItems.map((task) =>
				entry(task.item, [meetingName(task), dayOf(timezone, task.meetingDate)], task.owner),
			),
		},
		{ heading: 'Open questions', entries: questions },
		{ heading: 'Last decisions', entries: recentDecisions.map((made) => entry(made.decision, made.people)) },
		{
			heading: 'Past meetings',
			entries: pastMeetings.map((meeting) =>
				entry(meetingName(meeting), meeting.people, dayOf(timezone, meeting.meetingDate)),
			),
		},
		{ heading: 'Not met before', entries: unknownPeople.map((person) => entry(personName(person))) },
		{ heading: 'Not looked at', entries: unseen.map((name) => entry(name)) },
	]);
}
