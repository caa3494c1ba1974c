import { z } from 'zod/v4';

/** SQLite has no booleans. */
export const Flag = z.int().transform((stored) => stored === 1);
export const flag = (value: boolean): number => (value ? 1 : 0);

/** A column that holds JSON of this shape. */
export const jsonColumn = <S extends z.ZodType>(shape: S) =>
	z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.pipe(shape);

export const Count = z.object({ count: z.int() }).transform((row) => row.count);
