import { conversationRecords, type DateWords, type Entry, type TextDocument } from '../../../../format/index.ts';
import { ownersIn, readPeriod, type Evidence, type Meeting, type OwnerAddress, type Period, type PeriodReading } from '../../../../insights/index.ts';
import { DAY_MS } from '../../../../api/durations.ts';
import { counted } from '../../../../words/counts.ts';
import { choice, json, number } from '../../../../forms/field.ts';
import { operation, result } from '../../../operation.ts';
import type { Session } from '../../../session.ts';
import {
	actionItemChanges,
	type ActionItemChange,
	type ActionItemChanges,
	type Change,
	type MeetingRecords,
	type Present,
	knownOf,
	meetingDigestOf,
} from './actionItemChanges.ts';
import { addressBook, withOwnerEmail } from '../addresses.ts';
import { earlierEntries, type EarlierEntry } from '../earlier.ts';
import { receipts, receiptText, withEvidence, withSaidDates } from '../evidence.ts';
import { PERIOD_REQUESTS, periodFields, periodOf } from '../period.ts';
import { maybeResolved } from './resolvedItems.ts';
import { datesOf, documentOf, dueNote, entry, hintNone, hintProgress, leftOut, short, shortReport, textFields, textFormat } from '../report.ts';
import { digestOfMeeting, MeetingRows, meetingsToRead, NEW_STATE, nextState, ROTATION, splitState, STATE_KEY, stateRow, writeState, type StateRow, type SyncState } from './syncState.ts';

const fields = {
	...periodFields,
	syncedBefore: json({
		label: 'Synced Before',
		initial: '[]',
		overInputs: true,
		description: ({ step, allInputs }) =>
			`What earlier runs returned: a list with the “dedupeKey” and “hash” of each result, such as the rows of the table you keep them in. ${allInputs && `${allInputs}. `}Empty the first time. Each result has its own entry in “before”, so an ID that another ${step} added is there too.`,
	}),
	checkAgain: choice({
		label: 'Check Again',
		choices: [
			{ value: 'all', label: 'All Meetings', description: 'Reads every meeting in every sync, and does not report what was resolved' },
			{ value: 'never', label: 'Never', description: 'Reads a meeting until it has action items: later changes to them are not found' },
			{
				value: 'recent',
				label: 'Recent Meetings',
				description: `Reads meetings of the last days in every sync, and one in ${ROTATION} of the others, in turn`,
			},
		],
		default: 'all',
		initial: 'recent',
		agentDefault: 'all',
		description: `Which of the meetings that were read before to read again. Those not read yet, or whose results are not in “Synced Before”, always are. Unless you choose all of them, the results hold what was read. Action items that were resolved or dismissed since the last sync are then reported too, for accounts with the memory feature.`,
		hint: `Requests for recent meetings: 1 per 100 meetings, plus 1 per new or recent meeting, 1 per ${ROTATION} others, and 1 for what was resolved.`,
	}),
	checkAgainDays: number({
		label: 'Days to Check Again',
		min: 0,
		max: 3650,
		default: 2,
		description: 'Meetings that started at most this many days ago are read in every sync',
		audience: 'people',
		showWhen: { checkAgain: ['recent'] },
	}),
	state: choice({
		label: 'Keep What Was Read',
		choices: [
			{
				value: 'last',
				label: 'In the Last Change',
				description: 'In its field state: keep it with the rest. Each result is an action item, and where nothing changed, there is none.',
			},
			{
				value: 'item',
				label: 'In a Result of Its Own',
				description: `The last one, with ${STATE_KEY} as its “dedupeKey”: keep it with the others, but do not take it for an action item`,
			},
		],
		default: 'item',
		initial: 'last',
		description: 'Where the results hold which meetings were read. Pass it in again with the rest.',
		audience: 'people',
		showWhen: { checkAgain: ['recent', 'never'] },
	}),
	output: choice({
		label: 'Output',
		choices: [
			{ value: 'each', label: 'Each Change', description: 'One result for each action item that was created, changed, resolved or disappeared', many: true },
			{ value: 'together', label: 'All Together', description: 'One result with all changes, a text about them, what was left out, and “syncedNow”: one text to pass in next time', many: false },
		],
		default: 'each',
		description: 'How the changes are returned',
		audience: 'people',
	}),
};

