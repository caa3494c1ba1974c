import * as z from 'zod/v4';
import { documentTexts, shownName, type TextDocument } from '../../../format/index.ts';
import type { Period } from '../../../meetings/index.ts';
import { FoundPassage, FoundPassages, searchTranscripts as search, SPAN_WORDS } from '../../../reports/index.ts';
import { counted } from '../../../words/index.ts';
import { allWords, choice, number, text } from '../../../forms/index.ts';
import { FINAL } from '../../hints.ts';
import { type Asked, operation, result } from '../../operation.ts';
import { language, LANGUAGE_REQUESTS, writingFor, type Writing } from '../../shared/language.ts';
import { TOGETHER, Written } from '../../shared/texts.ts';
import type { Session } from '../../session.ts';
import { ATTENDANCE_REQUESTS, external, peopleFilter, type PeopleFilter } from '../../shared/attendance.ts';
import { PERIOD_REQUESTS, periodFields, periodOf, rangeAsked } from '../../shared/period.ts';
import { userNameFor } from '../../shared/userName.ts';
import {
	byMeeting,
	datesOf,
	documentOf,
	entry,
	groupOf,
	hintDefaultPeriod,
	hintLeftOut,
	leftOutInHint,
	meetingName,
	namedBriefly,
	notIncluded,
	short,
	titleFor,
} from '../../shared/report.ts';

const Together = z.object({ ...Written.shape, ...FoundPassages.shape });

type FoundRecord = FoundPassage & { readonly externalCompanies?: readonly string[] };

/** Passages as a text, by meeting. */
function passagesDocument(found: FoundPassages, guests: PeopleFilter, writing: Writing, title: (what: string) => string): TextDocument {
	const { dates, words } = writing;
	return documentOf(writing, title(words.counted(found.passages.length, words.passage)), [
		{
			heading: '',
			entries: [...Map.groupBy(found.passages, ({ conversationId }) => conversationId).values()].flatMap((ofOne) =>
				ofOne.slice(0, 1).map((meeting) =>
					groupOf(
						meetingName(meeting),
						ofOne.map(({ text: said, speaker, time }) => entry(said, [time], speaker && shownName(speaker, words))),
						[dates.day(meeting.conversationDate)],
					),
				),
			),
		},
		{ heading: words.notIncluded, entries: notIncluded(writing, null, found, guests.note(words)) },
	]);
}

function hintSearch(
	session: Session,
	wanted: Period & { readonly query: string },
	{ passages, searched, unnamed, withoutTranscript, ...found }: FoundPassages,
	max: number | undefined,
	asked: Asked,
): void {
	const isFull = passages.length === max && found.stoppedBy === null;
	if (isFull && found.cursor !== null) {
		const goOn = session.isAgent ? '' : ' To continue, put the “cursor” of the last passage into “Continue After”.';
		session.hint(`There may be more in ${counted(found.left.meetings.length, 'meeting')}.${goOn}`);
	} else if (found.stoppedBy === null && found.left.unlisted === null && found.failed.length === 0) {
		session.hintIncomplete('Incomplete: meetings may be missing, because the list of meetings changed while it was read. Run it again.', found);
	} else if (!found.complete) hintLeftOut(session, leftOutInHint(found), found);
	if (withoutTranscript.length > 0)
		session.hint(
			`${counted(withoutTranscript.length, 'meeting has', 'meetings have')} no transcript: ${namedBriefly(withoutTranscript.map(meetingName))}.`,
		);
	if (unnamed > 0) {
		session.hintIncomplete(
			`In ${counted(unnamed, 'meeting')}, the words were said, but the transcript does not name the speaker. To get them too, search without “Speaker Contains”.`,
			FINAL,
		);
	}
	const isNothing = passages.length === 0 && unnamed === 0 && found.complete;
	// What says that nothing was found in some transcripts names the period as well.
	if (!isNothing || searched === 0) hintDefaultPeriod(session, asked, wanted.since, passages.length);
	if (!isNothing) return;
	const dates = datesOf(session);
	const { since, until } = wanted;
	const when = until === undefined ? `since ${dates.day(since)}` : `of ${dates.range(Date.parse(since), Date.parse(until))}`;
	const fewer = /\s/.test(wanted.query.trim()) ? `, or fewer words, since all must be within ${SPAN_WORDS} words of each other` : '';
	session.hint(
		searched === 0
			? 'No meeting in this period has a transcript and matches the filters. Choose a longer period.'
			: `Nothing was found in ${counted(searched, 'transcript')} ${when}. Choose a longer period${fewer}. An asterisk stands for any ending, as in renew*.`,
	);
}

