import * as z from 'zod/v4';
import { documentTexts, type Entry, type Figure, namesNobody, type Plural, quoted, shownName, type TextDocument, type Words } from '../../../format/index.ts';
import { Digest, digest, withOwner, type Address, type NamingMeeting } from '../../../reports/index.ts';
import { hasTranscript, type MeetingRef } from '../../../meetings/index.ts';
import { boolean } from '../../../forms/index.ts';
import { FOR_NOW } from '../../hints.ts';
import { operation, result, type Page, type Result } from '../../operation.ts';
import { language, LANGUAGE_REQUESTS, writingFor, type Writing } from '../../shared/language.ts';
import { textsLike } from '../../shared/texts.ts';
import { textPart } from '../../shared/textFile.ts';
import { addressBook, withEmailAddresses, type AddressBook } from '../../shared/addresses.ts';
import { ATTENDANCE_REQUESTS, external, peopleFilter, participant } from '../../shared/attendance.ts';
import { datedByEvidence, evidenceFor, evidenceText, noEvidence, withEvidence } from '../../shared/evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf, previousOf } from '../../shared/period.ts';
import {
	documentOf,
	dueNote,
	entry,
	groupOf,
	hintProgress,
	meetingName,
	notIncluded,
	type Narrowed,
	short,
	taskEntries,
	titleFor,
	topicAdvice,
	topicFilter,
} from '../../shared/report.ts';

const rangeOf = ({ since, until }: Pick<Digest, 'since' | 'until'>, { dates }: Writing): string =>
	dates.range(Date.parse(since), Date.parse(until));

/** “+3”, with a real minus sign. */
function changeOf(now: number, before: number | undefined, { number, noChange }: Words): string {
	if (before === undefined) return '';
	const change = Math.round((now - before) * 10) / 10;
	return change === 0 ? noChange : `${change > 0 ? '+' : '−'}${number(Math.abs(change))}`;
}

function figuresOf({ totals, previous, complete }: Digest, { words }: Writing): Figure[] {
	const before = previous?.totals;
	// Zero means nothing while some meetings were not read.
	const figure = (count: number, label: Plural, was: number | undefined): Figure[] =>
		count === 0 && !complete ? [] : [{ value: words.number(count), label: words.plural(count, label), change: changeOf(count, was, words) }];
	return [
		...figure(totals.meetings, words.meeting, before?.meetings),
		// Zero if the service did not tell when meetings ended.
		...(totals.hours > 0 ? figure(totals.hours, words.hour, before?.hours) : []),
		...figure(totals.decisions, words.decision, before?.decisions),
		...figure(totals.actionItems, words.actionItem, before?.actionItems),
	];
}

/** Which of the meetings that are counted the other figures are about; empty if all of them. */
function partOf({ meetings, left, failed }: Digest, { words }: Writing): string {
	const unread = new Set([...left.meetings, ...failed].map(({ conversationId }) => conversationId));
	const read = meetings.filter(({ conversationId }) => !unread.has(conversationId)).length;
	return read === 0 || read === meetings.length ? '' : words.resultsOf(words.number(read), words.counted(meetings.length, words.meeting));
}

function introOf(digested: Digest, writing: Writing, narrowed: Narrowed): string {
	const { words, dates } = writing;
	const { previous, meetings, complete } = digested;
	const compared = previous ? [words.comparedWith(rangeOf(previous, writing)), ...(previous.complete ? [] : [words.partlyRead])] : [];
	const zone = meetings.length > 0 ? words.timesIn(dates.zone) : '';
	if (previous || meetings.length > 0 || !complete) return [partOf(digested, writing), ...compared, zone].filter(Boolean).join(' ');
	return Object.values(narrowed).every((filter) => filter === undefined) ? words.noMeetings : words.noneFound;
}

function meetingEntries({ meetings, topics }: Digest, { dates, words }: Writing): Entry[] {
	const topicsOf = new Map(topics.map((meeting) => [meeting.conversationId, meeting.topics]));
	return meetings.map((meeting) => {
		const { minutes, conversationId } = meeting;
		// Failed recordings are listed as well, with a note.
		const notes = [minutes ? words.minutes(minutes) : null, hasTranscript(meeting) ? null : words.noTranscript];
		const about = topicsOf.get(conversationId) ?? [];
		const line = entry(meetingName(meeting), notes, dates.dayAndTime(meeting.conversationDate));
		return about.length === 0 ? line : { ...line, entries: [entry(about.join(' · '))] };
	});
}

