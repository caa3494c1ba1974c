import { z } from 'zod/v4';

type SchemasOf<T extends object> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** A schema that has every field of a type: `shapeOf<Row>()({ id: z.string(), … })`. One left out does not compile. */
export const shapeOf =
	<T extends object>() =>
	<S extends SchemasOf<T>>(shape: S): z.ZodObject<S> =>
		z.object(shape);

export const text = z.string().nullable();
export const number = z.number().nullable();
export const time = z.iso.datetime({ offset: true }).nullable();
