import { z } from 'zod/v4';

/** Reading what an answer should hold: what is missing or of another type is null or left out, and never an error. */

export const text = z.string().nullable().catch(null);
export const number = z.number().nullable().catch(null);

/** The elements that can be read. */
export const listOf = <T extends z.ZodType>(element: T) =>
	z
		.array(z.unknown())
		.catch([])
		.transform((values) =>
			values.flatMap((value) => {
				const result = element.safeParse(value);
				return result.success ? [result.data] : [];
			}),
		);
