import { createHash } from 'node:crypto';
import type { ActionItemRecord } from '../../format/index.ts';
import { numberOf, oneLine, type Fields } from '../../format/read.ts';
import type { EarlierEntry } from './earlier.ts';

/** A meeting whose key points were read. */
export interface MeetingRecords {
	readonly conversationId: string;
	readonly title: string | null;
	readonly startTime: string | null;
	readonly records: readonly ActionItemRecord[];
	/** Whether these are all of its action items. */
	readonly isWhole: boolean;
}

/** `disappeared`: the key points of its meeting no longer have it. */
export type Change = 'created' | 'changed' | 'disappeared';

/** What to do in the system that is kept in sync. */
export interface ActionItemChange extends Omit<ActionItemRecord, 'item'> {
	readonly change: Change;
	/** Null only where a disappeared item was passed in without its text. */
	readonly item: string | null;
	/** Names the meeting and what is compared. Opaque: pass it in again with the key. */
	readonly hash: string;
	/** What was passed in for this action item; null if it is new. */
	readonly before: Fields | null;
}

export interface ActionItemChanges {
	/** In the order of the meetings; what disappeared comes last. */
	readonly changes: readonly ActionItemChange[];
	readonly unchanged: number;
	/** Synced before, but nothing is known about them now: their meetings were not read in full. */
	readonly notChecked: number;
}

const digestOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

const folded = (text: string | null): string => (text ?? '').normalize('NFKC').toLowerCase();

/**
 * The key stands for the text, so this is the rest of what a task list shows. Titles and confidence are left out: they
 * change without anything to do. The meeting is in it because a key alone does not say which meeting it comes from.
 */
export const hashOf = ({ conversationId, owner, priority }: ActionItemRecord): string =>
	`${digestOf(conversationId)}-${digestOf([folded(owner), folded(priority)])}`;

interface Known {
	readonly key: string;
	readonly hash: string;
	readonly conversationId: string;
	readonly fields: Fields;
}

/** The last entry of a key counts, as in a sheet that rows are added to. */
function knownOf(entries: readonly EarlierEntry[]): Known[] {
	const byKey = new Map(entries.map((entry) => [entry.key, entry]));
	return [...byKey.values()]
		.filter(({ fields }) => fields['change'] !== 'disappeared')
		.map(({ key, fields }) => ({
			key,
			hash: oneLine(fields['hash']),
			conversationId: oneLine(fields['conversationId']),
			fields,
		}));
}

/** Equal texts of a meeting share the start of their keys, which end in the number of the occurrence. */
const groupOf = (key: string): string => key.replace(/-\d+$/, '');

function byGroup<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const one of all) {
		const group = groupOf(keyOf(one));
		const members = groups.get(group);
		if (members) members.push(one);
		else groups.set(group, [one]);
	}
	return groups;
}

interface Match {
	readonly record: ActionItemRecord;
	readonly known: Known | null;
}

/**
 * Which known entry each of some records with equal texts continues: one with the same content before others, because
 * the numbers of occurrences follow an order that may change.
 */
function matched(records: readonly ActionItemRecord[], known: readonly Known[]): Match[] {
	const free = new Set(known);
	const take = (wanted: (one: Known) => boolean): Known | null => {
		const found = [...free].find(wanted) ?? null;
		if (found) free.delete(found);
		return found;
	};
	const same = new Map<ActionItemRecord, Known>();
	const takeFor = (wanted: (record: ActionItemRecord, one: Known) => boolean): void => {
		for (const record of records) {
			if (same.has(record)) continue;
			const found = take((one) => wanted(record, one));
			if (found) same.set(record, found);
		}
	};
	takeFor((record, one) => one.key === record.dedupeKey && one.hash === hashOf(record));
	takeFor((record, one) => one.hash === hashOf(record));
	takeFor((record, one) => one.key === record.dedupeKey);
	takeFor(() => true);
	return records.map((record) => ({ record, known: same.get(record) ?? null }));
}

/** The keys of some matches with equal texts: known ones are kept, and no two are the same. */
function keysOf(matches: readonly Match[], known: readonly Known[]): string[] {
	const used = new Set(known.map(({ key }) => key));
	return matches.map(({ record, known: continued }) => {
		if (continued) return continued.key;
		const group = groupOf(record.dedupeKey);
		for (let occurrence = 1; ; occurrence += 1) {
			const key = occurrence === 1 ? group : `${group}-${occurrence}`;
			if (used.has(key)) continue;
			used.add(key);
			return key;
		}
	});
}

/** What is still known about an action item that disappeared. */
function disappeared({ key, hash, fields }: Known, { conversationId, title, startTime }: MeetingRecords): ActionItemChange {
	return {
		change: 'disappeared',
		item: oneLine(fields['item']) || null,
		owner: oneLine(fields['owner']) || null,
		priority: oneLine(fields['priority']) || null,
		confidence: numberOf(fields['confidence']),
		dedupeKey: key,
		hash,
		conversationId,
		conversationTitle: title,
		conversationDate: startTime,
		before: fields,
	};
}

/** What changed since action items were synced, given the meetings read now. */
export function actionItemChanges(entries: readonly EarlierEntry[], meetings: readonly MeetingRecords[]): ActionItemChanges {
	const known = knownOf(entries);
	const knownGroups = byGroup(known, ({ key }) => key);
	const gone = new Set(known);
	const changes: ActionItemChange[] = [];
	let unchanged = 0;
	for (const { records } of meetings) {
		const settled = new Map<ActionItemRecord, { readonly known: Known | null; readonly dedupeKey: string }>();
		for (const [group, equal] of byGroup(records, ({ dedupeKey }) => dedupeKey)) {
			const candidates = knownGroups.get(group) ?? [];
			const matches = matched(equal, candidates);
			const keys = keysOf(matches, candidates);
			matches.forEach((match, index) => settled.set(match.record, { known: match.known, dedupeKey: keys[index] ?? match.record.dedupeKey }));
		}
		for (const record of records) {
			const { known: continued = null, dedupeKey = record.dedupeKey } = settled.get(record) ?? {};
			const hash = hashOf(record);
			if (continued) gone.delete(continued);
			if (continued?.hash === hash) {
				unchanged += 1;
				continue;
			}
			changes.push({ change: continued ? 'changed' : 'created', ...record, dedupeKey, hash, before: continued?.fields ?? null });
		}
	}
	const whole = meetings.filter(({ isWhole }) => isWhole);
	const byId = new Map(whole.map((meeting) => [meeting.conversationId, meeting]));
	const byDigest = new Map(whole.map((meeting) => [digestOf(meeting.conversationId), meeting]));
	const ended = [...gone].flatMap((one) => {
		const meeting = byId.get(one.conversationId) ?? byDigest.get(one.hash.split('-')[0] ?? '');
		return meeting ? [disappeared(one, meeting)] : [];
	});
	return { changes: [...changes, ...ended], unchanged, notChecked: gone.size - ended.length };
}
