import type { ActionItemRecord } from '../../../../format/index.ts';
import { grouped } from '../../../../insights/index.ts';
import { numberOf, oneLine, type UnknownFields } from '../../../../format/read.ts';
import type { EarlierEntry } from '../earlier.ts';
import { hexOf, sha256 } from '../../../../format/sha256.ts';

/** A meeting whose key points were read. */
export interface MeetingRecords {
	readonly conversationId: string;
	readonly title: string | null;
	readonly startTime: string | null;
	readonly records: readonly ActionItemRecord[];
	/** Whether these are all of its action items, with all their fields. */
	readonly isWhole: boolean;
}

/** `disappeared`: the key points of its meeting no longer have it. `resolved`: they do, but it is no longer open. */
export type Change = 'created' | 'changed' | 'resolved' | 'disappeared';

/** What to do in the system that is kept in sync. */
export interface ActionItemChange extends Omit<ActionItemRecord, 'item'> {
	readonly change: Change;
	/** Null only where a disappeared item was passed in without its text. */
	readonly item: string | null;
	/** Names the meeting and what is compared. Opaque: pass it in again with the key. */
	readonly hash: string;
	/** What was passed in for this action item; null if it is new. */
	readonly before: UnknownFields | null;
}

/** An action item of a meeting that was read in full, with the key that it keeps. */
export interface Present {
	readonly record: ActionItemRecord;
	readonly hash: string;
	readonly before: UnknownFields | null;
}

export interface ActionItemChanges {
	/** In the order of the meetings; what disappeared comes last. */
	readonly changes: readonly ActionItemChange[];
	readonly unchanged: number;
	/** Synced before, but not compared: their meetings were not read in full. */
	readonly notChecked: number;
	/** All action items of the meetings that were read in full. */
	readonly present: readonly Present[];
}

/** 12 hexadecimal digits. */
export const digestOf = (value: unknown): string =>
	hexOf(sha256(JSON.stringify(value))).slice(0, 12);

const folded = (text: string | null): string => (text ?? '').normalize('NFKC').toLowerCase();

/**
 * The key stands for the text, so this is the rest of what a task list shows. Titles and confidence are left out: they
 * change without anything to do. The meeting is in it because a key alone does not say which meeting it comes from.
 */
export const hashOf = ({ conversationId, owner, priority }: ActionItemRecord): string =>
	`${digestOf(conversationId)}-${digestOf([folded(owner), folded(priority)])}`;

/** An action item synced before. */
export interface Known {
	readonly key: string;
	readonly hash: string;
	readonly conversationId: string;
	readonly fields: UnknownFields;
}

/** The last entry of a key counts, as in a sheet that rows are added to. */
export function knownOf(entries: readonly EarlierEntry[]): Known[] {
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

/** The digest of the meeting that an action item comes from starts its hash. */
export const meetingDigestOf = ({ hash }: Pick<Known, 'hash'>): string => hash.split('-')[0] ?? '';

/** Equal texts of a meeting share the start of their keys, which end in the number of the occurrence. */
export const keyGroupOf = (key: string): string => key.replace(/-\d+$/, '');

/** Hands out each known entry once: the first one left with a key or a hash, or the first one left at all. */
function takerOf(known: readonly Known[]) {
	const free = new Set(known);
	const queues = new Map<string, Known[]>();
	for (const one of known.toReversed()) {
		for (const name of [`key ${one.key}`, `hash ${one.hash}`, 'any']) {
			const queue = queues.get(name);
			if (queue) queue.push(one);
			else queues.set(name, [one]);
		}
	}
	return (name: string, wanted: (one: Known) => boolean = () => true): Known | null => {
		const queue = queues.get(name) ?? [];
		for (let one = queue.pop(); one; one = queue.pop()) {
			if (!free.has(one)) continue;
			if (wanted(one)) {
				free.delete(one);
				return one;
			}
			queue.push(one);
			return null;
		}
		return null;
	};
}

interface Settled {
	readonly record: ActionItemRecord;
	readonly hash: string;
	/** The entry that it continues. */
	known: Known | null;
}

/**
 * Records with equal texts, each with the known entry that it continues: one with the same content before others, because
 * the numbers of occurrences follow an order that may change.
 */
function settle(records: readonly ActionItemRecord[], known: readonly Known[]): Settled[] {
	const take = takerOf(known);
	const settled = records.map((record): Settled => ({ record, hash: hashOf(record), known: null }));
	const pass = (takeFor: (one: Settled) => Known | null): void => {
		for (const one of settled) one.known ??= takeFor(one);
	};
	pass(({ record, hash }) => take(`key ${record.dedupeKey}`, (one) => one.hash === hash));
	pass(({ hash }) => take(`hash ${hash}`));
	pass(({ record }) => take(`key ${record.dedupeKey}`));
	pass(() => take('any'));
	return settled;
}

/** The keys of records with equal texts: known ones are kept, and no two are the same. */
function keysOf(settled: readonly Settled[], known: readonly Known[]): string[] {
	const used = new Set(known.map(({ key }) => key));
	let occurrence = 0;
	return settled.map(({ record, known: continued }) => {
		if (continued) return continued.key;
		const group = keyGroupOf(record.dedupeKey);
		let key: string;
		do {
			occurrence += 1;
			key = occurrence === 1 ? group : `${group}-${occurrence}`;
		} while (used.has(key));
		return key;
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
		dueDate: oneLine(fields['dueDate']) || null,
		dueText: oneLine(fields['dueText']) || null,
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
	const knownGroups = grouped(known, ({ key }) => keyGroupOf(key));
	const gone = new Set(known);
	const changes: ActionItemChange[] = [];
	const present: Present[] = [];
	let unchanged = 0;
	for (const { records, isWhole } of meetings) {
		const changeOf = new Map<ActionItemRecord, ActionItemChange>();
		for (const [group, equal] of grouped(records, ({ dedupeKey }) => keyGroupOf(dedupeKey))) {
			const candidates = knownGroups.get(group) ?? [];
			const settled = settle(equal, candidates);
			const keys = keysOf(settled, candidates);
			settled.forEach(({ record, hash, known: continued }, index) => {
				const isSame = continued?.hash === hash;
				const now: Present = { record: { ...record, dedupeKey: keys[index] ?? record.dedupeKey }, hash, before: continued?.fields ?? null };
				if (isWhole) present.push(now);
				if (isSame) unchanged += 1;
				// An entry that could not be read in full has not changed for certain.
				if (continued && (isSame || isWhole)) gone.delete(continued);
				if (isSame || (continued && !isWhole)) return;
				const change = continued ? 'changed' : 'created';
				changeOf.set(record, { change, ...now.record, hash, before: now.before });
			});
		}
		changes.push(...records.flatMap((record) => changeOf.get(record) ?? []));
	}
	const whole = meetings.filter(({ isWhole }) => isWhole);
	const byId = new Map(whole.map((meeting) => [meeting.conversationId, meeting]));
	const byDigest = new Map(whole.map((meeting) => [digestOf(meeting.conversationId), meeting]));
	const ended = [...gone].flatMap((one) => {
		const meeting = byId.get(one.conversationId) ?? byDigest.get(one.hash.split('-')[0] ?? '');
		return meeting ? [disappeared(one, meeting)] : [];
	});
	return { changes: [...changes, ...ended], unchanged, notChecked: gone.size - ended.length, present };
}
