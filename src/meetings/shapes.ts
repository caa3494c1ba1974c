import * as z from 'zod/v4';

/** What the schemas of results are written with. Their examples show what there is to map before anything ran. */

export const maybeText = z.string().nullable();
export const maybeNumber = z.number().nullable();
export const maybeTime = z.iso.datetime({ offset: true }).nullable();

type Unchanging<T> = T extends readonly (infer E)[] ? readonly Unchanging<E>[] : T extends object ? { readonly [K in keyof T]: Unchanging<T[K]> } : T;

/** What a schema describes. */
export type ValueOf<S extends z.ZodType> = Unchanging<z.output<S>>;

type SchemasOf<T extends object> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** The schema of what a function of a layer without schemas returns: `shapeOf<Row>()({ id: z.string(), … })`. A missing field does not compile. */
export const shapeOf =
	<T extends object>() =>
	<S extends SchemasOf<T>>(shape: S): z.ZodObject<S> =>
		z.object(shape);
