/**
 * An account and a table that is kept in sync with it, randomly generated from a seed: regenerated key points, items that
 * move, equal texts, deletions, meetings that cannot be read, limits, shorter periods, more than 100 open items, contacts
 * that disappear, plans that change.
 */
import { conversationRecords } from '../../src/format/index.ts';
import { GONE, meetingsToRead, syncChanges, type ActionItemChange, type OpenList, type SyncedMeeting, type SyncedRow } from '../../src/reports/index.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MAX_OPEN = 100;
const START = Date.parse('2026-03-02T09:00:00Z');

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

interface Item {
	text: string;
	owner: string;
	priority: 'high' | 'low';
	/** In the service’s list of open items. */
	thread: string;
	listedText: string;
	isDone: boolean;
}

interface Meeting {
	readonly id: string;
	readonly start: number;
	/** Null while there are no key points. */
	items: Item[] | null;
	contact: string | null;
	isDeleted: boolean;
	isFailing: boolean;
}

export interface Counts {
	syncs: number;
	reads: number;
	resolved: number;
	resolvedWrong: number;
	resolvedMissed: number;
	disappearedWrong: number;
	createdTwice: number;
	/** Changes that a quiet sync reported. */
	noise: number;
	tablesThatDiffer: number;
	/** Older meetings that were not read in as many quiet syncs as it takes to read all in turn. */
	starved: number;
}

export const noCounts = (): Counts => ({ syncs: 0, reads: 0, resolved: 0, resolvedWrong: 0, resolvedMissed: 0, disappearedWrong: 0, createdTwice: 0, noise: 0, tablesThatDiffer: 0, starved: 0 });

/** Hours between two syncs. */
const schedules = [1, 2, 3, 4, 5, 6, 8, 12, 24, 48, 168] as const;
const TURNS = 31;

