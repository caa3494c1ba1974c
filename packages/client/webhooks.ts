import { createHash } from 'node:crypto';
import { deliveryHeaders, type EventName } from '../../src/api/index.ts';
import { trust } from '../../src/client/trust.ts';
import { entryOf } from '../../src/events/catalogue.ts';
import { dedupeKeyOf } from '../../src/webhooks/emitted.ts';
import { isSigned, isStale, readDelivery } from '../../src/webhooks/index.ts';
import { amount, anyText, callback, checkUse, fields, methods, object } from './given.ts';
import { memoryReplays, type ReplayStore } from './replays.ts';
import type { EventData } from './types.ts';

export { isSameAddress, isSigned } from '../../src/webhooks/index.ts';
export { memoryReplays, type ReplayStore } from './replays.ts';
export type { EventData } from './types.ts';

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
		/** The same for the same event, also when polling reports it. */
		readonly dedupeKey: string;
	};
}[EventName];

/** Headers as Fetch, Node and frameworks represent them. */
export type HeadersLike = { get(name: string): string | null | undefined } | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One secret, or several while a secret is being rotated: any of them may have signed. */
export type Secrets = string | readonly string[];

export interface VerifyOptions {
	/** How far the time of a delivery may be from now, in seconds. Default 300; 0 accepts any time. */
	readonly maxAgeSeconds?: number | undefined;
	/** The prefix of the service's headers. Default `X-Svc`. */
	readonly headerPrefix?: string | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

const refusals = {
	signature: { status: 401, message: 'The signature is missing or wrong' },
	stale: { status: 401, message: 'The delivery is too old, or from the future' },
	unreadable: { status: 400, message: 'The delivery holds no event with data' },
} as const;

/** Why a delivery was refused. `status` is what to answer. */
export class WebhookError extends Error {
	override readonly name = 'WebhookError';
	readonly reason: keyof typeof refusals;
	readonly status: 400 | 401;

