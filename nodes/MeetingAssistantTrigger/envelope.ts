import { z } from 'zod/v4';
import { Delivery } from '../../src/api/index.ts';

/** The body of a delivery. Only `data` is described for certain, so the rest may be missing. */
const Envelope = z.looseObject({
	event: Delivery.shape.event.min(1).optional().catch(undefined),
	data: Delivery.shape.data,
	timestamp: Delivery.shape.timestamp.optional().catch(undefined),
});

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
export function readEnvelope(rawBody: Uint8Array, eventHeader: string | undefined): Received | null {
	const { data: envelope } = Envelope.safeParse(parseJson(rawBody));
	const event = envelope?.event ?? eventHeader;
	if (!envelope || !event) return null;
	const { conversationId } = envelope.data;
	return {
		event,
		timestamp: envelope.timestamp ?? null,
		data: envelope.data,
		conversationId: typeof conversationId === 'string' && conversationId !== '' ? conversationId : undefined,
	};
}
