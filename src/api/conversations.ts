import { z } from 'zod/v4';
import { DateTime } from './dateTime.ts';
import { Deleted, deleted } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { offsetPages, Pagination } from './pagination.ts';
import { filledText } from './text.ts';

/** A recorded call, as listed (Resources, Conversation). */
export const Conversation = z.looseObject({
	id: z.string(),
	title: z.string(),
	startTime: DateTime,
	endTime: DateTime,
	// ASSUMED duration-unit: the description does not say; whole minutes fit `totalMinutes` and `conversationDuration`.
	duration: z.int().describe('Minutes'),
	segmentCount: z.int().describe('Number of transcript segments'),
	linkedCalendarEventId: z.string().nullable(),
});
export type Conversation = z.output<typeof Conversation>;

/** `{id}` of every path under a conversation. */
export const conversationParams = { id: z.string().min(1).describe('Conversation identifier') };

const pages = offsetPages({ defaultSize: 20, maxSize: 100 });

export const conversations = {
	// ASSUMED newest-first: the order is not shown; the newest come first, and nothing may rely on it.
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
		whenGone: deleted,
		credit: 'never',
		errors: ['not_found'],
	}),

	share: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/share',
		summary: 'Share a conversation',
		notes: 'Makes the conversation readable by anyone with the link and fires `conversation.shared`.',
		params: conversationParams,
		response: z.looseObject({ data: z.looseObject({ id: z.string(), shareUrl: z.url() }) }),
		repeat: 'never',
		credit: 'never',
		errors: ['not_found'],
	}),
};