const meetingRecords = ({ read }: PeriodReading, timezone: string): MeetingRecords[] =>
	read.map(({ meeting, keyPoints }) => {
		const meetingOf = { id: meeting.conversationId, title: meeting.meetingTitle, startTime: meeting.meetingDate };
		const records = conversationRecords(keyPoints.actionItems, meetingOf, timezone);
		const { id: conversationId, title, startTime } = meetingOf;
		return { conversationId, title, startTime, records, isWhole: keyPoints.hasAllActionItems };
	});

const isOf =
	(change: Change) =>
	(one: ActionItemChange): boolean =>
		one.change === change;

const headings: Readonly<Record<Change, string>> = { created: 'New', changed: 'Changed', resolved: 'Resolved', disappeared: 'No longer there' };
const changeNames: readonly Change[] = ['created', 'changed', 'resolved', 'disappeared'];

/** What a sync that keeps a state adds. */
interface Next {
	readonly state: SyncState;
	/** Null if not known. */
	readonly resolved: number | null;
	readonly notReadAgain: number;
}

interface Synced {
	readonly reading: PeriodReading;
	readonly found: ActionItemChanges;
	/** Null if no state is kept. */
	readonly next: Next | null;
}

const resolvedChange = ({ record, hash, before }: Present): ActionItemChange => ({ change: 'resolved', ...record, hash, before });

async function syncAll(session: Session, period: Period, rows: readonly EarlierEntry[]): Promise<Synced> {
	const reading = await readPeriod(session.insights, period);
	return { reading, found: actionItemChanges(rows, meetingRecords(reading, session.timezone)), next: null };
}

type Turn = Pick<Parameters<typeof meetingsToRead>[1], 'state' | 'recentSince' | 'isFinal' | 'draw'>;

/** A sync that reads only the meetings about which something may be new. */
async function syncWithState(session: Session, period: Period, rows: readonly EarlierEntry[], turn: Turn): Promise<Synced> {
	const { state } = turn;
	const known = knownOf(rows);
	const knownRows = new MeetingRows(known);
	const { meetings: suspects, isKnown, settle } = await maybeResolved(session, state.open, known);
	let chosen: readonly Meeting[] = [];
	const reading = await readPeriod(session.insights, period, (meetings) => (chosen = meetingsToRead(meetings, { ...turn, rows: knownRows, suspects })));
	const { read, meetings: listed, progress } = reading;
	const { left, failed } = progress;
	const outcomes = new Map<string, 'missing' | 'part' | 'whole'>(chosen.map((meeting) => [digestOfMeeting(meeting), 'missing']));
	for (const meeting of [...left.meetings, ...failed]) outcomes.delete(digestOfMeeting(meeting));
	for (const { meeting, keyPoints } of read) outcomes.set(digestOfMeeting(meeting), keyPoints.hasAllActionItems ? 'whole' : 'part');
	const found = actionItemChanges(rows, meetingRecords(reading, session.timezone));
	const { present } = found;
	const whole = new Set([...outcomes].flatMap(([meeting, outcome]) => (outcome === 'whole' ? meeting : [])));
	const isListWhole = left.unlisted === 0;
	const { resolved, open } = await settle({ present, whole, listed: new Set(listed.map(digestOfMeeting)), isListWhole });
	const after = nextState({ state, rows: knownRows, listed, isListWhole, read: outcomes, present, open });
	const isGone = isOf('disappeared');
	const changes = [...found.changes.filter((one) => !isGone(one)), ...resolved.map(resolvedChange), ...found.changes.filter(isGone)];
	const next = { state: after, resolved: isKnown ? resolved.length : null, notReadAgain: listed.length - chosen.length };
	return { reading, found: { ...found, changes }, next };
}

/**
 * What the next sync has to know, as one text that a single cell of a table keeps: keys and hashes of all action items,
 * and the state. Those of meetings that left the period are left out, so that it does not grow for ever.
 */
