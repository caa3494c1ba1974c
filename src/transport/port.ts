/** One HTTP request, ready to be sent. The transport adds what proves who asks. */
export interface TransportRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Absolute, with query. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** JSON text. */
	readonly body?: string;
	/** Milliseconds of silence after which the connection is given up. */
	readonly timeoutMs: number;
	/** Aborted once nobody waits for the answer any more; the connection is then closed. */
	readonly signal?: AbortSignal;
	/** The most bytes of an answer's body, counted after decompression. */
	readonly maxAnswerBytes?: number;
}

/** Any answer at all, whatever its status. */
export interface TransportAnswer {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** The bytes as UTF-8 text, not parsed. */
	readonly body: string;
}

/**
 * Sends one request once: no redirect is followed, no status is an error. Throws `NoAnswer` when none came, and
 * `AnswerTooLarge` when it was not read to its end.
 */
export interface Transport {
	(request: TransportRequest): Promise<TransportAnswer>;
	/** Takes the key out of a text from outside. Only who adds the key to requests knows it. */
	readonly redact?: (text: string) => string;
}
