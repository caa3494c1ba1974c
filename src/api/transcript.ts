import * as z from 'zod/v4';
import { conversationParams } from './conversation.ts';
import { DateTime } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** One segment of a transcript (Resources, Segment). */
export const Segment = z.looseObject({
	text: z.string(),
	speaker: z.string().nullable().describe('`local` is the user; other participants are usually `remote`'),
	timestamp: DateTime,
});
export type Segment = z.output<typeof Segment>;

export const transcript = {
	get: endpoint({
		method: 'GET',
		path: '/api/v1/conversations/{id}/transcript',
		summary: 'Get a transcript',
		notes: 'The oldest segment comes first.',
		params: conversationParams,
		response: z.looseObject({ data: z.looseObject({ id: z.string(), segments: z.array(Segment) }) }),
		repeat: 'always',
		credit: 'never',
		errors: ['not_found'],
		notFound: 'conversation',
	}),
};
