import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { ClientError, createRequestBudget, type Problem } from '../../src/client/index.ts';
import { trust } from '../../src/client/trust.ts';
import { polledNames } from '../../src/events/catalogue.ts';
import { noFilters } from '../../src/events/filters.ts';
import { pollOptions } from '../../src/events/polling.ts';
import { RESERVED_REQUESTS } from '../../src/events/triggers.ts';
import {
	collect,
	createRound,
	idle,
	isFull,
	isPassing,
	newState,
	poll as pollOnce,
	recall,
	roomIn,
	store as pack,
} from '../../src/polling/index.ts';
import type { ActionItemRecord } from '../../src/format/index.ts';
import { coreOf, type Client, type Known } from './connect.ts';
import { amount, anyText, callback, check, count, fields, hours, list, methods, number, onlyFields, text } from './given.ts';
import { terms } from './terms.ts';
import type { Conversation, Feedback, KeyPoints } from './types.ts';

/** The events that polling can notice. */
export type PolledEvent =
	| 'conversation.action_items.ready'
	| 'conversation.created'
	| 'conversation.feedback.ready'
	| 'conversation.keypoints.ready'
	| 'conversation.summary.ready'
	| 'meeting.starting_soon';

/** Something new. */
export interface NewEvent {
	readonly event: PolledEvent;
	/** Of the conversation or meeting; null if not known. */
	readonly title?: string | null;
	/** ISO 8601, when the conversation or meeting starts; null if not known. */
	readonly startTime?: string | null;
	/** ISO 8601, when it happened. */
	readonly timestamp: string;
	/** The same for the same event, also when a webhook delivers it. */
	readonly dedupeKey: string;
	readonly conversationId?: string;
	readonly data: Readonly<Record<string, unknown>>;
	/** With `conversation.action_items.ready`, which comes once for each action item. */
	readonly actionItem?: Known<ActionItemRecord>;
	/** What polling read anyway. */
	readonly included?: {
		readonly conversation?: Conversation;
		readonly keyPoints?: KeyPoints;
		readonly feedback?: Feedback;
	};
}

/** Keeps what a poller remembers between polls: plain JSON. */
export interface PollStore {
	/** What was saved last; undefined or null if nothing was. */
	load(): Promise<unknown>;
	save(state: unknown): Promise<void>;
	/** What errors call it, such as the path of a file. */
	readonly name?: string;
}

/** For tests, and where it is fine to start anew with every process. */
export function memoryStore(): PollStore {
	let text: string | undefined;
	return {
		load: async () => (text === undefined ? undefined : JSON.parse(text)),
		save: async (state) => void (text = JSON.stringify(state)),
	};
}

const isMissing = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** A JSON file. It is replaced as a whole, so that a process or a machine that dies leaves either the old state or the new one. */
export function fileStore(path: string): PollStore {
	check(text, path, 'path');
	return {
		name: path,
		async load() {
			const stored = await readFile(path, 'utf8').catch((error: unknown) => {
				if (isMissing(error)) return undefined;
				throw error;
			});
			if (stored === undefined) return undefined;
			try {
				return JSON.parse(stored);
			} catch {
				// Without the parser’s words, which quote the file.
				throw new TypeError(`The file ${path} holds no JSON: it is empty, cut short, or not a poller’s. Restore it, or remove it to start anew.`);
			}
		},
		async save(state) {
			const temporary = `${path}.${process.pid}.tmp`;
			await writeFile(temporary, JSON.stringify(state), { mode: 0o600, flush: true });
			await rename(temporary, path);
		},
	};
}

/** Conditions that an event has to meet. Events without the field that a condition is about pass through. */
export interface EventFilters {
	/** Ignores case; `*` stands for any text. */
	readonly titleContains?: string;
	/** Part of the name of an action item's owner. */
	readonly ownerContains?: string;
	readonly minimumSegments?: number;
	readonly minimumActionItems?: number;
	/** Overall score from 0 to 10. */
	readonly minimumScore?: number;
}