function syncedNow(rows: readonly EarlierEntry[], { reading: { meetings, progress }, found, next }: Synced): string {
	const hashes = new Map(knownOf(rows).map(({ key, hash }) => [key, hash]));
	for (const { change, dedupeKey, hash } of found.changes) {
		if (change === 'disappeared') hashes.delete(dedupeKey);
		else hashes.set(dedupeKey, hash);
	}
	const listed = new Set(meetings.map(digestOfMeeting));
	const kept = [...hashes].filter(([, hash]) => progress.left.unlisted !== 0 || listed.has(meetingDigestOf({ hash })));
	const all = next ? [...kept, [STATE_KEY, writeState(next.state)]] : kept;
	return JSON.stringify(all.map(([dedupeKey, hash]) => ({ dedupeKey, hash })));
}

type ProvenChange = ActionItemChange & Partial<OwnerAddress> & { readonly evidence?: Evidence | null };

/** The changes with what the next sync has to know: in a row of its own, or in the last of them. */
const withState = (changes: readonly ProvenChange[], state: SyncState, place: StateRow | 'last'): readonly object[] =>
	place === 'last' ? changes.map((change, index) => ({ ...change, state: index === changes.length - 1 ? writeState(state) : null })) : [...changes, place];

const changeEntry =
	(dates: DateWords) =>
	({ item, dedupeKey, owner, priority, conversationTitle, conversationDate, conversationId, dueDate, evidence = null }: ProvenChange): Entry => ({
		...entry(
			item ?? dedupeKey,
			[priority && `${priority} priority`, dueNote(dates, dueDate), conversationTitle ?? conversationId, dates.day(conversationDate)],
			owner,
		),
		receipt: receiptText(evidence),
	});

/** The changes to read, by kind. */
function changesDocument(changes: readonly ProvenChange[], { progress }: PeriodReading, dates: DateWords): TextDocument {
	return documentOf('Action items', [
		...changeNames.map((change) => ({
			heading: headings[change],
			entries: changes.filter(isOf(change)).map(changeEntry(dates)),
		})),
		{ heading: 'Not included', entries: progress.complete ? [] : [entry(leftOut(progress))] },
	]);
}

function hintChanges(session: Session, { found: { changes, unchanged, notChecked }, reading: { progress, read }, next }: Synced): void {
	hintProgress(session, progress);
	const partial = read.filter(({ keyPoints }) => !keyPoints.hasAllActionItems).length;
	const notReadAgain = next?.notReadAgain ?? 0;
	if (unchanged > 0) {
		const are = counted(unchanged, 'action item is', 'action items are');
		session.hint(`${are} unchanged${changes.length > 0 ? '' : ', and nothing else was found'}.`);
	} else if (changes.length === 0 && partial === 0 && progress.complete && notReadAgain === 0) hintNone(session, read.length, 'action items');
	if (notReadAgain > 0) {
		session.hint(`${counted(notReadAgain, 'meeting was', 'meetings were')} read by earlier syncs and not read again this time.`);
	}
	if (partial > 0) {
		const has = `The key points of ${counted(partial, 'meeting')} are`;
		session.hint(`${has} incomplete. What changed or disappeared there is not known.`);
	}
	if (notChecked > 0 && !progress.complete) {
		const were = counted(notChecked, 'action item synced before was', 'action items synced before were');
		const orNotDue = notReadAgain > 0 ? ', was not due again,' : '';
		session.hint(`${were} not checked, because the meeting is outside the period${orNotDue} or could not be read.`);
	}
}

/** With the key and the hash that the next sync needs. */
const forAgent = ({ change: _, confidence: __, before, ...record }: ProvenChange): object => short({ ...record, before });

const EARLIER_KEYS = { names: ['dedupeKey'], alone: new RegExp(`^([0-9a-f]{16}(-\\d+)?|${STATE_KEY})$`) } as const;

