import { api, MAX_QUESTION_LENGTH } from '../../api/index.ts';
import { reference, text } from '../../forms/index.ts';
import { confirmation, requireConfirmation } from '../confirmation.ts';
import { operation, result } from '../operation.ts';
import { heard } from '../shared/heard.ts';
import { creditsLeftOf } from '../shared/savedResult.ts';

export const conversationId = reference({
	label: 'Conversation',
	name: 'conversationId',
	picks: 'conversation',
	required: true,
	example: 'conv_8Kq2Lw',
	description: ({ list, operation: find }) => `The recorded meeting or call; ${find('Conversation', list.name)} returns its ID`,
});

export const ask = operation({
	endpoint: api.question.ask,
	id: 'ask',
	name: 'Ask a Question',
	action: 'Ask about conversation',
	description: 'Have the AI answer a question from the transcript of one meeting. Uses one AI credit each time.',
	notes: ({ operation: find }) => `To search all meetings, without a credit, use ${find('Insight', 'Search Transcripts')}.`,
	fields: {
		id: conversationId,
		query: text({
			label: 'Question',
			name: 'question',
			lines: 2,
			required: true,
			example: 'Which dates did we agree on?',
			description: `Up to ${MAX_QUESTION_LENGTH} characters`,
		}),
	},
	requests: '2',
	async *run(session, { id, query }) {
		await heard(session, id);
		const { data } = await session.client.question.ask({ id, query });
		// An AI agent only needs the answer, and each further token costs it.
		const answer = session.isAgent ? { id: data.id, query: data.query, response: data.response } : data;
		yield result({ ...answer, ...creditsLeftOf(session) });
	},
});

export const deleteConversation = operation({
	endpoint: api.conversations.delete,
	id: 'delete',
	name: 'Delete',
	action: 'Delete conversation',
	description: 'Delete a conversation and its transcript. This integration cannot restore it.',
	notes: 'The service can recover the data.',
	fields: { id: { ...conversationId, hint: 'This integration cannot restore it.' }, confirmation },
	async *run(session, { id, confirmation: confirmed }) {
		requireConfirmation(session, id, confirmed);
		const { data } = await session.client.conversations.delete({ id });
		yield result(data);
	},
});

export const rename = operation({
	endpoint: api.conversations.rename,
	id: 'rename',
	name: 'Rename',
	action: 'Rename conversation',
	description: 'Give a conversation a new title. Everything else stays the same.',
	fields: {
		id: conversationId,
		title: text({ label: 'New Title', required: true, example: 'Acme: contract review' }),
	},
});

export const share = operation({
	endpoint: api.conversations.share,
	id: 'share',
	name: 'Share',
	action: 'Share conversation',
	description: 'Make a conversation public: anyone with the link can read it. This integration cannot make it private again.',
	fields: { id: { ...conversationId, hint: 'Anyone with the link can read it from then on.' }, confirmation },
	advice: {
		outcome_unknown: 'The conversation may be public anyway. Sharing it again returns a link, and may announce it a second time',
	},
	async *run(session, { id, confirmation: confirmed }) {
		requireConfirmation(session, id, confirmed);
		const { data } = await session.client.conversations.share({ id });
		yield result(data);
	},
});
