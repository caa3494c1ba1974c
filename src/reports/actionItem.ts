import * as z from 'zod/v4';
import type { ActionItemRecord as Recorded, Due as DueDate } from '../format/index.ts';
import { maybeNumber, maybeText, MeetingRef, shapeOf } from '../meetings/index.ts';

export const Due = shapeOf<DueDate>()({
	dueDate: maybeText.meta({ description: 'A day, 2026-11-27, or with a time and its offset; null unless it is certain', examples: ['2026-11-05'] }),
	dueText: maybeText.meta({ description: 'The words that say by when', examples: ['by Thursday'] }),
});

/** An action item of a meeting as one row. Key points do not say whether it has been done since. See `ActionItemRecord` of src/format. */
export const ActionItemRow = shapeOf<Recorded>()({
	item: z.string(),
	owner: maybeText,
	dueDate: Due.shape.dueDate,
	priority: maybeText.describe('high, medium or low'),
	...MeetingRef.shape,
	dueText: Due.shape.dueText,
	confidence: maybeNumber.describe('0 to 1'),
	dedupeKey: z.string().meta({ description: 'Identifies the action item: the same in every run', examples: ['a5f0c1b7e9a2d4c68'] }),
});
