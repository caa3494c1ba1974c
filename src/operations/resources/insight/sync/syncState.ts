import { oneLine } from '../../../../format/read.ts';
import { grouped, type Meeting, type MeetingRef } from '../../../../insights/index.ts';
import { digestOf, meetingDigestOf, type ActionItemChange, type Known, type Present } from './actionItemChanges.ts';
import type { EarlierEntry } from '../earlier.ts';

/** Under this key, the state is kept among the rows. Stored by people, so it never changes. */
export const STATE_KEY = 'sync-state';

/** With “recent”, each meeting of the period is read again at the latest in the 30th sync after it was read. */
export const ROTATION = 30;

/** What was read of a meeting. */
interface ReadMeeting {
	/** A digest of the rows that it left; a meeting whose rows differ now is read again. */
	readonly rows: string;
	/** The number of the sync. */
	readonly readIn: number;
}

/** An action item that was open. Digests, because IDs can have any length. */
export interface OpenItem {
	/** The key of its row, without the number of the occurrence. */
	readonly key: string;
	/** Of its conversation and the service’s own hash for it. */
	readonly thread: string;
	readonly contact: string;
}

/** What a sync knows of those before it. */
export interface SyncState {
	/** Syncs so far. */
	readonly sync: number;
	/** By the digest of the meeting. */
	readonly meetings: ReadonlyMap<string, ReadMeeting>;
	readonly open: readonly OpenItem[];
}

export const NEW_STATE: SyncState = { sync: 0, meetings: new Map(), open: [] };

const DIGEST = 12;
const [MEETING, ROWS, KEY] = [DIGEST, 6, 16];

type Row = Pick<Known, 'hash' | 'key'>;

const rowsDigest = (rows: readonly Row[]): string => digestOf(rows.map(({ key, hash }) => `${key} ${hash}`).toSorted()).slice(0, ROWS);

/** The rows of each meeting, by its digest. */
export class MeetingRows {
	readonly #digests: ReadonlyMap<string, string>;

	constructor(rows: readonly Row[]) {
		this.#digests = new Map([...grouped(rows, meetingDigestOf)].map(([meeting, ofOne]) => [meeting, rowsDigest(ofOne)]));
	}

	of(meeting: string): string {
		return this.#digests.get(meeting) ?? rowsDigest([]);
	}

	has(meeting: string): boolean {
		return this.#digests.has(meeting);
	}
}

/** Splits into pieces of the same length. */
const pieces = (text: string, length: number): string[] => text.match(new RegExp(`.{${length}}`, 'g')) ?? [];

/** The state as one line, which any table keeps. Starts with the version of its form. */
export function writeState({ sync, meetings, open }: SyncState): string {
	const groups = [...grouped([...meetings], ([, { readIn }]) => readIn)];
	const read = groups.map(([readIn, group]) => `${readIn}~${group.map(([meeting, { rows }]) => meeting + rows).join('')}`);
	const content = ['1', sync, read.join('_'), open.map(({ key, thread, contact }) => key + thread + contact).join('')].join('.');
	return `${content}.${digestOf(content)}`;
}

/** Null if a sync of this version did not write it, or if it was changed or cut since. */
export function readState(text: string): SyncState | null {
	const content = text.slice(0, -DIGEST - 1);
	const [version, sync = '', read = '', open = ''] = content.split('.');
	if (version !== '1' || !/^\d{1,9}$/.test(sync) || text !== `${content}.${digestOf(content)}`) return null;
	const groups = read.split('_').map((group) => group.split('~'));
	return {
		sync: Number(sync),
		meetings: new Map(
			groups.flatMap(([readIn, all = '']) =>
				pieces(all, MEETING + ROWS).map((one) => [one.slice(0, MEETING), { rows: one.slice(MEETING), readIn: Number(readIn) }] as const),
			),
		),
		open: pieces(open, KEY + 2 * DIGEST).map((one) => ({
			key: one.slice(0, KEY),
			thread: one.slice(KEY, KEY + DIGEST),
			contact: one.slice(KEY + DIGEST),
		})),
	};
}

/** A state that was cut, rather than a column of the same name. */
const LIKE_STATE = /^\d+\.\d+\./;

/** The state of an entry: in a row of its own, or with an action item. */
function stateText({ key, fields }: EarlierEntry): string | null {
	if (key === STATE_KEY) return oneLine(fields['hash']);
	const text = oneLine(fields['state']);
	return LIKE_STATE.test(text) ? text : null;
}

/** An entry as what comes `before` shows it. */
function withoutState(entry: EarlierEntry): EarlierEntry {
	if (stateText(entry) === null) return entry;
	const { state: _, ...fields } = entry.fields;
	return { ...entry, fields };
}

/** Whether the rows come newest first, from a store that only adds rows. Without repeated keys, the order does not matter. */
function isNewestFirst(rows: readonly EarlierEntry[], states: readonly SyncState[]): boolean {
	const isRepeated = new Set(rows.map(({ key }) => key)).size < rows.length;
	return isRepeated && (states[0]?.sync ?? 0) > (states.at(-1)?.sync ?? 0);
}