	constructor(reason: keyof typeof refusals) {
		super(refusals[reason].message);
		this.reason = reason;
		this.status = refusals[reason].status;
	}
}

const hasGet = (headers: HeadersLike): headers is { get(name: string): string | null | undefined } => typeof headers['get'] === 'function';

function headerOf(headers: HeadersLike, name: string): string | undefined {
	if (hasGet(headers)) return headers.get(name) ?? undefined;
	const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
	const value = found?.[1];
	return typeof value === 'string' ? value : value?.[0];
}

const bytesOf = (rawBody: string | Uint8Array): Uint8Array => {
	if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8');
	if (rawBody instanceof Uint8Array) return rawBody;
	throw new TypeError('Pass the body as it came, as bytes or text. A parsed body is no longer what was signed.');
};

function secretsOf(secret: Secrets): readonly string[] {
	const secrets = [secret].flat().filter((one) => typeof one === 'string' && one !== '');
	if (secrets.length === 0) throw new TypeError('There is no webhook secret. It is in the answer to `client.webhooks.register`.');
	return secrets;
}

const verifyOptions = { headerPrefix: anyText.optional(), maxAgeSeconds: amount.optional(), now: callback.optional() };

const DEFAULT_MAX_AGE_SECONDS = 300;

/**
 * The event of a delivery, if a secret in force signed exactly these bytes.
 * @throws WebhookError if the delivery must be refused, TypeError if this is not called as it must be.
 */
export function verify(rawBody: string | Uint8Array, headers: HeadersLike, secret: Secrets, options: VerifyOptions = {}): WebhookEvent {
	checkUse(fields(verifyOptions), options, 'options');
	const { maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS, headerPrefix, now = Date.now } = options;
	const bytes = bytesOf(rawBody);
	checkUse(object, headers, 'headers');
	const names = deliveryHeaders(headerPrefix);
	if (!isSigned(bytes, headerOf(headers, names.signature), secretsOf(secret))) throw new WebhookError('signature');
	const received = readDelivery(bytes, headerOf(headers, names.event));
	if (!received) throw new WebhookError('unreadable');
	const { event, data, timestamp, conversationId } = received;
	if (isStale(received, maxAgeSeconds, now())) throw new WebhookError('stale');
	// Without a time, the bytes have to tell two events apart.
	const at = timestamp ?? createHash('sha256').update(bytes).digest('hex');
	const dedupeKey = dedupeKeyOf({ event, timestamp: at, ...(conversationId !== undefined && { conversationId }) }, entryOf(event).once);
	return trust<WebhookEvent>({ event, data, timestamp, dedupeKey });
}

export interface HandlerOptions extends VerifyOptions {
	/** One secret or several, or a function that looks them up. */
	readonly secret: Secrets | (() => Promise<Secrets> | Secrets);
	/**
	 * Called once for each event. The sender waits for it, so do long work elsewhere. If it fails, the answer is 500, and the
	 * same delivery is accepted again.
	 */
	readonly onEvent: (event: WebhookEvent) => Promise<void> | void;
	/** Called when a delivery is refused. */
	readonly onRefused?: ((error: WebhookError) => void) | undefined;
	/** Called when `onEvent`, `secret` or `replays` fails. Default: writes to standard error. */
	readonly onError?: ((error: unknown) => void) | undefined;
	/** Remembers deliveries, so that a recorded one is not accepted again. Default: in the memory of this process. */
	readonly replays?: ReplayStore | undefined;
	/** Maximum size of a delivery in bytes. Default 1 MB. */
	readonly maxBodyBytes?: number | undefined;
}

interface Reply {
	readonly status: number;
	readonly message: string;
}

const accepted: Reply = { status: 200, message: 'Accepted' };
const tooLarge: Reply = { status: 413, message: 'The delivery is too large' };
const cutOff: Reply = { status: 400, message: 'The delivery was cut off' };
const wrongMethod: Reply = { status: 405, message: 'Deliveries are sent with POST' };

/** How long an event may take before its delivery is accepted again. */
const PENDING_MS = 60_000;
/** Where nothing limits the age of a delivery. */
const DAY_MS = 86_400_000;
/** Two undated events may well have the same bytes, so they count as one for a short time only. */
const UNDATED_MS = 5 * 60_000;

/** For how long a replay of a delivery would be accepted otherwise. */
function replayableMs({ timestamp }: WebhookEvent, maxAgeSeconds: number): number {
	if (timestamp === null) return UNDATED_MS;
	return maxAgeSeconds > 0 ? 2 * maxAgeSeconds * 1000 : DAY_MS;
}

/** What to answer to a delivery. Never throws. */
type Receive = (rawBody: Uint8Array, headers: HeadersLike) => Promise<Reply>;

const handlerOptions = fields({
	...verifyOptions,
	onEvent: callback,
	onRefused: callback.optional(),
	onError: callback.optional(),
	replays: methods('it must have `begin` and `end`, as `memoryReplays()` has', 'begin', 'end').optional(),
	maxBodyBytes: amount.optional(),
});

function receiver(options: HandlerOptions): Receive {
	checkUse(object, options, 'options');
	const { secret, onEvent, onRefused = () => {}, onError = console.error, replays = memoryReplays() } = options;
	const { maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS } = options;
	if (typeof secret !== 'function') secretsOf(secret);
	checkUse(handlerOptions, options, 'options');
	const process = async (event: WebhookEvent, rawBody: Uint8Array): Promise<Reply> => {
		const key = createHash('sha256').update(rawBody).digest('hex');
		const known = await replays.begin(key, PENDING_MS);
		if (known === 'done') return accepted;
		if (known === 'pending') return { status: 503, message: 'The same delivery is still being processed' };
		try {
			await onEvent(event);
		} catch (error) {
			await replays.end(key, false, 0);
			throw error;
		}
		await replays.end(key, true, replayableMs(event, maxAgeSeconds));
		return accepted;
	};
	return async (rawBody, headers) => {
		try {
			const secrets = typeof secret === 'function' ? await secret() : secret;
			return await process(verify(rawBody, headers, secrets, options), rawBody);
		} catch (error) {
			if (error instanceof WebhookError) {
				onRefused(error);
				return { status: error.status, message: error.message };
			}
			onError(error);
			return { status: 500, message: 'The delivery could not be processed' };
		}
	};
}

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

/** The whole body, or what to answer if it is too large or ends early. */
async function readBody(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | Reply> {
	const all: Uint8Array[] = [];
	let bytes = 0;
	try {
		for await (const chunk of chunks) {
			bytes += chunk.byteLength;
			if (bytes > maxBytes) return tooLarge;
			all.push(chunk);
		}
	} catch {
		// A sender that hangs up is no mistake of the program.
		return cutOff;
	}
	return Buffer.concat(all);
}

/** For everything that speaks Fetch: `(request: Request) => Promise<Response>`. */
export function fetchHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
	const receive = receiver(options);
	const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
	const replyTo = async (request: Request): Promise<Reply> => {
		if (request.method !== 'POST') return wrongMethod;
		if (request.bodyUsed) throw new TypeError('The body was read before it could be verified. Register this handler first, or pass it a clone of the request.');
		const body = await readBody(request.body ?? (async function* () {})(), maxBodyBytes);
		return body instanceof Uint8Array ? await receive(body, request.headers) : body;
	};
	return async (request) => {
		const { status, message } = await replyTo(request);
		return Response.json({ message }, { status });
	};
}

/** For Hono: `app.post('/webhook', honoHandler({ … }))`. */
export function honoHandler(options: HandlerOptions): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
	const handle = fetchHandler(options);
	return (context) => handle(context.req.raw);
}

