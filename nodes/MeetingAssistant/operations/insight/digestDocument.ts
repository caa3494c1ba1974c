import { minutesOf, type Entry, type TextDocument } from '../../../../src/format/index.ts';
import type { Digest, MeetingRef } from '../../../../src/insights/index.ts';
import { dayIn, dayOf } from './calendarDay.ts';
import { leftOut } from './progress.ts';
import { documentOf, entry } from './textFormat.ts';

export const meetingName = ({ meetingTitle, conversationId }: MeetingRef): string =>
	meetingTitle?.trim() || conversationId;

function title({ since, until }: Digest, timezone: string): string {
	const start = Date.parse(since);
	// A period ends before its end: that of a day is midnight, on the next day.
	const [first, last] = [start, Math.max(start, Date.parse(until) - 1)].map((ms) => dayIn(timezone, ms));
	return first === last ? `Meetings of ${first}` : `Meetings from ${first} to ${last}`;
}

const meetingEntries = ({ meetings }: Digest, timezone: string): Entry[] =>
	meetings.map((meeting) => {
		const minutes = minutesOf({ ...meeting, startTime: meeting.meetingDate });
		return entry(meetingName(meeting), [minutes === null ? null : `${minutes} min`], dayOf(timezone, meeting.meetingDate));
	});

const decisionEntries = ({ decisions }: Digest): Entry[] =>
	decisions.flatMap((meeting) => meeting.decisions.map((decision) => entry(decision, [meetingName(meeting)])));

const taskEntries = ({ actionItems }: Digest): Entry[] =>
	actionItems.flatMap(({ owner, items }) =>
		items.map((task) => entry(task.item, [task.priority && `${task.priority} priority`, meetingName(task)], owner)),
	);

const dateEntries = ({ importantDates }: Digest): Entry[] =>
	importantDates.map((date) =>
		date.context === null
			? entry(date.date, [meetingName(date)])
			: entry(date.context, [meetingName(date)], date.date),
	);

/** A digest to read: the meetings, and what came out of them, with the meeting each thing is from. */
export function digestDocument(digest: Digest, timezone: string): TextDocument {
	const without = digest.withoutKeyPoints.map((meeting) => entry(meetingName(meeting), ['no key points']));
	return documentOf(title(digest, timezone), [
		{ heading: 'Meetings', entries: meetingEntries(digest, timezone) },
		{ heading: 'Decisions', entries: decisionEntries(digest) },
		{ heading: 'Action items', entries: taskEntries(digest) },
		{ heading: 'Important dates', entries: dateEntries(digest) },
		{ heading: 'Not in here', entries: [...(digest.complete ? [] : [entry(leftOut(digest))]), ...without] },
	]);
}
