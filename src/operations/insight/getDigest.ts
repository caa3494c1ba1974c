import { minutesOf, type Entry, type TextDocument } from '../../format/index.ts';
import { digest, type Digest } from '../../insights/index.ts';
import { operation, result } from '../operation.ts';
import { dayIn, dayOf, PERIOD_REQUESTS, periodFields, periodOf } from './period.ts';
import { documentOf, entry, hintProgress, leftOut, meetingName, short, textFields, textFormat } from './report.ts';

function title({ since, until }: Digest, timezone: string): string {
	const start = Date.parse(since);
	// The end of a period is exclusive: that of a day is midnight of the next day.
	const [first, last] = [start, Math.max(start, Date.parse(until) - 1)].map((ms) => dayIn(timezone, ms));
	return first === last ? `Meetings on ${first}` : `Meetings from ${first} to ${last}`;
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

/** A digest to read: the meetings and their outcomes, each with its meeting. */
export function digestDocument(found: Digest, timezone: string): TextDocument {
	const without = found.withoutKeyPoints.map((meeting) => entry(meetingName(meeting), ['no key points']));
	return documentOf(title(found, timezone), [
		{ heading: 'Meetings', entries: meetingEntries(found, timezone) },
		{ heading: 'Decisions', entries: decisionEntries(found) },
		{ heading: 'Action items', entries: taskEntries(found) },
		{ heading: 'Important dates', entries: dateEntries(found) },
		{ heading: 'Not included', entries: [...(found.complete ? [] : [entry(leftOut(found))]), ...without] },
	]);
}

/** The text has everything; the rest tells an agent what to ask for next. */
const forAgent = (text: string, { since, until, meetings, complete, stoppedBy, resumeAt, left }: Digest) =>
	short({
		text,
		since,
		until,
		conversations: meetings.map(({ conversationId, meetingTitle }) => ({ conversationId, meetingTitle })),
		complete,
		stoppedBy,
		resumeAt,
		...(complete ? {} : { meetingsNotRead: left.meetings.length + (left.unlisted ?? 0) }),
	});

export const getDigest = operation({
	id: 'getDigest',
	name: 'Get Digest',
	action: 'Get a meeting digest',
	description:
		'Get what happened in your meetings: which took place, what was decided, who has to do what, and important dates. Uses saved key points, so it costs no AI credit. Lists what is left out.',
	fields: periodFields,
	options: { textFormat },
	requests: PERIOD_REQUESTS,
	credit: 'never',
	async *run(session, { textFormat: format, ...asked }) {
		const found = await digest(session.insights, periodOf(asked, session));
		hintProgress(session, found);
		const fields = textFields(digestDocument(found, session.timezone), format);
		yield result(session.isAgent ? forAgent(fields.text, found) : { ...fields, ...found });
	},
});
