import { z } from 'zod/v4';

/** Body of the two endpoints that return a saved result when there is one. */
export const generateBody = {
	forceRefresh: z.boolean().default(false).describe('Make a new result even when one is saved; uses an AI credit'),
};

/** What only the answer to POST adds. */
export const generated = { cached: z.boolean().describe('Whether a saved result was returned, free of credits') };
