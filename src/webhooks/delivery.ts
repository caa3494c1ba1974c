import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod/v4';
import { Delivery } from '../api/index.ts';

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
 * Reads a delivery whose signature was verified (Events). The kind is in the body, or else in the header; new kinds and
 * unknown keys pass. Null when it cannot be read. Never throws.
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

/** Whether a delivery is older than it may be, or from the future. 0 seconds: any age will do. `now` in milliseconds since 1970. */
export const isStale = ({ timestamp }: Pick<Received, 'timestamp'>, maxAgeSeconds: number, now: number): boolean =>
	timestamp !== null && maxAgeSeconds > 0 && Math.abs(now - Date.parse(timestamp)) > maxAgeSeconds * 1000;

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** Percent-encoding in one spelling: upper case, and none where it is not needed. */
const encodedAlike = (text: string): string =>
	text.replace(/%[0-9a-f]{2}/gi, (code) => {
		const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
		return UNRESERVED.test(character) ? character : code.toUpperCase();
	});

/** One spelling of a URL, where several lead to the same place. What is no URL stays as it is. */
export function spelledAlike(url: string): string {
	const text = url.trim();
	if (!URL.canParse(text)) return text;
	// Encoded dots and letters first: afterwards they may be segments that lead nowhere.
	const { protocol, username, password, host, pathname, search } = new URL(encodedAlike(text));
	const login = username || password ? `${username}:${password}@` : '';
	return `${protocol}//${login}${host.replace(/\.(?=$|:)/, '')}${pathname.replace(/\/+$/, '')}${search}`;
}

/**
 * Whether two webhook addresses are the same, however a service spells them: case of the host, a default port, a slash
 * at the end, percent-encoding, a fragment.
 */
export const isSameAddress = (one: string | undefined, other: string): boolean =>
	one !== undefined && (one === other || spelledAlike(one) === spelledAlike(other));
