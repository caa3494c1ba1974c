import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { API_KEY_FORMAT, rateLimitHeaders } from '../../src/api/index.ts';
import type { Now } from '../clock.ts';
import { errorAnswer } from './answer.ts';
import { FAULT_HEADER } from './headers.ts';

/** A request as the console shows it, with no more of the key than its last four characters. */
export interface LoggedRequest {
	/** Counts from 1. */
	readonly id: number;
	/** Milliseconds since 1970, by the sandbox's clock. */
	readonly at: number;
	readonly method: string;
	/** Path with query, shortened. */
	readonly path: string;
	/** Null if the connection was closed without an answer. */
	readonly status: number | null;
	/** Last four characters of the key; null if the request had none. */
	readonly keyEnd: string | null;
	/** Requests left and allowed in this hour, from the answer's headers; null if it had none. */
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

/** Creates a log that keeps only the most recent requests, so that its memory is bounded. */
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

interface Logging {
	readonly requests: RequestLog;
	readonly now: Now;
	readonly onError: (error: unknown) => void;
}

const LONGEST_PATH = 300;
const KEYS = /svc_[0-9a-f]{28}(?=[0-9a-f]{4})/gi;
const [ALREADY_SENT = ''] = RESPONSE_ALREADY_SENT.headers.keys();

/** Wraps a handler: turns its errors into answers, and logs each request for the console. */
export const withLog =
	<C extends Context>({ requests, now, onError }: Logging, handle: (context: C) => Promise<Response>) =>
	async (context: C): Promise<Response> => {
		const started = performance.now();
		const answer = await handle(context).catch((error: unknown) => errorAnswer(error, onError));
		const { req } = context;
		requests.add({
			at: now(),
			method: req.method,
			path: pathOf(req.url),
			status: answer.headers.has(ALREADY_SENT) ? null : answer.status,
			keyEnd: keyEnd(req.header('Authorization')),
			remaining: answer.headers.get(rateLimitHeaders.remaining),
			limit: answer.headers.get(rateLimitHeaders.limit),
			fault: answer.headers.get(FAULT_HEADER),
			durationMs: Math.round(performance.now() - started),
		});
		return answer;
	};

/** Path and query of a URL, without any key put there by mistake. */
function pathOf(url: string): string {
	const target = url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(KEYS, 'svc_…');
	return target.length > LONGEST_PATH ? `${target.slice(0, LONGEST_PATH)}…` : target;
}

function keyEnd(authorization: string | undefined): string | null {
	const key = authorization?.split(' ').at(-1);
	return key !== undefined && API_KEY_FORMAT.test(key) ? key.slice(-4) : null;
}
