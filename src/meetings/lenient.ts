import * as z from 'zod/v4';
import { personName } from '../format/index.ts';

/** Schemas for answers that deviate from their documented shape: unreadable values are null or left out, never an error. */

export const lenientText = z.string().nullable().catch(null);
export const lenientNumber = z.number().nullable().catch(null);

/** A person, with the speakers of a transcript by the names that people read. */
export const lenientName = lenientText.transform((name) => name && personName(name));

/** A list without the elements that cannot be read. */
export const lenientList = <T extends z.ZodType>(element: T) =>
	z
		.array(z.unknown())
		.catch([])
		.transform((values) =>
			values.flatMap((value) => {
				const result = element.safeParse(value);
				return result.success ? [result.data] : [];
			}),
		);
