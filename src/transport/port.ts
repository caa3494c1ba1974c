/** One HTTP request, ready to be sent. The transport adds what proves who asks. */
export interface TransportRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Absolute, with query. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** JSON text. */
	readonly body?: string;
	readonly timeoutMs: number;
}

/** Any answer at all, whatever its status. */
export interface TransportAnswer {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** The bytes as UTF-8 text, not parsed. */
	readonly body: string;
}

/** Sends one request once: no redirect is followed, no status is an error. Throws `NoAnswer` when none came. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;
