import * as z from 'zod/v4';
import { api } from '../../../api/index.ts';
import { ClientError, isForbidden } from '../../../client/index.ts';
import { documentTexts, type Entry, oneLine, priorityNote, shownName, type TextDocument } from '../../../format/index.ts';
import { choice, json } from '../../../forms/index.ts';
import { maybeNumber, Stopped, type Task } from '../../../meetings/index.ts';
import {
	ActionItemChange,
	changeNames,
	GONE,
	meetingsToRead,
	ownersIn,
	ReadingProgress,
	readPeriod,
	rowsOf,
	syncChanges,
	TURNS,
	withOwner,
	type Change,
	type EarlierEntry,
	type Evidence,
	type OpenList,
	type OwnerAddress,
	type PeriodReading,
	type SyncedMeeting,
	type SyncedRow,
	type SyncResult,
} from '../../../reports/index.ts';
import { counted } from '../../../words/index.ts';
import { operation, result } from '../../operation.ts';
import { language, LANGUAGE_REQUESTS, writingFor, type Writing } from '../../shared/language.ts';
import { TOGETHER, Written } from '../../shared/texts.ts';
import type { Session } from '../../session.ts';
import { addressBook, withOwnerEmail } from '../../shared/addresses.ts';
import { readEarlier } from '../../shared/earlierField.ts';
import { datedByEvidence, evidenceFor, evidenceText, withEvidence } from '../../shared/evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf } from '../../shared/period.ts';
import { documentOf, dueNote, entry, hintNone, hintProgress, notIncluded } from '../../shared/report.ts';

const KEPT = '“dedupeKey”, “hash”, “conversationId”, “contactId” and “open”';
const EMPTY = 'Nothing was synced before, so every action item is new. To get each of them only once, keep the results and pass them in';

const fields = {
	syncedBefore: json({
		label: 'Synced Before',
		overInputs: true,
		description: 'What earlier runs returned, such as the rows of the table you keep it in; empty the first time',
		whileEmpty: 'While this is empty, every action item is new in every run. Keep the results, for example in a table, and pass in its rows here.',
	}),
	...periodFields,
};

const options = {
	language,
	output: choice({
		label: 'Output',
		choices: [
			{ value: 'each', label: 'Each Change', description: 'One result for each action item that was created, changed, resolved or disappeared', many: true },
			{ value: 'together', label: 'All Together', description: `${TOGETHER}, and “syncedNow” to pass in next time`, many: false },
		],
		default: 'each',
		description: 'How the changes are returned',
		audience: 'people',
	}),
	withEvidence,
	withOwnerEmail: { ...withOwnerEmail, audience: 'people' as const },
};

const count = z.number();

const Together = z.object({
	...Written.shape,
	since: z.iso.datetime(),
	until: z.iso.datetime(),
	created: count,
	changed: count,
	resolved: maybeNumber.describe('Null without the memory feature'),
	disappeared: count,
	unchanged: count,
	notChecked: count,
	notDue: count.describe('Older meetings that are read in another sync'),
	changes: z.array(ActionItemChange),
	syncedNow: z.string().describe('Pass it in next time'),
	...ReadingProgress.shape,
});

const textOrNull = (value: unknown): string | null => oneLine(value) || null;

const rowOf = ({ key, fields: kept }: EarlierEntry): SyncedRow => ({
	dedupeKey: key,
	hash: oneLine(kept['hash']),
	conversationId: textOrNull(kept['conversationId']),
	contactId: textOrNull(kept['contactId']),
	open: 'open' in kept ? textOrNull(kept['open']) : undefined,
	fields: kept,
});

const id = z.string().min(1);
const OpenItem = z.object({ sessionId: id, actionItem: id, hash: id, contactId: id, createdAt: id });
const Contact = z.object({ id });

/** Null if it could not be read, which must not fail the rest of the sync. */
async function orNull<T>(session: Session, asked: Promise<T>): Promise<T | null> {
	try {
		return await asked;
	} catch (error) {
		if (error instanceof Stopped) return null;
		if (!(error instanceof ClientError)) throw error;
		if (!isForbidden(error)) session.hint('Which action items were resolved is not known this time, because the open ones could not be read.');
		return null;
	}
}

/** One request. Null without the memory feature, or if not all of the list can be read. */
async function readOpenList(task: Task): Promise<OpenList | null> {
	const { maxSize } = api.contacts.unresolvedThreads.paging;
	const { data, total, reason } = await task.get(api.contacts.unresolvedThreads, { limit: maxSize });
	const items = z.array(OpenItem).safeParse(data);
	return reason === undefined && items.success && items.data.length === total ? { items: items.data, isFull: total >= maxSize } : null;
}

