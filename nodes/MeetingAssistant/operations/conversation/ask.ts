import { z } from 'zod/v4';
import { api, MAX_QUESTION_LENGTH } from '../../../../src/api/index.ts';
import { creditFields } from '../../creditFields.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { conversationId } from '../conversationId.ts';

const Input = z.object({ id: z.string(), query: z.string() });

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
	async *run(session, input) {
		const { data } = await session.call(api.question.ask, readInput(Input, input));
		const { id, query, response } = data;
		// An AI agent asked for the answer, and pays for every word of the rest.
		yield result({ ...(session.isTool ? { id, query, response } : data), ...creditFields(session) });
	},
});
