import type { Api, Conversation, EventName, Feedback, KeyPoints, Output } from '../../api/index.ts';

/** Results that the service generates some time after the call. */
export type ResultKind = 'keyPoints' | 'feedback';

/**
 * What polling finds: something that happened to a conversation. The conversation is null if it was not on any page that this
 * poll read.
 */
export type Happening = { readonly id: string } & (
	| { readonly kind: 'created'; readonly conversation: Conversation }
	| { readonly kind: 'keyPoints'; readonly keyPoints: KeyPoints; readonly conversation: Conversation | null }
	| { readonly kind: 'feedback'; readonly feedback: Feedback; readonly conversation: Conversation | null }
);

/** What was read about the conversation for an event; null when the service has none saved. */
export interface IncludedDetails {
	readonly conversation?: Conversation | null;
	readonly keyPoints?: KeyPoints | null;
	readonly transcript?: Output<Api['transcript']['get']>['data'] | null;
	readonly feedback?: Feedback | null;
}

/** The requested details. If some could not be read, the others are still there, and `reason` says why. */
export type Included = IncludedDetails & ({ readonly ok: true } | { readonly ok: false; readonly reason: string });

/** What a trigger passes to a flow, and what polls store: JSON. The code only relies on the key. */
export interface Item {
	readonly dedupeKey: string;
	readonly [field: string]: string | number | boolean | object | null | undefined;
}

/**
 * The item of an event, the same for every trigger, starting with the fields that people use most. The service’s fields stay under `data`: one of
 * them is called `error`, and a host may take an item with a top-level field of that name for a failed one.
 */
export interface EventItem {
	/** Present if an event becomes one item for each action item. */
	readonly actionItem?: object;
	/**
	 * Title of the conversation or the meeting; null if neither the event nor what was read for it contains it. Absent if the event is about
	 * neither.
	 */
	readonly title?: string | null;
	/** When it starts, ISO 8601; null or absent like the title. */
	readonly startTime?: string | null;
	readonly conversationId?: string;
	readonly included?: Included;
	readonly data: object;
	readonly event: string;
	/** ISO 8601, when it happened. */
	readonly timestamp: string;
	/** Equal for the same event, whichever trigger emits it. */
	readonly dedupeKey: string;
}

/** An item with more fields, placed before its technical ones: an item's fields become the columns of a table. */
export const withMore = (
	{ data, event, timestamp, dedupeKey, ...about }: Item,
	more: Readonly<Record<string, Item[string]>>,
): Item => ({ ...about, ...more, data, event, timestamp, dedupeKey });

/** Whether an event happens once per conversation, so that a repetition means nothing new. */
const happensOnce: Readonly<Record<EventName, boolean>> = {
	'conversation.created': true,
	'conversation.updated': false,
	'conversation.keypoints.ready': true,
	'conversation.summary.ready': true,
	'conversation.action_items.ready': true,
	'conversation.feedback.ready': true,
	'conversation.shared': false,
	'conversation.deleted': true,
	'transcript.ready': true,
	'transcript.failed': false,
	'webhook.test': false,
};

const once: ReadonlyMap<string, boolean> = new Map(Object.entries(happensOnce));

/** Kind of event and conversation, and the time too if the event may repeat. Unknown events may repeat. */
export function dedupeKeyOf({ event, conversationId, timestamp }: Pick<EventItem, 'event' | 'conversationId' | 'timestamp'>): string {
	if (conversationId === undefined) return `${event}:${timestamp}`;
	return once.get(event) ? `${event}:${conversationId}` : `${event}:${conversationId}:${timestamp}`;
}

/** One action item of a conversation; `itemKey` is the `dedupeKey` of its record. */
export const actionItemKeyOf = (conversationId: string, itemKey: string): string =>
	`conversation.action_items.ready:${conversationId}:${itemKey}`;

/** The key of one start of a calendar event. A meeting that is moved gets a new key. */
export const startingSoonKeyOf = (calendarEventId: string, start: string): string =>
	`meeting.starting_soon:${calendarEventId}:${start}`;
