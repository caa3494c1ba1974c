import { api, MAX_QUESTION_LENGTH } from '../api/index.ts';
import { choice, reference, text } from '../forms/field.ts';
import { emailDraft } from '../format/index.ts';
import { textIn, type Text } from '../forms/terms.ts';
import { confirmation, requireConfirmation } from './confirmation.ts';
import { operation, result } from './operation.ts';
import { creditsLeftOf } from './savedResult.ts';

export const conversationId = reference({
	label: 'Conversation',
	name: 'conversationId',
	picks: 'conversation',
	required: true,
	example: 'conv_8Kq2Lw',
	description: ({ list, operation: find }) => `The recorded meeting or call. ${find('Conversation', list.name)} returns its ID.`,
});

export const ask = operation({
	endpoint: api.question.ask,
	id: 'ask',
	name: 'Ask a Question',
	action: 'Ask about a conversation',
	description: 'Have the AI answer a question from the transcript. Uses one AI credit each time.',
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
	async *run(session, { id, query }) {
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
	action: 'Delete a conversation',
	description:
		'Delete a conversation and its transcript. The service can recover the data, but this integration cannot restore it.',
	fields: { id: conversationId, confirmation },
	async *run(session, { id, confirmation: confirmed }) {
		requireConfirmation(session, id, confirmed);
		const { data } = await session.client.conversations.delete({ id });
		yield result(data);
	},
});

export const emailTone = choice({
	label: 'Tone',
	choices: [
		{ value: 'casual', label: 'Casual' },
		{ value: 'concise', label: 'Concise' },
		{ value: 'professional', label: 'Professional' },
	],
	initial: 'professional',
	description: 'How the email should sound',
});

const whoGetsIt: Text = ({ operation: find, list }) =>
	`A draft does not say who gets it. ${find('Contact', list.name)} returns the email address for a name, and ${find('Calendar Event', list.name)} the guests of a meeting that is in your calendar.`;

export const draftEmail = operation({
	endpoint: api.email.draft,
	id: 'draftEmail',
	name: 'Draft Follow-Up Email',
	action: 'Draft a follow-up email',
	description:
		'Have the AI write a follow-up email. Nothing is sent. Uses one AI credit each time. To send it, use its “text” or its “html”; “body” is the text as the service wrote it.',
	fields: { id: conversationId },
	options: {
		recipientName: text({ label: 'Recipient Name', example: 'Maria', description: 'Who the email is addressed to' }),
		tone: emailTone,
	},
	async *run(session, { id, recipientName, tone }) {
		const { data } = await session.client.email.draft({ id, recipientName, tone });
		const { subject, text: body, html } = emailDraft(data);
		const draft = session.isAgent ? { id: data.id, subject, text: body } : { ...data, subject, text: body, html };
		session.hint(textIn(whoGetsIt, session.terms));
		yield result({ ...draft, ...creditsLeftOf(session) });
	},
});

export const rename = operation({
	endpoint: api.conversations.rename,
	id: 'rename',
	name: 'Rename',
	action: 'Rename a conversation',
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
	action: 'Share a conversation',
	description: 'Create a public link. Anyone who has it can read the conversation, and this integration cannot make it private again.',
	fields: { id: conversationId },
	advice: {
		outcome_unknown: 'The conversation may be public all the same. Sharing it again returns a link, and may announce it a second time',
	},
});
