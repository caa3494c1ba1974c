import type { Credit, Paging, Repeat } from '../../src/api/index.ts';
import type { Inputs, Schema } from './shapes.ts';

/** The input of an endpoint that takes none. */
export type NoInput = Record<never, never>;

/** One endpoint of the service as plain data. `I` is its input, `A` the whole body of its answer. */
export interface Endpoint<I = object, A = unknown> {
	readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
	/** Path with `{name}` for each of `params`. */
	readonly path: string;
	readonly params?: Inputs;
	readonly query?: Inputs;
	/** Fields of the JSON body. */
	readonly body?: Inputs;
	/** The whole body of a 200 answer. */
	readonly response: Schema;
	/** Whether a request may be repeated when its outcome is unknown. `read-saved`: no, but its result may be read. */
	readonly repeat: Repeat;
	/** Whether a request uses an AI credit. */
	readonly credit: Credit;
	/** What "not found" is about, if that is a conversation, or the result that may be saved for one. */
	readonly notFound?: 'conversation' | 'conversation or result';
	/** Where to read the result of a request whose answer was lost. */
	readonly saved?: Endpoint;
	/** Present on lists: how they are paged. */
	readonly paging?: Paging;
	/** Only for the compiler; never there. */
	readonly types?: { readonly input: I; readonly answer: A };
}

/** An endpoint whose answer is a list of `T`. */
export interface ListEndpoint<I = object, A = unknown, T = unknown> extends Endpoint<I, A> {
	readonly paging: Paging;
	readonly types?: { readonly input: I; readonly answer: A; readonly item: T };
}
