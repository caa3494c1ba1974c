import type * as z from 'zod/v4';
import type { Paging } from './conventions.ts';
import type { ErrorCode } from './errorCodes.ts';

/** Named inputs or fields, each with its schema. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * Whether a request may be repeated when its outcome is unknown (no answer, or 5xx).
 * `read-saved`: no, because the first request may still be running and each one uses a credit. Instead, the client reads
 * the result at `saved`, which is free. Not with `forceRefresh`: the saved result may be the previous one.
 * A request refused with 429 `rate_limited` was not processed, so it may always be repeated.
 */
export type Repeat = 'always' | 'read-saved' | 'never';

/** Whether a request uses an AI credit. `unless-saved`: only if no result is saved, or with `forceRefresh`. */
export type Credit = 'never' | 'unless-saved' | 'always';

/** One endpoint of the service as plain data, from which client, sandbox, reference and OpenAPI document are made. */
export interface Endpoint {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Path with `{name}` for each of `params`. */
	readonly path: `/api/v1/${string}`;
	/** What it does, in a few words. */
	readonly summary: string;
	/** Anything else a caller needs to know. */
	readonly notes?: string;
	readonly params?: Shape;
	readonly query?: Shape;
	/** Fields of the JSON body, which may be omitted if none of them is required. */
	readonly body?: Shape;
	/** The whole body of a 200 answer, `data` included. */
	readonly response: z.ZodType;
	readonly repeat: Repeat;
	readonly credit: Credit;
	/** Error codes besides `commonErrors`. */
	readonly errors: readonly ErrorCode[];
	/** What "not found" is about, if that is a conversation, or the result that may be saved for one. */
	readonly notFound?: 'conversation' | 'conversation or result';
	/** Present with `read-saved`: where to read the result. It has the same path parameters, and answers "not found" until a result is saved. */
	readonly saved?: Endpoint;
	/** Present on lists: how they are paged. */
	readonly paging?: Paging;
	/** Set for an endpoint that is not in the table, whose answer may be any JSON. */
	readonly isUnlisted?: boolean;
}

/** A list that does not say how it is paged would be taken for an answer of somebody else. */
type ListIsPaged<E extends Endpoint> = z.output<E['response']> extends { readonly data: readonly unknown[] } ? { readonly paging: Paging } : unknown;

/** Checks an entry against `Endpoint` and keeps its exact type. */
export const endpoint = <const E extends Endpoint>(entry: E & ListIsPaged<E>): E => entry;

type ShapeAt<E, K extends string> = E extends { readonly [P in K]: infer S extends Shape } ? S : Record<never, never>;

/**
 * All inputs of an endpoint in one flat object: path parameters, query and body fields never share a name. If the
 * endpoint is not known at compile time, any input is accepted here, and the client still checks it at run time.
 */
export type Input<E extends Endpoint> = Endpoint extends E
	? Readonly<Record<string, unknown>>
	: z.input<z.ZodObject<ShapeAt<E, 'params'> & ShapeAt<E, 'query'> & ShapeAt<E, 'body'>>>;

/** The parsed body of a 200 answer. */
export type Output<E extends Endpoint> = z.output<E['response']>;
