import * as z from 'zod/v4';
import { DAY_MS, HOUR_MS } from '../api/index.ts';
import { type ActionItemRecord, dedupeKeys, oneLine, sha256, type UnknownFields } from '../format/index.ts';
import { maybeText, type ValueOf } from '../meetings/index.ts';
import { ActionItemRow } from './actionItem.ts';

/** An action item as an earlier sync returned it and a table, a CRM or a cell kept it. */
export interface SyncedRow {
	readonly dedupeKey: string;
	readonly hash: string;
	/** Null if it was not kept. It is then unknown which meeting no longer has the item. */
	readonly conversationId: string | null;
	readonly contactId: string | null;
	/** Names the open item in the service’s own list; null while the item is not open, undefined where it was not kept. */
	readonly open: string | null | undefined;
	/** All that was passed in. */
	readonly fields: UnknownFields;
}

/** An action item that the service lists as open. */
export interface OpenItem {
	readonly sessionId: string;
	readonly actionItem: string;
	readonly hash: string;
	readonly contactId: string;
	/** When its meeting started. */
	readonly createdAt: string;
}

/** The open action items, oldest meeting first. */
export interface OpenList {
	readonly items: readonly OpenItem[];
	/** Whether the list has reached its maximum size, so that later meetings may be missing. */
	readonly isFull: boolean;
}

/** A meeting whose key points were read. */
export interface SyncedMeeting {
	readonly conversationId: string;
	readonly title: string | null;
	readonly startTime: string | null;
	readonly records: readonly ActionItemRecord[];
	/** Whether these are all of its action items, with all their fields. */
	readonly isWhole: boolean;
}

/** `disappeared`: the key points of its meeting no longer have it. `resolved`: they do, but it is no longer open. */
export const changeNames = ['created', 'changed', 'resolved', 'disappeared'] as const;
export type Change = (typeof changeNames)[number];

/** What to do in the system that is kept in sync, and the five fields that the next sync has to know. */
export const ActionItemChange = ActionItemRow.extend({
	change: z.enum(changeNames),
	item: maybeText,
	hash: z.string().meta({ description: 'What is compared next time: pass it in again with the dedupeKey', examples: ['9b1de2f470c3'] }),
	contactId: maybeText.meta({ description: 'The contact whose open item it is or was', examples: ['sample-contact'] }),
	open: maybeText.meta({ description: 'Names it in the list of open items; null while it is not open there', examples: ['t9b1de2f470c3'] }),
});
export type ActionItemChange = ValueOf<typeof ActionItemChange>;

/** Fields that a result may also have, which are determined anew each time. */
const FOUND_ANEW = ['ownerEmail', 'ownerContactId', 'evidence'];

/** Fields that people added to a row, such as the ID of a task in another system. */
const ownOf = (fields: UnknownFields): UnknownFields =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in ActionItemChange.shape) && !FOUND_ANEW.includes(name)));

export interface SyncResult {
	/** In the order of the meetings; resolved and disappeared items come last. */
	readonly changes: readonly ActionItemChange[];
	readonly unchanged: number;
	/** Synced before, but not compared: their meetings were not read in full. */
	readonly notChecked: number;
	/** Contacts without another open item: whether they still exist decides whether an item was resolved. */
	readonly unsure: ReadonlySet<string>;
}

/** The hash of an item that is no longer there, so that a row that is kept is not compared again. */
export const GONE = 'gone';

/** Starts with a letter: spreadsheets take some texts of 12 hexadecimal digits for numbers. */
const digestOf = (letter: string, value: unknown): string => letter + sha256(JSON.stringify(value)).slice(0, 12);

const folded = (text: string | null): string => (text ?? '').normalize('NFKC').toLowerCase();

/** Hashes what a task list shows besides the text, which the key stands for. A changed title or confidence needs no action. */
const hashOf = ({ owner, priority }: ActionItemRecord): string => digestOf('h', [folded(owner), folded(priority)]);

/** Equal texts of a meeting share the start of their keys, which end in the number of the occurrence. */
const groupOf = (dedupeKey: string): string => dedupeKey.replace(/-\d+$/, '');

const threadOf = ({ hash }: OpenItem): string => digestOf('t', hash);
const keyOf = ({ sessionId, actionItem }: OpenItem): string => dedupeKeys(sessionId)(oneLine(actionItem));

const timeOf = (startTime: string | null): number => Date.parse(startTime ?? '');

/** Until which meeting the list contains everything open. A list that is not in the documented order proves nothing. */
function reachOf({ items, isFull }: OpenList): number {
	if (!isFull) return Infinity;
	const times = items.map(({ createdAt }) => timeOf(createdAt));
	return times.every((time, index) => time >= (times[index - 1] ?? -Infinity)) ? (times.at(-1) ?? -Infinity) : -Infinity;
}