/** Passages that an agent gets at once, unless it asks for fewer. */
export const AGENT_PASSAGES = 20;

const forAgent = ({ speaker, text: said, time, before, after }: FoundRecord): object => short({ speaker, text: said, time, before, after });

export const searchTranscripts = operation({
	id: 'searchTranscripts',
	name: 'Search Transcripts',
	action: 'Search transcripts',
	description:
		'Find where something was said in the meetings of a period, and by whom. Uses no AI credit.',
	notes: 'Returns the passage, who said it, when in the recording, and what was said before and after. Newest meeting first.',
	fields: {
		query: allWords({
			label: 'Search For',
			required: true,
			example: 'budget "next quarter" renew*',
			description: `All of these words (there is no OR), within ${SPAN_WORDS} words of each other; quotation marks find a phrase, renew* any ending`,
		}),
		...periodFields,
	},
	filters: {
		speaker: text({
			label: 'Speaker Contains',
			example: 'Maria',
			description: 'Only what somebody of this name said; me finds what you said, not me what others said',
		}),
		title: allWords({
			label: 'Title Contains',
			example: 'acme weekly',
			description: 'Only meetings with all of these words in their title, in any order',
		}),
		external,
	},
	options: {
		language,
		neighbors: number({
			label: 'Lines Before and After',
			whole: true,
			min: 0,
			max: 5,
			default: 1,
			description: 'How much of what was said before and after to add to each passage',
		}),
		cursor: text({
			label: 'Continue After',
			example: '1772614800000.1.3fa1c2.conv_1',
			description: 'The “cursor” of a passage, or the “next” of an earlier search with the same words: continues behind it',
		}),
		output: choice({
			label: 'Output',
			choices: [
				{ value: 'each', label: 'Each Passage', description: 'One result for each, with its meeting and a cursor' },
				{ value: 'together', label: 'All Together', description: TOGETHER, many: false },
			],
			default: 'each',
			description: 'How the passages are returned',
			audience: 'people',
		}),
	},
	requests: `${PERIOD_REQUESTS}, until the limit is reached; ${ATTENDANCE_REQUESTS}; ${LANGUAGE_REQUESTS}, or for your name if you speak in what is found`,
	credit: 'never',
	output: FoundPassage,
	variants: [{ when: { output: ['together'] }, output: Together }],
	isList: true,
	async *run(session, { query, speaker, title, external: side, neighbors, cursor, output, language: asLanguage, ...wanted }, asked) {
		const { limit } = asked;
		const max = session.isAgent ? Math.min(limit ?? AGENT_PASSAGES, AGENT_PASSAGES) : limit;
		const userName = await userNameFor(session, speaker);
		const guests = peopleFilter(session, { external: side });
		const period = periodOf(wanted, session);
		const read = await search(session.task, { ...period, query, speaker, title, choose: guests.choose, neighbors, cursor, userName, limit: max });
		hintSearch(session, { query, ...period }, read, max, asked);
		const isAll = guests.settle();
		const found = { ...read, complete: read.complete && isAll && read.unnamed === 0 };
		const { passages, ...progress } = found;
		const records = passages.map((passage): FoundRecord => ({ ...passage, ...guests.companies(passage.conversationId) }));
		if (session.isAgent) {
			const { complete, stoppedBy, resumeAt, cursor: next } = progress;
			const byEach = byMeeting(records, forAgent, ({ externalCompanies }) => ({ externalCompanies }));
			yield { json: { ...short({ passages: byEach, complete, stoppedBy, resumeAt }), searched: progress.searched }, ...(next !== null && { next }) };
			return;
		}
		if (output === 'together') {
			const writing = await writingFor(session, asLanguage);
			const title = titleFor(writing, rangeAsked(wanted, session), { topic: query, external: side });
			yield result({ ...documentTexts(passagesDocument(found, guests, writing, title)), passages: records, ...progress });
			return;
		}
		for (const record of records) yield result(record);
	},
});
