import * as z from 'zod/v4';

/** Helpers for the schemas of results. Their examples show the fields to map before anything has run. */

export const maybeText = z.string().nullable();
export const maybeNumber = z.number().nullable();
export const maybeTime = z.iso.datetime({ offset: true }).nullable();

type Unchanging<T> = T extends readonly (infer E)[] ? readonly Unchanging<E>[] : T extends object ? { readonly [K in keyof T]: Unchanging<T[K]> } : T;

/** The type of the values that a schema describes. */
export type ValueOf<S extends z.ZodType> = Unchanging<z.output<S>>;

type SchemasOf<T extends object> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/**
 * A schema for the results of a layer that has no schemas of its own: `shapeOf<Row>()({ id: z.string(), … })`. A missing field does not compile.
 */
export const shapeOf =
	<T extends object>() =>
	<S extends SchemasOf<T>>(shape: S): z.ZodObject<S> =>
		z.object(shape);