interface Present {
	readonly record: ActionItemRecord;
	readonly meeting: SyncedMeeting;
	readonly isAlone: boolean;
}

/** Action items by their keys, with whether the meeting has no other one with the same text. */
function presentIn(meetings: readonly SyncedMeeting[]): Map<string, Present> {
	const groups = new Map<string, number>();
	const all = meetings.flatMap((meeting) => meeting.records.map((record) => ({ record, meeting })));
	for (const { record } of all) groups.set(groupOf(record.dedupeKey), (groups.get(groupOf(record.dedupeKey)) ?? 0) + 1);
	return new Map(all.map(({ record, meeting }) => [record.dedupeKey, { record, meeting, isAlone: groups.get(groupOf(record.dedupeKey)) === 1 }]));
}

/** What is still known about an action item that its meeting no longer has. */
function disappeared({ dedupeKey, contactId, fields }: SyncedRow, { conversationId, title, startTime }: SyncedMeeting): ActionItemChange {
	const text = (name: string): string | null => oneLine(fields[name]) || null;
	return {
		...{ item: text('item'), owner: text('owner'), dueDate: text('dueDate'), priority: text('priority') },
		...{ conversationTitle: title, conversationDate: startTime, conversationId },
		...{ dueText: text('dueText'), confidence: null, dedupeKey },
		...{ change: 'disappeared', hash: GONE, open: null, contactId },
		...ownOf(fields),
	};
}

const lastOfEach = (rows: readonly SyncedRow[]): Map<string, SyncedRow> => new Map(rows.map((row) => [row.dedupeKey, row]));

/**
 * What changed since action items were synced: a difference by key. An item has disappeared only if its meeting was read in
 * full and no longer has it. It was resolved only if its meeting was read and still has it, the list of open items reaches
 * as far as the meeting and no longer has it, and its contact still exists. `list`: null if it could not be read or proves
 * nothing. `contacts`: which of the `unsure` contacts of an earlier pass exist.
 */
export function syncChanges(
	rows: readonly SyncedRow[],
	meetings: readonly SyncedMeeting[],
	list: OpenList | null,
	contacts: ReadonlySet<string> = new Set(),
): SyncResult {
	const known = [...lastOfEach(rows).values()].filter(({ hash }) => hash !== GONE);
	const before = new Map(known.map((row) => [row.dedupeKey, row]));
	const items = list?.items ?? [];
	const byKey = new Map(items.map((one) => [keyOf(one), one]));
	const byThread = new Map(items.map((one) => [`${one.sessionId} ${threadOf(one)}`, one]));
	const reach = list ? reachOf(list) : -Infinity;
	const exists = new Set([...contacts, ...items.map(({ contactId }) => contactId)]);
	const unsure = new Set<string>();
	const changes: ActionItemChange[] = [];
	const resolved: ActionItemChange[] = [];
	const gone: ActionItemChange[] = [];
	let unchanged = 0;
	let notChecked = 0;

	const present = presentIn(meetings);
	const isReworded = ({ dedupeKey, conversationId, open }: SyncedRow): boolean =>
		!present.has(dedupeKey) && Boolean(open) && byThread.has(`${conversationId} ${open}`);
	const withReworded = new Set(known.filter(isReworded).map(({ conversationId }) => conversationId));
	for (const [dedupeKey, { record, meeting, isAlone }] of present) {
		const row = before.get(dedupeKey);
		const hash = hashOf(record);
		const own = row?.open ? byThread.get(`${meeting.conversationId} ${row.open}`) : undefined;
		// If two listed items have this text, takes the row's own: the other may be an item that was reworded since, and their
		// order says nothing.
		const listed = own && keyOf(own) === groupOf(dedupeKey) ? own : (byKey.get(groupOf(dedupeKey)) ?? own);
		// If several texts are equal, it is unknown which of them is open.
		const open = isAlone && listed ? threadOf(listed) : null;
		const changeTo = (change: Change, isOpen: string | null): ActionItemChange => ({
			...record,
			...{ change, hash, open: isOpen, contactId: listed?.contactId ?? row?.contactId ?? null },
			...(row && ownOf(row.fields)),
		});
		if (!row) changes.push(changeTo('created', open));
		// The item was not read in full, so the change is not certain.
		else if (!meeting.isWhole && row.hash !== hash) notChecked += 1;
		else if (!meeting.isWhole) unchanged += 1;
		else {
			const isMissing = Boolean(row.open) && isAlone && open === null && timeOf(meeting.startTime) < reach;
			const isContact = row.contactId !== null && exists.has(row.contactId);
			// What was reworded may have taken the text of this one, so that neither is known any more.
			const isDoubtful = isMissing && withReworded.has(meeting.conversationId);
			if (isMissing && row.contactId !== null && !isContact) unsure.add(row.contactId);
			if (isDoubtful) changes.push(changeTo('changed', null));
			else if (isMissing && isContact) resolved.push(changeTo('resolved', null));
			// Reports a new name in the list as a change. Otherwise a later rewording would look as if the item were resolved.
			else if (row.hash !== hash || (open !== null && row.open !== undefined && open !== row.open)) changes.push(changeTo('changed', open ?? row.open ?? null));
			else unchanged += 1;
		}
	}
	const whole = new Map(meetings.filter(({ isWhole }) => isWhole).map((meeting) => [meeting.conversationId, meeting]));
	for (const row of known) {
		if (present.has(row.dedupeKey)) continue;
		const meeting = whole.get(row.conversationId ?? '');
		if (meeting) gone.push(disappeared(row, meeting));
		else notChecked += 1;
	}
	return { changes: [...changes, ...resolved, ...gone], unchanged, notChecked, unsure };
}