export const syncActionItems = operation({
	id: 'syncActionItems',
	name: 'Sync Action Items',
	action: 'Sync action items across meetings',
	description:
		'Get which action items of a period are new, changed or gone since you last synced them, for a CRM, a task list or a table. Uses saved key points, so it costs no AI credit. An action item is gone only if the key points of its meeting were read and no longer have it.',
	fields,
	options: { textFormat: { ...textFormat, showWhen: { output: ['together'] } }, withEvidence, withOwnerEmail: { ...withOwnerEmail, audience: 'people' } },
	requests: PERIOD_REQUESTS,
	credit: 'never',
	async *run(session, { syncedBefore, checkAgain, checkAgainDays, state: place, output, textFormat: format, withEvidence: isProven, withOwnerEmail: isAddressed, ...asked }, page) {
		const entries = earlierEntries(session, fields.syncedBefore, syncedBefore, EARLIER_KEYS);
		// If each row synced before starts the same sync, each change is reported once per row.
		const claimed = [asked, entries];
		if (!session.claims.claim(claimed)) {
			session.hint('Several inputs asked for the same sync. Only the first of them was processed.');
			return;
		}
		const { rows, state } = splitState(entries);
		const period = periodOf(asked, session);
		const isAll = checkAgain === 'all';
		if (!isAll && !state) session.hint(`“${fields.syncedBefore.label}”: the state cannot be used, because it was changed or cut, so all meetings are read.`);
		const isTogether = output === 'together';
		const isInLast = place === 'last';
		const turn: Turn = {
			state: state ?? NEW_STATE,
			recentSince: session.now() - checkAgainDays * DAY_MS,
			isFinal: checkAgain === 'never',
			// Where nothing changes, there is no change to keep the turn in.
			draw: isInLast && !isTogether ? session.now() : undefined,
		};
		const synced = await (isAll ? syncAll(session, period, rows) : syncWithState(session, period, rows, turn)).catch((error: unknown) => {
			session.claims.releaseAfter(error, claimed);
			throw error;
		});
		hintChanges(session, synced);
		const { reading, found, next } = synced;
		const { unchanged, notChecked } = found;
		const present = found.changes.flatMap(({ change, item, conversationId }) =>
			change === 'disappeared' || item === null ? [] : [{ conversationId, text: item }],
		);
		const said = await receipts(session, isProven, present);
		const dated = withSaidDates(said, session);
		const events = new Map(reading.meetings.map(({ conversationId, linkedCalendarEventId }) => [conversationId, linkedCalendarEventId]));
		const book = await addressBook(session, isAddressed, ownersIn(found.changes, (id) => events.get(id) ?? null));
		const changes = found.changes.map((one): ProvenChange => ({
			...one,
			...book.owner(one),
			...(isProven && { ...dated({ ...one, item: one.item ?? '' }, one.conversationDate), item: one.item, evidence: said.of(one.conversationId, one.item ?? '') }),
		}));
		const { since, until, progress } = reading;
		const names = next ? changeNames : changeNames.filter((name) => name !== 'resolved');
		if (session.isAgent) {
			const { complete, stoppedBy, resumeAt } = progress;
			const lists = names.map((change) => [change, changes.filter(isOf(change)).map(forAgent)]);
			const more = next && { notReadAgain: next.notReadAgain, state: short(stateRow(next.state)) };
			yield shortReport({ ...Object.fromEntries(lists), unchanged, ...more, complete, stoppedBy, resumeAt }, page);
			return;
		}
		const empty = { ...(isProven && { evidence: null }), ...(isAddressed && { ownerEmail: null, ownerContactId: null }) };
		const kept = next ? withState(changes, next.state, isInLast ? 'last' : { ...stateRow(next.state), ...empty }) : changes;
		if (isTogether) {
			const written = textFields(changesDocument(changes, reading, datesOf(session)), format);
			const counts = Object.fromEntries(names.map((change) => [change, changes.filter(isOf(change)).length]));
			const more = next && { resolved: next.resolved, notReadAgain: next.notReadAgain };
			yield result({ ...written, since, until, ...counts, ...more, unchanged, notChecked, changes: kept, syncedNow: syncedNow(rows, synced), ...progress });
			return;
		}
		for (const change of kept) yield result(change);
	},
});
