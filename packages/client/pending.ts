import type { AnswerInfo } from './callOptions.ts';

/** The status, headers and rate limit of an answer; of the last one, if a call took several requests. */
export interface ResponseInfo extends Pick<AnswerInfo, 'drift' | 'headers' | 'ms' | 'rateLimit' | 'status'> {
	/** Requests that the call took. */
	readonly attempts: number;
}

/** An answer together with its HTTP response. */
export type WithResponse<T> = T & { readonly response: ResponseInfo };

/** A call in progress: a promise of its answer. */
export interface Pending<T> extends Promise<T> {
	/** The answer with its status, headers and rate limit, and the number of requests it took. */
	withResponse(): Promise<WithResponse<T>>;
}

/**
 * A list. `await` it for one page, or iterate over it with `for await` for all of its items, read page by page with as few
 * requests as possible. Sends nothing before either.
 */
export interface PendingList<T, I> extends Pending<T>, AsyncIterable<I> {}

interface Answered<T> {
	readonly body: T;
	readonly response: ResponseInfo;
}

/** A promise of the body that also gives the response. `isLazy`: the work only begins once somebody waits for it. */
export class PendingCall<T extends object, I> implements PendingList<T, I> {
	readonly [Symbol.toStringTag] = 'Promise';
	private readonly work: () => Promise<Answered<T>>;
	private readonly iterate: () => AsyncIterator<I>;
	private underWay: Promise<Answered<T>> | undefined;

	constructor(work: () => Promise<Answered<T>>, iterate: () => AsyncIterator<I>, isLazy: boolean) {
		this.work = work;
		this.iterate = iterate;
		if (!isLazy) this.underWay = work();
	}

	private get answered(): Promise<Answered<T>> {
		return (this.underWay ??= this.work());
	}

	withResponse(): Promise<WithResponse<T>> {
		return this.answered.then(({ body, response }) => ({ ...body, response }));
	}

	then<A = T, B = never>(
		fulfilled?: ((body: T) => A | PromiseLike<A>) | null,
		rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.answered.then(({ body }) => body).then(fulfilled, rejected);
	}

	catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
		return this.then(undefined, rejected);
	}

	finally(settled?: (() => void) | null): Promise<T> {
		return this.then().finally(settled);
	}

	[Symbol.asyncIterator](): AsyncIterator<I> {
		return this.iterate();
	}
}
