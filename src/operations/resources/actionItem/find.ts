import * as z from 'zod/v4';
import { DAY_MS } from '../../../api/index.ts';
import { type ActionItemRecord, documentTexts, dueDates, type Entry, quoted } from '../../../format/index.ts';
import { allWords, choice, choices, dateTime, type InputOf, number, text } from '../../../forms/index.ts';
import { maybeText, personMatcher, type OpenItems } from '../../../meetings/index.ts';
import {
	actionItemMatcher,
	ActionItemRow,
	findActionItems as find,
	groupByOwner,
	OWN_ITEMS,
	ownerMatcher,
	ownersIn,
	ReadingProgress,
	topicMatcher,
	unnamedOwner,
	withOwner,
	type Evidence,
	type OwnerAddress,
} from '../../../reports/index.ts';
import { counted, plural } from '../../../words/index.ts';
import { FOR_NOW } from '../../hints.ts';
import { type Asked, operation, type Page, result, type Result } from '../../operation.ts';
import type { Session } from '../../session.ts';
import { addressBook, withOwnerEmail } from '../../shared/addresses.ts';
import { ATTENDANCE_REQUESTS, external, participant, peopleFilter, type PeopleFilter } from '../../shared/attendance.ts';
import { datedByEvidence, evidenceFor, evidenceText, withEvidence } from '../../shared/evidence.ts';
import { language, LANGUAGE_REQUESTS, writingFor, type Writing } from '../../shared/language.ts';
import { PERIOD_REQUESTS, periodFields, periodOf, rangeAsked, rangeOfDate } from '../../shared/period.ts';
import {
	byMeeting,
	datesOf,
	documentOf,
	dueNote,
	hintDefaultPeriod,
	hintMore,
	hintNone,
	hintProgress,
	hintUnnamed,
	namedBriefly,
	notIncluded,
	pageOf,
	short,
	shortPage,
	taskEntries,
	titleFor,
	topicAdvice,
	topicFilter,
	UNNAMED_TOO,
} from '../../shared/report.ts';
import { TOGETHER, Written } from '../../shared/texts.ts';
import { priorityChoices } from '../keyPoints.ts';
import { userNameFor } from '../../shared/userName.ts';

const Found = ActionItemRow.extend({ participants: z.array(z.string()).describe('Who took part in the meeting, as named by its key points') });

const Together = z.object({ ...Written.shape, actionItems: z.array(Found), found: z.number(), ...ReadingProgress.shape });

const OfOwner = z.object({ owner: ActionItemRow.shape.owner, ownerEmail: maybeText, ...Written.shape, actionItems: z.array(Found) });

const filters = {
	minAgeDays: number({
		label: 'Minimum Age (Days)',
		min: 0,
		initial: 7,
		description: 'Only action items from meetings that started at least this many days ago',
		audience: 'people',
	}),
	participant,
	external,
	status: choice({
		label: 'Status',
		initial: 'open',
		choices: [
			{ value: 'open', label: 'Open', description: 'Without those that the memory feature knows to be done' },
			{ value: 'overdue', label: 'Overdue', description: 'The same, with a due date that has passed' },
		],
		description: 'Only action items that are not known to be done',
	}),
	dueBefore: dateTime({
		label: 'Due Before',
		description: 'Only action items that have a due date before this time',
	}),
	owner: text({
		label: 'Owner Contains',
		example: 'Maria',
		description: `Only action items whose owner’s name contains this text; ${OWN_ITEMS}`,
	}),
	priorities: choices({
		label: 'Priority',
		name: 'priority',
		choices: priorityChoices,
		description: 'Only action items with one of these priorities',
	}),
	text: allWords({
		label: 'Text Contains',
		example: 'contract acme',
		description: 'Only action items with all of these words, in any order',
	}),
	topic: topicFilter,
};

const options = {
	language,
	output: choice({
		label: 'Output',
		choices: [
			{ value: 'each', label: 'Each Action Item', description: 'One result for each, for a task list, a CRM or a spreadsheet' },
			{
				value: 'owner',
				label: 'Each Owner',
				description: 'One result for each person, with email address, text, Markdown, HTML and Slack message, for reminders',
			},
			{ value: 'together', label: 'All Together', description: TOGETHER, many: false },
		],
		default: 'each',
		description: 'How the action items are returned',
		audience: 'people',
	}),
	withEvidence,
	withOwnerEmail,
};

