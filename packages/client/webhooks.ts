import { ClientError, refuseInput } from '../../src/client/index.ts';
import { claimDelivery, joined, memoryReplays as replaysInMemory, refusals, type ReplayStore, type Verified, verifyDelivery } from '../../src/triggers/index.ts';
import {
	bytesOf,
	DEFAULT_MAX_AGE_SECONDS,
	eventOf,
	headerOf,
	secretsOf,
	verifyOptions,
	isRaw,
	refusalOf,
	type HeadersLike,
	type Secrets,
	type VerifyOptions,
	type WebhookEvent,
} from './deliveries.ts';
import { amount, callback, check, count, fields, methods, object, optional, tell } from './given.ts';

export { ClientError };
export { isSameAddress, type ReplayStore } from '../../src/triggers/index.ts';
export {
	signDelivery,
	verify,
	type DeliveryContent,
	type HeadersLike,
	type RawBody,
	type Secrets,
	type SignedDelivery,
	type VerifyOptions,
	type WebhookEvent,
} from './deliveries.ts';
export type { EventData } from './generated/types.ts';

/** Remembers the last `capacity` deliveries in the memory of this process. */
export function memoryReplays(capacity = 10_000, now: () => number = Date.now): ReplayStore {
	check(count, capacity, 'capacity');
	return replaysInMemory(capacity, now);
}

export interface HandlerOptions extends VerifyOptions {
	/** One secret or several, or a function that looks them up. */
	readonly secret: Secrets | (() => Promise<Secrets> | Secrets);
	/**
	 * Called once for each event. The sender waits for it, so do long work elsewhere. If it fails, the answer is 500, and the
	 * same delivery is accepted again.
	 */
	readonly onEvent: (event: WebhookEvent) => Promise<void> | void;
	/** Called when a delivery is refused, with what `verify` would have thrown. */
	readonly onRefused?: ((error: ClientError) => void) | undefined;
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
	/** Whether some of the body may not have been read, so that the connection cannot be reused. */
	readonly isUnread?: boolean;
}

const accepted: Reply = { status: 200, message: 'Accepted' };
const tooLarge: Reply = { ...refusals.tooLarge, isUnread: true };
const cutOff: Reply = { status: 400, message: 'The delivery was cut off' };
const wrongMethod: Reply = { status: 405, message: 'Deliveries are sent with POST' };

type OnError = NonNullable<HandlerOptions['onError']>;

const reporting = (onError: OnError = console.error): OnError => (error) => tell('onError', () => onError(error));

/** Reads the whole body, or returns the answer if that is impossible. Never throws. */
type Read = () => Promise<Uint8Array | Reply>;

/** The answer to a delivery. Never throws. */
type Receive = (read: Read, headers: HeadersLike) => Promise<Reply>;

const handlerOptions = fields({
	...verifyOptions,
	onEvent: callback,
	onRefused: optional(callback),
	onError: optional(callback),
	replays: optional(methods('it must have `begin` and `end`, as `memoryReplays()` has', 'begin', 'end')),
	maxBodyBytes: optional(amount),
});

function receiver(options: HandlerOptions): Receive {
	check(object, options, 'options');
	const { secret, onEvent, onRefused = () => {}, replays = memoryReplays() } = options;
	const report = reporting(options.onError);
	const { maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS, headerPrefix } = options;
	if (typeof secret !== 'function') secretsOf(secret);
	check(handlerOptions, options, 'options');
	const now = options.now ?? Date.now;
	const process = async (delivery: Verified): Promise<Reply> => {
		const settle = await claimDelivery(delivery, { webhook: '', maxAgeSeconds }, replays);
		if (settle === 'repeated') return accepted;
		if (settle === 'pending') return refusals.pending;
		// By now, how the event was handled is known, and the sender has to learn it.
		const end = (isAccepted: boolean) => settle(isAccepted).catch(report);
		try {
			await onEvent(await eventOf(delivery));
		} catch (error) {
			await end(false);
			throw error;
		}
		await end(true);
		return accepted;
	};
	return async (read, headers) => {
		try {
			const secrets = secretsOf(typeof secret === 'function' ? await secret() : secret);
			let body: Uint8Array | Reply = tooLarge;
			const rawBody = async (): Promise<Uint8Array | null> => ((body = await read()) instanceof Uint8Array ? body : null);
			const header = (name: string): string | undefined => headerOf(headers, name);
			const delivery = await verifyDelivery({ header, rawBody }, { secrets, headerPrefix, maxAgeSeconds }, now());
			if (typeof delivery !== 'string') return await process(delivery);
			if (delivery === 'tooLarge') return body instanceof Uint8Array ? tooLarge : body;
			tell('onRefused', () => onRefused(refusalOf(delivery)), report);
			return { ...refusals[delivery], isUnread: body === tooLarge };
		} catch (error) {
			report(error);
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
		// A sender that hangs up is not the program's mistake.
		return cutOff;
	}
	return joined(...all);
}

/** A handler for servers that use Fetch: `(request: Request) => Promise<Response>`. */
export function fetchHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
	const receive = receiver(options);
	const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
	const replyTo = async (request: Request): Promise<Reply> => {
		if (request.method !== 'POST') return wrongMethod;
		if (request.bodyUsed) refuseInput('request', 'its body was read before it could be verified. Register this handler first, or pass it a clone of the request');
		return await receive(() => readBody(request.body ?? (async function* () {})(), maxBodyBytes), request.headers);
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

/** How to read the raw bytes. @throws ClientError `invalidInput` if only the parsed body is left. */
function readerOf(request: NodeRequest, maxBytes: number): Read {
	const read = [request.rawBody, request.body].find(isRaw);
	if (read !== undefined) {
		const bytes = bytesOf(read);
		return async () => (bytes.byteLength > maxBytes ? tooLarge : bytes);
	}
	if (request.body !== undefined) {
		refuseInput('request', 'its body was parsed before it could be verified. Register this handler before express.json(), or use express.raw()');
	}
	return () => readBody(request, maxBytes);
}

async function answerTo(request: NodeRequest, receive: Receive, maxBytes: number): Promise<Reply> {
	if (request.method !== 'POST') return wrongMethod;
	return await receive(readerOf(request, maxBytes), request.headers);
}

function send(response: NodeResponse, { status, message, isUnread = false }: Reply): void {
	response.statusCode = status;
	response.setHeader('Content-Type', 'application/json');
	if (isUnread) response.setHeader('Connection', 'close');
	response.end(JSON.stringify({ message }));
}

/** For Express: `app.post('/webhook', expressHandler({ … }))`, before `express.json()`. Mistakes in how it is used go to `next`. */
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
	const report = reporting(options.onError);
	return (request, response) =>
		handle(request, response, (error) => {
			report(error);
			send(response, { status: 500, message: 'The delivery could not be processed' });
		});
}
