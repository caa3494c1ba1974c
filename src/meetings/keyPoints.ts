import * as z from 'zod/v4';
import { personName, type ReadActionItem, readItems } from '../format/index.ts';
import { lenientList, lenientText } from './lenient.ts';

/** Only a complete list shows which action items are gone or no longer have an owner. */
const WholeList = z.object({
	actionItems: z.array(z.object({ item: z.string().regex(/\S/), owner: z.string().nullable(), priority: z.string().nullable() })),
});

const Readable = z
	.object({
		sections: lenientList(z.object({ heading: lenientText, points: lenientList(z.string()) })),
		decisions: lenientList(z.string()),
		actionItems: z.unknown().transform((items): ReadActionItem[] => readItems(items)),
		participants: lenientList(z.string().transform(personName)),
		importantDates: lenientList(z.object({ date: lenientText, context: lenientText })),
	})
	.catch({ sections: [], decisions: [], actionItems: [], participants: [], importantDates: [] });

export interface SavedKeyPoints extends z.output<typeof Readable> {
	/** False if some action items could not be read. */
	readonly hasAllActionItems: boolean;
}

/** Saved key points; parts that cannot be read are left out. */
export const readableKeyPoints = (keyPoints: unknown): SavedKeyPoints => ({
	...Readable.parse(keyPoints),
	hasAllActionItems: WholeList.safeParse(keyPoints).success,
});
