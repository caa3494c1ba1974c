import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';

export const get = operation({
	endpoint: api.keyPoints.get,
	value: 'get',
	name: 'Get',
	action: 'Get the saved key points of a conversation',
	description: 'Get key points that were made before, with decisions, action items and dates. Uses no AI credit.',
	fields: { id: conversationId },
	advice: {
		not_found:
			'This conversation has no saved key points, or does not exist. Use the operation “Generate” of Key Points to make them, which may use an AI credit',
	},
});
