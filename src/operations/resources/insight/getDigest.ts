import * as z from 'zod/v4';
import { documentTexts, type Entry, type Figure, grouped, namesNobody, type TextDocument } from '../../../format/index.ts';
import { Digest, digest, withOwner, type Address, type NamingMeeting } from '../../../reports/index.ts';
import type { MeetingRef } from '../../../meetings/index.ts';
import { counted, plural } from '../../../words/index.ts';
import { boolean } from '../../../forms/index.ts';
import { operation, result, type Page, type Result } from '../../operation.ts';
import { textsLike } from '../../results/texts.ts';
import type { Session } from '../../session.ts';
import { textPart } from '../../results/textFile.ts';
import { addressBook, withEmailAddresses, type AddressBook } from './addresses.ts';
import { ATTENDANCE_REQUESTS, external, guestsOf, participant } from './attendance.ts';
import { datedByEvidence, evidenceFor, evidenceText, noEvidence, withEvidence } from './evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf, previousOf } from './period.ts';
import {
	datesOf,
	documentOf,
	dueNote,
	entry,
	groupOf,
	hintProgress,
	meetingName,
	notIncluded,
	short,
	taskEntries,
	topicAdvice,
	topicFilter,
} from './report.ts';

type Dates = ReturnType<typeof datesOf>;

const rangeOf = ({ since, until }: Pick<Digest, 'since' | 'until'>, dates: Dates): string =>
	dates.range(Date.parse(since), Date.parse(until));

const title = (found: Digest, dates: Dates, topic: string | undefined): string =>
	`Meetings${topic === undefined ? '' : ` on “${topic.trim()}”`}, ${rangeOf(found, dates)}`;

