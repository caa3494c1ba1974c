import { api, type Endpoint, MINUTE_MS } from '../api/index.ts';
import { isNotFound, trust, type Wrapper } from '../client/index.ts';
import { Shared } from '../limits/index.ts';

/** How long an agent may read the same thing again without a request. */
const KEPT_MS = 5 * MINUTE_MS;

/** How long an answer may be reused within a call: its plan, the question to a person and the call itself read much of the same. */
const WITHIN_CALL_MS = MINUTE_MS;

const MAX_KEPT = 500;

interface Read {
	/** Calls that need the answer at the same time share its request. */
	readonly reading: Shared;
	answer: () => unknown;
	/** 0 if the answer is not kept. */
	until: number;
}

/** What is read from an account, and the answers that do not change while an agent talks, by endpoint and input. */
export type Cache = Map<string, Read>;

interface Segments {
	readonly data: { readonly segments: readonly { readonly timestamp: string }[] };
}

/** The transcript of a meeting in progress grows. */
const hasEnded = (answer: unknown, now: number): boolean => {
	const { data } = trust<Segments>(answer);
	const last = Array.isArray(data.segments) ? data.segments.at(-1) : undefined;
	return now - Date.parse(last?.timestamp ?? '') > 30 * MINUTE_MS;
};

/** The endpoints whose answers may be kept, with the condition. */
const lasting = new Map<unknown, (answer: unknown, now: number) => boolean>([
	[api.keyPoints.get, () => true],
	[api.transcript.get, hasEnded],
]);

/** What is kept, and for how long. */
interface Keeping {
	/** How many milliseconds to keep an answer; 0 for not at all. */
	readonly ms: (endpoint: Endpoint, answer: unknown, now: number) => number;
	/** Whether to remember a “not found” as well. */
	readonly isMissingKept: boolean;
}

const acrossCalls: Keeping = { ms: (endpoint, answer, now) => (lasting.get(endpoint)?.(answer, now) ? KEPT_MS : 0), isMissingKept: false };
export const withinCall: Keeping = { ms: () => WITHIN_CALL_MS, isMissingKept: true };

/** Reads only once what several calls need at the same time, and answers repeated reads from memory. Any change empties it. */
export const remembering = (cache: Cache, { ms, isMissingKept } = acrossCalls): Wrapper => ({
	call: async <T>(endpoint: Endpoint, call: () => Promise<T>, input: unknown): Promise<T> => {
		if (endpoint.method !== 'GET') return await call().finally(() => cache.clear());
		const key = JSON.stringify([endpoint.path, input]);
		const read = cache.get(key) ?? { reading: new Shared(), answer: () => undefined, until: 0 };
		const [oldest] = cache.keys();
		if (oldest !== undefined && cache.size >= MAX_KEPT && !cache.has(key)) cache.delete(oldest);
		cache.set(key, read);
		const ask = async (): Promise<void> => {
			const now = Date.now();
			let answer: unknown = null;
			try {
				answer = await call();
				read.answer = () => answer;
			} catch (error) {
				if (!isMissingKept || !isNotFound(error)) throw error;
				read.answer = () => {
					throw error;
				};
			}
			const keptMs = ms(endpoint, answer, now);
			read.until = keptMs > 0 ? now + keptMs : 0;
		};
		try {
			if (Date.now() >= read.until) await read.reading.do(ask);
			return trust<T>(read.answer());
		} finally {
			if (read.until === 0 && !read.reading.isUnderWay && cache.get(key) === read) cache.delete(key);
		}
	},
});