/** What was said in each meeting, below its title. */
const textEntries = <M extends MeetingRef>(
	meetings: readonly M[],
	{ dates, words }: Writing,
	textsOf: (meeting: M) => readonly string[],
	evidenceOf = noEvidence.of,
): Entry[] =>
	meetings.map((meeting) =>
		groupOf(
			meetingName(meeting),
			textsOf(meeting).map((text) => ({ ...entry(text), evidence: evidenceText(evidenceOf(meeting.conversationId, text), words) })),
			[dates.day(meeting.conversationDate)],
		),
	);

const dateEntries = ({ importantDates }: Digest, { dates }: Writing): Entry[] =>
	importantDates.map((date) =>
		date.context === null
			? entry(dates.written(date.date), [meetingName(date)])
			: entry(date.context, [meetingName(date)], dates.written(date.date)),
	);

/** Max names in a digest; the data has all of them. */
const MAX_NAMES = 20;

function peopleEntries({ participants }: Digest, { words }: Writing): Entry[] {
	const people = participants.filter(({ name }) => !namesNobody(name));
	const names = people
		.slice(0, MAX_NAMES)
		.map(({ name, meetings }) => `${shownName(name, words)}${meetings > 1 ? ` (${words.counted(meetings, words.meeting)})` : ''}`);
	const more = people.length - names.length;
	return [entry(words.listed([...names, ...(more > 0 ? [words.counted(more, words.more)] : [])]))];
}

/** A digest to read: the meetings and their outcomes. */
export function digestDocument(
	found: Digest,
	writing: Writing,
	narrowed: Narrowed,
	evidenceOf = noEvidence.of,
	guests: string | null = null,
): TextDocument {
	const { words } = writing;
	const without = found.withoutKeyPoints.map((meeting) => entry(meetingName(meeting), [words.noKeyPoints]));
	return documentOf(
		writing,
		titleFor(writing, found, narrowed)(words.meetings),
		[
			{ heading: words.meetings, entries: meetingEntries(found, writing) },
			{ heading: words.decisions, entries: textEntries(found.decisions, writing, ({ decisions }) => decisions, evidenceOf) },
			{
				heading: words.actionItems,
				entries: taskEntries(
					writing,
					found.actionItems,
					({ dueDate, conversationTitle, conversationId }) => [dueNote(writing, dueDate), conversationTitle ?? conversationId],
					(task) => evidenceText(evidenceOf(task.conversationId, task.item), words),
				),
			},
			{ heading: words.openQuestions, entries: textEntries(found.openQuestions, writing, ({ questions }) => questions) },
			{ heading: words.importantDates, entries: dateEntries(found, writing) },
			{ heading: words.people, entries: peopleEntries(found, writing) },
			{ heading: words.notIncluded, entries: [...notIncluded(writing, null, found, guests), ...without] },
		],
		{ figures: figuresOf(found, writing), intro: introOf(found, writing, narrowed) },
	);
}

/** The decisions and action items of a digest, to find where they were said. */
const claimsOf = ({ decisions, actionItems }: Digest) => [
	...decisions.flatMap(({ conversationId, decisions: texts }) => texts.map((text) => ({ conversationId, kind: 'decision', text }))),
	...actionItems.flatMap(({ items }) => items.map(({ conversationId, item }) => ({ conversationId, kind: 'actionItem', text: item }))),
];

/** The names in the key points of each meeting. */
function namesIn({ meetings, actionItems, participants }: Digest): NamingMeeting[] {
	const named = Map.groupBy(
		[
			...actionItems.flatMap(({ items }) => items.flatMap(({ conversationId, owner }) => (owner === null ? [] : [{ conversationId, name: owner }]))),
			...participants.flatMap(({ name, conversationIds }) => conversationIds.map((conversationId) => ({ conversationId, name }))),
		],
		({ conversationId }) => conversationId,
	);
	return meetings.map(({ conversationId, conversationDate, linkedCalendarEventId }) => {
		const names = new Set(named.get(conversationId)?.map(({ name }) => name));
		return { conversationId, conversationDate, linkedCalendarEventId, names: [...names] };
	});
}

/** The address of a participant, if it is the same in all their meetings. */
function sameIn({ name, conversationIds }: Digest['participants'][number], { person }: AddressBook): Partial<Address> {
	const [first, ...others] = conversationIds.map((conversationId) => person(conversationId, name));
	return first && others.every(({ email }) => email === first.email) ? first : { email: null, contactId: null };
}

