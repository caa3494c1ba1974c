import { dateWords, type DateWords, type Entry, namesNobody, oneLine, priorityNote, quoted, shownName, type TextDocument, type Words, wordsIn } from '../../format/index.ts';
import { missingWords, type ReadingProgress } from '../../reports/index.ts';
import { type MeetingRef, meetingRefOf, type Period } from '../../meetings/index.ts';
import { allowMore, counted, plural } from '../../words/index.ts';
import { allWords, isBlank, type Terms, textIn } from '../../forms/index.ts';
import { cursorAfter, refuseChanged } from '../cursor.ts';
import { FINAL, type WhyIncomplete } from '../hints.ts';
import { type Asked, result, type Page, type Result } from '../operation.ts';
import type { Writing } from './language.ts';
import { periodFields } from './period.ts';
import type { Session } from '../session.ts';

// Shared by the reports and hints of operations across meetings.

/** The words to search for, in operations across meetings. */
export const topicFilter = allWords({
	label: 'Topic',
	example: 'pricing acme',
	description:
		'Only what has all of these words in the title, a heading, a decision or an action item',
});

/** Writes dates in the time zone of a run. */
export const datesOf = ({ timezone, now }: Pick<Session, 'timezone' | 'now'>): DateWords => dateWords(timezone, now());

export const entry = (
	words: string | null,
	notes: readonly (string | null)[] = [],
	label: string | null = null,
): Entry => ({
	label: oneLine(label),
	text: oneLine(words),
	note: notes.map(oneLine).filter(Boolean).join(', '),
});

/** What limits a report. A title names it, or few would pass for all. */
export interface Narrowed {
	readonly topic?: string | undefined;
	readonly participant?: string | undefined;
	readonly external?: boolean | undefined;
	readonly owner?: string | undefined;
	readonly status?: 'open' | 'overdue' | undefined;
}

/** The title of a report: “2 decisions on “pricing” with “Priya”, 27 October – 26 November”. */
export const titleFor =
	({ words, dates }: Writing, { since, until }: Required<Period>, { topic, participant, external, owner, status }: Narrowed) =>
	(what: string): string => {
		const named = (text: string): string => words.quoted(text.trim());
		const about = topic === undefined ? what : words.about(what, named(topic));
		const parts = [
			participant === undefined ? about : `${about} ${words.withPerson(named(participant))}`,
			external === undefined ? '' : external ? words.externalOnly : words.internalOnly,
			status === undefined ? '' : words[status],
			owner === undefined ? '' : words.ownedBy(named(owner)),
			dates.range(Date.parse(since), Date.parse(until)),
		];
		return parts.filter(Boolean).join(', ');
	};

/** A list with its own heading. */
export const groupOf = (heading: string, entries: readonly Entry[], notes: readonly (string | null)[] = []): Entry => ({
	...entry(heading, notes),
	entries: entries.filter(({ text: words }) => words !== ''),
});

/** A document without what is empty. */
export const documentOf = (
	{ words }: Writing,
	title: string,
	blocks: TextDocument['blocks'],
	head: Pick<TextDocument, 'figures' | 'intro'> = {},
): TextDocument => ({
	title: oneLine(title),
	words,
	...head,
	blocks: blocks
		.map(({ heading, entries }) => ({
			heading,
			entries: entries.filter(({ text: said, entries: inner }) => said !== '' && inner?.length !== 0),
		}))
		.filter(({ entries }) => entries.length > 0),
});

export const meetingName = ({ conversationTitle, conversationId }: MeetingRef): string =>
	conversationTitle?.trim() || conversationId;

/** Most are of medium priority, which need not be said. */
const priorityOf = (priority: string | null, words: Words): string | null => (priority === 'high' || priority === 'low' ? priorityNote(priority, words) : null);

/** “due 27 November”, with the time of day if it has one. Null if there is no due date. */
export function dueNote({ dates, words }: Writing, dueDate: string | null): string | null {
	if (dueDate === null) return null;
	return words.due(dueDate.includes('T') ? dates.dayAndTime(dueDate) : dates.written(dueDate));
}

interface Task extends MeetingRef {
	readonly item: string;
	readonly priority: string | null;
}

/** Who has to do what. `from`: the text that names an action item’s meeting. People without a name are told apart by meeting. */
export const taskEntries = <T extends Task>(
	{ words }: Writing,
	owners: readonly { readonly owner: string | null; readonly items: readonly T[] }[],
	from: (task: T) => readonly (string | null)[],
	evidenceOf: (task: T) => string | null = () => null,
): Entry[] =>
	owners.map(({ owner, items }) =>
		groupOf(
			owner === null ? words.noOwner : shownName(owner, words),
			items.map((task) => ({ ...entry(task.item, [priorityOf(task.priority, words), ...from(task)]), evidence: evidenceOf(task) })),
			owner !== null && namesNobody(owner) ? items.slice(0, 1).map(meetingName) : [],
		),
	);

