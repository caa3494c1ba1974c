import { deliveryHeaders } from '../../src/api/index.ts';
import { ClientError, refuseInput, trust } from '../../src/client/index.ts';
import { dedupeKeyOf, digestHex, readSigned, refusals, signatureOf, type Unverified, type Verified } from '../../src/triggers/index.ts';
import { amount, anyText, callback, check, fields, object, optional } from './given.ts';
import type { EventData, EventName } from './generated/types.ts';

/**
 * A verified event. Decide on `event`, and keep a default branch: the service may send kinds of events that this version
 * does not know yet.
 */
export type WebhookEvent = {
	[N in EventName]: {
		readonly event: N;
		readonly data: EventData[N];
		/** ISO 8601; null when the delivery does not say. */
		readonly timestamp: string | null;
		/** Equal for the same event, also when polling reports it. */
		readonly dedupeKey: string;
	};
}[EventName];

/** Headers as Fetch, Node and frameworks represent them. */
export type HeadersLike = { get(name: string): string | null | undefined } | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One secret, or several while a secret is being rotated: any of them may have signed. */
export type Secrets = string | readonly string[];

export interface VerifyOptions {
	/** How far the time of a delivery may differ from now, in seconds. Default 300; 0 accepts any time. */
	readonly maxAgeSeconds?: number | undefined;
	/** The prefix of the service's headers. Default `X-Svc`. */
	readonly headerPrefix?: string | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

/** The error for a refused delivery, with the status to answer. */
export const refusalOf = (reason: Unverified): ClientError => new ClientError({ kind: 'refused', code: reason, ...refusals[reason] });

const hasGet = (headers: HeadersLike): headers is { get(name: string): string | null | undefined } => typeof headers['get'] === 'function';

export function headerOf(headers: HeadersLike, name: string): string | undefined {
	if (hasGet(headers)) return headers.get(name) ?? undefined;
	const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
	const value = found?.[1];
	return typeof value === 'string' ? value : value?.[0];
}

/** The bytes of a body in the types that servers and edge runtimes give it. */
export type RawBody = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Also compares names, because a buffer of another realm, such as a test runner’s, is no instance of ours. */
const isBuffer = (body: unknown): body is ArrayBuffer | SharedArrayBuffer => /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(body));

export const isRaw = (body: unknown): body is RawBody => typeof body === 'string' || ArrayBuffer.isView(body) || isBuffer(body);

export const bytesOf = (rawBody: RawBody): Uint8Array => {
	if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
	if (rawBody instanceof Uint8Array) return rawBody;
	if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
	if (isBuffer(rawBody)) return new Uint8Array(rawBody);
	return refuseInput('body', 'Pass the body as it came, as text or bytes, such as `await request.arrayBuffer()`. A parsed body is no longer what was signed');
};

/** A secret from a file or a form ends in a line break, which the service never puts there. */
export function secretsOf(secret: Secrets): readonly string[] {
	const secrets = [secret].flat().flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
	if (secrets.length === 0) refuseInput('secret', 'it is missing. It is in the answer to `client.webhooks.register`');
	return secrets;
}

export const verifyOptions = { headerPrefix: optional(anyText), maxAgeSeconds: optional(amount), now: optional(callback) };

export const DEFAULT_MAX_AGE_SECONDS = 300;

export async function eventOf({ received, rawBody }: Verified): Promise<WebhookEvent> {
	const { event, data, timestamp, conversationId } = received;
	// Without a time, only the bytes can tell two events apart.
	const at = timestamp ?? (await digestHex(rawBody));
	const dedupeKey = dedupeKeyOf({ event, timestamp: at, ...(conversationId !== undefined && { conversationId }) });
	return trust<WebhookEvent>({ event, data, timestamp, dedupeKey });
}

/** @throws ClientError */
async function verified(rawBody: RawBody, headers: HeadersLike, secret: Secrets, options: VerifyOptions): Promise<Verified> {
	check(fields(verifyOptions), options, 'options');
	const { maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS, headerPrefix, now = Date.now } = options;
	const bytes = bytesOf(rawBody);
	check(object, headers, 'headers');
	const received = await readSigned(bytes, (name) => headerOf(headers, name), { secrets: secretsOf(secret), headerPrefix, maxAgeSeconds }, now());
	if (typeof received === 'string') throw refusalOf(received);
	return { received, rawBody: bytes };
}

/**
 * The event of a delivery, if a secret in force signed exactly these bytes.
 * @throws ClientError `refused` if it must not be trusted: its `code` is `signature`, `stale` or `unreadable`, its `status` what to
 * answer. `invalidInput` if called incorrectly, such as without a secret.
 */
export const verify = async (
	rawBody: RawBody,
	headers: HeadersLike,
	secret: Secrets,
	options: VerifyOptions = {},
): Promise<WebhookEvent> => await eventOf(await verified(rawBody, headers, secret, options));

/** A delivery as the service sends it, for tests of a handler: POST `body` with `headers`. */
export interface SignedDelivery {
	readonly body: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** The content of a delivery. Default of `timestamp`: now. */
export interface DeliveryContent<N extends EventName = EventName> {
	readonly event: N;
	readonly data: EventData[N];
	readonly timestamp?: Date | string | undefined;
}

/** Signs a delivery of your own, so that tests need no service: `signDelivery({ event: 'webhook.test', data: { message: 'Hi' } }, secret)`. */
export async function signDelivery<N extends EventName>(
	{ event, data, timestamp = new Date() }: DeliveryContent<N>,
	secret: string,
	options: Pick<VerifyOptions, 'headerPrefix'> = {},
): Promise<SignedDelivery> {
	const [known = ''] = secretsOf(secret);
	const body = JSON.stringify({ event, data, timestamp: typeof timestamp === 'string' ? timestamp : timestamp.toISOString() });
	const names = deliveryHeaders(options.headerPrefix);
	const signature = await signatureOf(bytesOf(body), known);
	return { body, headers: { 'Content-Type': 'application/json', [names.event]: event, [names.signature]: signature } };
}