/** The text has everything; the rest tells an agent what to ask for next. */
const forAgent = (text: string, { since, until, meetings, complete, stoppedBy, resumeAt, left }: Digest, page: Page): Result => {
	const { next, ...part } = textPart(text, page);
	const conversations = meetings.map(({ conversationId, conversationTitle }) => ({ conversationId, conversationTitle }));
	const meetingsNotRead = complete ? null : left.meetings.length + (left.unlisted ?? 0) || null;
	const json = {
		...part,
		...short({ ...(!page.skip && { since, until, conversations }), stoppedBy, resumeAt, meetingsNotRead }),
		complete: complete && next === undefined,
	};
	return { json, ...(next !== undefined && { next }) };
};

const Sample = textsLike({
	title: 'Meetings, 26 October – 2 November 2026',
	figures: [
		{ value: '3', label: 'meetings', change: '' },
		{ value: '2.5', label: 'hours', change: '' },
	],
	blocks: [{ heading: 'Decisions', entries: [groupOf('Pilot review', [entry('The roll-out starts on 1 December')], ['2 November'])] }],
});

const Output = z.object({ ...Sample.shape, ...Digest.shape });

export const getDigest = operation({
	id: 'getDigest',
	name: 'Get Digest',
	action: 'Get meeting digest',
	description:
		'Get what happened in the meetings of a period: topics, decisions, action items. Uses no AI credit.',
	notes: 'Made of saved key points, with open questions, important dates and totals. Lists what is left out.',
	fields: periodFields,
	filters: {
		participant,
		external,
		topic: { ...topicFilter, description: 'Only what has all of these words in the title or the key points' },
	},
	options: {
		compare: boolean({
			label: 'Compare With Previous Period',
			default: false,
			description:
				'Whether to add the totals of the period before, such as last week for this week',
		}),
		language,
		withEvidence,
		withOwnerEmail: withEmailAddresses,
	},
	requests: `${PERIOD_REQUESTS}; ${ATTENDANCE_REQUESTS}; ${LANGUAGE_REQUESTS}`,
	credit: 'never',
	output: Output,
	async *run(
		session,
		{
			language: asLanguage,
			withEvidence: wantsEvidence,
			withOwnerEmail: isAddressed,
			topic,
			participant: person,
			external: side,
			compare,
			...asked
		},
		page,
	) {
		const previous = compare ? previousOf(asked, session) : undefined;
		const guests = peopleFilter(session, { participant: person, external: side });
		let unmatched: readonly string[] | undefined;
		const read = await digest(session.task, periodOf(asked, session), {
			topic,
			previous,
			choose: guests.choose,
			isWanted: guests.areIn,
			onNothing: (texts) => void (unmatched = texts),
		});
		hintProgress(session, read);
		const isAll = guests.settle(read.since);
		const meetings = read.meetings.map((meeting) => ({ ...meeting, ...guests.companies(meeting.conversationId) }));
		const before = read.previous && { ...read.previous, complete: read.previous.complete && !guests.isUnsureBefore(read.since) };
		const found = { ...read, meetings, previous: before, complete: read.complete && isAll };
		if (found.previous?.complete === false)
			session.hintIncomplete('Not all meetings of the previous period were read, so its totals are too low.', FOR_NOW);
		if (topic !== undefined && unmatched && read.complete)
			session.hint(
				`No meetings on ${quoted(topic)} were found in this period. ${topicAdvice(topic, unmatched, session.terms) || 'Choose a longer period.'}`,
			);
		const claims = claimsOf(found);
		const foundEvidence = await evidenceFor(session, wantsEvidence, claims);
		const dated = datedByEvidence(foundEvidence, session);
		const book = await addressBook(session, isAddressed, isAddressed ? namesIn(found) : []);
		const digested = {
			...found,
			actionItems: found.actionItems.map(({ owner, items }) => ({
				owner,
				items: items.map((item) => withOwner(dated(item, item.conversationDate), book.owner(item))),
			})),
			participants: found.participants.map((person) => ({ ...person, ...sameIn(person, book) })),
		};
		const writing = await writingFor(session, asLanguage);
		const narrowed = { topic, participant: person, external: side };
		const written = documentTexts(digestDocument(digested, writing, narrowed, foundEvidence.of, guests.note(writing.words, read.since)));
		const evidence = claims.flatMap((claim) => {
			const passage = foundEvidence.of(claim.conversationId, claim.text);
			return passage ? [{ ...claim, ...passage }] : [];
		});
		yield session.isAgent ? forAgent(written.markdown, found, page) : result({ ...written, ...digested, ...(wantsEvidence && { evidence }) });
	},
});