/** What a text leaves out, because of a limit or because not everything was read, and when that can be read. */
export const notIncluded = (
	{ words, dates }: Writing,
	more: string | null,
	found: Omit<ReadingProgress, 'withoutKeyPoints'>,
	guests: string | null = null,
): Entry[] => [
	entry(more),
	entry(found.complete ? null : leftOut(found, words), [
		found.stoppedBy === 'limit' && found.resumeAt !== null ? words.againOn(dates.momentFrom(found.resumeAt)) : null,
	]),
	entry(guests),
];

/** Why a job stopped, and how to continue. */
function stopWords({ stoppedBy, resumeAt }: WhyIncomplete, session: Session): string {
	switch (stoppedBy) {
		case 'budget':
			return `this run used up its requests. ${textIn(allowMore, session.terms)}`;
		case 'time':
			return 'the time is up. Ask for less at once';
		case 'limit':
			return `this hour’s requests are used up. Run it again ${resumeAt === null ? 'later' : `on ${datesOf(session).momentFrom(resumeAt)}`}`;
		case 'failures':
			return 'too many requests failed. Run it again in a few minutes';
		case null:
			return 'some requests failed. Run it again in a few minutes';
	}
}

/** Says that something was left out, why, and when to continue. */
export function hintLeftOut(session: Session, what: string, stop: WhyIncomplete): void {
	session.hintIncomplete(`Incomplete: ${what}, because ${stopWords(stop, session)}.`, stop);
}

/** How many meetings were not read, in words. */
export function leftOut({ left: { meetings, unlisted }, failed }: Pick<ReadingProgress, 'failed' | 'left'>, words = wordsIn('en')): string {
	const count = meetings.length + (unlisted ?? 0) + failed.length;
	if (count === 0 && unlisted === 0) return '';
	const counted = words.counted(count, words.leftOut);
	if (unlisted === null) return count > 0 ? words.atLeast(counted) : words.someLeftOut;
	return counted;
}

/** Meetings that a hint names; the data has all of them. */
const MAX_NAMED = 5;

/** “Pilot”, “Stand-up” and 3 more. */
export function namedBriefly(names: readonly string[]): string {
	const named = names.slice(0, MAX_NAMED).map((name) => quoted(name)).join(', ');
	return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named;
}

/** What a hint says was left out: meetings that could not be read by name, since nothing else tells an agent which they are. */
export const leftOutInHint = (progress: Omit<ReadingProgress, 'withoutKeyPoints'>): string =>
	[leftOut(progress), ...(progress.stoppedBy === null && progress.failed.length > 0 ? [`(${namedBriefly(progress.failed.map(meetingName))})`] : [])].join(' ');

/**
 * Hints about an operation across meetings, for the person looking at its results. Meetings without key points were read all the
 * same: they leave a report as complete as it can be.
 */
export function hintProgress(session: Session, progress: ReadingProgress): void {
	const isChanged = progress.stoppedBy === null && progress.left.unlisted === null && progress.failed.length === 0;
	if (isChanged) session.hintIncomplete('Incomplete: meetings may be missing, because the list of meetings changed while it was read. Run it again.', progress);
	else if (!progress.complete) hintLeftOut(session, leftOutInHint(progress), progress);
	const without = progress.withoutKeyPoints.length;
	if (without === 0) return;
	const generate = textIn(({ operation }) => operation('Key Points', 'Get or Generate'), session.terms);
	session.hintIncomplete(
		`${counted(without, 'meeting had no saved key points and is', 'meetings had no saved key points and are')} missing here: ${namedBriefly(progress.withoutKeyPoints.map(meetingName))}. ${generate} creates them for one AI credit per meeting.`,
		FINAL,
	);
}

/** How to get what belongs to somebody whom key points do not name. */
export const UNNAMED_TOO = 'To get them too, set “Owner Contains” to not me';

/**
 * Says how many action items belong to somebody whom key points do not name: they may be the wanted owner’s. `next`: how to get
 * them.
 */
export function hintUnnamed(session: Session, unnamed: readonly Pick<MeetingRef, 'conversationId'>[], next: string): void {
	if (unnamed.length === 0) return;
	const meetings = new Set(unnamed.map(({ conversationId }) => conversationId)).size;
	session.hintIncomplete(
		`${counted(unnamed.length, 'action item', 'action items')} of ${counted(meetings, 'meeting')} ${plural(unnamed.length, 'belongs', 'belong')} to a participant who is not named. ${next}.`,
		FINAL,
	);
}

