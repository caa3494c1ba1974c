import { z } from 'zod/v4';
import { Delivery } from '../api/index.ts';

/** The body of a delivery. Only `data` is described for certain, so the rest may be missing. */
const Body = z.looseObject({
	event: Delivery.shape.event.min(1).optional().catch(undefined),
	data: Delivery.shape.data,
	timestamp: Delivery.shape.timestamp.optional().catch(undefined),
});

/** What a delivery says. */
export interface Received {
	readonly event: string;
	/** ISO 8601; null when the delivery does not say. */
	readonly timestamp: string | null;
	readonly data: Readonly<Record<string, unknown>>;
	readonly conversationId: string | undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(rawBody: Uint8Array): unknown {
	try {
		return JSON.parse(utf8.decode(rawBody));
	} catch {
		return undefined;
	}
}

/**
 * Reads a delivery whose signature was verified (Events). The kind stands in the body or else in the header; new kinds
 * and unknown keys pass. Null when it cannot be read. Never throws.
 */
export function readDelivery(rawBody: Uint8Array, eventHeader: string | undefined): Received | null {
	const { data: body } = Body.safeParse(parseJson(rawBody));
	const event = body?.event ?? eventHeader;
	if (!body || !event) return null;
	const { conversationId } = body.data;
	return {
		event,
		timestamp: body.timestamp ?? null,
		data: body.data,
		conversationId: typeof conversationId === 'string' && conversationId !== '' ? conversationId : undefined,
	};
}