type Wanted = InputOf<typeof periodFields & typeof filters>;

/** A meeting without a readable time has no age. */
const isOlderThan = (days: number | undefined, now: number) => (startedAt: string | null): boolean =>
	days === undefined || now - Date.parse(startedAt ?? '') >= days * DAY_MS;

interface AboutItem {
	readonly evidence?: Evidence | null;
	/** The people who took part according to the key points. */
	readonly participants?: readonly string[];
	readonly externalCompanies?: readonly string[];
	/** Whether it is still to be done; null if that is not known. Absent if it was not requested. */
	readonly open?: boolean | null;
}

type FoundItem = ActionItemRecord & Partial<OwnerAddress> & AboutItem;

/** The end of the day, or the moment, by which something is to be done; NaN without a due date. */
function dueAt(dueDate: string | null, timezone: string): number {
	if (dueDate === null) return NaN;
	return Date.parse(dueDate.includes('T') ? dueDate : rangeOfDate(timezone, dueDate).until);
}

/** Says of which action items it is not known whether they are still to be done. */
function hintUnknown(session: Session, { memory, isRead }: OpenItems, items: readonly ActionItemRecord[]): void {
	if (items.length === 0) return;
	const whose = `Whether ${counted(items.length, 'action item is', 'action items are')} done is not known (${namedBriefly(items.map(({ item }) => item))})`;
	if (!memory) session.hint(`${whose}: only the memory feature knows, which this account does not have.`);
	else if (!isRead) session.hintIncomplete(`${whose}: the list of open action items could not be read. Run it again later.`, FOR_NOW);
	else {
		const known = 'The memory feature knows only meetings with a contact, and of these the 100 oldest open action items';
		session.hint(`${whose}, so ${plural(items.length, 'it is', 'they are')} included. ${known}.`);
	}
}

/** Says how many others may be late, too: their date is not certain, and leaving them out must not pass for “in time”. */
function hintUndated({ hint }: Session, count: number, late: string): void {
	if (count === 0) return;
	hint(
		`${counted(count, 'other action item has', 'other action items have')} no certain due date, so whether ${plural(count, 'it is', 'they are')} ${late} is not known.`,
	);
}

/** Says which items from before the period are known to be open, so that the answer does not look complete. */
function hintOlder(session: Session, status: 'open' | 'overdue', older: readonly unknown[], since: string, mayFit: boolean): void {
	if (older.length === 0) return;
	const what = `${counted(older.length, `${status} action item`)}${mayFit ? ' that may match the filters' : ''}`;
	const where = older.length === 1 ? ['is from a meeting', 'was'] : ['are from meetings', 'were'];
	session.hint(`${what} ${where[0]} before ${datesOf(session).day(since)}, which ${where[1]} not read: choose a longer period.`);
}

/** Several names in one text: nobody is called that. */
const SEVERAL = /[,;&|]|\s(?:and|or|und|oder)\s/i;

/** Where the owner may be among those whom key points do not name. */
function nextForOwner(owner = '', participant: string | undefined): string {
	if (SEVERAL.test(owner)) return '“Owner Contains” takes one name';
	return participant === undefined
		? `To get those of meetings with ${quoted(owner)} too, set “Participant” to ${quoted(owner)} and “Owner Contains” to not me`
		: UNNAMED_TOO;
}

type Owned = ReturnType<typeof groupByOwner<FoundItem>>[number];

/** Action items as entries of a text, by owner. */
const entriesOf = (owners: readonly Owned[], writing: Writing): Entry[] =>
	taskEntries(
		writing,
		owners,
		({ conversationTitle, conversationId, conversationDate, dueDate, open }) => [
			dueNote(writing, dueDate),
			open === null ? writing.words.maybeDone : null,
			conversationTitle ?? conversationId,
			writing.dates.day(conversationDate),
		],
		({ evidence }) => evidenceText(evidence ?? null, writing.words),
	);

