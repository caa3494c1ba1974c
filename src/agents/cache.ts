import { api, type Endpoint } from '../api/index.ts';
import { trust, type Wrapper } from '../client/index.ts';

/** How long an agent may read the same thing again without a request. */
const KEPT_MS = 5 * 60_000;

const MAX_KEPT = 500;

/** Answers of an account that do not change while an agent talks, by endpoint and input. */
export type Cache = Map<string, { readonly until: number; readonly answer: unknown }>;

interface Segments {
	readonly data: { readonly segments: readonly { readonly timestamp: string }[] };
}

/** The transcript of a meeting in progress grows. */
const hasEnded = (answer: unknown, now: number): boolean => {
	const { data } = trust<Segments>(answer);
	const last = Array.isArray(data.segments) ? data.segments.at(-1) : undefined;
	return now - Date.parse(last?.timestamp ?? '') > 30 * 60_000;
};

/** Whether an answer may be kept, for each endpoint whose answers are. */
const lasting = new Map<unknown, (answer: unknown, now: number) => boolean>([
	[api.keyPoints.get, () => true],
	[api.transcript.get, hasEnded],
]);

/** Answers repeated reads from memory. Any change empties it. */
export const remembering = (cache: Cache): Wrapper => ({
	call: async <T>(endpoint: Endpoint, call: () => Promise<T>, input: unknown): Promise<T> => {
		if (endpoint.method !== 'GET') return await call().finally(() => cache.clear());
		const mayKeep = lasting.get(endpoint);
		if (!mayKeep) return await call();
		const now = Date.now();
		const key = JSON.stringify([endpoint.path, input]);
		const known = cache.get(key);
		if (known && now < known.until) return trust<T>(known.answer);
		const answer = await call();
		const [oldest] = cache.keys();
		if (oldest !== undefined && cache.size >= MAX_KEPT) cache.delete(oldest);
		if (mayKeep(answer, now)) cache.set(key, { until: now + KEPT_MS, answer });
		return answer;
	},
});