/** “+3”, with a real minus sign. */
function changeOf(now: number, before: number | undefined): string {
	if (before === undefined) return '';
	const change = Math.round((now - before) * 10) / 10;
	return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`;
}

function figuresOf({ totals, previous }: Digest): Figure[] {
	const before = previous?.totals;
	const figure = (count: number, label: string, was: number | undefined): Figure => ({
		value: count,
		label: plural(count, label),
		change: changeOf(count, was),
	});
	return [
		figure(totals.meetings, 'meeting', before?.meetings),
		// Zero if the service did not tell when meetings ended.
		...(totals.hours > 0 ? [figure(totals.hours, 'hour', before?.hours)] : []),
		figure(totals.decisions, 'decision', before?.decisions),
		figure(totals.actionItems, 'action item', before?.actionItems),
	];
}

function introOf({ previous, meetings, complete }: Digest, dates: Dates, topic: string | undefined): string {
	const zone = meetings.length > 0 ? `Times are in ${dates.zone}.` : '';
	if (previous) {
		const compared = `Compared with ${rangeOf(previous, dates)}.`;
		const all = previous.complete ? compared : `${compared} Not all meetings of that period were read.`;
		return zone ? `${all} ${zone}` : all;
	}
	if (meetings.length > 0 || !complete) return zone;
	return topic === undefined ? 'There were no meetings.' : 'No meetings were found.';
}

function meetingEntries({ meetings, topics }: Digest, dates: Dates): Entry[] {
	const topicsOf = new Map(topics.map((meeting) => [meeting.conversationId, meeting.topics]));
	return meetings.map((meeting) => {
		const { minutes, conversationId } = meeting;
		const notes = [minutes ? `${minutes} min` : null];
		const about = topicsOf.get(conversationId) ?? [];
		const line = entry(meetingName(meeting), notes, dates.dayAndTime(meeting.meetingDate));
		return about.length === 0 ? line : { ...line, entries: [entry(about.join(' · '))] };
	});
}

/** What was said in each meeting, below its title. */
const byMeeting = <M extends MeetingRef>(meetings: readonly M[], dates: Dates, textsOf: (meeting: M) => readonly string[], evidenceOf = noEvidence.of): Entry[] =>
	meetings.map((meeting) =>
		groupOf(
			meetingName(meeting),
			textsOf(meeting).map((text) => ({ ...entry(text), evidence: evidenceText(evidenceOf(meeting.conversationId, text)) })),
			[dates.day(meeting.meetingDate)],
		),
	);

const dateEntries = ({ importantDates }: Digest, dates: Dates): Entry[] =>
	importantDates.map((date) =>
		date.context === null
			? entry(dates.written(date.date), [meetingName(date)])
			: entry(date.context, [meetingName(date)], dates.written(date.date)),
	);

/** Max names in a digest; the data has all of them. */
const MAX_NAMES = 20;

function peopleEntries({ participants }: Digest): Entry[] {
	const people = participants.filter(({ name }) => !namesNobody(name));
	const names = people.slice(0, MAX_NAMES).map(({ name, meetings }) => (meetings > 1 ? `${name} (${counted(meetings, 'meeting')})` : name));
	const more = people.length - names.length;
	return [entry([...names, ...(more > 0 ? [`${more} more`] : [])].join(', '))];
}

/** A digest to read: the meetings and their outcomes. */
export function digestDocument(found: Digest, session: Pick<Session, 'timezone' | 'now'>, topic?: string, evidenceOf = noEvidence.of, guests: string | null = null): TextDocument {
	const dates = datesOf(session);
	const without = found.withoutKeyPoints.map((meeting) => entry(meetingName(meeting), ['no key points']));
	return documentOf(
		title(found, dates, topic),
		[
			{ heading: 'Meetings', entries: meetingEntries(found, dates) },
			{ heading: 'Decisions', entries: byMeeting(found.decisions, dates, ({ decisions }) => decisions, evidenceOf) },
			{ heading: 'Action items', entries: taskEntries(found.actionItems, ({ dueDate, conversationTitle, conversationId }) => [dueNote(dates, dueDate), conversationTitle ?? conversationId], (task) => evidenceText(evidenceOf(task.conversationId, task.item))) },
			{ heading: 'Open questions', entries: byMeeting(found.openQuestions, dates, ({ questions }) => questions) },
			{ heading: 'Important dates', entries: dateEntries(found, dates) },
			{ heading: 'People', entries: peopleEntries(found) },
			{ heading: 'Not included', entries: [...notIncluded(null, found, guests), ...without] },
		],
		{ figures: figuresOf(found), intro: introOf(found, dates, topic) },
	);
}

/** What a digest says was decided or agreed. */
const claimsOf = ({ decisions, actionItems }: Digest) => [
	...decisions.flatMap(({ conversationId, decisions: texts }) => texts.map((text) => ({ conversationId, kind: 'decision', text }))),
	...actionItems.flatMap(({ items }) => items.map(({ conversationId, item }) => ({ conversationId, kind: 'actionItem', text: item }))),
];

/** Whom the key points of each meeting name. */
function namesIn({ meetings, actionItems, participants }: Digest): NamingMeeting[] {
	const named = grouped(
		[
			...actionItems.flatMap(({ items }) => items.flatMap(({ conversationId, owner }) => (owner === null ? [] : [{ conversationId, name: owner }]))),
			...participants.flatMap(({ name, conversationIds }) => conversationIds.map((conversationId) => ({ conversationId, name }))),
		],
		({ conversationId }) => conversationId,
	);
	return meetings.map(({ conversationId, meetingDate, linkedCalendarEventId }) => {
		const names = new Set(named.get(conversationId)?.map(({ name }) => name));
		return { conversationId, meetingDate, linkedCalendarEventId, names: [...names] };
	});
}

/** The address of a participant: one that is the same in all their meetings. */
function sameIn({ name, conversationIds }: Digest['participants'][number], { person }: AddressBook): Partial<Address> {
	const [first, ...others] = conversationIds.map((conversationId) => person(conversationId, name));
	return first && others.every(({ email }) => email === first.email) ? first : { email: null, contactId: null };
}

/** The text has everything; the rest tells an agent what to ask for next. */
const forAgent = (text: string, { since, until, meetings, complete, stoppedBy, resumeAt, left }: Digest, { skip = 0 }: Page): Result => {
	const { next, ...part } = textPart(text, skip);
	const conversations = meetings.map(({ conversationId, meetingTitle }) => ({ conversationId, meetingTitle }));
	const meetingsNotRead = complete ? null : left.meetings.length + (left.unlisted ?? 0) || null;
	const json = { ...part, ...short({ ...(skip === 0 && { since, until, conversations }), stoppedBy, resumeAt, meetingsNotRead }), complete: complete && next === undefined };
	return { json, ...(next !== undefined && { next }) };
};

const Sample = textsLike({
	title: 'Meetings, 26 October – 2 November 2026',
	figures: [
		{ value: 3, label: 'meetings', change: '' },
		{ value: 2.5, label: 'hours', change: '' },
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
	notes: 'Made of saved key points: which meetings took place, their topics, what was decided, who has to do what, open questions and important dates, with totals. Lists what is left out.',
	fields: periodFields,
	filters: { participant, external, topic: topicFilter },
	options: {
		compare: boolean({
			label: 'Compare With Previous Period',
			default: false,
			description:
				'Whether to add the totals of the period before, such as last week for this week',
		}),
		withEvidence,
		withOwnerEmail: withEmailAddresses,
	},
	requests: `${PERIOD_REQUESTS}; ${ATTENDANCE_REQUESTS}`,
	credit: 'never',
	output: Output,
	async *run(session, { withEvidence: wantsEvidence, withOwnerEmail: isAddressed, topic, participant: person, external: side, compare, ...asked }, page) {
		const previous = compare ? previousOf(asked, session) : undefined;
		const guests = guestsOf(session, { participant: person, external: side });
		let unmatched: readonly string[] | undefined;
		const read = await digest(session.task, periodOf(asked, session), { topic, previous, choose: guests.choose, isWanted: guests.areIn, onNothing: (texts) => void (unmatched = texts) });
		hintProgress(session, read);
		const isAll = guests.settle();
		const meetings = read.meetings.map((meeting) => ({ ...meeting, ...guests.companies(meeting.conversationId) }));
		const found = { ...read, meetings, complete: read.complete && isAll };
		if (found.previous?.complete === false) session.hint('Not all meetings of the previous period were read, so its totals are too low.');
		if (topic !== undefined && unmatched && read.complete) session.hint(`No meetings on “${topic}” were found in this period. ${topicAdvice(topic, unmatched, session.terms) || 'Choose a longer period.'}`);
		const claims = claimsOf(found);
		const foundEvidence = await evidenceFor(session, wantsEvidence, claims);
		const dated = datedByEvidence(foundEvidence, session);
		const book = await addressBook(session, isAddressed, isAddressed ? namesIn(found) : []);
		const digested = {
			...found,
			actionItems: found.actionItems.map(({ owner, items }) => ({ owner, items: items.map((item) => withOwner(dated(item, item.conversationDate), book.owner(item))) })),
			participants: found.participants.map((person) => ({ ...person, ...sameIn(person, book) })),
		};
		const written = documentTexts(digestDocument(digested, session, topic, foundEvidence.of, guests.note()));
		const evidence = claims.flatMap((claim) => {
			const passage = foundEvidence.of(claim.conversationId, claim.text);
			return passage ? [{ ...claim, ...passage }] : [];
		});
		yield session.isAgent ? forAgent(written.markdown, found, page) : result({ ...written, ...digested, ...(wantsEvidence && { evidence }) });
	},
});
