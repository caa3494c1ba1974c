import { ClientError, type Problem, trust } from '../../src/client/index.ts';
import { actionItemsReady, noFilters, polledNames, pollOnce, recall, STARTING_SOON } from '../../src/triggers/index.ts';
import { type ActionItemRecord, chosenTimeZone, isTimeZone } from '../../src/format/index.ts';
import type { Terms } from '../../src/forms/index.ts';
import { profileTimezone } from '../../src/meetings/index.ts';
import { coreIn, type Client } from './connect.ts';
import { coreOf } from './core.ts';
import { amount, anyText, callback, check, count, fields, flag, hours, list, methods, nullish, oneOf, onlyFields, optional, score, text } from './given.ts';
import type { Known } from './known.ts';
import type { Conversation, Feedback, KeyPoints } from './generated/types.ts';
import type { WebhookEvent } from './webhooks.ts';
import { words } from './words.ts';

/** The events that polling can detect. */
export type PolledEvent =
	| 'conversation.action_items.ready'
	| 'conversation.created'
	| 'conversation.feedback.ready'
	| 'conversation.keypoints.ready'
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
	/** Equal for the same event, also when a webhook delivers it. */
	readonly dedupeKey: string;
	readonly conversationId?: string;
	readonly data: Readonly<Record<string, unknown>>;
	/** Addresses of the guests from outside, with the filter `external` or `companies`; null if they are not known. */
	readonly externalEmails?: readonly string[] | null;
	/** Email domains of the guests from outside, with the filter `external` or `companies`; null if they are not known. */
	readonly externalCompanies?: readonly string[] | null;
	/** Present with `conversation.action_items.ready`, which is reported once for each action item. */
	readonly actionItem?: Known<ActionItemRecord>;
	/** What polling has read anyway. */
	readonly included?: {
		readonly conversation?: Conversation;
		readonly keyPoints?: KeyPoints;
		readonly feedback?: Feedback;
	};
}

/** Finds the time zone of due dates. @throws ClientError `invalidInput` */
function zoneIn(client: Client, timezone = chosenTimeZone()): () => Promise<string> {
	if (timezone !== null && !isTimeZone(timezone)) throw new ClientError({ kind: 'invalidInput', field: 'timezone', reason: 'it must be the IANA name of a time zone, such as Europe/Berlin' });
	return async () => timezone ?? (await profileTimezone(coreIn(client).account, () => coreOf(client, { patienceMs: 0 }).user.profile()));
}

export interface EventOptions {
	/**
	 * IANA name of the time zone of due dates. Default: that of the machine. If that is UTC and `TZ` is not set, as in containers:
	 * that of the user's profile, which takes one request per process.
	 */
	readonly timezone?: string | undefined;
	/**
	 * Whether to add the addresses of the owners of action items, as `ownerEmail` and `ownerContactId`, where exactly one guest
	 * or contact fits. Takes a request for the profile, one for the calendar and up to ten for contacts.
	 */
	readonly withOwnerEmail?: boolean | undefined;
	/**
	 * What to do if owners cannot be read: fail, so that the next poll or your retry reads them again, or continue without
	 * their addresses. Default: `fail`.
	 */
	readonly ifUnread?: 'continue' | 'fail' | undefined;
}

/**
 * A delivered event as polling reports it, so that one function can handle both: `conversation.action_items.ready` becomes one
 * event for each action item, with the same keys. It takes two requests and no AI credit. Other events stay as they are.
 * @throws ClientError
 */
export async function asPolled(client: Client, event: WebhookEvent, { timezone, withOwnerEmail = false, ifUnread = 'fail' }: EventOptions = {}): Promise<(NewEvent | WebhookEvent)[]> {
	if (event.event !== 'conversation.action_items.ready') return [event];
	return trust<NewEvent[]>(await actionItemsReady(coreOf(client), event.data.conversationId, { now: Date.now(), timezone: await zoneIn(client, timezone)(), terms, withOwnerEmail, ifUnread }));
}

/** Keeps what a poller remembers between polls: plain JSON. */
export interface PollStore {
	/** What was saved last; undefined or null if nothing was. */
	load(): Promise<unknown>;
	save(state: unknown): Promise<void>;
	/** The name of the store in errors, such as the path of a file. */
	readonly name?: string;
}

/** For tests, and for programs that may start over with every process. */
export function memoryStore(): PollStore {
	let text: string | undefined;
	return {
		load: async () => (text === undefined ? undefined : JSON.parse(text)),
		save: async (state) => void (text = JSON.stringify(state)),
	};
}

