import { api, MAX_QUESTION_LENGTH } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';

export const ask = operation({
	endpoint: api.question.ask,
	value: 'ask',
	name: 'Ask a Question',
	action: 'Ask a question about a conversation',
	description: 'Have the AI answer a question from the transcript. Uses one AI credit each time.',
	fields: {
		id: conversationId,
		query: {
			displayName: 'Question',
			name: 'question',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			required: true,
			placeholder: 'e.g. Which dates did we agree on?',
			description: `At most ${MAX_QUESTION_LENGTH} characters`,
		},
	},
});