export function play(seed: number, counts: Counts): void {
	const random = randomOf(seed);
	const int = (below: number): number => Math.floor(random() * below);
	const happens = (chance: number): boolean => random() < chance;
	const pick = <T>(list: readonly T[]): T => list[int(list.length)] ?? list[0] ?? failOn('an empty list');
	const failOn = (what: string): never => {
		throw new Error(`The model has ${what}`);
	};

	const isBig = happens(0.2);
	const texts = isBig ? Array.from({ length: 60 }, (_, index) => `Task ${index}`) : ['Send the report', 'Book the room', 'Call Zoë', 'Write the offer', 'Check the contract', 'Invite Ann', 'Pay the bill', 'Order chairs'];
	const owners = ['Ben', 'Ada', 'Zoë'] as const;
	const contacts = new Set(['k0', 'k1', 'k2', 'k3', 'k4', 'k5']);
	const meetings: Meeting[] = [];
	const table = new Map<string, SyncedRow>();
	const lastRead = new Map<string, number>();
	/** Whether rows of items that disappeared stay in the table, and are part of the next sync's input. */
	const keepsGone = happens(0.5);
	let threads = 0;
	let now = START;
	let memory = happens(0.85);
	let isListFailing = false;
	let days = 60;
	let limit = Infinity;

	const newItem = (text = pick(texts)): Item => ({ text, owner: pick(owners), priority: pick(['high', 'low']), thread: `${threads++}`, listedText: text, isDone: false });
	const meet = (start: number): void => {
		const items = happens(0.1) ? null : Array.from({ length: isBig ? 6 : int(4) }, () => newItem());
		meetings.push({ id: `c${meetings.length}`, start, items, contact: happens(0.8) ? pick([...contacts]) : null, isDeleted: false, isFailing: false });
	};
	const records = new Map<string, ReturnType<typeof conversationRecords>>();
	const recordsOf = ({ id, start, items }: Meeting) => {
		const saved = (items ?? []).map(({ text, owner, priority }) => ({ item: text, owner, priority, confidence: 1 }));
		const name = JSON.stringify([id, saved]);
		const known = records.get(name) ?? conversationRecords(saved, { id, title: id, startTime: new Date(start).toISOString() }, 'UTC');
		records.set(name, known);
		return known;
	};
	const isListed = ({ isDeleted, contact }: Meeting): boolean => !isDeleted && contact !== null && contacts.has(contact);
	const openItems = (): { readonly meeting: Meeting; readonly item: Item }[] =>
		meetings
			.filter(isListed)
			.toSorted((one, other) => one.start - other.start)
			.flatMap((meeting) => (meeting.items ?? []).filter(({ isDone }) => !isDone).map((item) => ({ meeting, item })));
	const openList = (): OpenList | null => {
		if (isListFailing || !memory) return null;
		const listed = openItems().slice(0, MAX_OPEN);
		return {
			items: listed.map(({ meeting, item }) => ({ sessionId: meeting.id, actionItem: item.listedText, hash: item.thread, contactId: meeting.contact ?? '', createdAt: new Date(meeting.start).toISOString() })),
			isFull: listed.length >= MAX_OPEN,
		};
	};
	const withKey = (meeting: Meeting, dedupeKey: string): Item[] => {
		const group = dedupeKey.replace(/-\d+$/, '');
		const keys = recordsOf(meeting);
		return (meeting.items ?? []).filter((_, index) => keys[index]?.dedupeKey.replace(/-\d+$/, '') === group);
	};

	const judge = ({ change, conversationId, dedupeKey }: ActionItemChange, inPeriod: readonly Meeting[]): void => {
		const meeting = meetings.find(({ id }) => id === conversationId) ?? failOn('no such meeting');
		const present = withKey(meeting, dedupeKey);
		if (change === 'resolved') {
			if (!meeting.isDeleted && present.some(({ isDone }) => isDone)) counts.resolved += 1;
			else counts.resolvedWrong += 1;
		}
		const known = table.get(dedupeKey);
		if (change === 'created' && known && known.hash !== GONE) counts.createdTwice += 1;
		const isRead = inPeriod.includes(meeting) && !meeting.isFailing;
		if (change === 'disappeared' && (!isRead || recordsOf(meeting).some((record) => record.dedupeKey === dedupeKey))) counts.disappearedWrong += 1;
	};

	function sync(): readonly ActionItemChange[] {
		const inPeriod = meetings.filter(({ isDeleted, start }) => !isDeleted && start >= now - days * DAY_MS).toSorted((one, other) => other.start - one.start);
		const listed = inPeriod.map((meeting) => ({ conversationId: meeting.id, conversationDate: new Date(meeting.start).toISOString(), meeting }));
		const list = openList();
		const rows = [...table.values()];
		const chosen = meetingsToRead(listed, rows, list, now).slice(0, limit).map(({ meeting }) => meeting);
		counts.syncs += 1;
		counts.reads += chosen.length;
		for (const { id } of chosen) lastRead.set(id, now);
		const read = chosen
			.filter(({ items, isFailing }) => items !== null && !isFailing)
			.map((meeting): SyncedMeeting => ({ conversationId: meeting.id, title: meeting.id, startTime: new Date(meeting.start).toISOString(), records: recordsOf(meeting), isWhole: true }));
		const first = syncChanges(rows, read, list);
		const { changes } = first.unsure.size > 0 ? syncChanges(rows, read, list, new Set([...first.unsure].filter((id) => contacts.has(id)))) : first;
		for (const one of changes) {
			judge(one, inPeriod);
			const { change, dedupeKey, hash, conversationId, contactId, open } = one;
			if (change === 'disappeared' && !keepsGone) table.delete(dedupeKey);
			else table.set(dedupeKey, { dedupeKey, hash, conversationId, contactId, open, fields: {} });
		}
		return changes;
	}

	function live(): void {
		for (const meeting of meetings) {
			meeting.isFailing = happens(0.07);
			const { items } = meeting;
			if (items === null) meeting.items = happens(0.3) ? [newItem()] : null;
			const [first] = items ?? [];
			if (meeting.isDeleted || items === null || first === undefined) continue;
			const dice = random();
			if (dice < 0.05) items.push(newItem());
			else if (dice < 0.08) items.splice(int(items.length), 1);
			else if (dice < 0.11) pick(items).owner = pick(owners);
			else if (dice < 0.14) items.reverse();
			else if (dice < 0.17) items.push(newItem(first.text));
			else if (dice < 0.2) {
				for (const item of items) {
					item.text += ' again';
					if (happens(0.7)) Object.assign(item, { listedText: item.text, thread: `${threads++}` });
				}
			} else if (dice < 0.22) pick(items).listedText += ' (soon)';
			else if (dice < 0.34) pick(items).isDone = true;
			else if (dice < 0.36) pick(items).isDone = false;
			else if (dice < 0.37) meeting.isDeleted = true;
			else if (dice < 0.375) meeting.contact ??= pick(['k0', 'k1']);
		}
		if (happens(0.6)) meet(now - int(DAY_MS));
		if (happens(0.05) && contacts.size > 2) contacts.delete(pick([...contacts]));
		if (happens(0.08)) memory = !memory;
		isListFailing = happens(0.1);
		days = happens(0.15) ? 7 : 60;
		limit = happens(0.2) ? int(6) : Infinity;
	}

	for (let index = 0; index < (isBig ? 30 : 8); index++) meet(now - int(28 * DAY_MS));
	const step = pick(schedules) * HOUR_MS;
	for (let index = 0; index < 16; index++) {
		now += step;
		live();
		sync();
	}

	// Then nothing happens for as many syncs as it takes to read every meeting.
	for (const meeting of meetings) meeting.isFailing = false;
	[memory, isListFailing, days, limit] = [true, false, 3650, Infinity];
	const calm = (syncs: number): void => {
		for (let index = 0; index < syncs; index++) {
			now += step;
			sync();
		}
	};
	calm(TURNS);
	const calmSince = now - TURNS * step;
	counts.starved += meetings.filter(({ id, isDeleted }) => !isDeleted && !((lastRead.get(id) ?? -Infinity) > calmSince)).length;
	// A full list may be cut in the middle of a meeting's items.
	const isFull = openItems().length >= MAX_OPEN;
	if (!isFull) for (const { items } of meetings) if (happens(0.7)) items?.reverse();
	const before = structuredClone([...table.values()]);
	for (let index = 0; index < 8; index++) {
		now += step;
		counts.noise += sync().length;
	}
	const truth = meetings.filter(({ isDeleted }) => !isDeleted).flatMap((meeting) => recordsOf(meeting).map(({ dedupeKey }) => dedupeKey));
	const deleted = new Set<string | null>(meetings.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
	const alive = before.filter(({ hash, conversationId }) => hash !== GONE && !deleted.has(conversationId)).map(({ dedupeKey }) => dedupeKey);
	if (truth.toSorted().join() !== alive.toSorted().join()) counts.tablesThatDiffer += 1;

	// Then some are marked as done, and nothing else happens.
	const marked = openItems().flatMap(({ meeting, item }) => {
		const dedupeKey = recordsOf(meeting)[meeting.items?.indexOf(item) ?? -1]?.dedupeKey ?? '';
		if (withKey(meeting, dedupeKey).length > 1 || !happens(0.3)) return [];
		item.isDone = true;
		return [dedupeKey];
	});
	const told = new Set<string>();
	for (let index = 0; index < 3; index++) {
		now += step;
		for (const { change, dedupeKey } of sync()) if (change === 'resolved') told.add(dedupeKey);
	}
	if (!isFull) counts.resolvedMissed += marked.filter((key) => !told.has(key)).length;
}
