import { MINUTE_MS } from '../../api/index.ts';
import type { Item } from '../items/item.ts';

/** An item in progress: found, and kept until a run with it has ended. Times in milliseconds since 1970. */
export interface OutboxEntry {
	readonly item: Item;
	/** Not emitted before this time, give or take a few seconds. */
	readonly dueAt: number;
	/** Null until the item is emitted. */
	readonly emitted: {
		/** The process that emitted it last: when that dies, the run is lost too. Null: the run is known to be lost. */
		readonly session: string | null;
		readonly times: number;
	} | null;
}

export type Outbox = readonly OutboxEntry[];

/** A process, and for how long it has been running. */
export interface HostProcess {
	readonly id: string;
	readonly ageMs: number;
}

/** Max unfinished items if each has a run of its own. A backlog is processed this many at a time. */
const MAX_RUNNING = 200;

/** With this many items in progress, polling stops looking for more. */
const FULL = 500;

/** The same limit in size: the host saves all of it with every run that it starts. */
const FULL_BYTES = 1_000_000;

/** Stop retrying a run that crashes the host. */
const MAX_TIMES = 5;

/** Polls come a few milliseconds early or late, which must not delay an item until the poll after next. */
const EARLY_MS = 5_000;

/** How long a starting host may take to begin what it had queued before. */
const SETTLE_MS = MINUTE_MS;

const bytesOf = (item: Item): number => new TextEncoder().encode(JSON.stringify(item)).length;

/** How much more may be found for now. */
export interface ItemRoom {
	readonly isLeft: () => boolean;
	readonly take: (items: readonly Item[]) => void;
}

/** The items that an outbox has room for. The last one may exceed the room that is left; otherwise a large one would never go out. */
export function roomIn(outbox: Outbox): ItemRoom {
	let count = 0;
	let bytes = 0;
	const take = (items: readonly Item[]): void => {
		count += items.length;
		for (const item of items) bytes += bytesOf(item);
	};
	take(outbox.map(({ item }) => item));
	return { isLeft: () => count < FULL && bytes < FULL_BYTES, take };
}

/** Adds what was found, except for items already in progress. */
export function collect(outbox: Outbox, found: readonly Omit<OutboxEntry, 'emitted'>[]): Outbox {
	const known = new Set(outbox.map(({ item }) => item.dedupeKey));
	return [...outbox, ...found.filter(({ item }) => !known.has(item.dedupeKey)).map((entry) => ({ ...entry, emitted: null }))];
}

/** How the run with an item ended, as far as this process knows. `stopped`: somebody shut down the host or deployed the flow again. */
export type RunOutcome = 'ended' | 'lost' | 'stopped' | undefined;

export interface Settled {
	readonly outbox: Outbox;
	readonly givenUp: readonly Item[];
	/** Keys of the items whose outcome this takes into account. */
	readonly outcomesOf: readonly string[];
}

/**
 * Drops finished entries and re-queues those that were interrupted or emitted by a process that has died. An entry is
 * dropped after too many attempts. `session` is the ID of the running process.
 */
export function settle(outbox: Outbox, session: string, outcomeOf: (key: string) => RunOutcome): Settled {
	const outcomesOf: string[] = [];
	const left = outbox.flatMap((entry): OutboxEntry[] => {
		const outcome = entry.emitted?.session === session ? outcomeOf(entry.item.dedupeKey) : undefined;
		if (outcome) outcomesOf.push(entry.item.dedupeKey);
		if (outcome === 'ended') return [];
		if (!outcome || !entry.emitted) return [entry];
		// Only runs that may have crashed the host count.
		const times = entry.emitted.times - (outcome === 'stopped' ? 1 : 0);
		return [{ ...entry, emitted: { session: null, times } }];
	});
	const isOver = ({ emitted }: OutboxEntry): boolean => emitted !== null && emitted.times >= MAX_TIMES && emitted.session !== session;
	const givenUp = left.filter(isOver).map(({ item }) => item);
	return { outbox: left.filter((entry) => !isOver(entry)), givenUp, outcomesOf };
}

export interface TakeOptions {
	readonly now: number;
	readonly session: HostProcess;
	/** The head start in milliseconds that another trigger gets to report an event. */
	readonly leaveMs: number;
	/** Whether each item gets a run of its own. */
	readonly oneByOne: boolean;
}

/** What to emit now, and the outbox after that. Full: more is due, but the maximum number of runs is in progress. */
export function takeDue(
	outbox: Outbox,
	{ now, session, leaveMs, oneByOne }: TakeOptions,
): { outbox: Outbox; due: readonly Item[]; isFull: boolean } {
	const isDue = ({ dueAt, emitted }: OutboxEntry): boolean => {
		if (emitted?.session === session.id) return false;
		return dueAt <= now + EARLY_MS && session.ageMs + EARLY_MS >= (emitted ? Math.max(leaveMs, SETTLE_MS) : leaveMs);
	};
	// Setting the clock back must not hold them up by as much.
	const waiting = outbox.map((entry) => (entry.dueAt > now + leaveMs ? { ...entry, dueAt: now + leaveMs } : entry));
	const running = waiting.filter(({ emitted }) => emitted?.session === session.id).length;
	const room = oneByOne ? Math.max(0, MAX_RUNNING - running) : Infinity;
	const ready = waiting.filter(isDue);
	const due = new Set(ready.slice(0, room));
	return {
		outbox: waiting.map((entry) =>
			due.has(entry) ? { ...entry, emitted: { session: session.id, times: (entry.emitted?.times ?? 0) + 1 } } : entry,
		),
		due: [...due].map(({ item }) => item),
		isFull: ready.length > room,
	};
}
