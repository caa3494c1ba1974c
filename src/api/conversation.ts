import * as z from 'zod/v4';
import { DateTime, Deleted, filledText, filledTextUpTo, offsetPages, Pagination } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** A recorded call, as listed (Resources, Conversation). */
export const Conversation = z.looseObject({
	id: z.string(),
	title: z.string(),
	startTime: DateTime,
	endTime: DateTime,
	// ASSUMED duration-unit: the description does not say; whole minutes fit `totalMinutes` and `conversationDuration`.
	duration: z.int().describe('Minutes'),
	segmentCount: z.int().describe('Number of transcript segments'),
	linkedCalendarEventId: z.string().nullable().meta({ examples: ['sample-event'] }),
});
export type Conversation = z.output<typeof Conversation>;

/** `{id}` in the path of every endpoint of a conversation. */
export const conversationParams = { id: z.string().min(1).describe('Conversation identifier') };

const pages = offsetPages({ defaultSize: 20, maxSize: 100 });

export const conversations = {
	// ASSUMED newest-first: the description does not show the order. Nothing may rely on it.
	list: endpoint({
		method: 'GET',
		path: '/api/v1/conversations',
		summary: 'List conversations',
		query: {
			...pages.query,
			search: z.string().optional().describe('Matches by title'),
			since: DateTime.optional().describe('Only conversations after this date'),
		},
		response: z.looseObject({ data: z.array(Conversation), pagination: Pagination }),
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error'],
		paging: pages,
	}),

	// ASSUMED rename: method and body are not shown.
	rename: endpoint({
		method: 'PATCH',
		path: '/api/v1/conversations/{id}',
		summary: 'Update a conversation title',
		params: conversationParams,
		body: { title: filledText() },
		response: z.looseObject({ data: z.looseObject({ id: z.string(), title: z.string() }) }),
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error', 'not_found'],
		notFound: 'conversation',
	}),

	// ASSUMED delete: method and answer are not shown.
	delete: endpoint({
		method: 'DELETE',
		path: '/api/v1/conversations/{id}',
		summary: 'Delete a conversation',
		notes: 'Soft delete: the data can be recovered, but not through the API.',
		params: conversationParams,
		response: Deleted,
		repeat: 'always',
		credit: 'never',
		errors: ['not_found'],
		notFound: 'conversation',
	}),

	share: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/share',
		summary: 'Share a conversation',
		notes: 'Makes the conversation readable by anyone with the link and fires `conversation.shared`.',
		params: conversationParams,
		response: z.looseObject({ data: z.looseObject({ id: z.string(), shareUrl: z.url().meta({ examples: ['https://example.com/share/sample'] }) }) }),
		repeat: 'never',
		credit: 'never',
		errors: ['not_found'],
		notFound: 'conversation',
	}),
};

/** Maximum length of a question in characters (Limits, 5). */
export const MAX_QUESTION_LENGTH = 500;

/** An answer to a question about a conversation (Resources, Query response). */
export const Answer = z.looseObject({
	id: z.string(),
	query: z.string().meta({ description: 'The question asked', examples: ['Which dates did we agree on?'] }),
	response: z.string().meta({ description: 'The answer', examples: ['The roll-out starts on 1 December.'] }),
	metadata: z.looseObject({
		segmentsAnalyzed: z.int(),
		conversationDuration: z.number().describe('Minutes'),
	}),
	suggestedQueries: z.array(z.string()).meta({ examples: [['Who sends the contract?']] }),
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
		notFound: 'conversation',
	}),
};

export const tones = ['professional', 'casual', 'concise'] as const;
export type Tone = (typeof tones)[number];

/** A drafted follow-up email (Resources, Email response). */
export const Email = z.looseObject({
	id: z.string(),
	subject: z.string().meta({ examples: ['Our pilot review'] }),
	body: z.string().meta({ examples: ['Hi Priya,\n\nthank you for your time today. The roll-out starts on 1 December.\n\nNora'] }),
	keyPoints: z.array(z.string()).meta({ examples: [['Twelve people used it every day']] }),
	actionItems: z.array(z.string()).meta({ examples: [['Send the contract to Priya by Thursday']] }),
	generatedAt: DateTime,
});
export type Email = z.output<typeof Email>;

export const email = {
	draft: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/email',
		summary: 'Draft a follow-up e-mail',
		notes: 'Uses one AI credit each time. An unknown conversation uses none.',
		params: conversationParams,
		body: { recipientName: z.string().optional(), tone: z.enum(tones).default('professional') },
		response: z.looseObject({ data: Email }),
		repeat: 'never',
		credit: 'always',
		errors: ['validation_error', 'not_found', 'ai_limit_exceeded'],
		notFound: 'conversation',
	}),
};
