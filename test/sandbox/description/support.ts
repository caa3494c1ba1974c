import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { Feedback } from '../../../src/api/index.ts';
import { dataOf, type Account } from '../support/harness.ts';

export const conversations = '/api/v1/conversations';
export const profile = '/api/v1/user/profile';

/** A call of named people who make decisions and assign tasks. */
export const quillbrook = readFileSync('examples/meetings/quillbrook-pilot.vtt', 'utf8');

/** A quarter of an hour in which Nora loses the thread. */
export const rambling = Array.from({ length: 30 }, () => [
	'Nora Feld: Um, so, you know, the export is, um, sort of slow and, um, maybe we could, you know, fix it.',
	'Priya Raman: Ah. I see what you mean by that, and I will think about it for a moment before we go on.',
])
	.flat()
	.join('\n');

export const feedbackOn = async ({ call }: Account, id: string) =>
	dataOf(Feedback, await call('POST', `${conversations}/${id}/feedback`));

const Usage = z.object({
	apiUsage: z.object({
		aiGenerations: z.object({ used: z.int(), limit: z.int().nullable(), remaining: z.int().nullable(), resetsAt: z.string() }),
	}),
});

/** The AI credits of the month, from the profile. */
export const usageOf = async ({ call }: Account) => dataOf(Usage, await call('GET', profile)).apiUsage.aiGenerations;