/** The action items of the period that pass all filters, and the progress of reading. Says what the filters cannot tell. */
async function choose(session: Session, wanted: Wanted, guests: PeopleFilter, asked: Asked) {
	const { owner, priorities, text: words, topic, minAgeDays, participant: person, external: side, status, dueBefore } = wanted;
	const userName = await userNameFor(session, owner);
	const read = await find(session.task, periodOf(wanted, session), guests.choose);
	hintProgress(session, read);
	const { items: records, meetings } = read;
	const met = new Set([...meetings].filter(([id, { participants }]) => guests.areIn(id, participants)).map(([id]) => id));
	const complete = guests.settle() && read.complete;
	const isOnTopic = topicMatcher(topic);
	const isOld = isOlderThan(minAgeDays, session.now());
	const isDueBy = ({ dueDate }: Pick<ActionItemRecord, 'dueDate'>, time: number): boolean => dueAt(dueDate, session.timezone) <= time;
	const isLate = (item: Pick<ActionItemRecord, 'dueDate'>): boolean =>
		(dueBefore === undefined || isDueBy(item, Date.parse(dueBefore))) && (status !== 'overdue' || isDueBy(item, session.now()));
	const ofAnybody = records
		.filter(actionItemMatcher({ priorities, text: words }))
		.filter(({ conversationId, conversationTitle: title, conversationDate, item }) => {
			const headings = meetings.get(conversationId)?.headings ?? [];
			return met.has(conversationId) && isOnTopic({ title, headings }, item) && isOld(conversationDate);
		});
	const openItems = status === undefined ? null : await session.task.openItems();
	const openOf = ({ conversationId, item, conversationDate }: ActionItemRecord) =>
		openItems?.isOpen({ conversationId, item, conversationDate }, guests.met());
	const toDoOf = (isWanted: (owner: string | null) => boolean) => ofAnybody.filter((item) => isWanted(item.owner) && openOf(item) !== false);
	const toDo = toDoOf(ownerMatcher(owner, userName));
	const all = toDo.filter(isLate);
	hintUnnamed(session, toDoOf(unnamedOwner(owner, userName)).filter(isLate), nextForOwner(owner, person));
	if (openItems && status !== undefined) {
		const hasText = actionItemMatcher({ text: words });
		const isWith = person === undefined ? null : personMatcher(person);
		const older = openItems.before(read.since).filter(({ conversationId, item, conversationDate, contacts }) => {
			const isMet = !isWith || contacts.some(isWith) || guests.met().has(conversationId);
			const due = dueDates(conversationDate, session.timezone)(item);
			return isMet && isOld(conversationDate) && isLate(due) && hasText({ item, owner: null, priority: null });
		});
		// The list says nothing about the rest.
		const isSure = [owner, topic, side].every((filter) => filter === undefined) && !priorities?.length;
		hintOlder(session, status, older, read.since, !isSure);
		if (!(openItems.memory && openItems.isRead)) hintDefaultPeriod(session, asked, read.since, all.length);
		hintUnknown(session, openItems, all.filter((item) => openOf(item) === null));
	} else hintDefaultPeriod(session, asked, read.since, all.length);
	if (status === 'overdue' || dueBefore !== undefined) {
		hintUndated(session, toDo.filter(({ dueDate }) => dueDate === null).length, status === 'overdue' ? 'overdue' : 'due by then');
	}
	if (records.length === 0 && complete) hintNone(session, meetings.size, 'action items');
	if (all.length === 0 && records.length > 0) {
		const headings = [...meetings.values()].flatMap((meeting) => meeting.headings);
		const texts = headings.concat(records.flatMap(({ item, conversationTitle }) => [item, conversationTitle ?? '']));
		const advice = topic === undefined ? '' : topicAdvice(topic, texts, session.terms);
		session.hint(`The period has ${counted(records.length, 'action item')}, but none match the filters. ${advice}`.trim());
	}
	const { items: _, since: __, ...found } = read;
	return { ...found, complete, all, ...(openItems && { openOf }) };
}

type Chosen = Awaited<ReturnType<typeof choose>>;

