import { z } from 'zod/v4';
import { conversationParams } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { filledTextUpTo } from './text.ts';

/** Characters a question may have (Limits, 5). */
export const MAX_QUESTION_LENGTH = 500;

/** An answer to a question about a conversation (Resources, Query response). */
export const Answer = z.looseObject({
	id: z.string(),
	query: z.string().describe('The question asked'),
	response: z.string().describe('The answer'),
	metadata: z.looseObject({
		segmentsAnalyzed: z.int(),
		conversationDuration: z.number().describe('Minutes'),
	}),
	suggestedQueries: z.array(z.string()),
});
export type Answer = z.output<typeof Answer>;

export const question = {
	ask: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/query',
		summary: 'Ask a question about a conversation',
		notes: 'Uses one AI credit each time. An unknown conversation uses none.',
		params: conversationParams,
		body: { query: filledTextUpTo(MAX_QUESTION_LENGTH) },
		response: z.looseObject({ data: Answer }),
		repeat: 'never',
		credit: 'always',
		errors: ['validation_error', 'not_found', 'ai_limit_exceeded'],
	}),
};
