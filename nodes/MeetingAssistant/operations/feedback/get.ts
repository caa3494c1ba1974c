import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';

export const get = operation({
	endpoint: api.feedback.get,
	value: 'get',
	name: 'Get',
	action: 'Get the saved feedback on a conversation',
	description: 'Get feedback that was made before on how you communicated. Uses no AI credit.',
	fields: { id: conversationId },
	advice: {
		not_found:
			'This conversation has no saved feedback, or does not exist. Use the operation “Generate” of Feedback to make it, which may use an AI credit',
	},
});