/** Meetings of the last days, which every sync reads. */
const RECENT_DAYS = 2;
/** Older meetings are read in turn, by the hour of the sync. A prime, so that no usual schedule leaves some out for ever. */
export const TURNS = 31;
/** Meetings that a sync reads out of turn at most. */
const MAX_EXTRA = 20;

interface Listed {
	readonly conversationId: string;
	readonly conversationDate: string | null;
}

const lotOf = (...values: readonly unknown[]): number => Number.parseInt(digestOf('', values), 16);

/**
 * Which meetings a sync reads, in order, since a limit on requests may end it: new ones, those whose turn it is, some out
 * of turn, and the recent ones again. Meetings are read out of turn if one of their open items is no longer listed, or one
 * is listed again, or if they are older than all meetings with a row, so that an interrupted sync has not reached them. The
 * first sync reads all.
 */
export function meetingsToRead<M extends Listed>(
	meetings: readonly M[],
	rows: readonly SyncedRow[],
	list: OpenList | null,
	now: number,
): readonly M[] {
	if (rows.length === 0) return meetings;
	const hour = Math.floor(now / HOUR_MS);
	const known = new Set(rows.map(({ conversationId }) => conversationId));
	const hasRow = ({ conversationId }: M): boolean => known.has(conversationId);
	const isRecent = ({ conversationDate }: M): boolean => !(timeOf(conversationDate) < now - RECENT_DAYS * DAY_MS);
	const older = meetings.filter((one) => !isRecent(one));
	const oldest = Math.min(...meetings.filter(hasRow).map(({ conversationDate }) => timeOf(conversationDate)).filter(Number.isFinite));
	const threads = new Set(list?.items.map((one) => `${one.sessionId} ${threadOf(one)}`));
	const keys = new Set(list?.items.map(keyOf));
	const reach = list ? reachOf(list) : -Infinity;
	const kept = [...lastOfEach(rows).values()].filter(({ hash }) => hash !== GONE);
	const alike = Map.groupBy(kept, ({ dedupeKey }) => groupOf(dedupeKey));
	const meetingsOf = (some: readonly SyncedRow[]) => new Set(some.map(({ conversationId }) => conversationId));
	const missing = meetingsOf(
		kept.filter(
			({ dedupeKey, conversationId, open }) => open && !keys.has(groupOf(dedupeKey)) && !threads.has(`${conversationId} ${open}`),
		),
	);
	// Which of several equal texts is open stays unknown, however often the meeting is read.
	const openAgain = meetingsOf(
		kept.filter(({ dedupeKey, open }) => open === null && keys.has(groupOf(dedupeKey)) && alike.get(groupOf(dedupeKey))?.length === 1),
	);
	const isExtra = (one: M): boolean => {
		if (!hasRow(one)) return timeOf(one.conversationDate) < oldest;
		return openAgain.has(one.conversationId) || (missing.has(one.conversationId) && timeOf(one.conversationDate) < reach);
	};
	// Shuffled each time, so that a limit does not always cut off the same meetings.
	const drawn = (some: readonly M[]): M[] =>
		some.map((one) => ({ one, lot: lotOf(one.conversationId, hour) })).sort((a, b) => a.lot - b.lot).map(({ one }) => one);
	const inTurn = drawn(older.filter(({ conversationId }) => lotOf(conversationId) % TURNS === hour % TURNS));
	const extra = drawn(older.filter(isExtra)).slice(0, MAX_EXTRA);
	const recent = meetings.filter(isRecent);
	return [...new Set([...recent.filter((one) => !hasRow(one)), ...inTurn, ...extra, ...recent])];
}