export interface PollerOptions {
	readonly client: Client;
	/** One for each account. */
	readonly store: PollStore;
	readonly events: readonly PolledEvent[];
	readonly filters?: EventFilters | undefined;
	/** How many hours to look back when the poller starts for the first time. Default: only what is new from then on. */
	readonly recentHours?: number | undefined;
	/** For `meeting.starting_soon`: how many minutes before its start a meeting is reported. Default 15. */
	readonly minutesBefore?: number | undefined;
	/** When much is new at once, it is spread over several polls. Default 10. */
	readonly maxRequests?: number | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

export interface PollSummary {
	/** Events that were handled. */
	readonly handled: number;
	/** Conversations that still have no result after 48 hours. The poller no longer waits for them. */
	readonly missing: readonly { readonly conversationId: string; readonly result: 'feedback' | 'keyPoints' }[];
	/** Why the poll ended early, if that passes by itself; null otherwise. The next poll goes on where it ended. */
	readonly problem: Problem | null;
}

export interface Poller {
	/**
	 * Asks the service what is new since the last poll, and calls `handle` for each event, one after the other. Takes one
	 * request when nothing is new, and no AI credit. An event counts as handled when `handle` has ended without an error:
	 * after a failure, or when the process dies, the next poll hands it over again.
	 * @throws ClientError, or what `handle` and the store throw.
	 */
	poll(handle: (event: NewEvent) => Promise<void> | void): Promise<PollSummary>;
}

const DEFAULT_MAX_REQUESTS = 10;
const DEFAULT_MINUTES_BEFORE = 15;
const MAX_POLL_MS = 45_000;

/** Whose conversations these are is for the caller to say, by giving each account a store of its own. */
const SOURCE = 'program';

const pollerOptions = fields({
	store: methods('it must have `load` and `save`, as `fileStore(path)` has', 'load', 'save'),
	events: list('it must be a list of events'),
	// A condition that does not exist would let everything through.
	filters: onlyFields({
		titleContains: anyText.optional(),
		ownerContains: anyText.optional(),
		minimumSegments: number.optional(),
		minimumActionItems: number.optional(),
		minimumScore: number.optional(),
	}).nullish(),
	recentHours: hours.nullish(),
	minutesBefore: amount.nullish(),
	maxRequests: count.nullish(),
	now: callback.nullish(),
});

/** Waiting for an event that never comes would look like nothing being new. */
function checkEvents(events: readonly string[]): void {
	const refuse = (reason: string): never => {
		throw new ClientError({ kind: 'invalidInput', field: 'events', reason });
	};
	if (events.length === 0) refuse('choose at least one');
	const known: readonly string[] = polledNames;
	const other = events.find((event) => !known.includes(event));
	if (other !== undefined) refuse(`polling cannot notice ${other}. It can notice ${polledNames.join(', ')}`);
}

/**
 * Finds what is new since the last time, without webhooks: on every plan, and behind any firewall.
 * @throws ClientError `invalidInput` if an option is missing or invalid, or polling cannot notice an event.
 */
export function createPoller(options: PollerOptions): Poller {
	check(pollerOptions, options, 'options');
	const { client, store, events, filters, recentHours } = options;
	const now = options.now ?? Date.now;
	const minutesBefore = options.minutesBefore ?? DEFAULT_MINUTES_BEFORE;
	const maxRequests = options.maxRequests ?? DEFAULT_MAX_REQUESTS;
	coreOf(client);
	checkEvents(events);
	const session = randomUUID();
	const wanted = { events, filters: { ...noFilters, ...filters }, minutesBefore, recentHours };

	const read = async () => {
		const stored = await store.load();
		if (stored === undefined || stored === null) return { state: newState(SOURCE), outbox: [] };
		const known = recall(stored, session);
		if (!known) throw new TypeError(`The stored state of this poller cannot be read${store.name === undefined ? '' : `: ${store.name}`}. Remove it to start anew.`);
		return known;
	};

	const run = async (handle: (event: NewEvent) => Promise<void> | void): Promise<PollSummary> => {
		const { state, outbox: left } = await read();
		const budget = createRequestBudget({ max: maxRequests, keepFree: RESERVED_REQUESTS });
		// The next poll is the repetition.
		const round = createRound({
			client: coreOf(client, { patienceMs: 0, now, onAnswer: budget.onAnswer }),
			budget,
			now,
			deadline: now() + MAX_POLL_MS,
		});
		const room = roomIn(left);
		const look = pollOptions(wanted, { round, terms, briefing: null, room: { conversations: room, meetings: room } }, now());
		const polled = isFull(left) ? idle(state) : await pollOnce(state, look, round);
		let outbox = collect(left, polled.items.map((item) => ({ item, dueAt: now() })));
		await store.save(pack(polled.state, outbox, session));
		let handled = 0;
		for (const { item } of outbox) {
			await handle(trust<NewEvent>(item));
			handled += 1;
			outbox = outbox.filter((entry) => entry.item !== item);
			await store.save(pack(polled.state, outbox, session));
		}
		const passing = polled.error instanceof ClientError && isPassing(polled.error.problem) ? polled.error.problem : null;
		if (polled.error !== null && !passing) throw polled.error;
		const missing = polled.givenUp.map(({ id, kind }) => ({ conversationId: id, result: kind }));
		return { handled, missing, problem: passing };
	};

	// Two at once would overwrite what the other remembers.
	let last: Promise<unknown> = Promise.resolve();
	return {
		async poll(handle) {
			check(callback, handle, 'handle');
			const next = last.then(() => run(handle));
			last = next.catch(() => {});
			return await next;
		},
	};
}
