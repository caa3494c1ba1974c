import * as z from 'zod/v4';
import { DateTime } from './conventions.ts';

const conversationId = z.string();

/** All events with their `data` (Events). */
export const eventData = {
	'conversation.created': z.looseObject({ conversationId }),
	'conversation.updated': z.looseObject({ conversationId, title: z.string() }),
	'conversation.keypoints.ready': z.looseObject({ conversationId, title: z.string() }),
	'conversation.summary.ready': z.looseObject({ conversationId, title: z.string(), sectionCount: z.int() }),
	'conversation.action_items.ready': z.looseObject({ conversationId, actionItemCount: z.int() }),
	'conversation.feedback.ready': z.looseObject({ conversationId, overallScore: z.number() }),
	'conversation.shared': z.looseObject({ conversationId, shareUrl: z.url() }),
	'conversation.deleted': z.looseObject({ conversationId }),
	'transcript.ready': z.looseObject({ conversationId, segmentCount: z.int() }),
	'transcript.failed': z.looseObject({ conversationId, error: z.string() }),
	'webhook.test': z.looseObject({ message: z.string() }),
} as const;

export type EventName = keyof typeof eventData;
export type EventData<N extends EventName> = z.output<(typeof eventData)[N]>;

/** The names of all events, in the order of the API description. */
export const EventName = z.object(eventData).keyof();
export const eventNames: readonly EventName[] = EventName.options;

// ASSUMED delivery-envelope: only `data` is shown.
/** Body of a delivery. `event` may be any text: a delivery of an unknown event is still valid. */
export const Delivery = z.looseObject({
	event: z.string(),
	data: z.looseObject({}),
	timestamp: DateTime,
});
export type Delivery = z.output<typeof Delivery>;

// ASSUMED delivery-signature: HMAC-SHA256 over the raw body, keyed with the whole secret string, sent as lower-case hex.
// ASSUMED delivery-once: a failed delivery is not sent again.
