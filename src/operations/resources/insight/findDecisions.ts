import * as z from 'zod/v4';
import { type DecisionRecord, decisionRecords, documentTexts, shownName, type TextDocument } from '../../../format/index.ts';
import { findDecisions as find, ReadingProgress, topicMatcher, type Evidence, type FoundDecisions } from '../../../reports/index.ts';
import { MeetingRef, shapeOf } from '../../../meetings/index.ts';
import { choice } from '../../../forms/index.ts';
import { operation, result } from '../../operation.ts';
import { language, LANGUAGE_REQUESTS, writingFor, type Writing } from '../../shared/language.ts';
import { TOGETHER, Written } from '../../shared/texts.ts';
import { ATTENDANCE_REQUESTS, external, peopleFilter, participant, type PeopleFilter } from '../../shared/attendance.ts';
import { evidenceFor, evidenceText, withEvidence } from '../../shared/evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf, rangeAsked } from '../../shared/period.ts';
import { counted } from '../../../words/index.ts';
import {
	byMeeting,
	documentOf,
	entry,
	groupOf,
	hintDefaultPeriod,
	hintMore,
	hintNone,
	hintProgress,
	notIncluded,
	pageOf,
	shortPage,
	topicAdvice,
	topicFilter,
	titleFor,
} from '../../shared/report.ts';

const Decided = shapeOf<DecisionRecord>()({
	decision: z.string().meta({ examples: ['The roll-out starts on 1 December'] }),
	...MeetingRef.shape,
	participants: z.array(z.string()).describe('Who took part in the meeting, as named by its key points'),
	dedupeKey: z.string().meta({ description: 'Identifies the decision: the same in every run', examples: ['d5f0c1b7e9a2d4c68'] }),
});

const Together = z.object({ ...Written.shape, decisions: z.array(Decided), found: z.number(), ...ReadingProgress.shape });

/** Keys count the decisions of a conversation, so they are made before any are filtered out. */
const recordsOf = ({
	conversationId: id,
	conversationTitle: title,
	conversationDate: startTime,
	participants,
	decisions,
}: FoundDecisions['meetings'][number]) => decisionRecords(decisions, { id, title, startTime, participants });

function matching({ meetings }: FoundDecisions, topic: string | undefined, guests: PeopleFilter): DecisionRecord[] {
	const isOnTopic = topicMatcher(topic);
	return meetings
		.filter(({ conversationId, participants }) => guests.areIn(conversationId, participants))
		.flatMap((meeting) =>
			recordsOf(meeting).filter(({ decision }) => isOnTopic({ title: meeting.conversationTitle, headings: meeting.headings }, decision)),
		);
}

type Decision = DecisionRecord & { readonly evidence?: Evidence | null; readonly externalCompanies?: readonly string[] };

/** Decisions as a text, by meeting. */
function decisionsDocument(
	records: readonly Decision[],
	more: number,
	found: FoundDecisions,
	guests: PeopleFilter,
	writing: Writing,
	title: (what: string) => string,
): TextDocument {
	const { dates, words } = writing;
	const meetings = [...new Set(records.map(({ conversationId }) => conversationId))].map((id) => ({
		id,
		ofOne: records.filter(({ conversationId }) => conversationId === id),
	}));
	return documentOf(writing, title(words.counted(records.length, words.decision)), [
		{
			heading: '',
			entries: meetings.map(({ id, ofOne }) =>
				groupOf(
					ofOne[0]?.conversationTitle ?? id,
					ofOne.map(({ decision, evidence }) => ({ ...entry(decision), evidence: evidenceText(evidence ?? null, words) })),
					[dates.day(ofOne[0]?.conversationDate ?? null), ...(ofOne[0]?.participants ?? []).map((name) => shownName(name, words))],
				),
			),
		},
		{ heading: words.notIncluded, entries: notIncluded(writing, more > 0 ? words.counted(more, words.moreDecision) : null, found, guests.note(words)) },
	]);
}

export const findDecisions = operation({
	id: 'findDecisions',
	name: 'Find Decisions',
	action: 'Find decisions',
	description:
		'Get what was decided in the meetings of a period, when and by whom. Uses no AI credit.',
	notes: 'It reads saved key points.',
	fields: periodFields,
	filters: {
		participant,
		external,
		topic: topicFilter,
	},
	options: {
		language,
		output: choice({
			label: 'Output',
			choices: [
				{ value: 'each', label: 'Each Decision', description: 'One result for each, for a spreadsheet, a database or a decision log' },
				{ value: 'together', label: 'All Together', description: TOGETHER, many: false },
			],
			default: 'each',
			description: 'How the decisions are returned',
			audience: 'people',
		}),
		withEvidence,
	},
	requests: `${PERIOD_REQUESTS}; ${ATTENDANCE_REQUESTS}; ${LANGUAGE_REQUESTS}`,
	credit: 'never',
	output: Decided,
	variants: [{ when: { output: ['together'] }, output: Together }],
	isList: true,
	async *run(session, { output, language: asLanguage, withEvidence: wantsEvidence, topic, participant: person, external: side, ...asked }, page) {
		const guests = peopleFilter(session, { participant: person, external: side });
		const period = periodOf(asked, session);
		const read = await find(session.task, period, guests.choose);
		hintProgress(session, read);
		const all = matching(read, topic, guests);
		hintDefaultPeriod(session, page, period.since, all.length);
		const isAll = guests.settle();
		const found = { ...read, complete: read.complete && isAll };
		const decided = found.meetings.reduce((sum, { decisions }) => sum + decisions.length, 0);
		if (decided === 0 && read.complete && isAll) hintNone(session, found.meetings.length, 'decisions');
		if (all.length === 0 && decided > 0) {
			const texts = read.meetings.flatMap(({ conversationTitle, headings, decisions }) => [
				conversationTitle ?? '',
				...headings,
				...decisions,
			]);
			session.hint(
				`The period has ${counted(decided, 'decision')}, but none match the filters. ${topic === undefined ? '' : topicAdvice(topic, texts, session.terms)}`.trim(),
			);
		}
		const { meetings: _, ...progress } = found;
		const shown = session.isAgent ? pageOf(all, page) : all.slice(0, page.limit);
		const foundEvidence = await evidenceFor(session, wantsEvidence, shown.map(({ conversationId, decision }) => ({ conversationId, text: decision })));
		const records = shown.map((record): Decision => ({
			...record,
			...guests.companies(record.conversationId),
			...(wantsEvidence && { evidence: foundEvidence.of(record.conversationId, record.decision) }),
		}));
		if (session.isAgent) {
			const { complete, stoppedBy, resumeAt } = progress;
			const decisions = byMeeting(
				records,
				({ decision, evidence }) => (wantsEvidence ? { decision, evidence } : decision),
				({ participants, externalCompanies }) => ({ participants, externalCompanies }),
			);
			yield shortPage({ decisions, complete, stoppedBy, resumeAt }, all, page);
			return;
		}
		if (output === 'together') {
			const writing = await writingFor(session, asLanguage);
			const title = titleFor(writing, rangeAsked(asked, session), { topic, participant: person, external: side });
			const written = documentTexts(decisionsDocument(records, all.length - records.length, found, guests, writing, title));
			yield result({ ...written, decisions: records, found: all.length, ...progress });
			return;
		}
		hintMore(session, all.length - records.length);
		for (const record of records) yield result(record);
	},
});
