import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_DIGEST = /^[0-9a-f]{64}$/;
const BASE64_DIGEST = /^[A-Za-z0-9+/]{43}=$/;

/** The 32 bytes that a signature header carries, or null. Strict: two texts never stand for the same bytes in one form. */
function digestOf(header: string): Buffer | null {
	const text = header.startsWith('sha256=') ? header.slice('sha256='.length) : header;
	if (HEX_DIGEST.test(text)) return Buffer.from(text, 'hex');
	if (!BASE64_DIGEST.test(text)) return null;
	const digest = Buffer.from(text, 'base64');
	return digest.toString('base64') === text ? digest : null;
}

/**
 * Whether a secret in force signed exactly these bytes (Events, Delivery rules): HMAC-SHA256 over the raw body, keyed
 * with the whole secret text, as lower-case hex or base64, with or without `sha256=` before it.
 * Never throws; no secret means no. The time it takes does not tell how much of a digest was right, nor which secret.
 */
export function isSigned(rawBody: Uint8Array, header: string | undefined, secrets: readonly string[]): boolean {
	const given = digestOf(header ?? '');
	if (!given) return false;
	const matching = secrets
		.filter((secret) => secret !== '')
		.map((secret) => createHmac('sha256', secret).update(rawBody).digest())
		.filter((expected) => timingSafeEqual(expected, given));
	return matching.length > 0;
}
