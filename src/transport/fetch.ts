import {
	AnswerTooLarge,
	DEFAULT_MAX_ANSWER_BYTES,
	eitherSignal,
	keepingAlive,
	NoAnswer,
	redactor,
	whyNot,
	type Transport,
	type TransportOptions,
	type TransportRequest,
} from './transport.ts';

/** The part of a body that is read. Platforms and undici type the whole of it differently. */
interface Readable {
	getReader(): {
		read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>;
		cancel(): Promise<void>;
	};
}

/** The part of `fetch` that is used, so that any implementation of it will do. */
export type Fetch = (
	url: string,
	init: {
		readonly method: string;
		readonly headers: Record<string, string>;
		readonly body?: string;
		readonly redirect: 'manual';
		readonly signal?: AbortSignal;
	},
) => Promise<{
	readonly status: number;
	readonly headers: Iterable<readonly [name: string, value: string]>;
	readonly body: Readable | null;
}>;

export interface FetchTransportOptions extends TransportOptions {
	/** Instead of the global `fetch`. */
	readonly fetch?: Fetch;
}

/** Node's `fetch` gives a connection ten seconds. Nothing was sent over a connection that was never established. */
const couldNotConnect = (error: unknown): boolean =>
	error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'UND_ERR_CONNECT_TIMEOUT';

async function readText(body: Readable | null, maxBytes: number, signal: AbortSignal | undefined): Promise<string> {
	if (!body) return '';
	const reader = body.getReader();
	// Not every implementation of `fetch` ends the body itself. Waiting for more of it would keep a program alive forever.
	const close = () => void reader.cancel().catch(() => {});
	signal?.addEventListener('abort', close);
	if (signal?.aborted) close();
	const utf8 = new TextDecoder();
	let text = '';
	let bytes = 0;
	try {
		for (;;) {
			const read = await reader.read();
			signal?.throwIfAborted();
			if (read.done) return text + utf8.decode();
			bytes += read.value.byteLength;
			if (bytes > maxBytes) {
				// Closes the connection. Its errors no longer matter.
				await reader.cancel().catch(() => {});
				throw new AnswerTooLarge(maxBytes);
			}
			text += utf8.decode(read.value, { stream: true });
		}
	} finally {
		signal?.removeEventListener('abort', close);
	}
}

/** The transport for programs. The key goes into the `Authorization` header and nowhere else (Authentication, 1). */
export function fetchTransport({ apiKey, signal: stop, fetch: send = fetch }: FetchTransportOptions): Transport {
	const redact = redactor(apiKey);
	const ask = async ({ method, url, headers, body, signal: deadline, maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES }: TransportRequest) => {
		if (stop?.aborted) throw new NoAnswer('aborted', { mayHaveArrived: false, cause: stop.reason });
		const signal = eitherSignal(stop, deadline);
		try {
			const answer = await send(url, {
				method,
				headers: { ...headers, Authorization: `Bearer ${apiKey}` },
				redirect: 'manual',
				...(body !== undefined && { body }),
				...(signal && { signal }),
			});
			const text = await readText(answer.body, maxAnswerBytes, signal);
			return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text };
		} catch (error) {
			throw whyNot(couldNotConnect(error) ? new NoAnswer('timeout', { mayHaveArrived: false }) : error, stop, deadline, redact);
		}
	};
	return Object.assign((request: TransportRequest) => keepingAlive(() => ask(request)), { redact });
}