/** Those of these contacts that are still listed: ceil(contacts / 200) requests at most. Throws `Stopped` if some may be missing. */
async function listedOf(task: Task, contacts: ReadonlySet<string>): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	const onIncomplete = (): void => {
		throw new Stopped();
	};
	for await (const contact of task.list(api.contacts.list, {}, { onIncomplete })) {
		const { data } = Contact.safeParse(contact);
		if (data && contacts.has(data.id)) found.add(data.id);
		if (found.size === contacts.size) break;
	}
	return found;
}

const meetingsIn = ({ read }: PeriodReading, timezone: string): SyncedMeeting[] =>
	read.map((one) => {
		const { conversationId, conversationTitle: title, conversationDate: startTime } = one.meeting;
		return { conversationId, title, startTime, records: rowsOf(one, timezone), isWhole: one.keyPoints.hasAllActionItems };
	});

interface Synced extends SyncResult {
	readonly reading: PeriodReading;
	/** Whether it is known what was resolved. */
	readonly isResolvedKnown: boolean;
	/** How many meetings of the period were not due to be read in this sync. */
	readonly notDue: number;
}

async function synced(session: Session, period: Parameters<typeof readPeriod>[1], rows: readonly SyncedRow[]): Promise<Synced> {
	const { task } = session;
	const list = await orNull(session, readOpenList(task));
	let chosen = 0;
	const reading = await readPeriod(task, period, (meetings) => {
		const toRead = meetingsToRead(meetings, rows, list, session.now());
		chosen = toRead.length;
		return toRead;
	});
	const meetings = meetingsIn(reading, session.timezone);
	const first = syncChanges(rows, meetings, list);
	const contacts = first.unsure.size > 0 ? await orNull(session, listedOf(task, first.unsure)) : null;
	const found = contacts ? syncChanges(rows, meetings, list, contacts) : first;
	return { ...found, reading, isResolvedKnown: list !== null && (first.unsure.size === 0 || contacts !== null), notDue: reading.meetings.length - chosen };
}

/**
 * What the next sync has to know, as one text that fits a single cell of a table. Rows of meetings that left the period are
 * left out, so that it does not grow for ever.
 */
function syncedNow(rows: readonly SyncedRow[], { reading: { meetings, progress }, changes }: Synced): string {
	const kept = new Map<string, Pick<SyncedRow, 'conversationId' | 'contactId' | 'dedupeKey' | 'hash' | 'open'>>(rows.map((row) => [row.dedupeKey, row]));
	for (const change of changes) kept.set(change.dedupeKey, change);
	const listed = new Set<string | null>(meetings.map(({ conversationId }) => conversationId));
	const isKept = ({ conversationId, hash }: Pick<SyncedRow, 'conversationId' | 'hash'>): boolean =>
		hash !== GONE && (progress.left.unlisted !== 0 || listed.has(conversationId));
	return JSON.stringify(
		[...kept.values()].filter(isKept).map(({ dedupeKey, hash, conversationId, contactId, open = null }) => ({
			...{ dedupeKey, hash, conversationId, open },
			// Of no use while the item is not open, and a cell holds only so much.
			...(open !== null && { contactId }),
		})),
	);
}

type ChangeWithEvidence = ActionItemChange & Partial<OwnerAddress> & { readonly evidence?: Evidence | null };

const isOf =
	(change: Change) =>
	(one: ActionItemChange): boolean =>
		one.change === change;

const changeEntry =
	(writing: Writing) =>
	({ item, dedupeKey, owner, priority, conversationTitle, conversationDate, conversationId, dueDate, evidence = null }: ChangeWithEvidence): Entry => ({
		...entry(
			item ?? dedupeKey,
			[priorityNote(priority, writing.words), dueNote(writing, dueDate), conversationTitle ?? conversationId, writing.dates.day(conversationDate)],
			owner && shownName(owner, writing.words),
		),
		evidence: evidenceText(evidence, writing.words),
	});

/** The changes as a text, by kind. */
const changesDocument = (changes: readonly ChangeWithEvidence[], { progress }: PeriodReading, writing: Writing): TextDocument =>
	documentOf(writing, writing.words.actionItems, [
		...changeNames.map((change) => ({ heading: writing.words[change], entries: changes.filter(isOf(change)).map(changeEntry(writing)) })),
		{ heading: writing.words.notIncluded, entries: notIncluded(writing, null, progress) },
	]);