/** The newest state among the entries, `null` if none of them can be used, and the other entries, oldest first. */
export function splitState(entries: readonly EarlierEntry[]): { readonly rows: EarlierEntry[]; readonly state: SyncState | null } {
	const texts = entries.flatMap((entry) => stateText(entry) ?? []);
	const states = texts.flatMap((text) => readState(text) ?? []);
	const rows = entries.filter(({ key }) => key !== STATE_KEY).map(withoutState);
	const [newest = null] = states.toSorted((one, other) => other.sync - one.sync);
	return { rows: isNewestFirst(entries, states) ? rows.toReversed() : rows, state: newest ?? (texts.length > 0 ? null : NEW_STATE) };
}

export const digestOfMeeting = ({ conversationId }: Pick<MeetingRef, 'conversationId'>): string => digestOf(conversationId);

interface ToRead {
	readonly state: SyncState;
	readonly rows: MeetingRows;
	/** Meetings to read whatever the state says, by their digests. */
	readonly suspects: ReadonlySet<string>;
	/** Meetings since then are read in every sync, others in turn. Milliseconds since 1970. */
	readonly recentSince: number;
	/** Whether what was found in a meeting is never looked for again. */
	readonly isFinal: boolean;
	/** If given, the turn is drawn anew with it: for syncs whose state may not be kept, which would repeat their turn. */
	readonly draw?: number | undefined;
}

/**
 * The meetings to read, those that were never read first: with a limit on requests, they are what must not be left out.
 * The others are read in turn, longest ago first, as many each time as it takes to read all of them in `ROTATION` syncs.
 * A meeting in which nothing was found is never final: its key points may not have been made yet.
 */
export function meetingsToRead(meetings: readonly Meeting[], { state, rows, suspects, recentSince, isFinal, draw }: ToRead): Meeting[] {
	const isKnown = (meeting: Meeting): boolean => {
		const digest = digestOfMeeting(meeting);
		return state.meetings.get(digest)?.rows === rows.of(digest);
	};
	const isDone = (meeting: Meeting): boolean => isFinal && rows.has(digestOfMeeting(meeting));
	const isSuspect = (meeting: Meeting): boolean => suspects.has(digestOfMeeting(meeting));
	const isRecent = (meeting: Meeting): boolean => !isDone(meeting) && !(Date.parse(meeting.meetingDate ?? '') < recentSince);
	const readIn = (meeting: Meeting): number => state.meetings.get(digestOfMeeting(meeting))?.readIn ?? 0;
	const lot = ({ conversationId }: Meeting): string => (draw === undefined ? '' : digestOf([conversationId, draw]));
	const unread = meetings.filter((meeting) => !isKnown(meeting));
	const known = meetings.filter(isKnown);
	const now = known.filter((meeting) => isSuspect(meeting) || isRecent(meeting));
	const waiting = known
		.filter((meeting) => !isSuspect(meeting) && !isRecent(meeting) && !isDone(meeting))
		.map((meeting) => ({ meeting, sync: readIn(meeting), lot: lot(meeting) }))
		.sort((one, other) => one.sync - other.sync || (one.lot < other.lot ? -1 : Number(one.lot !== other.lot)));
	const overdue = waiting.filter(({ sync }) => state.sync + 1 - sync >= ROTATION).length;
	const turn = Math.max(overdue, Math.ceil(waiting.length / ROTATION));
	return [...unread, ...now, ...waiting.slice(0, turn).map(({ meeting }) => meeting)];
}

interface Done {
	readonly state: SyncState;
	readonly rows: MeetingRows;
	/** Of the period. */
	readonly listed: readonly Meeting[];
	/** Whether these are all meetings of the period. */
	readonly isListWhole: boolean;
	/** What became of the meetings that were read, by their digests. `missing`: without saved key points. */
	readonly read: ReadonlyMap<string, 'missing' | 'part' | 'whole'>;
	readonly present: readonly Present[];
	readonly open: readonly OpenItem[];
}

/** What the next sync must know. Meetings that left the period are forgotten. */
export function nextState({ state, rows, listed, isListWhole, read, present, open }: Done): SyncState {
	const sync = state.sync + 1;
	const left = new MeetingRows(present.map(({ record: { dedupeKey: key }, hash }) => ({ key, hash })));
	const meetings = new Map(isListWhole ? [] : state.meetings);
	for (const meeting of listed.map(digestOfMeeting)) {
		const before = state.meetings.get(meeting);
		const outcome = read.get(meeting);
		if (outcome === 'part') meetings.delete(meeting);
		else if (outcome) meetings.set(meeting, { rows: (outcome === 'whole' ? left : rows).of(meeting), readIn: sync });
		else if (before) meetings.set(meeting, before);
	}
	return { sync, meetings, open };
}

/** The state as people keep it, with the fields of a change, so that the same steps keep both. */
export type StateRow = Readonly<Record<Exclude<keyof ActionItemChange, 'change' | 'dedupeKey' | 'hash'>, null>> & {
	readonly change: 'state';
	readonly dedupeKey: typeof STATE_KEY;
	readonly hash: string;
};

export const stateRow = (state: SyncState): StateRow => ({
	...{ change: 'state', item: null, owner: null, priority: null, confidence: null, dedupeKey: STATE_KEY, hash: writeState(state) },
	...{ conversationId: null, conversationTitle: null, conversationDate: null, before: null, dueDate: null, dueText: null },
});
