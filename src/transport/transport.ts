/** One HTTP request, ready to be sent. The transport adds the credentials. */
export interface TransportRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Absolute, with query. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** JSON text. */
	readonly body?: string;
	/** Milliseconds of silence after which the connection is closed. */
	readonly timeoutMs: number;
	/** Aborted when nobody waits for the answer any more; the connection is then closed. */
	readonly signal?: AbortSignal;
	/** Maximum size of an answer's body in bytes, after decompression. */
	readonly maxAnswerBytes?: number;
}

/** Any answer at all, whatever its status. */
export interface TransportAnswer {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** The body as UTF-8 text, not parsed. */
	readonly body: string;
}

/**
 * Sends one request once: it follows no redirect, and no status is an error. Throws `NoAnswer` when there is no answer,
 * and `AnswerTooLarge` when the answer exceeds `maxAnswerBytes`.
 */
export interface Transport {
	(request: TransportRequest): Promise<TransportAnswer>;
	/** Removes the key from a text from outside. Only the code that adds the key to requests knows it. */
	readonly redact?: (text: string) => string;
}

/** Why there is no answer. With `dns`, `refused` and `tls`, the request never reached the service. */
export type NoAnswerReason = 'timeout' | 'dns' | 'refused' | 'tls' | 'reset' | 'aborted' | 'other';

const reasonByCode: Readonly<Record<string, NoAnswerReason>> = {
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	ESOCKETTIMEDOUT: 'timeout',
	ENOTFOUND: 'dns',
	EAI_AGAIN: 'dns',
	ECONNREFUSED: 'refused',
	EHOSTUNREACH: 'refused',
	ENETUNREACH: 'refused',
	ECONNRESET: 'reset',
	EPIPE: 'reset',
	ERR_STREAM_PREMATURE_CLOSE: 'reset',
	Z_BUF_ERROR: 'reset',
	ERR_CANCELED: 'aborted',
	UND_ERR_SOCKET: 'reset',
	UND_ERR_HEADERS_TIMEOUT: 'timeout',
	UND_ERR_BODY_TIMEOUT: 'timeout',
};

const tlsCode = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Libraries wrap errors a few times; a chain of causes longer than this is a cycle. */
const MAX_CAUSES = 6;

const textAt = (error: object, name: 'code' | 'message' | 'name' | 'syscall'): string => {
	const value: unknown = Reflect.get(error, name);
	return typeof value === 'string' ? value : '';
};

/** The network was lost on an open connection. Its error codes are the same as without any network. */
const isUnderWay = (error: object): boolean => ['read', 'write'].includes(textAt(error, 'syscall'));

/** An error and its causes, the innermost last. */
function chainOf(error: unknown, depth = 0): readonly object[] {
	if (typeof error !== 'object' || error === null || depth === MAX_CAUSES) return [];
	return [error, ...chainOf('cause' in error ? error.cause : undefined, depth + 1)];
}

/** The words and codes of an error and its causes. The error itself is not kept: HTTP libraries put the request in it, with the key. */
function causeOf(error: unknown, redact: (text: string) => string): Error | undefined {
	// Checks no class, because the error may come from another JavaScript realm.
	const said = chainOf(error).filter((one) => 'message' in one);
	return said.reduceRight<Error | undefined>((cause, one) => {
		const kept = new Error(redact(textAt(one, 'message')), cause && { cause });
		kept.name = textAt(one, 'name') || kept.name;
		// Otherwise the stack would point to this line.
		kept.stack = `${kept.name}: ${kept.message}`;
		const code = textAt(one, 'code');
		return code === '' ? kept : Object.assign(kept, { code });
	}, undefined);
}

/** The reason in whatever an HTTP library threw. */
export function reasonOf(error: unknown): NoAnswerReason {
	for (const one of chainOf(error)) {
		const code = textAt(one, 'code');
		if (tlsCode.test(code)) return 'tls';
		const reason = reasonByCode[code];
		if (reason) return reason === 'refused' && isUnderWay(one) ? 'reset' : reason;
	}
	return 'other';
}

/** What the innermost of an error's causes says, as libraries wrap it in words like “fetch failed”. Empty if none says anything. */
export const rootMessage = (error: unknown): string =>
	chainOf(error).map((one) => textAt(one, 'message')).findLast((text) => text !== '') ?? '';

const neverArrived: ReadonlySet<NoAnswerReason> = new Set(['dns', 'refused', 'tls']);

export interface NoAnswerOptions {
	readonly mayHaveArrived?: boolean;
	/** What the HTTP library said, without the request, which carries the key; or the reason of an abort. */
	readonly cause?: unknown;
}

/** There is no answer. Whether the request was processed is unknown, unless it never reached the service. */
export class NoAnswer extends Error {
	override readonly name = 'NoAnswer';
	readonly reason: NoAnswerReason;
	/** Whether the request may have reached the service. */
	readonly mayHaveArrived: boolean;

	constructor(reason: NoAnswerReason, { mayHaveArrived = !neverArrived.has(reason), cause }: NoAnswerOptions = {}) {
		super(`No answer (${reason})`, cause === undefined ? {} : { cause });
		this.reason = reason;
		this.mayHaveArrived = mayHaveArrived;
	}
}