/** Conditions that an event has to meet. Events without the field that a condition is about pass through. */
export interface EventFilters {
	/** Ignores case and accents; `*` stands for any text. */
	readonly titleContains?: string;
	/** Part of the name of an action item's owner; `me` finds your own, `not me` everyone else's, named or not. Ignores case and accents. */
	readonly ownerContains?: string;
	/** Only action items with one of these priorities. Those without one pass through. */
	readonly priorities?: ('high' | 'low' | 'medium')[];
	/** Only action items that are due within so many days, or overdue; 0 for today. Those without a due date are left out. */
	readonly dueWithinDays?: number;
	/**
	 * Only meetings with a guest from outside the user's company, or only those without. Adds `externalEmails` and `externalCompanies`, which are
	 * null if the guests are unknown; such events pass through. Takes one request for the profile and one per day with meetings.
	 */
	readonly external?: boolean;
	/** Only meetings with a guest from one of these email domains, separated by commas. Adds the same fields. Those without a calendar event are left out. */
	readonly companies?: string;
	readonly minimumSegments?: number;
	readonly minimumActionItems?: number;
	/** Overall score from 0 to 10. */
	readonly minimumScore?: number;
	readonly maximumScore?: number;
}

export interface PollerOptions extends EventOptions {
	readonly client: Client;
	/** One for each poller: two with different settings would take each other's events. */
	readonly store: PollStore;
	/** The name of the poller in the store. Default: its events and filters. To resume a poller after changing them, pass the same name. */
	readonly name?: string | undefined;
	readonly events: readonly PolledEvent[];
	readonly filters?: EventFilters | undefined;
	/** How many hours to look back when the poller first starts. Default: report only what is new from then on. */
	readonly recentHours?: number | undefined;
	/** For `meeting.starting_soon`: how many minutes before its start a meeting is reported. Default 15. */
	readonly minutesBefore?: number | undefined;
	/** Max requests of a poll. If more is new, it is spread over several polls. Default 10. */
	readonly maxRequests?: number | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

export interface PollSummary {
	/** Events that were handled. */
	readonly handled: number;
	/** Conversations that still have no result after 48 hours. The poller no longer waits for them. */
	readonly missing: readonly { readonly conversationId: string; readonly result: 'feedback' | 'keyPoints' }[];
	/** Calendar events that may start soon, but were not reported: their time zone is missing or unknown. Each is mentioned once. */
	readonly unplaced: readonly { readonly calendarEventId: string | null; readonly title: string | null; readonly start: string | null; readonly timeZone: string | null }[];
	/**
	 * Why the poll ended early, if the reason is temporary; null otherwise, and while the poller only waits for its turn. The next
	 * poll resumes where it ended.
	 */
	readonly problem: Problem | null;
	/**
	 * Whether the poll read everything. If not, the next one continues: after a problem, if there was more than one poll can
	 * read, or while the requests of the hour are used up or reserved.
	 */
	readonly isUpToDate: boolean;
	/**
	 * Until when the poller sends no requests, however often it is called: as long as the service asks for, longer after each
	 * failure, or to share the hour with others who use it up. Null if the next poll sends requests.
	 */
	readonly waitsUntil: Date | null;
}

export interface Poller {
	/**
	 * Asks the service what is new since the last poll, and calls `handle` for each event, one after the other. Takes one
	 * request when nothing is new, and no AI credit. An event counts as handled once `handle` has ended without an error:
	 * after a failure, or if the process dies, the next poll passes it to `handle` again.
	 * @throws ClientError, or what `handle` and the store throw.
	 */
	poll(handle: (event: NewEvent) => Promise<void> | void): Promise<PollSummary>;
}

const DEFAULT_MAX_REQUESTS = 10;
const DEFAULT_MINUTES_BEFORE = 15;

/** A poller returns no advice, so it calls operations by the names people know, without loading the catalogue. */
const terms: Terms = { ...words, operation: (resource, name) => `“${resource}: ${name}”` };

/** Two pollers with the same one hand over the same events, so neither takes any from the other. */
function nameOf({ events, filters, minutesBefore }: PollerOptions): string {
	const conditions = Object.entries({ ...filters, ...(events.includes(STARTING_SOON) && { minutesBefore }) });
	const given = conditions.filter(([, value]) => value !== undefined).map(([condition, value]) => `${condition}=${value}`);
	return [...new Set(events), ...given].toSorted().join(' ');
}

/** Settled once the last poll with a store has ended. Two at once would overwrite what the other remembers. */
const lastPolls = new WeakMap<PollStore, Promise<unknown>>();

const pollerOptions = fields({
	name: nullish(text),
	store: methods('it must have `load` and `save`, as `fileStore(path)` has', 'load', 'save'),
	events: list('it must be a list of events'),
	// Unknown conditions are refused, because they would let everything through.
	filters: nullish(onlyFields({
		titleContains: optional(anyText),
		ownerContains: optional(anyText),
		priorities: optional(list('it must be a list of priorities')),
		dueWithinDays: optional(amount),
		external: optional(flag),
		companies: optional(anyText),
		minimumSegments: optional(amount),
		minimumActionItems: optional(amount),
		minimumScore: optional(score),
		maximumScore: optional(score),
	})),
	recentHours: nullish(hours),
	minutesBefore: nullish(amount),
	maxRequests: nullish(count),
	timezone: nullish(text),
	withOwnerEmail: nullish(flag),
	ifUnread: nullish(oneOf('continue', 'fail')),
	now: nullish(callback),
});

/** Refuses events that polling cannot detect: waiting for them would look as if nothing were new. */
function checkEvents(events: readonly string[]): void {
	const refuse = (reason: string): never => {
		throw new ClientError({ kind: 'invalidInput', field: 'events', reason });
	};
	if (events.length === 0) refuse('choose at least one');
	const known: readonly string[] = [...polledNames, STARTING_SOON];
	const other = events.find((event) => !known.includes(event));
	if (other !== undefined) refuse(`polling cannot notice ${other}. It can notice ${known.join(', ')}`);
}

/**
 * Finds what is new since the last time, without webhooks: on every plan, and behind any firewall.
 * @throws ClientError `invalidInput` if an option is missing or invalid, or if polling cannot detect an event.
 */
export function createPoller(options: PollerOptions): Poller {
	check(pollerOptions, options, 'options');
	const { client, store, events, filters, recentHours, withOwnerEmail, ifUnread } = options;
	const now = options.now ?? Date.now;
	const minutesBefore = options.minutesBefore ?? DEFAULT_MINUTES_BEFORE;
	const maxRequests = options.maxRequests ?? DEFAULT_MAX_REQUESTS;
	coreOf(client);
	checkEvents(events);
	const session = { id: crypto.randomUUID(), ageMs: Infinity };
	const source = options.name ?? nameOf(options);
	const timezone = zoneIn(client, options.timezone);

	const read = async (): Promise<unknown> => {
		const stored = await store.load();
		if (stored === undefined || stored === null) return undefined;
		const known = recall(stored)?.state.source;
		if (known === undefined) {
			const message = `The stored state of this poller cannot be read${store.name === undefined ? '' : `: ${store.name}`}. Remove it to start anew.`;
			throw new ClientError({ kind: 'refused', code: 'state_unreadable', status: null, message });
		}
		if (known !== source) {
			const reason = `it belongs to another poller, of ${known}. Give each poller a store of its own. If this is the same poller with other events or filters, pass \`name: ${JSON.stringify(known)}\` to resume`;
			throw new ClientError({ kind: 'invalidInput', field: 'store', reason });
		}
		return stored;
	};

	const run = async (handle: (event: NewEvent) => Promise<void> | void): Promise<PollSummary> => {
		const polled = await pollOnce({ events, filters: { ...noFilters, ...filters }, minutesBefore, recentHours, timezone, withOwnerEmail, ifUnread: ifUnread ?? 'fail', handOver: 'untilHandled' }, {
			...{ stored: await read(), session, source, terms, account: coreIn(client).account, maxRequests, now },
			// The next poll repeats failed requests, so this client never does.
			connect: ({ around }) => coreOf(client, { around, patienceMs: 0, now }),
			outcomeOf: () => undefined,
		});
		const handled = new Set<string>();
		await store.save(polled.memoryWithout(handled));
		for (const item of polled.due) {
			await handle(trust<NewEvent>(item));
			handled.add(item.dedupeKey);
			await store.save(polled.memoryWithout(handled));
		}
		if (polled.error !== null && !polled.passing) throw polled.error;
		const missing = polled.missing.map(({ id, kind }) => ({ conversationId: id, result: kind }));
		const unplaced = polled.unplaced.map(({ id, ...event }) => ({ calendarEventId: id, ...event }));
		return { handled: handled.size, missing, unplaced, problem: polled.passing, isUpToDate: polled.isUpToDate, waitsUntil: polled.waitsUntil === null ? null : new Date(polled.waitsUntil) };
	};

	return {
		async poll(handle) {
			check(callback, handle, 'handle');
			const next = (lastPolls.get(store) ?? Promise.resolve()).then(() => run(handle));
			lastPolls.set(store, next.catch(() => {}));
			return await next;
		},
	};
}
