import type { z } from 'zod/v4';
import type { ErrorCode } from './errors.ts';
import type { Paging } from './pagination.ts';

/** Named inputs or fields, each with its schema. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * Whether a request may be sent again when nobody knows what became of the first (no answer, or 5xx).
 * `read-saved`: no, because the first may still be under way and each spends a credit; its result is read, free, once
 * it is saved (`saved`). Not with `forceRefresh`: what is saved may be the result before.
 * A 429 `rate_limited` was not processed and may be repeated whatever this says.
 */
export type Repeat = 'always' | 'read-saved' | 'never';

/** Where the result of a request can be read when its answer got lost. */
export interface Saved {
	/** Takes the same path parameters; "not found" until something is saved. */
	readonly by: Endpoint;
	/** Makes of its answer the one that got lost. */
	readonly as: (answer: unknown) => unknown;
}

/** Whether a request uses an AI credit. `unless-saved`: only when no saved result exists, or with `forceRefresh`. */
export type Credit = 'never' | 'unless-saved' | 'always';

/** One endpoint of the service, as plain data: everything that client, sandbox, reference and OpenAPI are made from. */
export interface Endpoint {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Path with `{name}` for each of `params`. */
	readonly path: `/api/v1/${string}`;
	/** What it does, as a heading. */
	readonly summary: string;
	/** What somebody calling it must know beyond the summary. */
	readonly notes?: string;
	readonly params?: Shape;
	readonly query?: Shape;
	/** JSON body. It may be left out when none of its fields is required. */
	readonly body?: Shape;
	/** The whole 200 body, `data` and its siblings. */
	readonly response: z.ZodType;
	readonly repeat: Repeat;
	readonly credit: Credit;
	/** Codes beyond those every endpoint can answer with (`commonErrors`). */
	readonly errors: readonly ErrorCode[];
	/**
	 * Present where "not found" on a repeated request means that the first one did it: makes the answer that got lost.
	 */
	readonly whenGone?: (id: string) => unknown;
	/** Present with `read-saved`. */
	readonly saved?: Saved;
	/** Present on lists: how to read them with the fewest requests. */
	readonly paging?: Paging;
}

/** Checks an entry against `Endpoint` and keeps its exact type. */
export const endpoint = <const E extends Endpoint>(entry: E): E => entry;

type ShapeAt<E, K extends string> = E extends { readonly [P in K]: infer S extends Shape } ? S : Record<never, never>;

/**
 * All inputs of an endpoint in one flat object: path parameters, query and body fields never share a name. Of an
 * endpoint that is not known until run time, any input; the client checks it all the same.
 */
export type Input<E extends Endpoint> = Endpoint extends E
	? Readonly<Record<string, unknown>>
	: z.input<z.ZodObject<ShapeAt<E, 'params'> & ShapeAt<E, 'query'> & ShapeAt<E, 'body'>>>;

/** The parsed 200 body of an endpoint. */
export type Output<E extends Endpoint> = z.output<E['response']>;
