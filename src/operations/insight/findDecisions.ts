import { decisionRecords, type DecisionRecord, type TextDocument } from '../../format/index.ts';
import { findDecisions as find, topicMatcher, wordMatcher, type FoundDecisions } from '../../insights/index.ts';
import { choice, text } from '../field.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';
import { PERIOD_REQUESTS, periodFields, periodOf } from './period.ts';
import { datesOf, documentOf, entry, groupOf, hintMore, hintNone, hintProgress, many, notIncluded, short, textFields, textFormat, topicFilter } from './report.ts';

/** Keys count the decisions of a conversation, so they are made before any are filtered out. */
const recordsOf = ({ conversationId: id, meetingTitle: title, meetingDate: startTime, participants, decisions }: FoundDecisions['meetings'][number]) =>
	decisionRecords(decisions, { id, title, startTime, participants });

interface Wanted {
	readonly topic: string | undefined;
	readonly participant: string | undefined;
}

function matching({ meetings }: FoundDecisions, { topic, participant = '' }: Wanted): DecisionRecord[] {
	const isOnTopic = topicMatcher(topic);
	const hasName = wordMatcher(participant);
	return meetings
		.filter(({ participants }) => participant === '' || participants.some(hasName))
		.flatMap((meeting) =>
			recordsOf(meeting).filter(({ decision }) => isOnTopic({ title: meeting.meetingTitle, headings: meeting.headings }, decision)),
		);
}

/** Decisions to read, by meeting. */
function decisionsDocument(records: readonly DecisionRecord[], more: number, found: FoundDecisions, session: Session): TextDocument {
	const dates = datesOf(session);
	const meetings = [...new Set(records.map(({ conversationId }) => conversationId))].map((id) => ({
		id,
		ofOne: records.filter(({ conversationId }) => conversationId === id),
	}));
	return documentOf(many(records.length, 'decision'), [
		{
			heading: '',
			entries: meetings.map(({ id, ofOne }) =>
				groupOf(
					ofOne[0]?.conversationTitle ?? id,
					ofOne.map(({ decision }) => entry(decision)),
					[dates.day(ofOne[0]?.conversationDate ?? null), ...(ofOne[0]?.participants ?? [])],
				),
			),
		},
		{ heading: 'Not included', entries: notIncluded(more > 0 ? many(more, 'more decision') : null, found) },
	]);
}

const forAgent = ({ dedupeKey: _, ...record }: DecisionRecord): object => short(record);

export const findDecisions = operation({
	id: 'findDecisions',
	name: 'Find Decisions',
	action: 'Find decisions across meetings',
	description:
		'Get what was decided in the meetings of a period, with when and by whom. Uses saved key points, so it costs no AI credit.',
	fields: periodFields,
	filters: {
		participant: text({
			label: 'Participant Contains',
			example: 'Maria',
			description:
				'Only decisions of meetings with a participant whose name contains all of these words, as far as key points name them. Ignores case and accents.',
		}),
		topic: topicFilter,
	},
	options: {
		output: choice({
			label: 'Output',
			choices: [
				{ value: 'each', label: 'One by One', description: 'For a spreadsheet, a database or a decision log' },
				{ value: 'together', label: 'All Together', description: 'With a text to read, and what was left out', many: false },
			],
			default: 'each',
			description: 'How the decisions are returned',
			audience: 'people',
		}),
		textFormat: { ...textFormat, description: 'The format of the field “text” when decisions are returned all together' },
	},
	requests: PERIOD_REQUESTS,
	credit: 'never',
	isList: true,
	async *run(session, { output, textFormat: format, topic, participant, ...asked }, limit) {
		const found = await find(session.insights, periodOf(asked, session));
		hintProgress(session, found);
		const all = matching(found, { topic, participant });
		const decided = found.meetings.reduce((sum, { decisions }) => sum + decisions.length, 0);
		if (decided === 0 && found.complete) hintNone(session, found.meetings.length, 'decisions');
		if (all.length === 0 && decided > 0) {
			session.hint(`The period has ${many(decided, 'decision')}, but none match the filters.`);
		}
		const records = all.slice(0, limit);
		const { meetings: _, ...progress } = found;
		if (session.isAgent) {
			const { complete, stoppedBy, resumeAt } = progress;
			yield result(short({ decisions: records.map(forAgent), found: all.length, complete, stoppedBy, resumeAt }));
			return;
		}
		if (output === 'together') {
			const written = textFields(decisionsDocument(records, all.length - records.length, found, session), format);
			yield result({ ...written, decisions: records, found: all.length, ...progress });
			return;
		}
		hintMore(session, all.length - records.length);
		for (const record of records) yield result(record);
	},
});
