/** A request as the console shows it. Of the key there is nothing but its end. */
export interface LoggedRequest {
	/** Counts from 1. */
	readonly id: number;
	/** Milliseconds since 1970, by the sandbox's clock. */
	readonly at: number;
	readonly method: string;
	/** Path with query, shortened. */
	readonly path: string;
	/** Null when the connection was ended without an answer. */
	readonly status: number | null;
	/** Last four characters of the key; null when none was sent that looks like one. */
	readonly keyEnd: string | null;
	/** Requests left in the hour and allowed in it, as the answer told; null when it did not. */
	readonly remaining: string | null;
	readonly limit: string | null;
	/** Kind of the fault that was injected. */
	readonly fault: string | null;
	readonly durationMs: number;
}

export interface RequestLog {
	add(request: Omit<LoggedRequest, 'id'>): void;
	/** Newest first. */
	list(): LoggedRequest[];
	clear(): void;
}

const KEPT = 200;

/** Makes a log that keeps the last requests and forgets the others, so that it never grows. */
export function createRequestLog(kept = KEPT): RequestLog {
	const ring: LoggedRequest[] = [];
	let count = 0;
	return {
		add(request) {
			ring[count % kept] = { ...request, id: count + 1 };
			count += 1;
		},
		list: () => ring.toSorted((one, other) => other.id - one.id),
		clear() {
			ring.length = 0;
			count = 0;
		},
	};
}