/** A request of Node's `http`, or of a framework that may have read the body already. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
	readonly method?: string | undefined;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	readonly body?: unknown;
	readonly rawBody?: unknown;
}

export interface NodeResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

/** The bytes as they came, or what to answer without them. @throws TypeError if only the parsed body is left. */
async function rawBodyOf(request: NodeRequest, maxBytes: number): Promise<Uint8Array | Reply> {
	const read = [request.rawBody, request.body].find(isRaw);
	if (read !== undefined) {
		const bytes = bytesOf(read);
		return bytes.byteLength > maxBytes ? tooLarge : bytes;
	}
	if (request.body !== undefined) {
		throw new TypeError('The body was parsed before it could be verified. Register this handler before express.json(), or use express.raw().');
	}
	return await readBody(request, maxBytes);
}

async function answerTo(request: NodeRequest, receive: Receive, maxBytes: number): Promise<Reply> {
	if (request.method !== 'POST') return wrongMethod;
	const body = await rawBodyOf(request, maxBytes);
	return body instanceof Uint8Array ? await receive(body, request.headers) : body;
}

function send(response: NodeResponse, { status, message }: Reply): void {
	response.statusCode = status;
	response.setHeader('Content-Type', 'application/json');
	// What is left of a body that was too large is not read, so the connection cannot be used again.
	if (status === tooLarge.status) response.setHeader('Connection', 'close');
	response.end(JSON.stringify({ message }));
}

/** For Express: `app.post('/webhook', expressHandler({ … }))`, before `express.json()`. Its own mistakes go to `next`. */
export function expressHandler(
	options: HandlerOptions,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => Promise<void> {
	const receive = receiver(options);
	const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
	return async (request, response, next) => {
		try {
			send(response, await answerTo(request, receive, maxBodyBytes));
		} catch (error) {
			next(error);
		}
	};
}

/** For Node's `http`: `createServer(nodeHandler({ … }))`. */
export function nodeHandler(options: HandlerOptions): (request: NodeRequest, response: NodeResponse) => Promise<void> {
	const handle = expressHandler(options);
	const { onError = console.error } = options;
	return (request, response) =>
		handle(request, response, (error) => {
			onError(error);
			send(response, { status: 500, message: 'The delivery could not be processed' });
		});
}