/** Adds to these items who owns them, who took part and where it was said, as far as that is wanted. */
async function withDetails(
	session: Session,
	items: readonly ActionItemRecord[],
	{ meetings, openOf }: Chosen,
	guests: PeopleFilter,
	wants: { readonly evidence: boolean; readonly addresses: boolean },
) {
	const claims = items.map(({ conversationId, item }) => ({ conversationId, text: item }));
	const evidence = await evidenceFor(session, wants.evidence, claims);
	const dated = datedByEvidence(evidence, session);
	const book = await addressBook(session, wants.addresses, ownersIn(items, (id) => meetings.get(id)?.linkedCalendarEventId ?? null));
	return items.map((item): FoundItem => ({
		...withOwner(wants.evidence ? dated(item, item.conversationDate) : item, book.owner(item)),
		participants: meetings.get(item.conversationId)?.participants ?? [],
		...guests.companies(item.conversationId),
		...(openOf && { open: openOf(item) ?? null }),
		...(wants.evidence && { evidence: evidence.of(item.conversationId, item.item) }),
	}));
}

const forAgent = (items: readonly FoundItem[], { all, complete, stoppedBy, resumeAt }: Chosen, page: Page): Result =>
	shortPage(
		{
			actionItems: byMeeting(
				items,
				({ item, owner, ownerEmail, priority, dueDate, open, evidence }) => ({
					...short({ item, owner, ownerEmail, priority, dueDate, evidence }),
					...(open !== undefined && { open }),
				}),
				({ participants, externalCompanies }) => ({ participants, externalCompanies }),
			),
			complete,
			stoppedBy,
			resumeAt,
		},
		all,
		page,
	);

export const findActionItems = operation({
	id: 'find',
	name: 'Find',
	action: 'Find action items',
	description:
		'Get who has to do what and by when, from all meetings of a period. Uses no AI credit.',
	notes: 'Returns all of it, or what is open or overdue, from saved key points.',
	fields: periodFields,
	filters,
	options,
	requests: `${PERIOD_REQUESTS}; ${ATTENDANCE_REQUESTS}; 1 for the status; ${LANGUAGE_REQUESTS}`,
	credit: 'never',
	output: Found,
	variants: [
		{ when: { output: ['together'] }, output: Together },
		{ when: { output: ['owner'] }, output: OfOwner },
	],
	isList: true,
	async *run(session, { output, language: asLanguage, withEvidence: wantsEvidence, withOwnerEmail: isAddressed, ...wanted }, page) {
		const guests = peopleFilter(session, wanted);
		const chosen = await choose(session, wanted, guests, page);
		const { all, meetings: _, openOf: __, ...progress } = chosen;
		const shown = session.isAgent ? pageOf(all, page) : all.slice(0, page.limit);
		const items = await withDetails(session, shown, chosen, guests, { evidence: wantsEvidence, addresses: isAddressed || output === 'owner' });
		if (session.isAgent) {
			yield forAgent(items, chosen, page);
			return;
		}
		const more = all.length - items.length;
		if (output !== 'together') hintMore(session, more);
		if (output === 'each') {
			for (const item of items) yield result(item);
			return;
		}
		const writing = await writingFor(session, asLanguage);
		const { words } = writing;
		const title = titleFor(writing, rangeAsked(wanted, session), wanted);
		const textsOf = (count: number, entries: readonly Entry[], left: string | null = null) =>
			documentTexts(
				documentOf(writing, title(words.counted(count, words.actionItem)), [
					{ heading: '', entries },
					{ heading: words.notIncluded, entries: notIncluded(writing, left, chosen, guests.note(words)) },
				]),
			);
		const owners = groupByOwner(items);
		if (output === 'together') {
			const left = more > 0 ? words.counted(more, words.moreActionItem) : null;
			yield result({ ...textsOf(items.length, entriesOf(owners, writing), left), actionItems: items, found: all.length, ...progress });
			return;
		}
		const unknown = owners.filter(({ items: [first] }) => !first?.ownerEmail).length;
		if (unknown > 0) session.hint(`${counted(unknown, 'result has', 'results have')} no email address: filter by it before you send.`);
		for (const one of owners) {
			const texts = textsOf(one.items.length, entriesOf([one], writing).flatMap(({ entries }) => entries ?? []));
			yield result({ owner: one.owner, ownerEmail: one.items[0]?.ownerEmail ?? null, ...texts, actionItems: one.items });
		}
	},
});