/** Where to look for words that key points do not have. */
export const whatWasSaid = ({ operation }: Terms): string => `To find what was said, use ${operation('Insight', 'Search Transcripts')}`;

/** Advice on why nothing was found for a topic of several words. `texts`: everything that was searched. */
export function topicAdvice(topic: string, texts: readonly string[], terms: Terms): string {
	const missing = missingWords(topic, texts).map((word) => quoted(word));
	const said = whatWasSaid(terms);
	if (missing.length > 0)
		return `No title, heading or result in this period contains ${missing.join(' or ')}. Try other words, or choose a longer period. ${said}.`;
	return /\S\s+\S/.test(topic) ? `Each of these words occurs, but not together. Try fewer words. ${said}.` : '';
}

/** When the key points of a whole period have no decision, action item or the like. `read`: meetings that have key points. */
export function hintNone({ hint }: Session, read: number, what: string): void {
	const meetings = `${counted(read, 'meeting in this period has', 'meetings in this period have')} saved key points, but no ${what}`;
	hint(`${read === 0 ? 'No meeting in this period has saved key points' : meetings}. Choose a longer period.`);
}

/**
 * From when on meetings were read, where the period was left out: what was found may pass for all there is. Where a person finds
 * nothing, other advice is about the period.
 */
export function hintDefaultPeriod(session: Session, { valueOf, isFilled }: Asked, since: string, found: number): void {
	if (found === 0 && !session.isAgent) return;
	const { period } = periodFields;
	const value = valueOf('period', period);
	// A person sees what a form starts with, an agent does not.
	const isStart = session.isAgent && value === period.default && isFilled?.('period', period) === false;
	if (isBlank(value) || isStart) session.hint(`Only meetings since ${datesOf(session).day(since)} were read.`);
}

/** Says that a limit left out results. */
export function hintMore({ hint }: Session, more: number): void {
	if (more > 0) hint(`${counted(more, 'more was', 'more were')} found. Raise the limit to get them.`);
}

const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** A record for an AI agent, without empty fields, since each token costs it. */
export const short = (record: object): Record<string, unknown> =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));

/** Records for an AI agent, grouped by meeting, so that each meeting is named only once. */
export const byMeeting = <T extends MeetingRef>(
	records: readonly T[],
	itemOf: (record: T) => unknown,
	more: (first: T) => object = () => ({}),
): object[] =>
	[...Map.groupBy(records, ({ conversationId }) => conversationId).values()].flatMap(([first, ...others]) =>
		first
			? [short({ ...meetingRefOf(first), ...more(first), items: [first, ...others].map(itemOf) })]
			: [],
	);

/** Entries per list for an AI agent, unless it asks for another number. */
const MAX_ENTRIES = 25;

/** The part of a list that an AI agent asks for. */
export function pageOf<T>(list: readonly T[], page: Page): readonly T[] {
	const { limit = MAX_ENTRIES, skip = 0 } = page;
	refuseChanged(list.slice(0, skip), page);
	return list.slice(skip, skip + limit);
}

/** A report with one page of `all`, which says whether that is all and where to continue. */
export function shortPage(
	report: Readonly<Record<string, unknown>> & { readonly complete: boolean },
	all: readonly unknown[],
	{ limit = MAX_ENTRIES, skip = 0 }: Page,
): Result {
	const found = all.length;
	const end = skip + limit;
	if (found <= end) return result(short({ ...report, found }));
	return { json: short({ ...report, found, complete: false, notShown: found - end }), next: cursorAfter(end, all.slice(0, end)) };
}

/**
 * A report for an AI agent: without anything empty, and with the requested entries of each list. It says how many more
 * there are, and is complete only if there are none.
 */
export function shortReport(report: Readonly<Record<string, unknown>> & { readonly complete: boolean }, page: Page): Result {
	const { limit = MAX_ENTRIES, skip = 0 } = page;
	const end = skip + limit;
	const until = (index: number) => Object.values(report).map((value) => (Array.isArray(value) ? value.slice(0, index) : null));
	refuseChanged(until(skip), page);
	const kept = Object.entries(short(report)).map(([name, value]) => [name, Array.isArray(value) ? value.slice(skip, end) : value]);
	const left = Object.entries(report).flatMap(([name, value]) => (Array.isArray(value) && value.length > end ? [[name, value.length - end]] : []));
	const json = short(Object.fromEntries(kept));
	if (left.length === 0) return result(json);
	return { json: { ...json, complete: false, notShown: Object.fromEntries(left) }, next: cursorAfter(end, until(end)) };
}
