import { deliveryHeaders } from '../api/index.ts';
import { isRecord } from '../format/index.ts';

const HEX_DIGEST = /^[0-9a-f]{64}$/;
const BASE64_DIGEST = /^[A-Za-z0-9+/]{43}=$/;

const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The 32 bytes that a signature header carries, or null. Strict: in each encoding, only one text stands for the same bytes. */
function digestOf(header: string): Uint8Array<ArrayBuffer> | null {
	const text = header.startsWith('sha256=') ? header.slice('sha256='.length) : header;
	if (HEX_DIGEST.test(text)) return fromHex(text);
	if (!BASE64_DIGEST.test(text)) return null;
	const digest = fromBase64(text);
	return btoa(String.fromCharCode(...digest)) === text ? digest : null;
}

/** Whether a signature header can be valid at all, which is known before the body is read. */
export const maySign = (header: string | undefined): boolean => digestOf(header ?? '') !== null;

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const keyOf = async (secret: string) =>
	await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), HMAC, false, ['sign', 'verify']);

/** The bytes of all parts, copied, because Web Crypto takes no memory that is shared with other threads. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const all = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.byteLength;
	}
	return all;
}

/**
 * Whether a secret in force signed exactly these bytes (Events, Delivery rules): HMAC-SHA256 over the raw body, keyed with
 * the whole secret text, as lower-case hex or base64, with or without `sha256=` before it. Never throws; no secret means
 * no. The time it takes reveals neither how much of a digest was right nor which secret matched.
 */
export async function isSigned(rawBody: Uint8Array, header: string | undefined, secrets: readonly string[]): Promise<boolean> {
	const given = digestOf(header ?? '');
	if (!given) return false;
	const body = joined(rawBody);
	const checked = await Promise.all(
		secrets.filter((secret) => secret !== '').map(async (secret) => await crypto.subtle.verify(HMAC, await keyOf(secret), given, body)),
	);
	return checked.includes(true);
}

const hexOf = (buffer: ArrayBuffer): string => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The signature header of a body, as the service makes it. */
export async function signatureOf(rawBody: Uint8Array, secret: string): Promise<string> {
	return hexOf(await crypto.subtle.sign(HMAC, await keyOf(secret), joined(rawBody)));
}

/** SHA-256 of some bytes, as hex. */
export const digestHex = async (bytes: Uint8Array): Promise<string> =>
	hexOf(await crypto.subtle.digest('SHA-256', joined(bytes)));

/** The content of a delivery. */
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

const filledText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

const isDateTime = (value: unknown): value is string => typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));

/**
 * Reads a delivery whose signature was verified (Events). The event's name is in the body, or else in the header. Accepts
 * unknown events and fields. Null if it cannot be read. Never throws.
 */
export function readDelivery(rawBody: Uint8Array, eventHeader: string | undefined): Received | null {
	const body = parseJson(rawBody);
	if (!isRecord(body) || !isRecord(body['data'])) return null;
	const { data, timestamp } = body;
	const event = filledText(body['event']) ?? eventHeader;
	if (!event) return null;
	const { conversationId } = data;
	return {
		event,
		timestamp: isDateTime(timestamp) ? timestamp : null,
		data,
		conversationId: filledText(conversationId),
	};
}

/** How far the time of a delivery may be from now. */
export interface Window {
	/** Limits the past, and also the future unless `maxAheadSeconds` says otherwise; 0: any time. */
	readonly maxAgeSeconds: number;
	readonly maxAheadSeconds?: number | undefined;
}

/** Whether a delivery is older than it may be, or from the future; `now` in milliseconds since 1970. */
export function isStale(
	{ timestamp }: Pick<Received, 'timestamp'>,
	{ maxAgeSeconds, maxAheadSeconds = maxAgeSeconds }: Window,
	now: number,
): boolean {
	if (timestamp === null || maxAgeSeconds <= 0) return false;
	const ageSeconds = (now - Date.parse(timestamp)) / 1000;
	return ageSeconds > maxAgeSeconds || -ageSeconds > maxAheadSeconds;
}

/** Why a delivery was not verified: its bytes, their signature or their time. */
export type Unverified = 'signature' | 'stale' | 'unreadable';

/** A request to a webhook’s address. */
export interface IncomingDelivery {
	/** Reads a header, ignoring the case of its name. */
	readonly header: (name: string) => string | undefined;
	/** The bytes as they arrived; null if there are too many. Not called if the signature cannot be right. */
	readonly rawBody: () => Promise<Uint8Array | null> | Uint8Array | null;
}

/** The conditions that a delivery has to meet. */
export interface Rules extends Window {
	/** The secrets in force: one, or several while a secret is being rotated. Without any, nothing is accepted. */
	readonly secrets: readonly string[];
	/** Of the service’s headers. */
	readonly headerPrefix?: string | undefined;
}

export interface Verified {
	readonly received: Received;
	readonly rawBody: Uint8Array;
}

/** The event of a delivery, if a secret in force signed exactly these bytes; `now` in milliseconds since 1970. */
export async function readSigned(
	rawBody: Uint8Array,
	header: IncomingDelivery['header'],
	rules: Rules,
	now: number,
): Promise<Received | Unverified> {
	const names = deliveryHeaders(rules.headerPrefix);
	if (!(await isSigned(rawBody, header(names.signature), rules.secrets))) return 'signature';
	const received = readDelivery(rawBody, header(names.event));
	if (!received) return 'unreadable';
	return isStale(received, rules, now) ? 'stale' : received;
}

/** Verifies a delivery by its original bytes, then reads it; `now` in milliseconds since 1970. */
export async function verifyDelivery(
	{ header, rawBody: read }: IncomingDelivery,
	rules: Rules,
	now: number,
): Promise<Verified | Unverified | 'tooLarge'> {
	// Anyone may send anything here, so a request that cannot be a delivery is not even read.
	if (!maySign(header(deliveryHeaders(rules.headerPrefix).signature))) return 'signature';
	const rawBody = await read();
	if (rawBody === null) return 'tooLarge';
	const received = await readSigned(rawBody, header, rules, now);
	return typeof received === 'string' ? received : { received, rawBody };
}