function hintChanges(
	session: Session,
	rows: readonly SyncedRow[],
	{ changes, unchanged, notChecked, notDue, reading: { progress, read } }: Synced,
): void {
	hintProgress(session, progress);
	if (rows.length === 0 && changes.length > 0) session.hint(`${EMPTY} as “${fields.syncedBefore.label}”.`);
	const isLacking = rows.some(({ hash, conversationId, open }) => hash !== GONE && (conversationId === null || open === undefined));
	if (isLacking) session.hint(`“${fields.syncedBefore.label}”: keep ${KEPT} of each result. Without them, what was resolved or disappeared is not known.`);
	const partial = read.filter(({ keyPoints }) => !keyPoints.hasAllActionItems).length;
	if (unchanged > 0) {
		session.hint(`${counted(unchanged, 'action item is', 'action items are')} unchanged${changes.length > 0 ? '' : ', and nothing else was found'}.`);
	} else if (changes.length === 0 && partial === 0 && progress.complete && notDue === 0) hintNone(session, read.length, 'action items');
	if (notDue > 0) session.hint(`${counted(notDue, 'older meeting was', 'older meetings were')} not read this time: each is read once in ${TURNS} syncs.`);
	if (partial > 0) session.hint(`The key points of ${counted(partial, 'meeting')} are incomplete. What changed or disappeared there is not known.`);
	if (notChecked > 0 && !progress.complete) {
		const were = counted(notChecked, 'action item synced before was', 'action items synced before were');
		session.hint(`${were} not checked, because the meeting is outside the period${notDue > 0 ? ', was not due,' : ''} or could not be read.`);
	}
}

export const syncActionItems = operation({
	id: 'sync',
	name: 'Sync',
	action: 'Sync action items',
	description: 'Get which action items are new, changed, resolved or gone since you last synced them. Uses no AI credit.',
	notes:
		'For a CRM, a task list or a table. Made of the saved key points of a period. An action item is gone only if the key points of its meeting were read and no longer have it.',
	fields,
	options,
	requests: `${PERIOD_REQUESTS}; ${LANGUAGE_REQUESTS}`,
	// A table of rows synced before may arrive as many inputs, each of which would start the same sync.
	once: 'sync',
	goesOn: true,
	credit: 'never',
	output: ActionItemChange,
	variants: [{ when: { output: ['together'] }, output: Together }],
	async *run(session, { syncedBefore, output, language: asLanguage, withEvidence: wantsEvidence, withOwnerEmail: isAddressed, ...asked }) {
		const rows = readEarlier(fields.syncedBefore, syncedBefore, { dedupeKey: /^a[0-9a-f]{16}(-\d+)?$/ }).map(rowOf);
		const found = await synced(session, periodOf(asked, session), rows);
		hintChanges(session, rows, found);
		const { reading, unchanged, notChecked, notDue, isResolvedKnown } = found;
		const present = found.changes.flatMap(({ change, item, conversationId }) =>
			change === 'disappeared' || item === null ? [] : [{ conversationId, text: item }],
		);
		const foundEvidence = await evidenceFor(session, wantsEvidence, present);
		const dated = datedByEvidence(foundEvidence, session);
		const events = new Map(reading.meetings.map(({ conversationId, linkedCalendarEventId }) => [conversationId, linkedCalendarEventId]));
		const book = await addressBook(session, isAddressed, ownersIn(found.changes, (meeting) => events.get(meeting) ?? null));
		const changes = found.changes.map((one): ChangeWithEvidence => ({
			...withOwner(one, book.owner(one)),
			...(wantsEvidence && {
				...dated({ ...one, item: one.item ?? '' }, one.conversationDate),
				item: one.item,
				evidence: foundEvidence.of(one.conversationId, one.item ?? ''),
			}),
		}));
		const { since, until, progress } = reading;
		if (output === 'together') {
			const written = documentTexts(changesDocument(changes, reading, await writingFor(session, asLanguage)));
			const counts = Object.fromEntries(changeNames.map((change) => [change, changes.filter(isOf(change)).length]));
			yield result({
				...written,
				since,
				until,
				...counts,
				resolved: isResolvedKnown ? counts['resolved'] : null,
				unchanged,
				notChecked,
				notDue,
				changes,
				syncedNow: syncedNow(rows, found),
				...progress,
			});
			return;
		}
		for (const change of changes) yield result(change);
	},
});