/** The answer was not read to its end because it is larger than anything the service sends. */
export class AnswerTooLarge extends Error {
	override readonly name = 'AnswerTooLarge';
	readonly maxBytes: number;

	constructor(maxBytes: number) {
		super(`The answer is larger than ${maxBytes} bytes`);
		this.maxBytes = maxBytes;
	}
}

/** Aborts when the host stops the run or the deadline passes, whichever is first. */
export const eitherSignal = (stop: AbortSignal | undefined, deadline: AbortSignal | undefined): AbortSignal | undefined =>
	stop && deadline ? AbortSignal.any([stop, deadline]) : (stop ?? deadline);

/** What a transport throws instead of an HTTP library's error, which does not say who aborted the request. */
export function whyNot(
	error: unknown,
	stop: AbortSignal | undefined,
	deadline: AbortSignal | undefined,
	/** Removes the key from what is kept of the error. */
	redact: (text: string) => string,
): NoAnswer | AnswerTooLarge {
	if (error instanceof AnswerTooLarge) return error;
	if (stop?.aborted) return new NoAnswer('aborted', { cause: stop.reason });
	if (deadline?.aborted) return new NoAnswer('timeout');
	return error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error), { cause: causeOf(error, redact) });
}

/** Headers by name in lower case, one text each, however an HTTP library represents them. */
export function plainHeaders(headers: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]),
	);
}

/** 64 MB: many times the longest transcript. A few hundred kilobytes of gzip can hold gigabytes. */
export const DEFAULT_MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** A body as HTTP libraries stream it: decompressed, and read on demand. */
export interface BodyStream {
	readonly on: {
		(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
		(event: 'error', listener: (error: unknown) => void): unknown;
		(event: 'close' | 'end', listener: () => void): unknown;
	};
	readonly destroy: () => unknown;
	readonly destroyed: boolean;
}

/** Checks no class, because the stream may come from another JavaScript realm. */
export const isBodyStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && 'on' in body && 'destroy' in body && 'destroyed' in body;

/**
 * The whole body as text. Closes the connection when the body is too large or `signal` is aborted. Listens to the stream
 * instead of iterating over it, which takes several times the processor time for a body of few chunks.
 */
export async function readText(
	body: BodyStream,
	{ signal, maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES }: Pick<TransportRequest, 'signal' | 'maxAnswerBytes'>,
): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	const close = (): void => void body.destroy();
	if (signal?.aborted) close();
	signal?.addEventListener('abort', close, { once: true });
	try {
		await new Promise<void>((resolve, reject) => {
			let isWhole = false;
			// Called after each answer, and most are complete. Creating an error that nobody sees would take longer than the rest.
			const closedEarly = (): void => {
				if (!isWhole) reject(new NoAnswer('reset'));
			};
			body.on('data', (chunk) => {
				bytes += chunk.byteLength;
				if (bytes <= maxAnswerBytes) {
					chunks.push(chunk);
					return;
				}
				reject(new AnswerTooLarge(maxAnswerBytes));
				close();
			});
			body.on('end', () => {
				isWhole = true;
				resolve();
			});
			body.on('error', reject);
			body.on('close', closedEarly);
			if (body.destroyed) closedEarly();
		});
	} finally {
		signal?.removeEventListener('abort', close);
	}
	const utf8 = new TextDecoder();
	return chunks.map((chunk) => utf8.decode(chunk, { stream: true })).join('') + utf8.decode();
}

const NEVER_MS = 2 ** 31 - 1;

/**
 * Neither the timer behind the request's signal nor a connection that the service closed without an answer keeps a
 * program alive: without this, the program would exit in the middle of its call, without an error.
 */
export async function keepingAlive<T>(work: () => Promise<T>): Promise<T> {
	const timer = setInterval(() => {}, NEVER_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Options of the transports for programs. */
export interface TransportOptions {
	readonly apiKey: string;
	/** Cancels every request. */
	readonly signal?: AbortSignal;
}

/** Replaces a key in texts. */
export const REDACTED = '[redacted]';

/** Removing a shorter key would also remove common words from a text. */
const MIN_LENGTH = 8;

/** From this length on, the part after a key's prefix (`svc_`) is as secret as the whole key. */
const MIN_TAIL_LENGTH = 16;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Why a text is not a key. */
export const NO_KEY = 'it contains a space, a quotation mark or another character that no key has';

/**
 * Whether a header can carry a text as a key. A key with a space, a line break, an ellipsis or quotation marks around it was
 * not copied correctly.
 */
export const isKey = (text: string): boolean => /^(?!["'`])[\x21-\x7e]+$/.test(text);

/**
 * Removes one key from texts: as it is, inside an address, without its prefix, and in any case. Text that only resembles a key stays: a person
 * has to see which conversation was not found.
 */
export function redactor(apiKey: string): (text: string) => string {
	if (typeof apiKey !== 'string') throw new TypeError('Invalid apiKey: it must be text');
	const key = apiKey.trim();
	if (key.length < MIN_LENGTH) return (text) => text;
	const tail = key.slice(key.lastIndexOf('_') + 1);
	const spellings = [key, encodeURIComponent(key.toWellFormed()), ...(tail.length >= MIN_TAIL_LENGTH ? [tail] : [])];
	const pattern = new RegExp(spellings.map(escape).join('|'), 'gi');
	return (text) => text.replace(pattern, REDACTED);
}
