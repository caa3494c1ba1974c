import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { simplify } from '../../simplify.ts';
import { conversationId } from '../conversationId.ts';
import { feedbackResult } from './results.ts';

const Input = z.object({ id: z.string() });

export const get = operation({
	endpoint: api.feedback.get,
	value: 'get',
	name: 'Get Saved',
	action: 'Get the saved feedback on a conversation',
	description:
		'Get feedback that was made before on how you communicated: scores, strengths and what to improve. Uses no AI credit.',
	fields: { id: conversationId },
	own: { fields: { simplify } },
	advice: {
		not_found:
			'This conversation has no saved feedback, or does not exist. Use Feedback “Get or Generate” to make it, which may use an AI credit',
	},
	async *run(session, input) {
		const { data } = await session.client.feedback.get(readInput(Input, input));
		yield feedbackResult(session, data, input);
	},
});
