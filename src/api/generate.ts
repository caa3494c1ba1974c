import { z } from 'zod/v4';

/** Body of the two endpoints that return a saved result when there is one. */
export const generateBody = {
	forceRefresh: z.boolean().default(false).describe('Make a new result even when one is saved; uses an AI credit'),
};

/** What only the answer to POST adds. */
export const generated = { cached: z.boolean().describe('Whether a saved result was returned, free of credits') };

const SavedResult = z.looseObject({ data: z.looseObject({}) }).catch({ data: {} });

/** A saved result as the answer to the request that made it. Nobody knows that it was free, so it counts as new. */
export const asGenerated = (answer: unknown): unknown => {
	const saved = SavedResult.parse(answer);
	return { ...saved, data: { ...saved.data, cached: false } };
};
