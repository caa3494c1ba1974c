import type { Endpoint } from '../api/index.ts';
import type { AnswerInfo } from './settings.ts';

/** What happens around everything that a client sends. A client takes a list of these; each wraps only what it needs to. */
export interface Wrapper {
	/**
	 * Wraps each request, including repeated ones. May delay it, which does not count towards `timeoutMs`, or refuse it by
	 * throwing. `send` resolves with an object that has the answer's `rateLimit`, which is null if it does not say.
	 */
	readonly request?: <T>(send: () => Promise<T>) => Promise<T>;
	/** Wraps each call with all its requests. May refuse it by throwing, or answer it without a request. */
	readonly call?: <T>(endpoint: Endpoint, call: () => Promise<T>, input: unknown) => Promise<T>;
	/** Called with each answer of the service, refusals included. */
	readonly onAnswer?: (info: AnswerInfo) => void;
}

/** All wrappers as one: the first is the outermost, and the first to hear of an answer. */
export const composed = (wrappers: readonly Wrapper[]): Required<Wrapper> => ({
	request: async (send) => await wrappers.reduceRight((inner, { request }) => (request ? async () => await request(inner) : inner), send)(),
	call: async (endpoint, call, input) =>
		await wrappers.reduceRight((inner, { call: around }) => (around ? async () => await around(endpoint, inner, input) : inner), call)(),
	onAnswer: (info) => {
		for (const { onAnswer } of wrappers) onAnswer?.(info);
	},
});
