import { z } from 'zod/v4';

/** A text with more in it than blanks. */
export const filledText = () => z.string().min(1).regex(/\S/, { error: 'must not be empty' });

/** Such a text of at most `max` characters, as people and JSON Schema count them: an emoji is not two. */
export const filledTextUpTo = (max: number) =>
	filledText()
		.refine((text) => text.length <= max || [...text].length <= max, { error: `must have at most ${max} characters` })
		.meta({ maxLength: max });
