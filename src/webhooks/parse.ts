import { Delivery } from '../api/index.ts';

export type ParsedDelivery =
	| { readonly ok: true; readonly delivery: Delivery }
	/** In words for a person; holds nothing of the body. */
	| { readonly ok: false; readonly reason: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(rawBody: Uint8Array): unknown {
	try {
		return JSON.parse(utf8.decode(rawBody));
	} catch {
		return undefined;
	}
}

/** Reads a delivery whose signature was verified. Unknown event kinds and unknown keys pass. Never throws. */
export function parseDelivery(rawBody: Uint8Array): ParsedDelivery {
	const body = parseJson(rawBody);
	if (body === undefined) return { ok: false, reason: 'The delivery is not JSON' };
	const result = Delivery.safeParse(body);
	if (result.success) return { ok: true, delivery: result.data };
	const field = result.error.issues[0]?.path.join('.') || 'body';
	return { ok: false, reason: `The delivery has no usable ${field}` };
}
